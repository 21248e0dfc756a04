"""What is known of a pattern without running it, against what running it shows."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc.delimiters import Pattern, parse_pattern
from rtc.delimiters.analysis import (
    MAX_BEGINNINGS,
    UNBOUNDED,
    beginnings,
    exclusive,
    first_characters,
    left_context,
    nullable,
    possible_first,
    reach,
    width,
)
from rtc.delimiters.charset import CharSet
from rtc.delimiters.edge import render_edge
from rtc.delimiters.nodes import Node
from rtc.delimiters.render import render_pattern
from rtc_runtime.matching import compiled, edge
from tests.support.pattern_strategies import STEADY, members, patterns, sources, undecided

LETTERS = "ab \n"
TEXTS = ["".join(text) for size in range(4) for text in itertools.product(LETTERS, repeat=size)]
TEXTS += ["".join(text) for size in (4, 5) for text in itertools.product("ab", repeat=size)]
PATTERNS = patterns(sources(("a", "b", "[ab]", ".", r"\s", r"\S", "(?i:A)", r"\w", "[^a]")))


def tree(source: str) -> Node:
    return parse_pattern(source).tree


def matches(pattern: Pattern) -> list[tuple[str, re.Match[str]]]:
    """The texts at whose start the pattern matches."""
    match = compiled(render_pattern(pattern.tree)).match
    return [(text, found) for text in TEXTS if (found := match(text)) is not None]


@settings(STEADY, max_examples=150)
@given(PATTERNS)
def test_width_bounds_every_match(pattern: Pattern) -> None:
    shortest, longest = width(pattern.tree)
    assert nullable(pattern.tree) == (shortest == 0)
    for text, match in matches(pattern):
        assert shortest <= match.end() <= longest, (pattern.source, text)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", (0, 0)),
        ("abc", (3, 3)),
        ("a|bcd|", (0, 3)),
        ("a{2,5}b*", (2, UNBOUNDED)),
        ("(?:ab){2,3}", (4, 6)),
        ("(?P<x>a)+", (1, UNBOUNDED)),
        (r"^(?=abc)\b$(?<=a)", (0, 0)),
        (r"(a)\1", (1, UNBOUNDED)),
        ("(?:a{1000}){5}", (5000, 5000)),
    ],
)
def test_width_of_constructs(source: str, expected: tuple[int, int]) -> None:
    assert width(tree(source)) == expected


@settings(STEADY, max_examples=150)
@given(PATTERNS)
def test_every_match_begins_with_a_first_character(pattern: Pattern) -> None:
    for sets, at_least in (
        (first_characters(pattern.tree), 0),
        (possible_first(pattern.tree), 1),
    ):
        for text, match in matches(pattern) if sets is not None else ():
            if match.end() >= at_least:
                assert match.end() and accepted(text[0], sets or ()), (pattern.source, text)


def accepted(character: str, sets: tuple[CharSet, ...]) -> bool:
    return any(character in members(charset) for charset in sets)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ab", "a"),
        ("a|b", "ab"),
        ("(?:a|)b", "ab"),
        ("a*b", "ab"),
        (r"\n*x", "\nx"),
        ("(?=a)b", "b"),
        ("^a", "a"),
        ("(?P<x>ab)+", "a"),
        ("a?", None),
        ("", None),
        ("(?=a)", None),
        (r"(a)?\1b", None),
    ],
)
def test_first_characters_of_constructs(source: str, expected: str | None) -> None:
    sets = first_characters(tree(source))
    found = None if sets is None else set("".join(map(members, sets)))
    assert found == (None if expected is None else set(expected))


@settings(STEADY, max_examples=150)
@given(PATTERNS)
def test_every_match_begins_with_one_of_the_beginnings(pattern: Pattern) -> None:
    paths = beginnings(pattern.tree)
    for _, match in matches(pattern) if paths is not None else ():
        assert any(follows(match[0], path) for path in paths or ())


def follows(text: str, path: tuple[CharSet, ...]) -> bool:
    return len(text) >= len(path) and all(
        accepted(character, (charset,)) for character, charset in zip(text, path, strict=False)
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ab", {"ab"}),
        ("a|bc", {"a", "bc"}),
        ("x(?:a|bc)y", {"xay", "xbcy"}),
        ("ab+c", {"ab"}),
        ("ab*c", {"a"}),
        ("a?b", {""}),
        ("(?P<x>a){1}b", {"ab"}),
        ("(?:ab){2}c", {"ab"}),
        ("a(?=b)c", {"a"}),
        ("^a", {""}),
    ],
)
def test_beginnings_of_constructs(source: str, expected: set[str]) -> None:
    paths = beginnings(tree(source))
    assert paths is not None
    assert {"".join(map(members, path)) for path in paths} == expected


def test_beginnings_are_counted_before_they_are_too_many() -> None:
    assert beginnings(tree("(?:ab|c)" * 6)) is not None
    assert beginnings(tree("(?:ab|c)" * 7)) is None
    assert beginnings(tree("(?:ab|c)" * 500)) is None
    assert beginnings(tree("|".join(f"{n}x" for n in range(MAX_BEGINNINGS + 1)))) is None


EXCLUSIVE = sources(("a", "b", "[ab]", " ", r"\S"), places=(r"\b", "^", "$"))


@settings(STEADY, max_examples=300)
@given(patterns(EXCLUSIVE), patterns(EXCLUSIVE))
def test_exclusive_patterns_never_begin_at_one_place(one: Pattern, other: Pattern) -> None:
    assert exclusive(one.tree, other.tree) == exclusive(other.tree, one.tree)
    if exclusive(one.tree, other.tree):
        for mine, theirs in ((one, other), (other, one)):
            match = compiled(render_pattern(theirs.tree)).match
            verdict = edge(render_edge(theirs.tree)).match
            for text, _ in matches(mine):
                live = text != "" and undecided(verdict(text))
                assert not live and match(text) is None, (mine.source, theirs.source, text)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("<a>", "<b>", True),
        ("<a>", "<a>x", False),
        ("<a", "<ab", False),
        ("<a>|<c>", "<b>|<d>", True),
        ("<a>|<b>", "<b>|<d>", False),
        (r"\d+<", "[a-z]+<", True),
        (r"\w+<", "[é]", False),
        (r"\s*<a>", "<b>", False),
        ("(?=<a>)", "<b>", False),
        ("^<a>", "<b>", False),
        ("(?i:<a>)", "<A", False),
        ("(?i:<a>)", "<b>", True),
        ("", "a", False),
        ("<a>b*", "<b>b*", True),
        ("(?P<x><a>)", "(<)b", True),
    ],
)
def test_exclusive_pairs(one: str, other: str, expected: bool) -> None:
    assert exclusive(tree(one), tree(other)) is expected


@settings(STEADY, max_examples=200)
@given(PATTERNS)
def test_verdict_on_a_text_longer_than_the_reach_is_final(pattern: Pattern) -> None:
    furthest, verdict = reach(pattern.tree), edge(render_edge(pattern.tree)).match
    for text in TEXTS:
        assert not undecided(verdict(text)) or len(text) <= furthest, (pattern.source, text)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("abc", 3),
        ("ab?c", 3),
        ("a|bcd", 3),
        ("a*", UNBOUNDED),
        ("a(?=bcd)b", 4),
        ("a(?!b*)", UNBOUNDED),
        ("(?<=abc)d", 1),
        ("", 0),
        ("a(?=b(?=c(?=d)))", 4),
    ],
)
def test_reach_of_constructs(source: str, expected: int) -> None:
    assert reach(tree(source)) == expected


@settings(STEADY, max_examples=200)
@given(PATTERNS, st.integers(0, 999))
def test_left_context_is_all_that_a_search_may_look_back_at(pattern: Pattern, seed: int) -> None:
    """A verdict and a match stay the same when what stands before the context is cut off."""
    rng, kept = random.Random(seed), left_context(pattern.tree)
    searches = [compiled(render_pattern(pattern.tree)), edge(render_edge(pattern.tree))]
    for text in rng.sample(TEXTS, 40):
        start = rng.randint(0, len(text))
        cut = max(0, start - kept)
        for search in searches:
            whole, short = search.search(text, start), search.search(text[cut:], start - cut)
            assert shifted(whole, 0) == shifted(short, cut), (pattern.source, text, start)


def shifted(match: re.Match[str] | None, by: int) -> tuple[int, int, bool] | None:
    return match and (match.start() + by, match.end() + by, undecided(match))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a+$", 0),
        (r"a\Z", 0),
        ("^a", 1),
        (r"a\b", 1),
        ("(?m:^)a", 1),
        ("(?<=abc)d", 3),
        ("(?<!a|bcd)e(?=(?<=x))", 3),
        ("(?:b(?<=a{7}))+", 7),
    ],
)
def test_left_context_of_constructs(source: str, expected: int) -> None:
    assert left_context(tree(source)) == expected
