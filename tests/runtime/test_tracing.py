"""Following a program through a text: what `re` finds, and as cautious as edge patterns where more may come."""

from __future__ import annotations

import itertools
import random
import re
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc.delimiters import Pattern, parse_pattern
from rtc.delimiters.edge import render_edge
from rtc.delimiters.nodes import Node
from rtc.delimiters.program import compile_program
from rtc.delimiters.render import render_pattern
from rtc.emit.patterns import group_names
from rtc_runtime.matching import edge
from rtc_runtime.tracing import CUT_OFF, Traced, Tracer
from tests.runtime.steps import lines_run
from tests.support.pattern_strategies import (
    STEADY,
    group_uses,
    matching_text,
    patterns,
    sources,
    undecided,
)

ATOMS = ("a", "b", "[ab]", ".", r"\s", "[^a]")
PATTERNS = patterns(sources(ATOMS, named=True))
# An end of a match and its captures; None: no match, "more": more text has to tell.
Verdict = tuple[int, dict[str, str]] | str | None


def names_of(tree: Node) -> dict[int, str]:
    return group_names(group_uses(tree))


def traced(tracer: Tracer, start: int) -> Verdict:
    way = tracer.match(start)
    if way is None:
        return None
    if way[0] == CUT_OFF:
        return "more"
    return way[0], Traced(tracer.text, start, *way).groupdict()


def refutation(pattern: Pattern, text: str, start: int, verdict: Verdict) -> str | None:
    """A text to go on with after which `re` does not find what was said for good."""
    endings = [
        "".join(more) for size in range(4) for more in itertools.product("ab\n", repeat=size)
    ]
    for more in endings if verdict != "more" else ():
        if found_by_re(pattern, text + more, start, ends=True) != verdict:
            return more
    return None


def found_by_re(pattern: Pattern, text: str, start: int, ends: bool) -> Verdict:
    tree = pattern.tree
    if not ends:
        verdict = edge(render_edge(tree)).match(text, start)
        if verdict is None or undecided(verdict):
            return None if verdict is None else "more"
    match = re.compile(render_pattern(tree, names_of(tree)), re.DOTALL).match(text, start)
    assert match is not None or ends
    if match is None:
        return None
    taken = match.groupdict().items()
    return match.end(), {name: found for name, found in taken if found is not None}


@pytest.mark.parametrize("ends", [False, True])
@settings(STEADY, max_examples=400)
@given(PATTERNS, st.integers(0, 999))
def test_matches_are_those_of_re(ends: bool, pattern: Pattern, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(5):
        text = "".join(rng.choices("ab \n", k=rng.randint(0, 4))) + matching_text(pattern.tree, rng)
        text += "".join(rng.choices("ab \n", k=rng.randint(0, 4)))
        tracer = Tracer(compile_program(pattern.tree, names_of(pattern.tree)), text, ends=ends)
        place = 0
        while place < len(text):  # from left to right, behind what was found
            found, expected = traced(tracer, place), found_by_re(pattern, text, place, ends)
            if not ends and expected == "more":  # edge patterns may be more cautious
                assert refutation(pattern, text, place, found) is None, (
                    pattern.source,
                    text,
                    place,
                )
            else:
                assert found == expected, (pattern.source, text, place)
            if found == "more":
                break
            place = place + 1 if found is None else max(place + 1, int(found[0]))


@pytest.mark.parametrize(
    ("source", "piece"),
    [
        ("<(?:.*b|a)", "<a"),
        ("<(?!.*b)a?", "<a"),
        ("<(?=.*c)b", "<a"),
        ("<(?=(?P<x>.*)c)b", "<a"),
        ("<(?=.*(?=.*c)b)", "<ab"),
        ("<.*a.*a.*a.*b", "<a"),
        ("(?:a|aa)*b", "a"),
        (r"<a(?=\s*\Z)", "<a"),
    ],
)
@pytest.mark.parametrize("ends", [False, True])
def test_steps_grow_with_the_text(source: str, piece: str, ends: bool) -> None:
    program = compile_program(parse_pattern(source).tree, names_of(parse_pattern(source).tree))

    def all_places(size: int) -> None:
        tracer = Tracer(program, piece * size, ends=ends)
        for place in range(len(tracer.text)):
            tracer.match(place)

    few, many = (lines_run(all_places, size) for size in (100, 400))
    assert many <= 4.4 * few + 500


def test_text_that_stands_elsewhere_is_not_the_beginning() -> None:
    program = compile_program(parse_pattern("^a|(?<=b)a").tree, {})
    assert Tracer(program, "aba", begins=True).match(0) == (1, None)
    assert Tracer(program, "aba", begins=False).match(0) is None
    assert Tracer(program, "aba", begins=False).match(2) == (3, None)


@pytest.mark.parametrize(
    "source", [r"<(?=[\s\S]*?b)", r"<(?=[\s\S]*b)", r"<(?=(?P<x>.*)b)", "<.*b", "<.*?b"]
)
@pytest.mark.parametrize("ends", [False, True])
def test_loops_take_little_memory(source: str, ends: bool) -> None:
    pattern, size = parse_pattern(source), 50_000
    program = compile_program(pattern.tree, names_of(pattern.tree))
    tracer = Tracer(program, "<" + "a" * size + "b" + "a" * size, ends=ends)
    tracemalloc.start()
    try:
        tracer.match(0)
        assert tracemalloc.get_traced_memory()[1] <= 8 * len(tracer.text)
    finally:
        tracemalloc.stop()
