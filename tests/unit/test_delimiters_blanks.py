"""What must stand behind the blanks with which a delimiter begins."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rtc.delimiters import Pattern, parse_pattern
from rtc.delimiters.blanks import before_blanks, start_after_blanks, start_of, waits
from rtc.delimiters.charset import BLANK, MAX_LEAD_CHARACTERS
from rtc.delimiters.edge import render_edge
from rtc_runtime.matching import cut_off, edge
from tests.support.pattern_strategies import PLACES, STEADY, patterns, sources

ATOMS = ("a", "b", "[ab]", " ", r"\s", r"\n", "[^a]")
WHITE_SPACE = BLANK.members(MAX_LEAD_CHARACTERS) or ""
PATTERNS = patterns(sources(ATOMS))


@pytest.mark.parametrize(
    ("pattern", "texts", "blanks"),
    [
        ("<a>", ("<a>",), ""),
        (r"\n*<a>", ("<a>",), "\n"),
        (r" ?<a>|\n+\[b", ("<a>", "[b"), " \n"),
        (r"\n+\Z|<a>", ("<a>",), "\n"),
        (r"(?<=\})\n*<a>", ("<a>",), "\n"),
        (r"(?=\n*[<\[])", ("<", "["), "\n"),
        (r"(?:^\n+)?<a>", ("<a>",), ""),
        (r"^x|<a>", ("<a>",), ""),
        (r"<a>|$", ("<a>",), "\n"),
        (r"(?: |\n)b", ("b",), " \n"),
        (r"\n ?b|`", ("`", "b"), "\n "),
        (r"<(?:t|/t)>\s*x", ("</t>", "<t>"), ""),
        (r"<a>|<ab>|<a", ("<a",), ""),
        (r"<a+b", ("<a",), ""),
        (r"<(?:ab)?c", ("<",), ""),
        (r"<(?P<name>ab)[cd]e", ("<ab",), ""),
        (r"(?=<a)\w*<b", ("<a",), ""),
        (r"\s*(?=<a>\d)|</b", ("</b", "<a>"), WHITE_SPACE),
    ],
)
def test_start_is_the_blanks_and_what_follows_them(
    pattern: str, texts: tuple[str, ...], blanks: str
) -> None:
    start = start_after_blanks(parse_pattern(pattern).tree)
    assert start is not None
    assert (start.texts, start.blanks) == (texts, frozenset(blanks))


@pytest.mark.parametrize(
    ("pattern", "texts", "after"),
    [
        (r"(?<=\})\s*\n\s*(?=[^,])", (), "}"),
        (r"</s>|(?:(?<=[\]}])(?:\s+\Z|\n[^x]))", ("</s>",), "]}"),
        (r"(?<=\})\s*</s>", ("</s>",), ""),
        (r"(?<=\})[^,]|(?<=ab)\w", (), "b}"),
    ],
)
def test_delimiter_may_begin_with_anything_behind_a_character(
    pattern: str, texts: tuple[str, ...], after: str
) -> None:
    start = start_of(parse_pattern(pattern).tree)
    assert start is not None
    assert (start.texts, start.after) == (texts, frozenset(after))


@pytest.mark.parametrize("pattern", [r"(?<!\})\s+", r"</s>|\s+", r"(?<=[^a])\s", r"(?=a?).", "."])
def test_delimiter_may_begin_with_anything_anywhere(pattern: str) -> None:
    assert start_of(parse_pattern(pattern).tree) is None


def test_ways_into_a_pattern_are_followed_together() -> None:
    """One by one there would be 2 to the power of 40 of them."""
    nested = "(?:a|b)(?:" * 40 + "x" + ")" * 40
    start = start_of(parse_pattern(nested).tree)
    assert start is not None and start.texts == ("a", "b")


def test_many_or_long_starts_are_cut_short() -> None:
    many = start_after_blanks(parse_pattern("<(?:" + "|".join(map(str, range(10, 99))) + ")").tree)
    assert many is not None and many.texts == ("<",)
    long = start_after_blanks(parse_pattern("<" + "a" * 100).tree)
    assert long is not None and long.texts == ("<" + "a" * 31,)


@pytest.mark.parametrize(
    "pattern", [r"\n+", r"\n*", "[^a]", r"\w", "(?!a)", r"(?<=a)", r"a?\n?", ".", r"\n*(?=\n)"]
)
def test_what_may_be_blanks_alone_or_anything_is_not_known(pattern: str) -> None:
    assert start_after_blanks(parse_pattern(pattern).tree) is None


@settings(STEADY, max_examples=300)
@given(PATTERNS | st.sampled_from(PLACES).map(parse_pattern), st.text("ab \n", max_size=10))
def test_every_delimiter_has_a_start_behind_its_blanks(pattern: Pattern, text: str) -> None:
    """Also one that the end of the text cuts off."""
    start = start_of(pattern.tree)
    assume(start is not None)
    assert start is not None
    begins = edge(render_edge(pattern.tree))
    starts = edge("|".join(map(cut_off, start.texts)) or "(?!)")
    for at in range(1, len(text) + 1):
        looked_back = ("-" + text)[at - 1] in start.after
        if begins.match("-" + text, at) is not None and not looked_back:
            behind = ("-" + text)[at:].lstrip()
            blanks = ("-" + text)[at : len(text) + 1 - len(behind)]
            assert set(blanks) <= start.blanks, (pattern.source, text, at)
            assert not behind or starts.match(behind) is not None, (pattern.source, text, at)


@settings(STEADY, max_examples=300)
@given(PATTERNS, st.text("ab \n", min_size=1, max_size=10))
def test_blanks_before_the_first_other_character_are_among_those(
    pattern: Pattern, text: str
) -> None:
    """Also of a match that the end of the text cuts off."""
    start = start_after_blanks(pattern.tree)
    assume(start is not None)
    assert start is not None
    match = edge(render_edge(pattern.tree)).search("-" + text, 1)
    if match is not None:
        begun = ("-" + text)[match.start() :]
        leading = begun[: len(begun) - len(begun.lstrip())]
        assert match.start() == len(text) + 1 or set(leading[:1]) <= start.blanks
        if match.lastindex is not None and not begun.strip():
            assert set(leading) <= start.blanks


@pytest.mark.parametrize(
    ("pattern", "blanks", "holds"),
    [
        (r"\s*<a>", " \n", True),
        (r"\s+(?:<a>|\Z)", " \n", True),
        (r"<b>|(?:\n*<a>)", "\n", True),
        (r"\n*<a>", " \n", False),
        (r"\s?<a>", " ", False),
        (r"\s{2,}<a>", " ", False),
        (r"(?<=x)\s*<a>", " ", False),
    ],
)
def test_blanks_wait_where_a_delimiter_takes_any_run_of_them(
    pattern: str, blanks: str, holds: bool
) -> None:
    assert waits(parse_pattern(pattern).tree, blanks) is holds


@settings(STEADY, max_examples=300)
@given(PATTERNS, st.text(" \n", min_size=1, max_size=4))
def test_blanks_that_wait_may_begin_a_delimiter(pattern: Pattern, run: str) -> None:
    if waits(pattern.tree, "".join(set(run))):
        assert edge(render_edge(pattern.tree)).match("-" + run, 1) is not None


@pytest.mark.parametrize(
    ("pattern", "before"),
    [
        (r"(?<=\})\s*<a>", "}"),
        (r"(?:(?<=>\n</f>)|(?<=></f>))\s*\Z|(?<=\})\n<a>|<b>", ">}"),
        ("<a>", ""),
        (r"\s*<a>", None),
        (r"(?<!x)\s*<a>", None),
        (r"(?<=\})\s*<a>|\s*<b>", None),
        (r"(?<=[^a])\s*<a>", None),
    ],
)
def test_characters_before_blanks_are_those_looked_back_at(
    pattern: str, before: str | None
) -> None:
    found = before_blanks(parse_pattern(pattern).tree)
    assert found == (None if before is None else frozenset(before))


@settings(STEADY, max_examples=300)
@given(PATTERNS, st.text("ab", min_size=1, max_size=3), st.text(" \n", min_size=1, max_size=3))
def test_no_delimiter_begins_with_blanks_behind_other_characters(
    pattern: Pattern, text: str, run: str
) -> None:
    before = before_blanks(pattern.tree)
    if before is not None and text[-1] not in before and not before & set(run):
        begins = edge(render_edge(pattern.tree))
        places = range(len(text), len(text + run))
        assert all(begins.match(text + run, at) is None for at in places)
