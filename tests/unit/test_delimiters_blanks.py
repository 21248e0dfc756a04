"""What must stand behind the blanks with which a delimiter begins."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rtc.delimiters import Pattern, parse_pattern
from rtc.delimiters.blanks import start_after_blanks
from rtc.delimiters.edge import render_edge
from rtc.delimiters.render import render_pattern
from rtc_runtime.matching import edge
from tests.support.pattern_strategies import PLACES, STEADY, patterns, sources

ATOMS = ("a", "b", "[ab]", " ", r"\s", r"\n", "[^a]")
PATTERNS = patterns(sources(ATOMS))


@pytest.mark.parametrize(
    ("pattern", "first", "blanks"),
    [
        ("<a>", "<", ""),
        (r"\n*<a>", "<", "\n"),
        (r" ?<a>|\n+\[b", "<[", " \n"),
        (r"\n+\Z|<a>", "<", "\n"),
        (r"(?<=\})\n*<a>", "<", "\n"),
        (r"(?=\n*[<\[])", "<[", "\n"),
        (r"(?:^\n+)?<a>", "<", ""),
        (r"^x|<a>", "<", ""),
        (r"<a>|$", "<", "\n"),
        (r"(?: |\n)b", "b", " \n"),
        (r"\n ?b|`", "b`", "\n "),
    ],
)
def test_start_is_the_blanks_and_what_follows_them(pattern: str, first: str, blanks: str) -> None:
    start = start_after_blanks(parse_pattern(pattern).tree)
    assert start is not None
    assert (start.first, start.blanks) == (frozenset(first), frozenset(blanks))


@pytest.mark.parametrize(
    "pattern", [r"\n+", r"\n*", "[^a]", r"\w", "(?!a)", r"(?<=a)", r"a?\n?", ".", r"\n*(?=\n)"]
)
def test_what_may_be_blanks_alone_or_anything_is_not_known(pattern: str) -> None:
    assert start_after_blanks(parse_pattern(pattern).tree) is None


@settings(STEADY, max_examples=300)
@given(PATTERNS | st.sampled_from(PLACES).map(parse_pattern), st.text("ab \n", max_size=10))
def test_text_without_those_characters_holds_no_delimiter(pattern: Pattern, text: str) -> None:
    start = start_after_blanks(pattern.tree)
    assume(start is not None and start.first is not None)
    assert start is not None and start.first is not None
    text = "".join(one for one in text if one not in start.first).rstrip() or "-"
    match = edge(render_edge(pattern.tree)).search("-" + text, 1)
    # A match may also begin where the text ends: what comes then decides.
    assert match is None or match.start() == len(text) + 1, (pattern.source, text)


@settings(STEADY, max_examples=150)
@given(PATTERNS, st.text("ab \n", max_size=10))
def test_delimiter_begins_with_blanks_only_if_they_are_among_those(
    pattern: Pattern, text: str
) -> None:
    start = start_after_blanks(pattern.tree)
    assume(start is not None)
    assert start is not None
    for match in re.finditer(render_pattern(pattern.tree), text, re.DOTALL):
        if match.start() > 0 and match.end() > match.start():
            first = text[match.start()]
            assert first in start.blanks or first in (start.first or ())


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
