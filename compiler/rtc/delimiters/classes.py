r"""Escapes and `[...]` classes."""

from __future__ import annotations

from dataclasses import dataclass

from rtc.delimiters.charset import BLANK_RANGES, CharSet, Range, complement, plain_set, single
from rtc.delimiters.nodes import Place
from rtc.delimiters.reader import Flags, Reader

_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "a": "\a"}
_PLACES = {"b": Place.WORD_EDGE, "B": Place.NO_WORD_EDGE, "A": Place.START, "Z": Place.END}
_HEX = r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))"
_ASCII_BLANKS = ((0x09, 0x0D), (0x20, 0x20))
_REFUSED = {
    "p": "Unicode property",
    "P": "Unicode property",
    "N": "named character",
    "X": "grapheme",
    "R": "line break of any kind",
    "h": "horizontal space",
    "K": "\\K",
    "G": "\\G",
    "m": "start of a word",
    "M": "end of a word",
    "L": "named list",
    "z": "\\z",
}


@dataclass(frozen=True, slots=True)
class Escape:
    """What a backslash means: a set of characters, a place, or a reference to a group."""

    charset: CharSet | None = None
    place: Place | None = None
    group: int | None = None


def read_escape(reader: Reader, flags: Flags) -> Escape:
    """The escape that starts at the backslash the reader stands on."""
    if (charset := _read_character(reader, flags)) is not None:
        return Escape(charset=charset)
    if reader.match_ahead(r"\\(?:0|[1-3][0-7]{2})"):
        raise reader.refuse("octal escape", "write it as \\x..")
    reader.next()
    if match := reader.match(r"[1-9]\d?"):
        return Escape(group=int(match[0]))
    letter = reader.next()
    if letter in _PLACES:
        return Escape(place=_PLACES[letter])
    reader.position -= 2
    if letter in _REFUSED:
        raise reader.refuse(_REFUSED[letter], f"write \\{letter} as a class or as plain characters")
    raise reader.error(f"bad escape \\{letter}")


def _read_character(reader: Reader, flags: Flags) -> CharSet | None:
    """An escape that stands for characters, or None (and the reader has not moved)."""
    if match := reader.match(_HEX):
        code = int(match[1] or match[2] or match[3], 16)
        if code > 0x10FFFF:
            reader.position = match.start()
            raise reader.error("no such character")
        return flags.single(chr(code))
    if match := reader.match(r"\\([tnrfvasSwWdD]|[^A-Za-z0-9])"):
        return _escaped(match[1], flags)
    if reader.done or reader.position + 1 == len(reader.source):
        raise reader.error("the pattern ends in a backslash")
    return None


def _escaped(letter: str, flags: Flags) -> CharSet:
    if letter in "sS":
        ranges = _ASCII_BLANKS if flags.ascii_only else BLANK_RANGES
        return CharSet(ranges, negated=letter == "S")
    if letter in "wWdD":
        return CharSet(categories=(letter,))
    return flags.single(_CONTROLS.get(letter, letter))


def parse_class(reader: Reader, flags: Flags) -> CharSet:
    """The `[...]` that starts where the reader stands."""
    start = reader.position
    reader.next()
    negated = reader.take("^")
    ranges: list[Range] = []
    categories: list[str] = []
    first = True
    while first or not reader.at("]"):
        if reader.done:
            reader.position = start
            raise reader.error("unterminated character class")
        _class_item(reader, flags, ranges, categories)
        first = False
    reader.next()
    return plain_set(ranges, categories, negated)


def _class_item(reader: Reader, flags: Flags, ranges: list[Range], categories: list[str]) -> None:
    low = _member(reader, flags)
    if low.categories or low.negated or len(low.ranges) > 1:
        categories.extend(low.categories)
        ranges.extend(complement(low.ranges) if low.negated else low.ranges)
        return
    high = low
    if reader.at("-") and not reader.at("-]"):
        position = reader.position
        reader.next()
        high = _member(reader, flags)
        if high.character() is None:
            reader.position = position
            raise reader.refuse("class range that ends in a class", "put the - last: [...-]")
    bounds = (low.ranges[0][0], high.ranges[0][1])
    if bounds[0] > bounds[1]:
        raise reader.error("bad character range")
    ranges.append(bounds)


def _member(reader: Reader, flags: Flags) -> CharSet:
    """One character or category inside a class; case is the whole class's business."""
    plain = Flags(ascii_only=flags.ascii_only)
    if reader.match_ahead(r"\[[:.=]"):
        raise reader.refuse("POSIX class", "write the characters out")
    if reader.match_ahead(r"&&|\|\||~~|--(?!\])") and not reader.at("---"):
        raise reader.refuse("set operation", "escape the characters")
    if reader.match(r"\\b"):
        return single("\b")
    if reader.at("\\"):
        character = _read_character(reader, plain)
        if character is None:
            raise reader.refuse("this escape in a class", "write the character itself")
        return character
    return single(reader.next())
