"""Named groups: which share a name, and which take part in every match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc.delimiters import Pattern, PatternError, parse_pattern
from rtc.delimiters.captures import Capture, captures, referenced
from rtc.emit.patterns import group_names, pattern_source
from tests.support.pattern_strategies import STEADY, group_uses, patterns, sources


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("(?P<x>a)", [Capture("x", (1,), True)]),
        ("(?P<x>a)?", [Capture("x", (1,), False)]),
        ("(?P<x>a)+", [Capture("x", (1,), True)]),
        ("(?P<x>a){0,2}", [Capture("x", (1,), False)]),
        ("(?P<x>a){2}", [Capture("x", (1,), True)]),
        ("(?P<x>a)|b", [Capture("x", (1,), False)]),
        ("(?P<x>a)|(b)(?P<x>c)", [Capture("x", (1, 3), True)]),
        ("(?P<x>a)|(?P<x>b)?c", [Capture("x", (1, 2), False)]),
        ("(?P<x>a(?P<y>b)?)", [Capture("x", (1,), True), Capture("y", (2,), False)]),
        ("(?=(?P<x>a))a", [Capture("x", (1,), True)]),
        ("(?!(?P<x>a))b", [Capture("x", (1,), False)]),
        ("(?P<y>a)(?P<x>b)", [Capture("y", (1,), True), Capture("x", (2,), True)]),
        ("(?:(?:(?P<x>a)))", [Capture("x", (1,), True)]),
        ("(a)(b)", []),
    ],
)
def test_captures_of_constructs(source: str, expected: list[Capture]) -> None:
    assert list(captures(parse_pattern(source).tree)) == expected


@settings(STEADY, max_examples=200)
@given(
    patterns(sources(("a", "b", "[ab]", "."), named=True), streamed=False),
    st.lists(st.text("ab", max_size=5), min_size=10, max_size=10),
)
def test_certain_capture_has_a_text_in_every_match(pattern: Pattern, texts: list[str]) -> None:
    found = captures(pattern.tree)
    uses = group_uses(pattern.tree)
    names = group_names(uses)
    search = re.compile(pattern_source(pattern.tree, uses), re.DOTALL).search
    for match in filter(None, map(search, texts)):
        for one in found:
            texts_of = [match[names[number]] for number in one.numbers]
            took_part = [text for text in texts_of if text is not None]
            assert len(took_part) == 1 if one.certain else len(took_part) <= 1, pattern.source


@pytest.mark.parametrize(
    "source",
    [
        "(?P<x>a)(?P<x>b)",
        "(?P<x>a(?P<x>b))",
        "(?:(?P<x>a)|(?P<x>b))+",
        "(?:(?P<x>a)|(?P<x>b)){2}",
        "(?P<x>a)?(?P<x>b)",
        "(?=(?P<x>a))(?P<x>a)",
        "(?:(?P<x>a)|c)(?:(?P<x>b)|d)",
    ],
)
def test_name_that_could_be_taken_twice_in_one_match_is_refused(source: str) -> None:
    with pytest.raises(PatternError, match="group name 'x' twice") as caught:
        parse_pattern(source)
    assert caught.value.kind == "unsupported"


@pytest.mark.parametrize(
    "source",
    [
        "(?P<x>a)|(?P<x>b)",
        "(?:(?P<x>a)|(?P<x>b))?",
        "(?:(?P<x>a)|(?P<x>b)|c)d",
        "(?P<x>a)+",
        "(?:b(?P<x>a))*",
        "(?P<y>(?P<x>a)|(?P<x>b))",
    ],
)
def test_name_that_is_taken_once_in_one_match_is_accepted(source: str) -> None:
    assert "x" in parse_pattern(source).groups


def test_referenced_groups_are_found_wherever_they_are() -> None:
    assert referenced(parse_pattern(r"(a)(b)(?:c|(?=\2))").tree) == {2}
    assert referenced(parse_pattern("(?P<x>a)(?P=x)").tree) == {1}
    assert referenced(parse_pattern("(a)").tree) == frozenset()
