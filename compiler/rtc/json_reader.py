"""A reader of JSON that remembers where each value stands.

Own code for three reasons: the standard reader gives no positions, keeps the last of duplicate keys
without a word, and recurses. This one keeps its own stack, looks at each character once, and gives the
values that `json.loads` gives. Like it, it takes lone surrogates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from rtc import rules_reading as rules
from rtc.diagnostics import quote
from rtc.positions import Mark
from rtc.rule import Rule

JsonValue: TypeAlias = "None | bool | int | float | str | list[JsonValue] | dict[str, JsonValue]"

MAX_DEPTH = 200
# What int() takes by default since Python 3.11; the time of the conversion grows with the square.
MAX_DIGITS = 4_300
MAX_FLAWS = 1_000

_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile(r"-?\w+")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONSTANTS: dict[str, JsonValue] = {"true": True, "false": False, "null": None}
_NOT_NUMBERS = ("NaN", "Infinity", "-Infinity")
_CLOSERS = {"{": "}", "[": "]"}
_HINTS = {
    "'": "strings stand between double quotes",
    "/": "JSON has no comments",
    "#": "JSON has no comments",
    "True": "write true",
    "False": "write false",
    "None": "write null",
}


@dataclass(frozen=True, slots=True)
class Flaw:
    """A problem of the text: which rule, at which offset, at the end of which path of keys.

    `first`: the offset of what this repeats.
    """

    rule: Rule
    message: str
    offset: int
    path: tuple[str, ...] = ()
    hint: str | None = None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """What was read. `mark` is None when the text is no JSON; `value` is None then too."""

    value: JsonValue
    mark: Mark | None
    flaws: tuple[Flaw, ...]


class _Unreadable(Exception):
    """Reading stops: the flaw that says why is the last one."""


@dataclass(slots=True)
class _Frame:
    """A list or object that is being read."""

    start: int
    closer: str
    key: str = ""
    items: list[JsonValue] = field(default_factory=list)
    members: dict[str, JsonValue] = field(default_factory=dict)
    item_marks: list[Mark] = field(default_factory=list)
    member_marks: dict[str, Mark] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)

    def add(self, value: JsonValue, mark: Mark) -> None:
        if self.closer == "}":
            self.members[self.key] = value
            self.member_marks[self.key] = mark
        else:
            self.items.append(value)
            self.item_marks.append(mark)

    def finish(self, end: int) -> tuple[JsonValue, Mark]:
        if self.closer == "}":
            return self.members, Mark(self.start, end, self.member_marks, self.keys)
        return self.items, Mark(self.start, end, self.item_marks)

    @property
    def token(self) -> str:
        """The last step of the pointer to the value that is being read."""
        return self.key if self.closer == "}" else str(len(self.items))


def read_json(text: str) -> Document:
    """Read a whole text. Duplicate keys and NaN are flaws too, but reading goes on after them."""
    reader = _Reader(text)
    try:
        value, mark = reader.document()
    except _Unreadable:
        return Document(None, None, tuple(reader.flaws))
    return Document(value, mark, tuple(reader.flaws))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.index = 0
        self.frames: list[_Frame] = []
        self.flaws: list[Flaw] = []

    def document(self) -> tuple[JsonValue, Mark]:
        if self.text.startswith("\ufeff"):
            self._note(rules.BYTE_ORDER_MARK, "byte order mark before the JSON text", 0)
            self.index = 1
        if not self._next():
            self._stop(rules.EMPTY_TEXT, "the text is empty", 0)
        value, mark = self._tree()
        if self._next():
            self._expected("nothing after the end of the JSON value")
        return value, mark

    def _tree(self) -> tuple[JsonValue, Mark]:
        while True:
            item = self._start_value()
            while item is not None:
                if not self.frames:
                    return item
                item = self._attach(*item)

    def _start_value(self) -> tuple[JsonValue, Mark] | None:
        """Read a scalar or an empty container; of another one only the beginning, which gives None."""
        character = self._next()
        if character in ("{", "["):
            return self._open(_CLOSERS[character])
        start = self.index
        value = self._string() if character == '"' else self._word(character)
        return value, Mark(start, self.index)

    def _open(self, closer: str) -> tuple[JsonValue, Mark] | None:
        if len(self.frames) == MAX_DEPTH:
            self._stop(rules.TOO_DEEP, f"nested more than {MAX_DEPTH} levels deep", self.index)
        frame = _Frame(self.index, closer)
        self.index += 1
        if self._next() == closer:
            self.index += 1
            return frame.finish(self.index)
        self.frames.append(frame)
        if closer == "}":
            self._key(frame)
        return None

    def _attach(self, value: JsonValue, mark: Mark) -> tuple[JsonValue, Mark] | None:
        """Put a value into the innermost container; gives the container when it ends there."""
        frame = self.frames[-1]
        frame.add(value, mark)
        character = self._next()
        if character == frame.closer:
            self.index += 1
            self.frames.pop()
            return frame.finish(self.index)
        if character != ",":
            self._expected(f"',' or '{frame.closer}'")
        self.index += 1
        if self._next() == frame.closer:
            self._expected("another value after the comma", "remove the last comma")
        if frame.closer == "}":
            self._key(frame)
        return None

    def _key(self, frame: _Frame) -> None:
        if self._next() != '"':
            self._expected("a key between double quotes")
        start = self.index
        frame.key = self._string()
        if frame.key in frame.keys:
            first = frame.keys[frame.key]
            self._note(
                rules.DUPLICATE_KEY, f"the key {quote(frame.key)} stands twice", start, first
            )
        else:
            frame.keys[frame.key] = start
        if self._next() != ":":
            self._expected("':' after the key")
        self.index += 1

    def _string(self) -> str:
        start = self.index
        self.index += 1
        pieces: list[str] = []
        while True:
            plain = self._match(_PLAIN)
            pieces.append(plain)
            character = self.text[self.index : self.index + 1]
            if character == '"':
                self.index += 1
                return "".join(pieces)
            if character != "\\":
                self._fail_in_string(character, start)
            pieces.append(self._escape())

    def _escape(self) -> str:
        letter = self.text[self.index + 1 : self.index + 2]
        if letter == "u":
            return self._unicode_escape()
        if letter not in _ESCAPES or not letter:
            self._unknown_escape(letter)
        self.index += 2
        return _ESCAPES[letter]

    def _unknown_escape(self, letter: str) -> NoReturn:
        message = f"unknown escape {quote(chr(92) + letter)}"
        self._stop(rules.NOT_JSON, message, self.index, "write a backslash as two of them")

    def _unicode_escape(self) -> str:
        code = self._code_unit(self.index)
        if code is None:
            self._stop(rules.NOT_JSON, "expected four hexadecimal digits after \\u", self.index)
        self.index += 6
        low = self._code_unit(self.index) if 0xD800 <= code <= 0xDBFF else None
        if low is None or not 0xDC00 <= low <= 0xDFFF:
            return chr(code)
        self.index += 6
        return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00))

    def _code_unit(self, index: int) -> int | None:
        """The number of the escape `\\uXXXX` at `index`; None when there is none."""
        digits = _HEX.match(self.text, index + 2) if self.text.startswith("\\u", index) else None
        return None if digits is None else int(digits[0], 16)

    def _word(self, character: str) -> JsonValue:
        start = self.index
        number = _NUMBER.match(self.text, start)
        if number is not None:
            self.index = number.end()
            return self._number(number)
        word = self._match(_WORD)
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if word in _NOT_NUMBERS:
            self._note(rules.NUMBER, f"{word} is no JSON number", start)
            return float(word)
        self.index = start
        self._expected("a value", _HINTS.get(word or character))

    def _number(self, number: re.Match[str]) -> JsonValue:
        if number[2] or number[3]:
            return float(number[0])
        try:
            if len(number[1]) <= MAX_DIGITS:
                return int(number[1])
        except ValueError:  # a lower limit of the interpreter's own
            pass
        self._note(rules.NUMBER, "a whole number with too many digits", number.start())
        return 0

    def _next(self) -> str:
        """Skip white space; the character that follows, "" at the end."""
        self._match(_SPACE)
        return self.text[self.index : self.index + 1]

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.index)
        if match is None:
            return ""
        self.index = match.end()
        return match[0]

    def _fail_in_string(self, character: str, start: int) -> NoReturn:
        if not character:
            self._stop(rules.NOT_JSON, "the string does not end", start)
        message = f"control character {quote(character)} in a string"
        self._stop(rules.NOT_JSON, message, self.index, "write it as an escape")

    def _expected(self, what: str, hint: str | None = None) -> NoReturn:
        found = self.text[self.index : self.index + 1]
        seen = f"found {quote(found)}" if found else "the text ends here"
        self._stop(rules.NOT_JSON, f"expected {what}, {seen}", self.index, hint)

    def _stop(self, rule: Rule, message: str, offset: int, hint: str | None = None) -> NoReturn:
        self.flaws.append(Flaw(rule, message, offset, self._path(), hint))
        raise _Unreadable

    def _note(self, rule: Rule, message: str, offset: int, first: int | None = None) -> None:
        if len(self.flaws) == MAX_FLAWS:
            self._stop(rules.TOO_MANY_ERRORS, "too many errors: reading stops here", offset)
        self.flaws.append(Flaw(rule, message, offset, self._path(), first=first))

    def _path(self) -> tuple[str, ...]:
        return tuple(frame.token for frame in self.frames)
