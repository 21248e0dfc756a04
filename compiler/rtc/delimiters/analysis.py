"""What can be known of a pattern without running it: widths, first characters, fixed beginnings."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile

from rtc.delimiters.charset import CharSet, disjoint, single
from rtc.delimiters.nodes import (
    At,
    Backreference,
    Branch,
    Chars,
    Group,
    Look,
    Node,
    Place,
    Repeat,
    Sequence,
    walk,
)

UNBOUNDED = 1 << 30
MAX_BEGINNINGS = 64


@lru_cache(maxsize=4096)
def width(node: Node) -> tuple[int, int]:
    """The fewest and the most characters a match takes (UNBOUNDED: no limit)."""
    match node:
        case Chars():
            return 1, 1
        case Sequence(items):
            pairs = [width(item) for item in items]
            return sum(low for low, _ in pairs), min(sum(high for _, high in pairs), UNBOUNDED)
        case Branch(options):
            pairs = [width(option) for option in options]
            return min(low for low, _ in pairs), max(high for _, high in pairs)
        case Group():
            return width(node.body)
        case Repeat(body, low, high, _):
            shortest, longest = width(body)
            most = UNBOUNDED if high is None else longest * high
            return shortest * low, min(most, UNBOUNDED)
        case Backreference():
            return 0, UNBOUNDED
        case _:
            return 0, 0


def nullable(node: Node) -> bool:
    """Whether `node` can match without taking a character."""
    return width(node)[0] == 0


def left_context(node: Node) -> int:
    """How many characters before a match its pattern may look at."""
    needs = [0]
    for part in walk(node):
        if isinstance(part, Look) and part.behind:
            needs.append(width(part.body)[1])
        elif isinstance(part, At) and part.place not in (Place.END, Place.LAST_LINE_END):
            needs.append(1)
    return max(needs)


def reach(node: Node) -> int:
    """How many characters from its start on a match may look at, lookaheads included."""
    match node:
        case Sequence(items):
            furthest = taken = 0
            for item in items:
                furthest = max(furthest, taken + reach(item))
                taken += width(item)[1]
            return min(furthest, UNBOUNDED)
        case Branch(options):
            return max(map(reach, options), default=0)
        case Repeat(body, _, high, _):
            return UNBOUNDED if high is None else min(width(node)[1] + reach(body), UNBOUNDED)
        case Group():
            return reach(node.body)
        case Look(body, behind, _):
            return 0 if behind else reach(body)
        case _:
            return 1


def stumble(node: Node) -> int:
    """How many characters an attempt to match may read before it fails: a last endless run never does."""
    match node:
        case Group():
            return stumble(node.body)
        case Branch(options):
            return max(map(stumble, options), default=0)
        case Sequence(items) if items and _is_endless_run(items[-1]):
            return reach(Sequence(items[:-1]))
        case _:
            return 0 if _is_endless_run(node) else reach(node)


def _is_endless_run(node: Node) -> bool:
    return isinstance(node, Repeat) and node.high is None and isinstance(node.body, Chars)


@lru_cache(maxsize=4096)
def first_characters(node: Node) -> tuple[CharSet, ...] | None:
    """The sets a match can begin with, or None where it can be empty (or refers to a group)."""
    match node:
        case Chars(charset):
            return (charset,)
        case Group() | Repeat():
            return None if nullable(node) else first_characters(node.body)
        case Branch(options):
            return _union([first_characters(option) for option in options])
        case Sequence(items):
            return _first_of_sequence(items)
        case _:
            return None


def _union(parts: list[tuple[CharSet, ...] | None]) -> tuple[CharSet, ...] | None:
    found: dict[CharSet, None] = {}
    for part in parts:
        if part is None:
            return None
        found.update(dict.fromkeys(part))
    return tuple(found)


def _first_of_sequence(items: tuple[Node, ...]) -> tuple[CharSet, ...] | None:
    found: list[tuple[CharSet, ...] | None] = []
    for item in items:
        if not nullable(item):
            return _union([*found, first_characters(item)])
        if isinstance(item, Backreference):
            return None
        if width(item)[1] > 0:
            found.append(possible_first(item))
    return None


def possible_first(node: Node) -> tuple[CharSet, ...] | None:
    """The sets a match of at least one character can begin with; None: not known."""
    if not nullable(node):
        return first_characters(node)
    match node:
        case Group() | Repeat():
            return possible_first(node.body)
        case Branch(options):
            return _union([possible_first(option) for option in options if width(option)[1]])
        case Sequence(items):
            return _union([possible_first(item) for item in items if width(item)[1]])
        case Chars(charset):
            return (charset,)
        case _:
            return None


def start_characters(node: Node) -> tuple[CharSet, ...] | None:
    """The sets that the character where a match starts is in; None where it can be any.

    Unlike `first_characters` it need not be part of the match: a lookahead asks for it too. A match that
    starts where the text ends does not count.
    """
    match node:
        case Sequence(items):
            return _start_of_sequence(items)
        case Branch(options):
            return _union([start_characters(option) for option in options])
        case Group():
            return start_characters(node.body)
        case Repeat(body, low, _, _):
            return start_characters(body) if low else None
        case Look(body, behind, negated):
            return None if behind or negated else start_characters(body)
        case At(Place.END):
            return ()
        case At(Place.LAST_LINE_END):
            return (single("\n"),)
        case _:
            return first_characters(node)


def _start_of_sequence(items: tuple[Node, ...]) -> tuple[CharSet, ...] | None:
    found: list[tuple[CharSet, ...] | None] = []
    for item in items:
        start = start_characters(item)
        if start is not None:
            return _union([*found, start])
        if width(item)[1] > 0:
            found.append(possible_first(item))
    return None


def beginnings(node: Node) -> list[tuple[CharSet, ...]] | None:
    """The fixed sequences of sets that matches begin with, one for each alternative (None: too many).

    Each stops where the pattern stops being a plain sequence of characters.
    """
    ends = _beginnings((node,), [((), True)])
    return None if ends is None else [taken for taken, _ in ends]


def fixed_beginning(nodes: Iterable[Node]) -> str:
    """The text with which all matches of all of `nodes` begin."""
    texts = [_fixed_text(path) for node in nodes for path in beginnings(node) or [()]]
    return os.path.commonprefix(texts) if texts else ""


def plain_text(node: Node) -> str | None:
    """The one text that `node` matches, where it is nothing but its characters."""
    items = node.items if isinstance(node, Sequence) else (node,)
    sets = tuple(item.charset for item in items if isinstance(item, Chars))
    text = _fixed_text(sets)
    return text if len(text) == len(items) else None


def _fixed_text(path: tuple[CharSet, ...]) -> str:
    """The characters with which a sequence of sets begins, as long as each set has only one."""
    singles = takewhile(lambda one: one is not None, (charset.character() for charset in path))
    return "".join(one for one in singles if one is not None)


_Path = tuple[tuple[CharSet, ...], bool]


def _beginnings(items: tuple[Node, ...], paths: list[_Path]) -> list[_Path] | None:
    """`paths` prolonged by `items`; the flag says whether a path may still grow."""
    for item in items:
        grown: list[_Path] = [path for path in paths if not path[1]]
        for taken in (taken for taken, growing in paths if growing):
            more = _prolonged(item, taken)
            if more is None:
                return None
            grown.extend(more)
        if len(grown) > MAX_BEGINNINGS:
            return None
        paths = grown
    return paths


def _prolonged(item: Node, taken: tuple[CharSet, ...]) -> list[_Path] | None:
    match item:
        case Chars(charset):
            return [((*taken, charset), True)]
        case Sequence(items):
            return _beginnings(items, [(taken, True)])
        case Group():
            return _beginnings((item.body,), [(taken, True)])
        case Branch(options):
            found: list[_Path] = []
            for option in options:
                more = _beginnings((option,), [(taken, True)])
                if more is None:
                    return None
                found.extend(more)
            return found
        case Repeat(body, low, high, _) if low >= 1:
            prolonged = _beginnings((body,), [(taken, True)])
            exact = low == high == 1
            return prolonged if exact or prolonged is None else [(p, False) for p, _ in prolonged]
        case _:
            return [(taken, False)]


def exclusive(one: Node, other: Node) -> bool:
    """Whether a match of one at some place rules out that the other begins there, even in part."""
    left, right = beginnings(one), beginnings(other)
    if left is None or right is None:
        return False
    return all(_differ(path, rival) for path in left for rival in right)


def _differ(path: tuple[CharSet, ...], rival: tuple[CharSet, ...]) -> bool:
    return any(disjoint(mine, theirs) for mine, theirs in zip(path, rival))
