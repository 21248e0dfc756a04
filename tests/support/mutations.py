"""Real outputs made bad: delimiters lost, doubled and swapped, JSON broken, text cut off."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_MARKER = re.compile(r"<[^<>\s]{1,40}>|\[/?[A-Z_]+\]|```|</?\w+=?")
_NOTATION = re.compile(r'["{}\[\](),:\\=]')
_STRING = re.compile(r'"[^"\\\n]*"')
_ODD = (
    "\x00",
    "\x01",
    "\ud800",
    "\udfff",
    "\n",
    "\\",
    '"',
    "'",
    "\u2028",
    "\ufeff",
    "é",
    "😀",
    "NaN",
    "{",
    "]",
    "<",
)

Change = Callable[[str, random.Random], str]


def mutate(text: str, rng: random.Random) -> str:
    """The text with up to three changes, none of which it may notice."""
    for _ in range(rng.randint(1, 3)):
        text = rng.choice(_CHANGES)(text, rng)
    return text


def random_text(rng: random.Random) -> str:
    """Random bytes as Latin-1, with lone surrogates among them."""
    text = bytes(rng.randrange(256) for _ in range(rng.choice((0, 1, 8, 40, 200)))).decode(
        "latin-1"
    )
    place = rng.randint(0, len(text))
    return text[:place] + chr(rng.randint(0xD800, 0xDFFF)) + text[place:]


def _cut_off(text: str, rng: random.Random) -> str:
    return text[: rng.randint(0, len(text))]


def _drop_marker(text: str, rng: random.Random) -> str:
    start, end = _one(_MARKER, text, rng)
    return text[:start] + text[end:]


def _double_marker(text: str, rng: random.Random) -> str:
    start, end = _one(_MARKER, text, rng)
    return text[:end] + text[start:]


def _swap_markers(text: str, rng: random.Random) -> str:
    (start, end), (other_start, other_end) = sorted(_one(_MARKER, text, rng) for _ in range(2))
    if end > other_start:
        return text
    middle = text[end:other_start]
    return text[:start] + text[other_start:other_end] + middle + text[start:end] + text[other_end:]


def _marker_elsewhere(text: str, rng: random.Random) -> str:
    """A delimiter of the text inside one of its strings, or anywhere."""
    start, end = _one(_MARKER, text, rng)
    low, high = _one(_STRING, text, rng) if rng.random() < 0.7 else (0, len(text) + 1)
    place = rng.randint(low, max(low, high - 1))
    return text[:place] + text[start:end] + text[place:]


def _close_in_string(text: str, rng: random.Random) -> str:
    """The next delimiter after a string also inside of it."""
    start, end = _one(_STRING, text, rng)
    following = _MARKER.search(text, end)
    if following is None or end - start < 2:
        return text
    place = rng.randint(start + 1, end - 1)
    return text[:place] + following.group() + text[place:]


def _break_notation(text: str, rng: random.Random) -> str:
    start, end = _one(_NOTATION, text, rng)
    return text[:start] + rng.choice(("", text[start:end] * 2, rng.choice(_ODD))) + text[end:]


def _insert_odd(text: str, rng: random.Random) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice(_ODD) + text[place:]


def _repeat_piece(text: str, rng: random.Random) -> str:
    start, end = sorted(rng.randint(0, len(text)) for _ in range(2))
    return text[:end] + text[start:][:200]


def _one(pattern: re.Pattern[str], text: str, rng: random.Random) -> tuple[int, int]:
    """One match of `pattern`, or an empty place."""
    spans = [match.span() for match in pattern.finditer(text)]
    return rng.choice(spans) if spans else (0, 0)


_CHANGES: tuple[Change, ...] = (
    _cut_off,
    _drop_marker,
    _double_marker,
    _swap_markers,
    _marker_elsewhere,
    _close_in_string,
    _close_in_string,
    _break_notation,
    _break_notation,
    _insert_odd,
    _repeat_piece,
)
