"""Lazy runs that are written out match what they matched, and `re` does not look at each character."""

from __future__ import annotations

import random
import re

import pytest

from rtc.delimiters import parse_pattern
from rtc.delimiters.lazy import ROUNDS, hasten
from rtc.delimiters.render import render_pattern

WRITTEN_OUT = (
    (r"<p>.*?</p>", r"<p>(?:[^<]*(?:<[^<]*){0,1024}?|.*?)</p>"),
    (r"<p>(?P<value>.*?)</p>", r"<p>(?P<value>[^<]*(?:<[^<]*){0,1024}?|.*?)</p>"),
    (r"<p>.+?</p>", r"<p>.(?:[^<]*(?:<[^<]*){0,1024}?|.*?)</p>"),
    (r"a.*?(?=\n?<)", r"a(?:[^\n<]*(?:[\n<][^\n<]*){0,1024}?|.*?)(?=\n?<)"),
    (r"a(?:x|.*?)(?:b|(?=c)d)", r"a(?:x|[^bd]*(?:[bd][^bd]*){0,1024}?|.*?)(?:b|(?=c)d)"),
    (r"a.*?\Z<", r"a(?:[^<]*(?:<[^<]*){0,1024}?|.*?)\Z<"),
    (r"a[^<]*?\n?<", r"a(?:[^\n<]*(?:\n[^\n<]*){0,1024}?|[^<]*?)\n?<"),
    (r"a[^<]+?<", r"a[^<]+<"),
)
LEFT = (
    r"<p>.*</p>",
    r".*?",
    r"a.*?\Z",
    r"a.*?(?:<|\Z)",
    r"a.*?b?",
    r"a.*?[a-z]",
    r"a.*?\w",
    r"a.*?(?i:b)",
    r"a\w*?<",
    r"a.{2,}?<",
    r"a.{0,9}?<",
    r"(?:a.*?)*b",
)


def hastened(source: str) -> str:
    tree = hasten(parse_pattern(source).tree)
    return render_pattern(tree, {1: "value"})


@pytest.mark.parametrize(("source", "expected"), WRITTEN_OUT)
def test_lazy_run_is_written_out_where_it_is_known_what_ends_it(source: str, expected: str) -> None:
    assert hastened(source) == expected


@pytest.mark.parametrize("source", LEFT)
def test_other_runs_stay(source: str) -> None:
    assert hastened(source) == render_pattern(parse_pattern(source).tree)


@pytest.mark.parametrize("source", [source for source, _ in WRITTEN_OUT])
@pytest.mark.parametrize("ends", ["ab<\n", "ab<p>/\ncd"])
def test_lazy_run_that_is_written_out_matches_the_same(source: str, ends: str) -> None:
    chosen = random.Random(source + ends)
    plain = re.compile(render_pattern(parse_pattern(source).tree, {1: "value"}), re.DOTALL)
    fast = re.compile(hastened(source), re.DOTALL)
    pieces = [*ends, "<p>", "</p>", "\n<", "<" * ROUNDS, "</" * ROUNDS]
    for _ in range(400):
        text = "".join(chosen.choices(pieces, k=chosen.randrange(1, 14)))
        found = [(one.span(), one.groups()) for one in fast.finditer(text)]
        assert found == [(one.span(), one.groups()) for one in plain.finditer(text)]
