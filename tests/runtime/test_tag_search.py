"""Searching for tags without `re`: the same matches, in a number of steps that grows with the text."""

from __future__ import annotations

import random
import re
from types import ModuleType
from typing import Any

import pytest

import rtc
from rtc.delimiters import PatternError, parse_pattern
from rtc.delimiters.nodes import Node
from rtc.delimiters.program import compile_program
from rtc.delimiters.render import render_pattern
from rtc.delimiters.tag_cost import limit_of
from rtc.delimiters.usable import check_tag
from rtc.emit.patterns import needed_names
from rtc_runtime.matching import WINDOW
from rtc_runtime.tag_attempts import few_tags
from rtc_runtime.tag_search import MAX_STARTS, FewStarts, TagSearch, find_tags, is_cheap
from tests.differential.random_patterns import tag_pattern
from tests.runtime.steps import lines_run
from tests.support.pattern_strategies import group_uses

PATTERNS = (
    r"<(?P<key>\w+)>(?P<value>.*?)</(?P=key)>",
    r"(?i)(?P<key>a+)=(?P<value>(?P=key))",
    "(?P<key>a*a*)b(?P<value>)",
    "(?P<key>a)(?P<value>.*z)?",
    "(?P<key>a|)(?P<value>b*)",
    "(?P<key>a)?(?P<value>b*?)",
    "(?P<key>a)(?=(?P<value>.*?)b)",
    "(?P<key>[ab]+?)(?!.*c)(?P<value>x|y)?",
    r"(?<=a)(?P<key>b)|(?P<key>=)\b(?P<value>\s*)$",
    "(?P<key>(?:a|ab)*)(?P<value>b?=?)$",
    "(?=.*b)(?P<key>a)(?P<value>)",
    "(?P<key>a)(?=.*b.*a)(?P<value>.)",
    "(?!(?P<value>b)a)(?P<key>.)",
    "(?P<key>(?P<value>a)b|a)+=",
    "(?P<key>a{2,3}?)(?P<value>b{,2})",
)


def parts(tree: Node) -> tuple[str, str, list[str]]:
    """The pattern for `re`, the program, and the names of their groups."""
    names = needed_names(tree, group_uses(tree))
    return render_pattern(tree, names), compile_program(tree, names), list(names.values())


def random_source(rng: random.Random) -> str:
    return rng.choice(PATTERNS) if rng.random() < 0.3 else tag_pattern(rng)


@pytest.mark.parametrize("seed", range(6))
def test_tags_are_those_that_re_finds(seed: int) -> None:
    rng, compared = random.Random(seed), 0
    while compared < 1_500:
        source = random_source(rng)
        try:
            pattern = parse_pattern(source)
            check_tag(pattern)
        except PatternError:
            continue
        written, program, names = parts(pattern.tree)
        letters = "<>ab =\n" + re.sub(r"[\\()?P*+|]", "", source)
        for _ in range(10):
            compared += 1
            text = "".join(rng.choices(letters, k=rng.randrange(14)))
            expected = re.compile(written, re.DOTALL).finditer(text)
            found = TagSearch(program, text).matches()
            assert described(found, names) == described(expected, names), (source, text)


def described(tags: Any, names: list[str]) -> list[tuple[int, int, list[str | None]]]:
    return [(tag.start(), tag.end(), [tag[name] for name in names]) for tag in tags]


# What makes backtracking grow faster than the text: a pattern, and a text that is repeated.
GROWING = {
    "a run that is read from each place where it may start": (r"(?P<key>\w+)=(?P<value>\w+)", "a"),
    "an opening that is part of a run": ("<p=(?P<key>[^>]+)>(?P<value>x)", "<p="),
    "a gap that does not end": ("<(?P<key>a)>(?P<value>.*?)(?P<end></>)", "<a>"),
    "two repeats of the same": ("<(?P<key>a*)(?P<value>a*)>", "<aaaaaaaa"),
    "blanks that two repeats take": (r"(?P<key>a)=(?P<value>[^;]*)\s*;", "a=        "),
    "several gaps": ("<(?P<key>a)>(?P<value>.*?)b(.*?)c(.*?)d", "<a>bc"),
    "a match that is read further than it goes": ("(?P<key>a)(?P<value>.*z)?", "a"),
    "a lookahead": ("(?P<key>a)(?=.*z)(?P<value>)", "a"),
    "many tags and what is none": (r"(?P<key>\w+)=(?P<value>x*)|\w.*", "a=;"),
    "a lookahead that finds": ("(?P<key>.)(?=.*z)(?P<value>)", "az"),
    "counted repeats": ("<(?P<key>a{0,30}a{0,30}a{0,30})>(?P<value>)", "<aaaaaaaaaa"),
}
# What no place can be remembered for: it depends on what a group took.
LIMITED = {
    "a reference": (r"<(?P<key>\w+)>(?P<value>.*?)</(?P=key)>", "<a>"),
    "a reference to much": (r"<(?P<key>.*?)>(?P=key)(?P<value>)x", "<>aaaa"),
    "a group that is repeated": (r"(?:(?P<key>a)|b)*(?P=key)c(?P<value>)", "b"),
    "a lookahead with a group": ("(?P<key>a)(?=(?P<value>.*))", "a"),
}


def search(pattern: str, text: str) -> int:
    """How many tags there are."""
    return sum(1 for _ in TagSearch(parts(parse_pattern(pattern).tree)[1], text).matches())


@pytest.mark.parametrize("name", GROWING)
def test_steps_grow_with_the_text(name: str) -> None:
    pattern, piece = GROWING[name]
    few, many = (lines_run(search, pattern, piece * (size // len(piece))) for size in (400, 1_600))
    assert many <= 4.2 * few


@pytest.mark.parametrize("name", LIMITED)
def test_steps_that_cannot_be_remembered_are_limited(name: str) -> None:
    pattern, piece = LIMITED[name]
    with pytest.raises(ValueError, match="in too many ways"):
        search(pattern, piece * 4_000)
    few, many = (
        lines_run(search, pattern, piece * (size // len(piece))) for size in (1_000, 4_000)
    )
    assert many <= 4.2 * few


def test_limit_leaves_room_for_long_values() -> None:
    pattern = r"<(?P<key>\w+)>(?P<value>.*?)</(?P=key)>"
    value = '<b c="d">' * 5_000
    assert search(pattern, f"<a>{value}</a>" * 4) == 4


def test_little_is_left_to_re() -> None:
    assert is_cheap("a" * WINDOW, WINDOW, "")
    assert not is_cheap("a" * (WINDOW + 1), WINDOW, "")
    assert is_cheap("<p=" * MAX_STARTS + "a" * WINDOW, WINDOW, "<p=")
    assert not is_cheap("<p=" * (MAX_STARTS + 1) + "a" * WINDOW, WINDOW, "<p=")


@pytest.mark.parametrize(
    ("pattern", "begins"),
    [
        (r"<p=(?P<key>[^>]+)>(?P<value>x*)", True),
        (r"(?<=<p=)(?P<key>[^>]+)>(?P<value>x*)", False),
        (r"<p=(?P<key>[^>]+)>(?P<value>x*)|(?<=y)\Z", False),
    ],
)
def test_tags_are_looked_for_by_what_all_begin_with(pattern: str, begins: bool) -> None:
    limit = limit_of(parse_pattern(pattern).tree)
    assert limit is not None and limit.starts == "<p=" and limit.begins == begins
    module = parser_of(pattern)
    text = "<p=a>x" + "z" * WINDOW
    assert module.parse_response(f"<x>{text}", prefix="") == {"x": {"a": "x"}}


@pytest.mark.parametrize(("starts", "left_over"), [(MAX_STARTS - 1, 1), (MAX_STARTS + 1, 0)])
def test_re_reads_few_starts_that_are_no_tags(starts: int, left_over: int) -> None:
    pattern = r"<p=(?P<key>[^>]+)>"
    program = parts(parse_pattern(pattern).tree)[1]
    text = "<p=" * starts + "a" * WINDOW
    search = FewStarts(pattern, program, "<p=")
    assert search.search(text, 0) is None and search.left == left_over
    assert (search.others is None) == (left_over > 0)
    text += ">b<p=c>"
    tags = find_tags(pattern, program, text, WINDOW, "<p=", begins=True)
    found = [(tag["key"], tag.end()) for tag in tags]
    assert found == [(tag["key"], tag.end()) for tag in re.finditer(pattern, text)]


@pytest.mark.parametrize(
    ("pattern", "ends"),
    [
        (r"(?P<key>\w+)=(?P<value>x*)|\S.*", True),
        (r"(?P<key>[a-z]+)=(?P<value>x*)|(?P<key>[A-Z]+):(?P<value>y*)|\w.*", True),
        (r"(?P<key>\w+)=(?P<value>x*)|\S", False),
        (r"(?P<key>\w+)=(?P<value>x*)|\w.*?", False),
        (r"(?P<key>\w+)=(?P<value>x*)|[a-z].*", False),
        (r"\s*(?P<key>\w+)=(?P<value>x*)|\S.*", False),
        (r"(?P<key>a*a+)=(?P<value>x*)|\S.*", False),
        (r"(?=.*;)(?P<key>\w+)=(?P<value>x*)|\S.*", False),
        (r"(?P<key>\w+)=(?P<value>x*)(?=;)|\S.*", True),
    ],
)
def test_a_match_that_is_tried_for_long_is_one(pattern: str, ends: bool) -> None:
    limit = limit_of(parse_pattern(pattern).tree)
    assert limit is not None and limit.ends == ends


@pytest.mark.parametrize("tags", [1, MAX_STARTS, MAX_STARTS + 1, 3 * MAX_STARTS])
@pytest.mark.parametrize("rest", ["", "  ", "aaaa", " :a=x"])
def test_few_tags_are_left_to_re(tags: int, rest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pattern = r"(?P<key>\w+)=(?P<value>x*)|\S.*"
    program = parts(parse_pattern(pattern).tree)[1]
    text = "ab=xx\n" * tags + rest
    expected = [(tag["key"], tag.span()) for tag in re.finditer(pattern, text, re.DOTALL)]
    searches = watched_searches(monkeypatch)
    found = [(tag["key"], (tag.start(), tag.end())) for tag in few_tags(pattern, program, text)]
    assert found == expected
    assert len(searches) == (len(expected) > MAX_STARTS)


def watched_searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    searches: list[str] = []

    def started(program: str, text: str) -> TagSearch:
        searches.append(text)
        return TagSearch(program, text)

    monkeypatch.setattr("rtc_runtime.tag_attempts.TagSearch", started)
    return searches


def parser_of(pattern: str) -> ModuleType:
    arguments = {"tag_pattern": pattern, "merge_duplicates": True}
    field = {"open": "<x>", "content": "xml-inline", "content_args": arguments}
    return rtc.load_parser({"start_anchor": "<s>", "fields": {"x": field}})


@pytest.mark.parametrize("name", [*GROWING, *LIMITED])
def test_parsers_leave_no_long_text_to_re(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, piece = {**GROWING, **LIMITED}[name]
    module = parser_of(pattern)
    long: list[str] = []
    given = module.compiled

    def watched(source: str) -> Any:
        return Watched(given(source), long)

    monkeypatch.setattr(module, "compiled", watched)
    try:
        module.parse_response("<x>" + piece * 2_000, prefix="")
    except module.ParseError as error:
        assert name in LIMITED and "in too many ways" in str(error)
    assert len(long) <= 2 * MAX_STARTS  # once for all the response, once more for the error in it


class Watched:
    """A pattern of `re` that remembers how often it was used to look for tags in a long text."""

    def __init__(self, pattern: re.Pattern[str], long: list[str]) -> None:
        self.pattern = pattern
        self.groupindex = pattern.groupindex
        self.long = long

    def match(self, text: str, position: int = 0) -> Any:
        if self.pattern.groups:
            self.long.append(text)
        return self.pattern.match(text, position)

    def finditer(self, text: str) -> Any:
        self.long.append(text)
        return self.pattern.finditer(text)

    def search(self, text: str, position: int) -> Any:
        if self.pattern.groups:
            self.long.append(text)
        return self.pattern.search(text, position)
