"""Patterns that look back are told what stands before them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtc.delimiters import parse_pattern
from rtc.delimiters.guards import guard
from rtc.delimiters.render import render_pattern

CASES = [
    (r"(?<=<a)x", r"(?<=a)(?<=<a)x"),
    (r"(?:(?<=<a)|(?<=<b))(?:x|.*)", r"(?<=[ab])(?:(?<=<a)|(?<=<b))(?:x|.*)"),
    (r"(?<=<a)x|(?<!b)\Z", r"(?:(?<=a)|\Z)(?:(?<=<a)x|(?<!b)\Z)"),
    (r"(?<=<a)x|(?<=.)(?<!b)\Z", r"(?:(?<=a)|\Z)(?:(?<=<a)x|(?<=.)(?<!b)\Z)"),
    # Nothing is known, or too much, or there is nothing to look at.
    (r"(?<=<a)x|y", r"(?<=<a)x|y"),
    (r"(?<=<.)x", r"(?<=<.)x"),
    (r"(?<!a)x", r"(?<!a)x"),
    (r"x", r"x"),
    (r"\Z", r"\Z"),
    (r"(?<=[a-e])x", r"(?<=[a-e])x"),
]


@pytest.mark.parametrize(("source", "expected"), CASES)
def test_what_stands_before_a_match_is_looked_at_first(source: str, expected: str) -> None:
    assert render_pattern(guard(parse_pattern(source).tree)) == expected


@pytest.mark.parametrize("source", [source for source, _ in CASES])
@given(st.text(alphabet="<abxy\n", max_size=12))
def test_guarded_pattern_matches_the_same(source: str, text: str) -> None:
    guarded = render_pattern(guard(parse_pattern(source).tree))
    found = [match.span() for match in re.finditer(guarded, text, re.DOTALL)]
    assert found == [match.span() for match in re.finditer(source, text, re.DOTALL)]
