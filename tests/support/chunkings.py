"""Ways to cut one text into chunks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

_MARKS = re.compile(r"[<>|\[\]{}()\"':=\s]")
# Of a long text: how far from a marker each place is taken, and how many others are passed over.
_NEAR = 2
_STEP = 17


def characters(text: str) -> list[str]:
    return list(text)


def cut(text: str, places: Sequence[int]) -> list[str]:
    """Cut at each place; places may be unsorted, repeated or at an end, which gives empty chunks."""
    edges = [0, *sorted(places), len(text)]
    return [text[start:end] for start, end in zip(edges, edges[1:], strict=False)]


def at_random(text: str, rng: random.Random) -> list[str]:
    count = rng.choice((1, 2, 3, 5, 8))
    return cut(text, [rng.randint(0, len(text)) for _ in range(count)])


def at_marks(text: str, rng: random.Random) -> list[str]:
    """Cut before or after the characters that delimiters are made of, at about half of them."""
    places = [m.start() + rng.randint(0, 1) for m in _MARKS.finditer(text) if rng.random() < 0.5]
    return cut(text, places)


def in_two(text: str, rng: random.Random) -> list[str]:
    return cut(text, [rng.randint(0, len(text))])


def every_two(text: str) -> Iterator[list[str]]:
    """Every way to cut a text in two non-empty halves."""
    for place in range(1, len(text)):
        yield [text[:place], text[place:]]


def standard(text: str, two_way_limit: int = 400) -> Iterator[list[str]]:
    """Whole, per character, and every two-way split of a text that is not too long for that."""
    yield [text]
    yield characters(text)
    if len(text) <= two_way_limit:
        yield from every_two(text)


def places(text: str, markers: Sequence[str], most: int) -> list[int]:
    """Where a text may be cut: everywhere if it has at most `most` characters.

    What all places of a longer one cost grows with the square of its length: those in and near a marker
    are taken then, and every 17th.
    """
    if len(text) <= most:
        return list(range(len(text)))
    chosen = set(range(0, len(text), _STEP))
    for marker in filter(None, markers):
        for found in re.finditer(re.escape(marker), text):
            chosen.update(range(found.start() - _NEAR, found.end() + _NEAR + 1))
    return sorted(chosen & set(range(len(text))))
