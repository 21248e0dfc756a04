"""Making JSON of what is almost JSON: a few mistakes that have one reading, put right in one pass over the text.

Text that is JSON comes out as it went in. Whether what comes out is JSON is for the reader of JSON to say.
"""

from __future__ import annotations

import re

from .nested import INSIDE_QUOTES, end_of_pieces

JSON_TOKEN = re.compile(r"""[ \t\n\r]+|[^ \t\n\r"'{}\[\],:]+|[{}\[\],:]""")
STRING_PART = re.compile(r'\\.|["\n\r\t]', re.DOTALL)
NAME_BEFORE_COLON = re.compile(r"[ \t\n\r]*:")
RAW_CHARACTERS = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
PYTHON_LITERALS = {"True": "true", "False": "false", "None": "null"}

TRAILING_COMMA = "trailing comma"
PYTHON_LITERAL = "Python literal"
SINGLE_QUOTES = "string in single quotes"
RAW_CHARACTER = "raw line break or tab in a string"
LAST_BRACKET = "last bracket that is missing"


class JsonMender:
    """Mends each text that it is called with. `done` counts what was mended in them, by kind.

    `may_close`: the last bracket may be missing, one and no more, behind a value.
    """

    def __init__(self, may_close: bool) -> None:
        self.may_close = may_close
        self.done: dict[str, int] = {}

    def __call__(self, text: str) -> str:
        draft = JsonDraft(text)
        if not draft.read() or not draft.end(self.may_close):
            return text
        for kind, count in draft.done.items():
            self.done[kind] = self.done.get(kind, 0) + count
        return "".join(draft.pieces)

    def told(self) -> str:
        """What was mended, in words."""
        return ", ".join(f"{kind}: {count}" for kind, count in self.done.items())


class JsonDraft:
    """A text, read token by token into `pieces` that are put right, up to where nothing can be made of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.pieces: list[str] = []
        self.closers: list[str] = []  # of the arrays and objects that are open
        # The last token: "" at the start, the mark itself, or "value" for all that is or ends a value or key.
        self.last = ""
        self.comma = 0  # which of the pieces is the last comma
        self.done: dict[str, int] = {}

    def read(self) -> bool:
        """Read all tokens; False where one stands where JSON never has it."""
        while self.position < len(self.text):
            character = self.text[self.position]
            if not (
                self.string(character) if character in INSIDE_QUOTES else self.token(character)
            ):
                return False
        return self.last == "value"

    def end(self, may_close: bool) -> bool:
        """Close what is open at the end of the text, if that is a bracket at most; False if not."""
        if not self.closers:
            return True
        if len(self.closers) > 1 or not may_close:
            return False
        self.mend(self.closers.pop(), LAST_BRACKET)
        return True

    def mend(self, piece: str, kind: str) -> None:
        self.pieces.append(piece)
        self.done[kind] = self.done.get(kind, 0) + 1

    def token(self, character: str) -> bool:
        """Read blanks, a mark or a word."""
        found = JSON_TOKEN.match(self.text, self.position)
        if found is None:  # there is one for every character but quotes
            return False
        self.position = found.end()
        if character in " \t\n\r":
            self.pieces.append(found[0])
            return True
        if character in "]}":
            return self.close(character)
        if character in ",:":
            self.comma = len(self.pieces)
            self.pieces.append(character)
            before, self.last = self.last, character
            return before == "value" and bool(self.closers)
        if self.last == "value":
            return False
        if character in "[{":
            self.closers.append("]" if character == "[" else "}")
            self.pieces.append(character)
            self.last = character
        else:
            self.word(found[0])
        return True

    def close(self, character: str) -> bool:
        """An array or object ends."""
        if self.last == ":" or not self.closers or self.closers.pop() != character:
            return False
        if self.last == ",":
            self.pieces[self.comma] = ""
            self.mend("", TRAILING_COMMA)
        self.pieces.append(character)
        self.last = "value"
        return True

    def word(self, word: str) -> None:
        self.last = "value"
        literal = PYTHON_LITERALS.get(word)
        if literal is None or NAME_BEFORE_COLON.match(self.text, self.position):
            self.pieces.append(word)
        else:
            self.mend(literal, PYTHON_LITERAL)

    def string(self, quote: str) -> bool:
        """Read a string in quotes of this kind."""
        start = self.position + 1
        end = end_of_pieces(INSIDE_QUOTES[quote], self.text, start)
        if not self.text.startswith(quote, end) or self.last == "value":
            return False
        self.position = end + 1
        self.last = "value"
        inside = self.text[start:end]
        mended = STRING_PART.sub(self.single_quoted if quote == "'" else self.quoted, inside)
        self.pieces.append(f'"{mended}"')
        if quote == "'":
            self.mend("", SINGLE_QUOTES)
        return True

    def quoted(self, part: re.Match[str]) -> str:
        """An escape as it is, a raw character as an escape."""
        character = part[0]
        if character in RAW_CHARACTERS:
            self.mend("", RAW_CHARACTER)
        return RAW_CHARACTERS.get(character, character)

    def single_quoted(self, part: re.Match[str]) -> str:
        """The same in single quotes, where double ones are no escape and single ones are."""
        if part[0] == "\\'":
            return "'"
        return '\\"' if part[0] == '"' else self.quoted(part)
