"""Strings in JSON that is still being written: whether one is open, and where it ends.

A delimiter that begins inside a string may be text of that string. Escapes are skipped, not judged; a raw
control character breaks a quoted string.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from .matching import compiled

QUOTED_MARK = r'["\\\x00-\x1f]'
JSON_BLANKS = r"[ \t\n\r]*"
SCALAR = r'[^ \t\n\r,:\]}\[{"]+'
# A key without quotes: words with blanks between them, and with signs that are none of JSON and no part of a marker.
KEY_WORD = r"[^\s\x00-\x1f\x7f\"'`(){}\[\]<>|=,:\\]+"
KEY_PHRASE = f"{KEY_WORD}(?: +{KEY_WORD})*"


def string_end(text: str, start: int, closer: str) -> int | None:
    """Where the string that is open at `start` ends, past its closer; None: not in `text`; -1: it is broken."""
    if closer != '"':
        at = text.find(closer, start)
        return None if at < 0 else at + len(closer)
    while (mark := compiled(QUOTED_MARK).search(text, start)) is not None:
        if mark[0] == '"':
            return mark.end()
        if mark[0] != "\\":
            return -1
        start = mark.end() + 1
    return None


def unread_tail(text: str, closer: str) -> str:
    """The end of a string's text that has to be read once more with what follows it."""
    if closer != '"':
        return text[len(text) - len(closer) + 1 :] if len(closer) > 1 else ""
    backslashes = len(text) - len(text.rstrip("\\"))
    return "\\" if backslashes % 2 else ""


class JsonStrings:
    """Reads the text of a JSON value as it comes, in order, up to where it stops being one."""

    def __init__(self, delimiters: Sequence[tuple[str, str]], bare_keys: bool) -> None:
        self.delimiters = (*delimiters, ('"', '"'))
        self.bare_keys = bare_keys
        self.unread: list[str] = []
        self.containers: list[str] = []
        # "value", "key", "colon" or "after"; "first ..." where a container may end too.
        self.expected = "value"
        self.closer = ""  # of the string that is open
        self.broken = False

    def open_string(self) -> str:
        """The closer of the string in which the text read so far ends, "" if it ends in none."""
        text = "".join(self.unread)
        position: int | None = 0
        while position is not None and position < len(text) and not self.broken:
            position = self.string(text, position) if self.closer else self.token(text, position)
        self.unread = [unread_tail(text, self.closer)] if self.closer else []
        return "" if self.broken else self.closer

    def judge(self, text: str, start: int) -> Judgement:
        """A judgement of the delimiter at `start`, in the string that is open, read in pieces that grow."""
        judgement = Judgement(self.closer, "".join(self.unread))
        size = 16
        while judgement.verdict is None and start < len(text):
            judgement.read(text[start : start + size])
            start += size
            size *= 2
        return judgement

    def string(self, text: str, position: int) -> int | None:
        """Read on in the open string; returns where it ends."""
        end = string_end(text, position, self.closer)
        if end is not None:
            self.closer = ""
            self.broken = end < 0
        return end

    def token(self, text: str, position: int) -> int:
        """Read one token outside of strings; returns where it ends."""
        blanks = compiled(JSON_BLANKS).match(text, position)
        if blanks is not None and blanks.end() > position:
            return blanks.end()
        for opener, closer in self.delimiters:
            if text.startswith(opener, position):
                return self.begin_string(position + len(opener), closer)
        character = text[position]
        if character in "{[":
            self.begin_container(character)
        elif character in "}]":
            self.end_container(character)
        elif character == ":" and self.expected == "colon":
            self.expected = "value"
        elif character == "," and self.expected == "after" and self.containers:
            self.expected = "key" if self.containers[-1] == "}" else "value"
        else:
            return self.word(text, position)
        return position + 1

    def begin_string(self, position: int, closer: str) -> int:
        self.broken = self.expected in ("after", "colon")
        self.closer = closer
        self.expected = "colon" if self.expected.endswith("key") else "after"
        return position

    def begin_container(self, character: str) -> None:
        self.broken = not self.expected.endswith("value")
        self.containers.append("}" if character == "{" else "]")
        self.expected = "first key" if character == "{" else "first value"

    def end_container(self, character: str) -> None:
        may_end = self.expected == "after" or self.expected.startswith("first")
        self.broken = not may_end or not self.containers or self.containers.pop() != character
        self.expected = "after"

    def word(self, text: str, position: int) -> int:
        """A scalar, or a key without quotes."""
        is_key = self.expected.endswith("key")
        word = compiled(KEY_PHRASE if is_key else SCALAR).match(text, position)
        if word is None or not (self.bare_keys if is_key else self.is_scalar(word[0])):
            self.broken = True
            return position
        self.expected = "colon" if is_key else "after"
        return word.end()

    def is_scalar(self, word: str) -> bool:
        return self.expected.endswith("value") and is_json(word)


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


class Judgement:
    """Whether a delimiter that begins inside a string is text of it: that shows where the string ends.

    It is text if the next character after the string, blanks aside, is one that JSON has there. `verdict` is
    None as long as that is open. `end` is where the string ends, in characters from the delimiter on.
    """

    def __init__(self, closer: str, escape: str) -> None:
        self.closer = closer
        self.unread = escape
        self.position = -len(escape)  # of `unread`
        self.end: int | None = None
        self.verdict: bool | None = None

    def read(self, text: str) -> None:
        """More text, from the delimiter on."""
        if self.verdict is not None:
            return
        if self.end is None:
            text = self.unread + text
            end = string_end(text, 0, self.closer)
            if end is None:
                self.unread = unread_tail(text, self.closer)
                self.position += len(text) - len(self.unread)
                return
            if end < 0:
                self.verdict = False
                return
            self.end = self.position + end
            text = text[end:]
        following = text.lstrip(" \t\n\r")[:1]
        if following:
            self.verdict = following in ",:}]"
