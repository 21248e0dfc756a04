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
MAX_AMBIGUOUS_ROUNDS = 3


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
        if isinstance(node, Repeat) and _repeats_often(node) and _ambiguous(node.body):
            raise PatternError(
                "a repeat can read one text in too many ways: its cost is exponential",
                0,
                "costly",
                "let what is repeated, and what follows it, begin with different characters",
            )


def _repeats_often(repeat: Repeat) -> bool:
    return repeat.high is None or repeat.high > MAX_AMBIGUOUS_ROUNDS


def _check_compiles(compile_pattern: Callable[[], object]) -> None:
    """A last guard: whatever `re` cannot compile is refused here and never reaches a user."""
    try:
        compile_pattern()
    except (re.error, RecursionError, OverflowError, MemoryError) as error:
        message = f"unsupported construct: stdlib re does not compile the pattern ({error})"
        raise PatternError(message, 0, "unsupported", "write it in a simpler way") from error


def _ambiguous(body: Node) -> bool:
    """Whether one round of the loop has two readings, or shares characters with the next round."""
    start = possible_first(body)
    if any(_overlap(start, possible_first(item)) for item in _trailing_choices(body)):
        return True
    for node in walk(body):
        if isinstance(node, Branch) and not _told_apart(node.options):
            return True
        if isinstance(node, Sequence) and _neighbours_overlap(node.items):
            return True
    return False


def _neighbours_overlap(items: tuple[Node, ...]) -> bool:
    """Whether two parts of a sequence can share out the same characters between them."""
    for place, item in enumerate(items):
        choices = _trailing_choices(item)
        for follower in items[place + 1 :]:
            first = possible_first(follower)
            if _is_choice(follower) and any(
                _overlap(possible_first(choice), first) for choice in choices
            ):
                return True
            if not nullable(follower):
                break
    return False


def _told_apart(options: tuple[Node, ...]) -> bool:
    taking = [option for option in options if width(option)[1]]
    if len(taking) > MAX_LOOP_OPTIONS:
        return False
    return all(
        exclusive(one, other) for place, one in enumerate(taking) for other in taking[:place]
    )


def _is_choice(node: Node) -> bool:
    """Whether `node` can take more or fewer characters."""
    shortest, longest = width(node)
    return shortest != longest


def _trailing_choices(node: Node) -> list[Node]:
    """The parts of varying width that can be the last thing a match of `node` takes."""
    if isinstance(node, Repeat) and node.low != node.high:
        return [node, *_trailing_choices(node.body)]
    if isinstance(node, Sequence):
        found: list[Node] = []
        for item in reversed(node.items):
            found.extend(_trailing_choices(item))
            if not nullable(item):
                break
        return found
    if isinstance(node, Branch) and nullable(node):
        return [node]
    return [choice for child in children(node) for choice in _trailing_choices(child)]


def _overlap(one: tuple[CharSet, ...] | None, other: tuple[CharSet, ...] | None) -> bool:
    if one is None or other is None:
        return True
    return any(not disjoint(mine, theirs) for mine in one for theirs in other)
