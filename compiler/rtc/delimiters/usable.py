"""What a pattern may not hold although it is a good regex."""

from __future__ import annotations

import re
from collections.abc import Callable

from rtc.delimiters.analysis import exclusive, nullable, possible_first, width
from rtc.delimiters.captures import referenced
from rtc.delimiters.charset import CharSet, disjoint
from rtc.delimiters.edge import render_edge
from rtc.delimiters.errors import PatternError
from rtc.delimiters.nodes import Backreference, Branch, Node, Repeat, Sequence, children, walk
from rtc.delimiters.parser import Pattern
from rtc.delimiters.render import render_pattern
from rtc_runtime.matching import edge

MAX_LOOP_OPTIONS = 32


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
    _check_compiles(lambda: edge(render_edge(pattern.tree)))


def check_cost(pattern: Pattern) -> None:
    """Refuse what stdlib `re` cannot hold, and loops of exponential cost; raises PatternError."""
    names = {number: f"group_{number}" for number in referenced(pattern.tree)}
    _check_compiles(lambda: re.compile(render_pattern(pattern.tree, names), re.DOTALL))
    for node in walk(pattern.tree):
        if isinstance(node, Repeat) and node.high is None and _ambiguous(node.body):
            raise PatternError(
                "a repeat inside a repeat can read one text in many ways: its cost is exponential",
                0,
                "costly",
                "let the inner and the outer repeat begin with different characters",
            )


def _check_compiles(compile_pattern: Callable[[], object]) -> None:
    """A last guard: whatever `re` cannot compile is refused here and never reaches a user."""
    try:
        compile_pattern()
    except (re.error, RecursionError, OverflowError, MemoryError) as error:
        message = f"unsupported construct: stdlib re does not compile the pattern ({error})"
        raise PatternError(message, 0, "unsupported", "write it in a simpler way") from error


def _ambiguous(body: Node) -> bool:
    """Whether one round of the loop and the next can share characters, or a round has two readings."""
    start = possible_first(body)
    for node in walk(body):
        if isinstance(node, Branch) and not _told_apart(node.options):
            return True
    return any(_overlap(start, possible_first(loop.body)) for loop in _trailing_loops(body))


def _told_apart(options: tuple[Node, ...]) -> bool:
    taking = [option for option in options if width(option)[1]]
    if len(taking) > MAX_LOOP_OPTIONS:
        return False
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
