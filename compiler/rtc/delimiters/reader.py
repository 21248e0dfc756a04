"""A cursor over a pattern's text, and the flags that hold where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rtc.delimiters.charset import CharSet, single
from rtc.delimiters.errors import PatternError

_FLAG_NAMES = {
    "i": "ignore_case",
    "m": "multiline",
    "s": "dotall",
    "x": "verbose",
    "a": "ascii_only",
}


class Reader:
    """Where the parser stands in the pattern; every error knows that place."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 0

    @property
    def done(self) -> bool:
        return self.position >= len(self.source)

    def at(self, text: str) -> bool:
        return self.source.startswith(text, self.position)

    def take(self, text: str) -> bool:
        found = self.at(text)
        self.position += len(text) if found else 0
        return found

    def next(self) -> str:
        if self.done:
            raise self.error("the pattern ends too early")
        self.position += 1
        return self.source[self.position - 1]

    def match_ahead(self, pattern: str) -> re.Match[str] | None:
        return re.compile(pattern).match(self.source, self.position)

    def match(self, pattern: str) -> re.Match[str] | None:
        found = self.match_ahead(pattern)
        self.position = found.end() if found else self.position
        return found

    def error(self, message: str) -> PatternError:
        return PatternError(message, self.position, "syntax")

    def refuse(self, construct: str, hint: str | None = None) -> PatternError:
        return PatternError(
            f"unsupported construct: {construct}", self.position, "unsupported", hint
        )


@dataclass(frozen=True, slots=True)
class Flags:
    """What `(?i)`, `(?m)`, `(?s)`, `(?x)` and `(?a)` have switched; DOTALL is on from the start."""

    ignore_case: bool = False
    multiline: bool = False
    dotall: bool = True
    verbose: bool = False
    ascii_only: bool = False

    def with_letters(self, on: str, off: str, reader: Reader, start: int) -> Flags:
        """These flags with some switched; the letters stand at `start`."""
        for place, letter in enumerate(on + off):
            if letter not in "imsxau":
                reader.position = start + place
                raise reader.refuse(f"flag '{letter}'", "only i, m, s, x, a and u are known")
        switched = {_FLAG_NAMES[letter]: True for letter in on if letter != "u"}
        switched |= {_FLAG_NAMES[letter]: False for letter in off if letter != "u"}
        return replace(self, **switched)

    def charset(self, charset: CharSet) -> CharSet:
        """`charset` as these flags make it match."""
        ascii_only = self.ascii_only and (bool(charset.categories) or self.ignore_case)
        return replace(charset, ignore_case=self.ignore_case, ascii_only=ascii_only)

    def single(self, character: str) -> CharSet:
        cased = self.ignore_case and character.lower() != character.upper()
        charset = single(character)
        return self.charset(charset) if cased else charset
