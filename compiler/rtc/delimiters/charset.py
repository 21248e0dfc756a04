"""Sets of characters: what one position of a pattern accepts.

A set is a list of inclusive ranges and of the two categories that only the interpreter can decide
(`\\w` and `\\d` beyond ASCII); everything else, `\\s` too, is spelled out as ranges, because the
stdlib's `\\s` takes in \\x1c-\\x1f and the reference's does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

MAX_CODEPOINT = 0x10FFFF
MAX_LEAD_CHARACTERS = 32
BLANK_RANGES = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0x85, 0x85),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
)
_SPECIAL_IN_CLASS = set("\\]^-[&~|")
_SPECIAL = set("\\.^$*+?{}[]|()")
_NAMED_CONTROLS = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f", "\v": "\\v"}

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CharSet:
    """What one position accepts: `ranges` and `categories` ("w", "W", "d", "D"), or all but those."""

    ranges: tuple[Range, ...] = ()
    categories: tuple[str, ...] = ()
    negated: bool = False
    ignore_case: bool = False
    ascii_only: bool = False

    def character(self) -> str | None:
        """The one character this set accepts, where it is a single one."""
        if self.categories or self.negated or self.ignore_case or len(self.ranges) != 1:
            return None
        low, high = self.ranges[0]
        return chr(low) if low == high else None

    def members(self, limit: int) -> str | None:
        """All accepted characters, or None where they are more than `limit` or not known here."""
        if self.categories or self.negated or self.ignore_case:
            return None
        if sum(high - low + 1 for low, high in self.ranges) > limit:
            return None
        return "".join(chr(code) for low, high in self.ranges for code in range(low, high + 1))


BLANK = CharSet(BLANK_RANGES)
ANY = CharSet(negated=True)


@lru_cache(maxsize=4096)
def _ascii_members(charset: CharSet) -> frozenset[str]:
    accepts = re.compile(render_charset(charset), re.DOTALL).match
    return frozenset(character for character in map(chr, range(128)) if accepts(character))


def single(character: str) -> CharSet:
    return CharSet(((ord(character), ord(character)),))


def ranges_of(characters: str) -> tuple[Range, ...]:
    """The characters of a text as ranges."""
    return normalise([(ord(character), ord(character)) for character in characters])


def normalise(ranges: list[Range]) -> tuple[Range, ...]:
    """The same characters as sorted ranges that neither touch nor overlap."""
    merged: list[Range] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def complement(ranges: tuple[Range, ...]) -> tuple[Range, ...]:
    """All characters outside of normalised `ranges`."""
    outside, start = [], 0
    for low, high in ranges:
        if low > start:
            outside.append((start, low - 1))
        start = high + 1
    if start <= MAX_CODEPOINT:
        outside.append((start, MAX_CODEPOINT))
    return tuple(outside)


@lru_cache(maxsize=4096)
def disjoint(one: CharSet, other: CharSet) -> bool:
    """Whether no character is in both. False also means: not known (categories beyond ASCII)."""
    if _ascii_members(one) & _ascii_members(other):
        return False
    left, right = _beyond_ascii(one), _beyond_ascii(other)
    return not any(low <= top and bottom <= high for low, high in left for bottom, top in right)


def is_wide(charset: CharSet) -> bool:
    """Whether looking for these characters finds one almost everywhere."""
    return len(_ascii_members(charset)) > 48


def union(sets: list[CharSet]) -> CharSet | None:
    """All of `sets` as one set, or None where ranges cannot say it."""
    if any(part.ignore_case or (part.negated and part.categories) for part in sets):
        return None
    ranges = [
        bounds
        for part in sets
        for bounds in (complement(part.ranges) if part.negated else part.ranges)
    ]
    categories = dict.fromkeys(name for part in sets for name in part.categories)
    if categories and len({part.ascii_only for part in sets}) > 1:
        return None
    return replace(plain_set(ranges, list(categories)), ascii_only=sets[0].ascii_only)


def _beyond_ascii(charset: CharSet) -> tuple[Range, ...]:
    """Ranges that hold every accepted character from U+0080 on (more where that is not known)."""
    if charset.ignore_case or charset.categories and charset.negated:
        return ((0x80, MAX_CODEPOINT),)
    if charset.categories:  # no blank is a letter or a digit
        words = {"w", "d"}.issuperset(charset.categories)
        possible = complement(BLANK_RANGES) if words else ((0, MAX_CODEPOINT),)
        ranges = normalise([*possible, *charset.ranges])
        return tuple((max(low, 0x80), high) for low, high in ranges if high >= 0x80)
    ranges = complement(charset.ranges) if charset.negated else charset.ranges
    return tuple((max(low, 0x80), high) for low, high in ranges if high >= 0x80)


def escape_character(character: str, special: set[str] = _SPECIAL) -> str:
    """Source of `character` for stdlib `re`, printable whatever it is."""
    if character in special:
        return "\\" + character
    if character in _NAMED_CONTROLS:
        return _NAMED_CONTROLS[character]
    if character.isprintable() and character not in "«»":  # those mean something in edge patterns
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def plain_set(ranges: list[Range], categories: list[str], negated: bool = False) -> CharSet:
    """The set of these ranges and categories in its one normal form."""
    merged = normalise(ranges)
    if merged == ((0, MAX_CODEPOINT),):
        return CharSet(negated=not negated)
    return CharSet(merged, tuple(dict.fromkeys(categories)), negated)


def render_charset(charset: CharSet) -> str:
    """Source of a one-character matcher for stdlib `re` (with DOTALL set)."""
    source = _render_plain(charset)
    flags = ("i" if charset.ignore_case else "") + ("a" if charset.ascii_only else "")
    return f"(?{flags}:{source})" if flags else source


def _render_plain(charset: CharSet) -> str:
    if charset.ranges == BLANK_RANGES and not charset.categories:
        return r"[\S\x1c-\x1f]" if charset.negated else r"[^\S\x1c-\x1f]"
    if not charset.ranges and len(charset.categories) == 1:
        category = charset.categories[0]
        return "\\" + (category.swapcase() if charset.negated else category)
    if not charset.ranges and not charset.categories:
        return "." if charset.negated else "(?!)"
    if not charset.negated and not charset.categories and len(charset.ranges) == 1:
        low, high = charset.ranges[0]
        if low == high:
            return escape_character(chr(low))
    inside = "".join(map(_render_range, charset.ranges))
    inside += "".join("\\" + category for category in charset.categories)
    return f"[{'^' if charset.negated else ''}{inside}]"


def _render_range(bounds: Range) -> str:
    low, high = (escape_character(chr(code), _SPECIAL_IN_CLASS) for code in bounds)
    if bounds[0] == bounds[1]:
        return low
    return f"{low}{high}" if bounds[0] + 1 == bounds[1] else f"{low}-{high}"
