"""Delimiters in text that may not be complete yet."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc_runtime.matching import (
    Delimiter,
    Watch,
    captures_in,
    compiled,
    edge,
    literal,
    one_of,
    partial_start,
    took_part,
)
from rtc_runtime.searching import LONG, SHORT_RUN, run_start, trimmed
from tests.runtime.steps import WatchedText
from tests.support.pattern_strategies import STEADY, undecided

LETTERS = "ab«»·→ []\\^-\n.é"


def test_pattern_is_compiled_once_and_its_dot_is_any_character() -> None:
    assert compiled("a.b") is compiled("a.b")
    assert compiled("a.b").fullmatch("a\nb")
    assert edge("a«b»") is edge("a«b»")


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("a", "a"),
        ("a«b»", r"a(?:b|((?:b|\Z))\Z)"),
        ("a«bc»", r"a(?:bc|((?:b|\Z)(?:c|\Z))\Z)"),
        ("«»", r"(\Z)"),
        ("a*«»?", r"a*(\Z)?"),
        (r"a«[b\]\xbb]»", r"a(?:[b\]\xbb]|((?:[b\]\xbb]|\Z))\Z)"),
        (r"a«\n\x41»", r"a(?:\n\x41|((?:\n|\Z)(?:\x41|\Z))\Z)"),
        (
            r"a«\u2028\U0001f600.»",
            r"a(?:\u2028\U0001f600.|((?:\u2028|\Z)(?:\U0001f600|\Z)(?:.|\Z))\Z)",
        ),
        ("(?:«a»|b)", r"(?:(?:a|((?:a|\Z))\Z)|b)"),
    ],
)
def test_short_notation_is_written_out(short: str, long: str) -> None:
    assert edge(short).pattern == long


def test_undecided_is_a_match_that_ran_out_of_text() -> None:
    pattern = edge("<«end>»")
    assert not undecided(pattern.search("x"))
    assert not undecided(pattern.search("<end>"))
    assert undecided(pattern.search("x<en"))
    assert not undecided(None)


@settings(STEADY, max_examples=300)
@given(st.text(LETTERS, min_size=1, max_size=4), st.text(LETTERS, max_size=7))
def test_literal_delimiter_is_its_text(text: str, around: str) -> None:
    delimiter = literal("x", text)
    assert (delimiter.literal, delimiter.opens, delimiter.blanks) == (text, "x", False)
    for place in range(len(around) + 1):
        match = delimiter.match(around, place)
        assert bool(match) == around.startswith(text, place)
        verdict = delimiter.edge_match(around, place)
        cut_off = place < len(around) and text.startswith(around[place:]) and text != around[place:]
        assert undecided(verdict) == cut_off
        assert (verdict is not None) == (cut_off or match is not None)


@settings(STEADY, max_examples=300)
@given(st.text("ab", min_size=1, max_size=4), st.text("ab", max_size=8), st.integers(0, 8))
def test_partial_start_is_the_first_end_that_begins_the_literal(
    wanted: str, text: str, start: int
) -> None:
    start = min(start, len(text))
    places = [at for at in range(start, len(text)) if wanted.startswith(text[at:])]
    places = [at for at in places if text[at:] != wanted]
    if not any(text.startswith(wanted, at) for at in range(start, len(text))):
        assert partial_start(text, start, wanted) == min(places, default=len(text))


def test_partial_start_looks_no_further_back_than_the_literal_is_long() -> None:
    text = WatchedText("a<" * 50_000)
    assert partial_start(text, 0, "<end>") == len(text) - 1
    assert text.looked_at < 20


def test_delimiter_matches_with_its_groups() -> None:
    delimiter = Delimiter(None, r"<(?P<name>\w+)>", r"<«\w»\w*«»?«>»", "", blanks=True)
    assert delimiter.blanks and delimiter.opens is None
    match = delimiter.match("x<ab>", 1)
    assert match is not None and match["name"] == "ab"
    assert undecided(delimiter.edge_match("<a"))


def test_watch_searches_for_all_its_delimiters() -> None:
    watch = Watch(literal("a", "<a>"), Delimiter(None, "b+", "b«b»*«»?", ""), first="[<b]")
    found = watch.search("x<a>b")
    assert found is not None and found.span() == (1, 4)
    assert watch.first is not None and watch.first("x<") is not None
    assert (watch.literal, watch.starts, watch.marks, watch.alike) == ("", (), "", False)
    alone = Watch(literal("a", "<a>"), starts=("<a>",), blanks=" ", alike=True, window=5)
    assert (alone.literal, alone.marks, alone.blanks, alone.alike) == ("<a>", "<", " ", True)
    assert alone.window == 5


@pytest.mark.parametrize(
    ("starts", "head", "marks"),
    [
        (("<a>",), "<a>", "<"),
        (("<|a|>", "<|b|>"), "<|", "<"),
        (("<a>", "<b>"), "", "<"),  # one character leads to too many places
        (("<a>", "[b]"), "", "<["),
        (("<",), "", "<"),
        ((), "", ""),
    ],
)
def test_starts_tell_the_head_and_the_marks(starts: tuple[str, ...], head: str, marks: str) -> None:
    watch = Watch(literal("a", "<a>"), literal("b", "<b>"), starts=starts)
    assert (watch.head, watch.marks) == (head, marks)


@pytest.mark.parametrize(("text", "at"), [("a<b<a>", 3), ("a<b <«t", 4), ("x<", 1), ("<b>", None)])
def test_start_is_found_though_the_end_of_the_text_cuts_it_off(text: str, at: int | None) -> None:
    watch = Watch(literal("a", "<a>"), literal("b", "<«t»>"), starts=("<a>", "<«t»>"))
    found = watch.find_start(text)
    assert (None if found is None else found.start()) == at


def test_captures_are_those_that_took_part_under_their_own_names() -> None:
    one = Delimiter("x", "(?P<n>a)|(?P<n_2>b)|(?P<m>c)", "", "", renamed={"n_2": "n"})
    for text, captures in (("a", {"n": "a"}), ("b", {"n": "b"}), ("c", {"m": "c"})):
        assert captures_in((one, 0, 1, one.match(text))) == captures
    assert captures_in((one, 0, 1, None)) == {}


def test_one_of_is_the_group_that_took_part() -> None:
    match = re.match("(?P<a>x)|(?P<a_2>y)|z", "y")
    assert match is not None and one_of(match, "a", "a_2") == "y"
    match = re.match("(?P<a>x*)|(?P<a_2>y)", "")
    assert match is not None and one_of(match, "a", "a_2") == ""
    match = re.match("(?P<a>x)|(?P<a_2>y)|z", "z")
    assert match is not None and one_of(match, "a", "a_2") is None


def test_took_part_asks_for_a_text() -> None:
    assert took_part("", "key") == ""
    with pytest.raises(ValueError, match="a tag without a key"):
        took_part(None, "key")


def test_blanks_at_the_beginning_wait_though_there_is_less_text_than_patterns_look_back_at() -> (
    None
):
    watch = Watch(Delimiter(None, r"\n+x", r"\n+«x»", ""), starts=("x",), blanks="\n", context=5)
    assert [watch.waiting_blanks("a" + "\n" * many, 1) for many in (6, 4, 5)] == [6, 4, 5]


def test_starts_are_passed_over_where_something_else_stands_before_them() -> None:
    watch = Watch(
        Delimiter(None, r"(?<=[\]^])\s*<a>", r"(?<=[\]^])\s*«»?«<a>»", ""),
        starts=("<a>", "-b"),
        preceded="]^",
        blanks=" ",
        context=1,
    )
    for text, at in {
        "x<a>": None,
        "<a>": 0,
        "]<a>": 1,
        "x<]<a>": 3,
        " <a>": 1,
        "x-]^-b": 4,
    }.items():
        for found in (watch.find_start(text), watch.find_whole_start(text)):
            assert (found and found.start()) == at, text
    cut_off = watch.find_start("x]<")
    assert watch.find_start("]x<") is None and cut_off is not None and cut_off.lastindex


@pytest.mark.parametrize("length", [0, 3, SHORT_RUN, LONG, LONG + SHORT_RUN])
@pytest.mark.parametrize("blanks", [0, 1, SHORT_RUN - 1, SHORT_RUN, 3 * SHORT_RUN, 2 * LONG])
def test_blanks_at_the_end_are_cut(length: int, blanks: int) -> None:
    text = "x " + "a" * length + " \n" * blanks + "y "
    end = len(text) - 2
    assert run_start(text, 2, end, " \n") == 2 + length
    assert trimmed(text, 2, end, " \n") == "a" * length
