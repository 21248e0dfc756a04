"""Patterns that would cost too much are refused, in few steps; those that cost little are not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings

import rtc.delimiters
from rtc.delimiters import Pattern, PatternError, check_delimiter, parse_pattern
from rtc.delimiters.cost import shared_loops
from rtc.delimiters.nodes import Branch, Chars, Group, Node, Repeat, Sequence
from rtc.delimiters.parser import MAX_DEPTH, MAX_SIZE
from rtc.delimiters.usable import check_cost
from tests.support.pattern_strategies import STEADY, members, patterns, sources
from tests.support.steps import lines_run

EXPONENTIAL = (
    "(?:a+)+b",
    "(?:a*b?a+)*c",
    "(?:a+)*",
    "(?:a|aa)+b",
    "(?:a|ab|b)*c",
    "(?:ab|a)*?c",
    "(?:.|a)+?(?:b|.)*(?:a.|.)*c",
    r"(?:\w+\s*)+:",
    r"(?:\w+\.?)*@",
    r"(?:[^<]+<?)*>",
    r"(?:\s*\w*\s*;)*d",
    "(?:a*a*c)*d",
    "(?:a?a?c)*d",
    "(?:a(?:b|bc)?c?)*d",
    "(?:(?:a|b)+c?)*d",
    "(?:a{1,2}){50}b",
    "(?:a{1,2})*b",
    "(?:a+){12}b",
    "(?:a|b|ab){60}c",
    "(?:(?P<x>a+)b?)*",
    "(?:x(?:a+)+)?b",
    "x(?=(?:a+)+b)",
    "(?!(?:a|a.)*b)",
    "(?i:(?:a+A?)*)b",
    "(?:" * 12 + "a" + "){1,2}" * 12 + "b",
    "a?" * 24 + "a" * 24 + "b",
    r"\s*" * 8 + "x",
    r"(?:\s*\n)*x",
    "(?:a?a)*y",
    "(?:x(?:(?:a?)?)?)*y",
    "(?:x(?:a?|b?))*y",
    "z" + "".join(f"(?:{letter}|{letter}{letter}?)" for letter in "abcdefghijklmnopqrstuvwx") + "y",
    "z" + "".join(f"(?:(?:{letter}?)?)?" for letter in "abcdefghijklmnopq") + "y",
)
LINEAR = (
    "(?:ab)*c",
    "(?:a+b)*c",
    "(?:a|b)*c",
    "(?:a|bc|d+e)*f",
    "(?:.|\n)*?</think>",
    r"[\s\S]*?</think>",
    r"(?:<\|(?:user|end)\|>\s*)+\Z",
    r"(?:\w+\s+)*:",
    r"(?:[^<]|<[^/])*</x>",
    "(?:[^<]*<b>)*",
    r'"(?:[^"\\]|\\.)*"',
    "(?:a{2}b){50}",
    "(?:ab?){1000}",
    "(?:a|b|c){60}d",
    "(?:a+b+)*",
    "a{1000}",
    "a{0,1000}b",
    "[ab]{2,1000}c",
    "(?:a?b){2,100}c",
    r"\s*(?:</think>|<tool>)\s*",
    r"a+\s*b*\n?c",
    "(?P<name>[^\n]+)\n",
    r"(?:\s[^<]*)?(?:<\|(?:channel|constrain)\|>[^<]*)*<\|message\|>",
    "|".join(f"<{number}>" for number in range(900)),
    r"<\|(?:end|endoftext|end_of_turn|eot|e|im_end)\|>\s*",
    r"(?:a?b?c?d?e?f?g?h?i?j?k?l?m?n?x)",
    r"(?:<a>)?(?:<b>)?(?:<c>)?(?:<a>)?(?:<b>)?(?:<c>)?x",
)


@pytest.mark.parametrize("source", EXPONENTIAL)
def test_pattern_of_exponential_cost_is_refused(source: str) -> None:
    with pytest.raises(PatternError) as caught:
        check_delimiter(parse_pattern(source))
    assert caught.value.kind == "costly"
    assert "cost" in caught.value.message and caught.value.hint


@pytest.mark.parametrize("source", LINEAR)
def test_pattern_of_linear_cost_is_accepted(source: str) -> None:
    check_delimiter(parse_pattern(source))


def test_cost_counts_for_patterns_that_are_not_streamed_too() -> None:
    check_cost(parse_pattern(r"(?P<k>a+)=(?P=k)"))
    with pytest.raises(PatternError, match="cost"):
        check_cost(parse_pattern(r"(?:(?P<k>a+)=?)+(?P=k)"))


BODIES = sources(("a", "b", "[ab]", "a", "b"), places=())
LOOPS = patterns(BODIES.map("(?:x{})*y".format) | BODIES.map("(?:{}){{4,}}y".format))
WORDS = ["".join(letters) for size in (1, 2) for letters in product("ab", repeat=size)]


@settings(STEADY, max_examples=120)
@given(LOOPS)
def test_loop_that_is_accepted_reads_a_text_in_few_ways(pattern: Pattern) -> None:
    """As the loop goes round, the ways to read what it has read stay few."""
    for word in (*WORDS, *("x" + word for word in WORDS), "aab"):
        assert readings(pattern.tree, word * 10 + "y") < 250, (pattern.source, word)


def readings(node: Node, text: str) -> int:
    """How many paths through `node` lead to the same place in `text`, at most."""
    return max(paths(node, text, Counter({0: 1})).values(), default=0)


def paths(node: Node, text: str, starts: Counter[int]) -> Counter[int]:
    """How many paths lead to each place, after `node`, from those that lead to `starts`."""
    match node:
        case Chars(charset):
            taken = members(charset)
            return Counter(
                {at + 1: count for at, count in starts.items() if text[at : at + 1] in taken}
            )
        case Sequence(items):
            for item in items:
                starts = paths(item, text, starts)
            return starts
        case Branch(options):
            return sum((paths(option, text, starts) for option in options), Counter())
        case Group(body):
            return paths(body, text, starts)
        case Repeat(body, low, high, _):
            ends = Counter(starts) if low == 0 else Counter()
            for rounds in range(1, 1 + (len(text) if high is None else high)):
                starts = paths(body, text, starts)
                ends += starts if rounds >= low else Counter()
            return ends
        case _:
            return starts


@pytest.mark.parametrize(
    ("source", "power"),
    [
        ("abc", 0),
        ("a*b*", 0),
        (r"\s*x\s*", 0),
        ("<a>.*?</a>", 0),
        (r"\s*\s*x", 1),
        (r"\s*a?\s*x", 1),
        (r"\s*(?:a|\s*)\s*", 2),
        (r".*a.*b", 0),
        ("a*(?:a+|b)", 1),
        (r"(?=\s*\s*x)", 1),
        (r"\w*\s*\w*\S*", 2),
    ],
)
def test_loops_that_share_characters_are_counted(source: str, power: int) -> None:
    assert shared_loops(parse_pattern(source).tree) == power


def test_counted_repeats_may_not_multiply_beyond_the_limit() -> None:
    for source in ("(?:a{70}){70}", "(?:(?:ab){7}c?d){300}", "(?:a{1000}|b){4}"):
        parse_pattern(source)
    for source in ("(?:a{71}){71}", "(?:a{1000}|b){5}", "(?:(?:a{0,20}b){0,20}c){0,20}"):
        with pytest.raises(PatternError, match="multiply"):
            parse_pattern(source)
    with pytest.raises(PatternError, match="multiply"):
        parse_pattern("a" * (MAX_SIZE + 1))


@pytest.mark.parametrize("opener", ["(", "(?:", "(?P<n>", "(?=", "(?!", "(?i:"])
def test_nesting_is_refused_where_it_is_too_deep(opener: str) -> None:
    with pytest.raises(PatternError, match="nested") as caught:
        parse_pattern("x" + opener * (MAX_DEPTH + 1) + "a" + ")" * (MAX_DEPTH + 1))
    assert (caught.value.kind, caught.value.position) == ("costly", 1 + MAX_DEPTH * len(opener))


def test_nesting_up_to_the_limit_compiles() -> None:
    for opener, closer in (
        ("(", ")"),
        ("(?:", ")"),
        ("(?:a|", "|b)"),
        ("(?i:", ")"),
    ):
        check_delimiter(parse_pattern(opener * MAX_DEPTH + "c" + closer * MAX_DEPTH))


def optional(count: int) -> str:
    return "".join(chr(0x4E00 + number) + "?" for number in range(count))


def nested(body: str, levels: int) -> str:
    """`body` in loops, each of which ends in a letter of its own."""
    ends = "".join(f"{chr(0x3100 + level)})*" for level in range(levels))
    return "(?:" * levels + body + ends


# Name -> pattern of a size. What each of them costs to check grows with the size, not with its square.
HOSTILE: dict[str, Callable[[int], str]] = {
    "characters": lambda size: "a" * size,
    "classes": lambda size: r"[ab\s]" * (size // 8),
    "class": lambda size: "[" + "ab-d" * size + "]",
    "alternatives": lambda size: "|".join(map(str, range(1000, 1000 + size // 8))),
    "optional groups": lambda size: "(?:ab)?c" * (size // 8),
    "loops": lambda size: "".join(f"(?:{chr(0x4E00 + n)}x)*" for n in range(size // 8)),
    "optional neighbours": lambda size: f"(?:{optional(size // 8)}x)*",
    "nested neighbours": lambda size: nested(f"(?:{optional(size // 8)}x)*", 30),
    "alternatives in a loop": lambda size: f"(?:{'|'.join(map(str, range(1000, 1000 + size // 8)))})*",
    "one name": lambda size: "|".join(f"(?P<n>{n})" for n in range(size // 8)),
    "comments": lambda size: "(?#a)" * size,
    "looks ahead": lambda size: "(?=a)" * (size // 8),
    "counted": lambda size: f"(?:ab?c){{{size // 8}}}",
    "unclosed": lambda size: "(" * size,
    "unclosed class": lambda size: "[a" * size,
    "braces": lambda size: "{1" * (size // 2),
}


# Finding loops that can take the same text is the most of it, and limited.
MOST_LINES = 1_500_000


@pytest.mark.parametrize("name", HOSTILE)
def test_checking_takes_steps_in_proportion_to_the_pattern(name: str) -> None:
    few = lines_run(rtc.delimiters, partial(checked, HOSTILE[name](500)), MOST_LINES)
    many = lines_run(rtc.delimiters, partial(checked, HOSTILE[name](2000)), MOST_LINES)
    assert few < MOST_LINES
    assert many < 6 * few + 2_000


def checked(source: str) -> None:
    check_delimiter(parse_pattern(source))


@pytest.mark.parametrize("opener", ["(?!", "(?=", "(?!b(?=", "(?=b(?!c(?!"])
def test_nested_looks_ahead_are_checked_in_few_steps(opener: str) -> None:
    for levels in (2, 6, 12):
        closer = ")" * opener.count("(") * levels
        source = opener * levels + "a" + closer
        assert lines_run(rtc.delimiters, partial(checked, source), 50_000) < 50_000


def test_random_texts_do_not_crash_the_parser() -> None:
    rng = random.Random(0)
    pieces = ("a", "(", ")", "[", "]", "{", "}", "?", "*", "+", "|", "\\", "^", "$", ".", "-", "(?", "<", ">", "P", "=", "!", ":", ",", "1", "#", "&&", "\\d", "é", "\n")  # fmt: skip
    for _ in range(4000):
        source = "".join(rng.choices(pieces, k=rng.randint(1, 12)))
        try:
            check_delimiter(parse_pattern(source))
        except PatternError as error:
            assert 0 <= error.position <= len(source), source


@pytest.mark.parametrize("loops", [5, 40, 800])
def test_delimiter_whose_loops_can_all_take_the_same_text_is_refused(loops: int) -> None:
    """Whatever must stand between them. With very many loops nobody can tell: then they count as such."""
    with pytest.raises(PatternError, match="several repeats in a row"):
        check_delimiter(parse_pattern("<" + ".*a" * loops + "b"))


def test_delimiter_of_many_loops_apart_is_usable() -> None:
    check_delimiter(parse_pattern("|".join(rf"<{name}\s*>" for name in range(100))))
