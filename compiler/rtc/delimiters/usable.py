"""What a pattern may not hold although it is a good regex."""

from __future__ import annotations

import re
from collections.abc import Callable

from rtc.delimiters.captures import referenced
from rtc.delimiters.cost import is_exponential, shared_loops
from rtc.delimiters.edge import render_edge
from rtc.delimiters.errors import PatternError
from rtc.delimiters.gaps import split_at_gap
from rtc.delimiters.growth import rival_loops
from rtc.delimiters.nodes import Backreference, Look, Node, children, walk
from rtc.delimiters.parser import Pattern
from rtc.delimiters.render import render_pattern
from rtc_runtime.matching import edge

MAX_LOOKS = 3
MAX_SHARED_LOOPS = 3


def check_delimiter(pattern: Pattern) -> None:
    """Refuse what cannot be decided exactly while text streams in; raises PatternError."""
    check_cost(pattern)
    if rival_loops(pattern.tree) > MAX_SHARED_LOOPS:
        raise _shared_error()
    if any(isinstance(node, Backreference) for node in walk(pattern.tree)):
        raise PatternError(
            "unsupported construct: backreference in a delimiter",
            0,
            "unsupported",
            "write the alternatives out",
        )
    if _nested_looks(pattern.tree) > MAX_LOOKS:
        raise PatternError(f"lookaheads nested over {MAX_LOOKS} levels", 0, "costly")
    _check_compiles(lambda: edge(render_edge(pattern.tree)))


def check_tag(pattern: Pattern) -> None:
    """Refuse what costs a high power of the length in a text that is all there; raises PatternError."""
    check_cost(pattern)
    if shared_loops(pattern.tree) >= MAX_SHARED_LOOPS and split_at_gap(pattern.tree) is None:
        raise _shared_error()


def _shared_error() -> PatternError:
    return PatternError(
        "several repeats in a row can take the same characters: the cost is a high power of the length",
        0,
        "costly",
        "let one of them take these characters",
    )


def check_cost(pattern: Pattern) -> None:
    """Refuse what stdlib `re` cannot hold, and what is of exponential cost; raises PatternError."""
    if is_exponential(pattern.tree):
        raise PatternError(
            "a repeat can read one text in too many ways: its cost is exponential",
            0,
            "costly",
            "let what is repeated, and what follows it, begin with different characters",
        )
    names = {number: f"group_{number}" for number in referenced(pattern.tree)}
    _check_compiles(lambda: re.compile(render_pattern(pattern.tree, names), re.DOTALL))


def _nested_looks(tree: Node) -> int:
    """How deep lookarounds are nested; counted without recursion on the whole."""
    deepest, pending = 0, [(tree, 0)]
    while pending:
        node, depth = pending.pop()
        depth += isinstance(node, Look)
        deepest = max(deepest, depth)
        pending.extend((child, depth) for child in children(node))
    return deepest


def _check_compiles(compile_pattern: Callable[[], object]) -> None:
    """A last guard: whatever `re` cannot compile is refused here and never reaches a user."""
    try:
        compile_pattern()
    except (re.error, RecursionError, OverflowError, MemoryError) as error:
        message = f"unsupported construct: stdlib re does not compile the pattern ({error})"
        raise PatternError(message, 0, "unsupported", "write it in a simpler way") from error
