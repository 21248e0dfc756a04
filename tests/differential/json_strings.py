"""Which string a body of JSON ends in, read as a streaming parser has to: from the left, in one pass.

The body may be in a dialect: `string_delims` pairs around strings, keys without quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

BLANKS = " \t\n\r"
# What may follow a string inside a value: the string was one, then.
AFTER_STRING = (",", ":", "}", "]")

_SCALAR = re.compile(r'[^ \t\n\r,:\[\]{}"]+')
_KEY_WORD = r"[^\s\x00-\x1f\x7f\"'`(){}\[\]<>|=,:\\]+"
_BARE_KEY = re.compile(f"{_KEY_WORD}(?: +{_KEY_WORD})*")
_MATCHING = {"}": "{", "]": "["}


class _NoValue(Exception):
    """The body is no beginning of a value."""


def open_string(body: str, args: Mapping[str, Any]) -> str | None:
    """The text that would end the string that `body` ends in.

    None if no string is open there, or if `body` is no beginning of a value in the dialect of `args`.
    """
    try:
        return _Reader(body, args).closer
    except _NoValue:
        return None


def string_end(text: str, position: int, closer: str) -> int | None:
    """Where the string that is open at `position` ends, past its closer; None if it does not.

    A raw control character breaks a string in quotes; between other delimiters anything may stand.
    """
    end, _ = _string_end(text, position, closer)
    return end


def _string_end(text: str, position: int, closer: str) -> tuple[int | None, bool]:
    """The end, if there is one, and whether the string is broken."""
    if closer != '"':
        found = text.find(closer, position)
        return (None if found < 0 else found + len(closer)), False
    while position < len(text) and text[position] != '"':
        if text[position] < " ":
            return None, True
        position += 2 if text[position] == "\\" else 1
    return (position + 1 if position < len(text) else None), False


class _Reader:
    """Reads a body; `closer` is then that of the string that is open at its end."""

    def __init__(self, body: str, args: Mapping[str, Any]) -> None:
        self.body = body
        self.pairs = [*map(tuple, args.get("string_delims", ())), ('"', '"')]
        self.bare_keys = args.get("unquoted_keys", False)
        self.position = 0
        self.containers: list[str] = []
        self.wanted = {"value"}
        self.closer: str | None = None
        while self.closer is None and self.position < len(body):
            self._step()

    def _step(self) -> None:
        character = self.body[self.position]
        opening = next((p for p in self.pairs if self.body.startswith(p[0], self.position)), None)
        if character in BLANKS:
            self.position += 1
        elif opening is not None:
            self._string(*opening)
        elif character in "{[":
            self._expect("value")
            self.containers.append(character)
            self._go_on(1, {"key", "end"} if character == "{" else {"value", "end"})
        elif character in "}]":
            self._expect("end")
            if not self.containers or self.containers.pop() != _MATCHING[character]:
                raise _NoValue
            self._after_value(1)
        elif character == ":":
            self._expect("colon")
            self._go_on(1, {"value"})
        elif character == ",":
            self._expect("comma")
            self._go_on(1, {"key"} if self.containers[-1] == "{" else {"value"})
        else:
            self._word()

    def _string(self, opener: str, closer: str) -> None:
        if not self.wanted & {"key", "value"}:
            raise _NoValue
        end, broken = _string_end(self.body, self.position + len(opener), closer)
        if broken:
            raise _NoValue
        if end is None:
            self.closer = closer
        elif "key" in self.wanted:
            self._go_on(end - self.position, {"colon"})
        else:
            self._after_value(end - self.position)

    def _word(self) -> None:
        """A key without quotes, a number or a constant."""
        key = _BARE_KEY.match(self.body, self.position)
        if "key" in self.wanted and self.bare_keys and key is not None:
            self._go_on(len(key[0]), {"colon"})
            return
        self._expect("value")
        scalar = _SCALAR.match(self.body, self.position)
        try:
            json.loads(scalar[0] if scalar is not None else "")
        except ValueError:
            raise _NoValue from None
        self._after_value(len(scalar[0]) if scalar is not None else 0)

    def _after_value(self, length: int) -> None:
        self._go_on(length, {"comma", "end"} if self.containers else set())

    def _go_on(self, length: int, wanted: set[str]) -> None:
        self.position += length
        self.wanted = wanted

    def _expect(self, kind: str) -> None:
        if kind not in self.wanted:
            raise _NoValue
