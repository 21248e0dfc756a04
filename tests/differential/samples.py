"""Strings that a delimiter's pattern matches, or nearly matches, for building test texts.

Reads patterns with the standard library's own parser: what that cannot read gives no samples, which
costs coverage and nothing else.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

if sys.version_info >= (3, 11):
    _reader: Any = __import__("re._parser", fromlist=["parse"])
else:
    _reader = __import__("sre_parse")

SPACES = (" ", "\n", "\t", "\r", "\x0b", "\x0c", "\x85", "\xa0", "\u2028", "\u3000")
WORDS = ("a", "b", "x", "Z", "0", "7", "_", "é", "漢")
OTHERS = (
    "<",
    ">",
    "|",
    ".",
    "-",
    '"',
    "'",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ":",
    "=",
    "/",
    "😀",
    "\x1c",
)
_POOL = WORDS * 3 + (" ", "\n") * 3 + OTHERS + SPACES

_NAMED = re.compile(r"\(\?P?<\w+>")

Groups = Mapping[str, Callable[[], str]]


def sample(pattern: str, rng: random.Random, groups: Groups | None = None) -> str | None:
    """A string that `pattern` probably matches; `groups` gives the text of some named groups."""
    tree = _read(pattern)
    if tree is None:
        return None
    names = {number: name for name, number in tree.state.groupdict.items()}
    fillers = {n: (groups or {})[name] for n, name in names.items() if name in (groups or {})}
    return _sequence(tree, rng, fillers)


@lru_cache(maxsize=4096)
def _read(pattern: str) -> Any:
    """The tree of a pattern; names are given up where they repeat, None where nothing helps."""
    for source in (pattern, _NAMED.sub("(?:", pattern)):
        try:
            return _reader.parse(source, re.DOTALL)
        except (re.error, OverflowError, RecursionError):
            continue
    return None


def _sequence(nodes: Any, rng: random.Random, fillers: Mapping[int, Callable[[], str]]) -> str:
    return "".join(_node(str(op), value, rng, fillers) for op, value in nodes)


def _node(op: str, value: Any, rng: random.Random, fillers: Mapping[int, Callable[[], str]]) -> str:
    match op:
        case "LITERAL":
            return chr(value)
        case "NOT_LITERAL" | "ANY" | "IN":
            return _character(op, value, rng)
        case "BRANCH":
            return _sequence(rng.choice(value[1]), rng, fillers)
        case "SUBPATTERN":
            if value[0] in fillers:
                return fillers[value[0]]()
            return _sequence(value[3], rng, fillers)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            times = _times(value[0], value[1], rng)
            return "".join(_sequence(value[2], rng, fillers) for _ in range(times))
        case "ATOMIC_GROUP":
            return _sequence(value, rng, fillers)
        case "ASSERT":
            # Mostly the text around it has what it asks for.
            return _sequence(value[1], rng, fillers) if rng.random() < 0.3 else ""
        case _:
            return ""


def _times(least: int, most: Any, rng: random.Random) -> int:
    ceiling = min(int(most), least + rng.choice((0, 1, 1, 2, 4)))
    return rng.randint(least, max(least, ceiling))


def _character(op: str, value: Any, rng: random.Random) -> str:
    if op == "ANY":
        return rng.choice(_POOL)
    if op == "NOT_LITERAL":
        return rng.choice([c for c in _POOL if c != chr(value)])
    candidates = [c for c in _POOL if _in_class(value, c)] + _members(value, rng)
    return rng.choice(candidates) if candidates else ""


def _members(items: Any, rng: random.Random) -> list[str]:
    if str(items[0][0]) == "NEGATE":
        return []
    members = []
    for op, value in items:
        if str(op) == "LITERAL":
            members.append(chr(value))
        elif str(op) == "RANGE":
            members.append(chr(rng.randint(value[0], value[1])))
    return members


def _in_class(items: Any, character: str) -> bool:
    inside, negated = False, False
    for op, value in items:
        match str(op):
            case "NEGATE":
                negated = True
            case "LITERAL":
                inside = inside or ord(character) == value
            case "RANGE":
                inside = inside or value[0] <= ord(character) <= value[1]
            case "CATEGORY":
                inside = inside or _in_category(str(value), character)
    return inside != negated


def _in_category(name: str, character: str) -> bool:
    escape = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[name.rsplit("_", 1)[-1]]
    return (re.match(escape, character) is not None) != ("_NOT_" in name)
