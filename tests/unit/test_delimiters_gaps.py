"""Tag patterns read by two searches give the entries that the one pattern gives."""

from __future__ import annotations

import random
from typing import Any

import pytest
import regex

import rtc
from rtc.delimiters import parse_pattern
from rtc.delimiters.gaps import split_at_gap
from rtc.delimiters.render import render_pattern

SPLIT = (
    r"<p=(?P<key>[^>]+)>(?P<value>.*?)</p>",
    r"<p=(?P<key>[^>]+)>\s*(?P<value>.*?)\s*</p>",
    r"<p=(?P<key>[^>]+)>\n?(?P<value>.*?)\n?</p>",
    r"<k>(?P<key>\w+)</k>\s*<v>(?P<value>.*?)</v>",
    r"<(?P<key>[a-z]+)>(?P<value>.*?)</",
)
WHOLE = (
    # no such gap, or another kind of one
    r"<p=(?P<key>[^>]+)>(?P<value>[^<]*)</p>",
    r"<p=(?P<key>[^>]+)>(?P<value>.*)</p>",
    r"<p=(?P<key>[^>]+)>(?P<value>.+?)</p>",
    r"(?P<key>a)(?P<value>.*?)",
    r"(?P<value>.*?)=(?P<key>a)",
    r"<(?P<key>\w+)>(?P<value>.*?)</(?P=key)>",
    r"(?P<key>a)(?P<value>.*?)x|(?P<key>b)(?P<value>.*?)y",
    # a key that may be longer or shorter than its first end
    r"<p=(?P<key>.+?)>(?P<value>.*?)</p>",
    r"<p=(?P<key>a+)(?P<value>.*?)</p>",
    r"(?P<key>a*)(?P<value>.*?)</p>",
    # an end that may be empty, look around, or begin with what is stripped
    r"<(?P<key>a)>(?P<value>.*?)\s*",
    r"<(?P<key>a)>(?P<value>.*?)(?=<)",
    r"<(?P<key>a)>(?P<value>.*?)$",
    r"<(?P<key>a)>(?P<value>.*?)\s*\n</p>",
    r"<(?P<key>a)>\s*(?P<value>.*?)\s</p>",
)


@pytest.mark.parametrize("source", SPLIT)
def test_pattern_with_a_gap_is_split_around_it(source: str) -> None:
    gap = split_at_gap(parse_pattern(source).tree)
    assert gap is not None
    head, _, tail = source.partition("(?P<value>.*?)")
    assert render_pattern(gap.head) == render_pattern(parse_pattern(head).tree)
    bare = tail.removeprefix(r"\s*").removeprefix(r"\n?")
    assert render_pattern(gap.tail) == render_pattern(parse_pattern(bare).tree)
    assert (gap.blanks == "") == (bare == tail)
    assert gap.most == (1 if tail.startswith(r"\n?") else None)


@pytest.mark.parametrize("source", WHOLE)
def test_other_patterns_stay_whole(source: str) -> None:
    assert split_at_gap(parse_pattern(source).tree) is None


HEADS = ("<p=", "<", "k", r"\s*", r"\n?", "(?P<key>[^>]+)", r"(?P<key>\w+)", "(?P<key>p)", ">", "[=>]", r"\w", "p*", r"\s+", "(?:<|k)")  # fmt: skip
TAILS = (r"\s*</p>", "</p>", r"\n?</p>", r"\n</p>", r"\s*\n<", "<", r"(?:</p>|<k)", r"\s*<\s*", r"\s?</", r"[<>]", "</p>|<", r"\s*(?:</p>)+", "x?<", r"\n*\n?<")  # fmt: skip
PIECES = ("<p=", "<p=k>", "</p>", "<", ">", "k", "p", " ", "\n", "=", "x", "<k>", " </p>", "\n</p>")


def random_source(rng: random.Random) -> str:
    parts = rng.choices(HEADS, k=rng.randint(1, 4))
    if not any("key" in part for part in parts):
        parts.insert(rng.randint(1, len(parts)), rng.choice(HEADS[5:8]))
    if rng.random() < 0.6:
        parts = [
            "<p=",
            rng.choice(HEADS[5:8]),
            rng.choice((">", r">\s*", r">\n?", r"\s*>", "[=>]")),
        ]
    return "".join(parts) + "(?P<value>.*?)" + rng.choice(TAILS)


@pytest.mark.parametrize("seed", range(4))
def test_entries_are_those_of_the_one_pattern(seed: int) -> None:
    rng, split = random.Random(seed), 0
    while split < 25:
        source = random_source(rng)
        module = parser_of(source)
        if module is None or split_at_gap(parse_pattern(source).tree) is None:
            continue
        split += 1
        whole = regex.compile(source, regex.V0 | regex.DOTALL)
        for _ in range(60):
            body = "".join(rng.choices(PIECES, k=rng.randint(0, 12)))
            assert entries(module, body) == [
                (match["key"], match["value"]) for match in whole.finditer(body)
            ], (source, body)


def parser_of(source: str) -> Any:
    """A parser whose field `a` is the whole text, read by this tag pattern; None if it is refused."""
    field = {
        "open_pattern": "^",
        "content": "xml-inline",
        "content_args": {"tag_pattern": source, "merge_duplicates": True},
    }
    try:
        return rtc.load_parser({"start_anchor": "@", "fields": {"a": field}})
    except rtc.TemplateError:
        return None


def entries(module: Any, body: str) -> list[tuple[str, str]]:
    """The entries that the parser finds; values of one key stand together, so keys are told apart."""
    found: list[tuple[str, str]] = []
    module.gather = lambda content, gathered, key, value: found.append((key, value))
    module.parse_response(body, prefix="")
    return found
