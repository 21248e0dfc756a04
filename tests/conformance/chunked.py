"""The ways in which a text is cut into chunks: whole, at markers, per character, in random groups."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

_SEEDS = (1, 2, 3, 4, 5)
_LARGEST_GROUP = 8


def chunkings(text: str, markers: Sequence[str]) -> dict[str, list[str]]:
    """By name. The names are those of canitoolcall, which counts characters as tokens are counted."""
    ways = {"one": [text], "special": at_markers(text, markers), "token": list(text)}
    for seed in _SEEDS:
        ways[f"rand:{seed}:{_LARGEST_GROUP}"] = in_groups(text, random.Random(seed))
    return ways


def at_markers(text: str, markers: Sequence[str]) -> list[str]:
    """Every marker is a chunk of its own, and so is the text between two of them."""
    longest_first = sorted(filter(None, markers), key=len, reverse=True)
    if not longest_first:
        return [text]
    pattern = "|".join(map(re.escape, longest_first))
    return [piece for piece in re.split(f"({pattern})", text) if piece]


def in_groups(text: str, rng: random.Random) -> list[str]:
    """Groups of one to eight characters."""
    chunks: list[str] = []
    start = 0
    while start < len(text):
        end = start + rng.randint(1, _LARGEST_GROUP)
        chunks.append(text[start:end])
        start = end
    return chunks
