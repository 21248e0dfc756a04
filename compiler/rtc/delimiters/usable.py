"""What a pattern may not hold although it is a good regex."""

from __future__ import annotations

from rtc.delimiters.analysis import exclusive, nullable, possible_first, width
from rtc.delimiters.charset import CharSet, disjoint
from rtc.delimiters.errors import PatternError
from rtc.delimiters.nodes import Backreference, Branch, Node, Repeat, Sequence, children, walk
from rtc.delimiters.parser import Pattern


def check_delimiter(pattern: Pattern) -> None:
    """Refuse what cannot be decided exactly while text streams in; raises PatternError."""
    check_cost(pattern)
    if any(isinstance(node, Backreference) for node in walk(pattern.tree)):
        raise PatternError(
            "unsupported construct: backreference in a delimiter",
            0,
            "unsupported",
            "write the alternatives out",
        )


def check_cost(pattern: Pattern) -> None:
    """Refuse loops that can read one text in exponentially many ways; raises PatternError."""
    for node in walk(pattern.tree):
        if isinstance(node, Repeat) and node.high is None and _ambiguous(node.body):
            raise PatternError(
                "a repeat inside a repeat can read one text in many ways: its cost is exponential",
                0,
                "costly",
                "let the inner and the outer repeat begin with different characters",
            )


def _ambiguous(body: Node) -> bool:
    """Whether one round of the loop and the next can share characters, or a round has two readings."""
    start = possible_first(body)
    for node in walk(body):
        if isinstance(node, Branch) and not _told_apart(node.options):
            return True
    return any(_overlap(start, possible_first(loop.body)) for loop in _trailing_loops(body))


def _told_apart(options: tuple[Node, ...]) -> bool:
    taking = [option for option in options if width(option)[1]]
    return all(
        exclusive(one, other) for place, one in enumerate(taking) for other in taking[:place]
    )


def _trailing_loops(node: Node) -> list[Repeat]:
    """The unbounded repeats that can be the last thing a match of `node` takes."""
    if isinstance(node, Repeat) and node.high is None:
        return [node, *_trailing_loops(node.body)]
    if isinstance(node, Sequence):
        found: list[Repeat] = []
        for item in reversed(node.items):
            found.extend(_trailing_loops(item))
            if not nullable(item):
                break
        return found
    return [loop for child in children(node) for loop in _trailing_loops(child)]


def _overlap(one: tuple[CharSet, ...] | None, other: tuple[CharSet, ...] | None) -> bool:
    if one is None or other is None:
        return True
    return any(not disjoint(mine, theirs) for mine in one for theirs in other)
