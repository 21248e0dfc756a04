"""Lists of literal texts as trees: the longest that is there wins, and beginnings are shared."""

from __future__ import annotations

import random
import re
import string

from hypothesis import given, settings
from hypothesis import strategies as st

import rtc.delimiters
from rtc.delimiters.analysis import exclusive, first_characters, width
from rtc.delimiters.edge import render_edge
from rtc.delimiters.literals import factored, literal_tree
from rtc.delimiters.nodes import Branch, Node, literal, walk
from rtc.delimiters.render import render_pattern
from rtc_runtime.matching import edge
from tests.support.pattern_strategies import STEADY
from tests.support.steps import lines_run

lists = st.lists(st.text("ab<\n.«", min_size=1, max_size=4), min_size=1, max_size=6, unique=True)


def matched(tree: Node, text: str) -> str | None:
    match = re.compile(render_pattern(tree), re.DOTALL).match(text)
    return match and match[0]


@settings(STEADY, max_examples=300)
@given(lists, st.text("ab<\n.«", max_size=6))
def test_longest_literal_wins(texts: list[str], text: str) -> None:
    tree = literal_tree(tuple(texts))
    found = [one for one in texts if text.startswith(one)]
    assert matched(tree, text) == max(found, key=len, default=None)
    assert all(matched(tree, one) == one for one in texts)


@settings(STEADY, max_examples=200)
@given(lists)
def test_order_of_literals_does_not_count(texts: list[str]) -> None:
    trees = [literal_tree(tuple(texts)), literal_tree(tuple(reversed(texts)))]
    for text in (a + b for a in texts for b in ("", "a", "<")):
        assert matched(trees[0], text) == matched(trees[1], text)
    assert width(trees[0]) == width(trees[1]) == (min(map(len, texts)), max(map(len, texts)))


def test_literal_is_taken_as_it_stands() -> None:
    for text in (string.punctuation, "a.b*(c)", "\n\t\0", "«»", "\ud800", "é", "(?i)a"):
        assert matched(literal_tree((text,)), text) == text
        assert matched(literal_tree((text,)), "x" + text) is None


def test_shared_beginnings_stand_once() -> None:
    tree = literal_tree(("<think>", "<think_on>", "<answer>"))
    assert render_pattern(tree) == "<(?:think(?:_on>|>)|answer>)"
    assert render_pattern(literal_tree(("abc", "abd"))) == "ab(?:c|d)"
    assert render_pattern(literal_tree(("ab", "a"))) == "a(?:b|)"
    assert render_pattern(literal_tree(("a",))) == "a"


def test_factored_keeps_the_order_of_options_that_begin_alike() -> None:
    tree = factored([literal("ab"), literal("cd"), literal("a"), literal("abc")])
    assert [matched(tree, text) for text in ("abc", "ax", "cd")] == ["ab", "a", "cd"]


def test_factored_keeps_what_is_no_character_as_it_is() -> None:
    either = Branch((literal("x"), literal("yz")))
    assert factored([either, literal("a")]) == Branch((either, literal("a")))
    assert factored([either]) == either


def test_many_literals_that_share_beginnings_neither_recurse_nor_grow() -> None:
    rng = random.Random(0)
    lists = {
        "one beginning": tuple("<|reserved_" + str(number) for number in range(1000)),
        "each a beginning of the next": tuple("a" * size for size in range(1, 201)),
        "two letters": tuple({"".join(rng.choices("ab", k=30)) for _ in range(1000)}),
        "comb": tuple("a" * size + "b" for size in range(200)),
    }
    for name, texts in lists.items():
        tree = literal_tree(texts)
        size = sum(map(len, texts))
        assert len(walk(tree)) < 3 * size, name
        assert len(render_edge(tree)) < 6 * size, name
        for text in rng.sample(texts, 20):
            longest = max((one for one in texts if text.startswith(one)), key=len)
            assert matched(tree, text) == longest, name


def test_literal_tree_takes_steps_in_proportion_to_the_literals() -> None:
    def steps(count: int) -> int:
        texts = tuple("<|" + f"{number:05}"[::-1] + "|>" for number in range(count))
        return lines_run(rtc.delimiters, lambda: literal_tree(texts), 1_000_000)

    assert steps(1000) < 6 * steps(250)


def test_edge_of_many_literals_compiles_and_decides() -> None:
    texts = tuple(f"<|token_{number}|>" for number in range(1000))
    search = edge(render_edge(literal_tree(texts))).search
    final, live = search("x<|token_77|>"), search("x<|token_77")
    assert final is not None and (final.span(), final.lastindex) == ((1, 13), None)
    assert live is not None and live.start() == 1 and live.lastindex is not None
    assert search("x<|tokem") is None


def test_literal_trees_tell_what_they_begin_with() -> None:
    first = first_characters(literal_tree(("<a>", "<b>", "[T]")))
    assert first is not None
    assert [one.character() for one in first] == ["<", "["]
    assert exclusive(literal_tree(("<a>", "<b>")), literal_tree(("<c>", "[a]")))
    assert not exclusive(literal_tree(("<a>", "<b>")), literal_tree(("<b>c",)))
