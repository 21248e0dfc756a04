"""The automaton of a pattern finds what the pattern finds, however the text comes in."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc.delimiters import Pattern, parse_pattern
from rtc.delimiters.analysis import left_context
from rtc.delimiters.program import compile_program
from rtc.delimiters.render import render_pattern
from rtc_runtime.automaton import Automaton
from rtc_runtime.waiting import Search
from tests.support.pattern_strategies import STEADY, matching_text, patterns, sources

ALPHABETS = {
    "ab": ("a", "b", "[ab]", ".", "[^a]"),
    "a \n": ("a", " ", r"\s", r"\S", r"\n", r"[^\n]"),
    "a-": ("a", "-", r"\w", r"\W", "[^-]"),
    "·→ «": ("·", "→", " ", "[·→]", "«", r"[^\s·]"),
}
PATTERNS = {letters: patterns(sources(atoms)) for letters, atoms in ALPHABETS.items()}


@dataclass(frozen=True, slots=True)
class Reading:
    """An automaton that has read a text from a place on, in pieces; `before` it are more characters."""

    pattern: Pattern
    text: str
    start: int
    search: Search

    def first(self, more: str) -> re.Match[str] | None:
        """What the pattern finds if the text goes on with `more` and ends there."""
        compiled = re.compile(render_pattern(self.pattern.tree), re.DOTALL)
        return compiled.search(self.text + more, self.start)


def reading(pattern: Pattern, text: str, start: int, rng: random.Random) -> Reading:
    automaton = Automaton(compile_program(pattern.tree, {}))
    before = text[max(0, start - left_context(pattern.tree)) : start]
    search = Search(automaton, before, at_start=start == 0)
    place = start
    while place < len(text):
        size = rng.choice((1, 1, 2, 5))
        search.read(text[place : place + size], place)
        place += size
    return Reading(pattern, text, start, search)


def refutation(read: Reading, continuations: list[str]) -> str | None:
    """What shows that the automaton knows too much, or None."""
    search = read.search
    earliest = len(read.text) if search.earliest is None else search.earliest
    for more in continuations:
        match = read.first(more)
        if match is not None and match.start() < earliest:
            return f"nothing before {earliest}, but {match} with {more!r}"
        if search.decided and search.candidate is not None:
            start, end = search.candidate
            if match is None or match.start() != start or end not in (-1, match.end()):
                return f"{search.candidate} for good, but {match} with {more!r}"
    return None


@pytest.mark.parametrize("letters", ALPHABETS)
@settings(STEADY, max_examples=200)
@given(st.data())
def test_automaton_finds_what_the_pattern_finds(letters: str, data: st.DataObject) -> None:
    pattern = data.draw(PATTERNS[letters])
    rng = random.Random(data.draw(st.integers(0, 999)))
    short = ["".join(two) for size in (0, 1, 2) for two in product(letters, repeat=size)]
    for _ in range(5):
        text = "".join(rng.choices(letters, k=rng.randint(0, 3)))
        text += "".join(c if c in letters else rng.choice(letters) for c in matching_text(pattern.tree, rng))  # fmt: skip
        text = text[: rng.randint(0, len(text))]
        read = reading(pattern, text, rng.randint(0, len(text)), rng)
        longer = ["".join(rng.choices(letters, k=rng.randint(3, 7))) for _ in range(8)]
        assert refutation(read, [*short, *longer]) is None, (pattern.source, text, read.start)
        assert_found_at_the_end(read)


def assert_found_at_the_end(read: Reading) -> None:
    search, match = read.search, read.first("")
    search.finish()
    assert search.decided
    if match is None or match.start() == len(read.text):
        assert search.candidate is None, (read.pattern.source, read.text, read.start)
    else:
        assert search.candidate is not None, (read.pattern.source, read.text, read.start)
        start, end = search.candidate
        assert (start, end) in (match.span(), (match.start(), -1)), (read.pattern.source, read.text)


SOURCES = (
    r"<b>.*?</b>|<i>",
    r"(?=[\s\S]*?</think>)",
    r"to=functions\.(?P<name>\S+?)<\|channel\|>",
    r"a(?!.*b)c",
    r"(?<=</arg>)\s*</call>|(?<=</call>)(?=\s*(?:<call>|\Z))",
    r"<call>\s*[^\s{}<|]+\s*(?=\{)",
    r"(?:<\|(?:user|end)\|>\s*)+\Z",
    r"^(?=[^<\st]|t[^o]|to[^=])",
    r"(?m:^)#+ .*(?m:$)",
    r"\bend\b.*\bof\b",
    r"(?=.*b)(?!.*c)a+",
    r"a+(?=(?!b)c|d)",
    r"(?i:<A>)\s{2,}x?",
    r"ab(?!(?<=a))c",
    r"a{3,5}?b",
)


@pytest.mark.parametrize("source", SOURCES)
def test_automaton_finds_known_constructs(source: str) -> None:
    pattern, rng = parse_pattern(source), random.Random(source)
    for _ in range(40):
        text = rng.choice(("", "x", "\n"))
        text += "".join(matching_text(pattern.tree, rng) + rng.choice(" \nxb<") for _ in range(2))
        cut = rng.randint(0, len(text))
        read = reading(pattern, text[:cut], min(cut, rng.choice((0, 0, 1))), rng)
        ends = ["", text[cut:], *text, *(matching_text(pattern.tree, rng) for _ in range(5))]
        assert refutation(read, ends) is None, (text[:cut], read.start)
        assert_found_at_the_end(read)


def test_automaton_decides_as_soon_as_nothing_can_change() -> None:
    cases = [
        ("<b>.*?</b>|<i>", "x<b>y<i>z", None, 1),
        ("<b>.*?</b>|<i>", "x<b>y<i>z</b>", (1, 13), 1),
        ("a.*b", "xa", None, 1),
        ("a.*?b", "xayb", (1, 4), 1),
        ("abc", "xaby", None, None),
        (r"a\s*", "a  ", None, 0),
        (r"a\s*", "a  x", (0, 3), 0),
    ]
    for source, text, found, earliest in cases:
        read = reading(parse_pattern(source), text, 0, random.Random(1))
        assert (read.search.decided, read.search.earliest) == (found is not None, earliest), source
        assert found is None or read.search.candidate == found, source


def test_long_text_takes_few_states() -> None:
    """What has been seen before costs a look-up, and long runs are leapt over."""
    for source, text in (("<b>.*?</b>", "<b>" + "ab c" * 5_000), (r"\s*x", " " * 20_000), ("(?=.*z)a", "ab" * 9_000)):  # fmt: skip
        automaton = Automaton(compile_program(parse_pattern(source).tree, {}))
        search = Search(automaton, "", at_start=True)
        search.read(text, 0)
        assert not search.decided
        assert len(automaton.states) < 20, source


def test_program_is_one_line_of_steps() -> None:
    assert compile_program(parse_pattern("ab").tree, {}) == "a b ·end"
    assert compile_program(parse_pattern("ab|cd").tree, {}) == "·or:1,4 a b ·end c d→3"
    assert compile_program(parse_pattern("a*").tree, {}) == "·or:1,2 a→0 ·end"
    assert compile_program(parse_pattern("a*?").tree, {}) == "·or:1,2 ·end a→0"
    assert compile_program(parse_pattern("a{1,2}").tree, {}) == "a ·or:2,3 a ·end"
    assert compile_program(parse_pattern("(?=a)b").tree, {}) == "·ahead:3 b ·end a ·end"
    assert compile_program(parse_pattern("(?<!a)b").tree, {}) == "·not_behind:3 b ·end a ·end"
    assert compile_program(parse_pattern(r"\b").tree, {}) == r"·at:word_edge,2 ·end \w"
    assert compile_program(parse_pattern(r"\Z").tree, {}) == "·at:end ·end"
    assert compile_program(parse_pattern("[ ·→]").tree, {}) == r"[\x20\xb7\u2192] ·end"
    for source in SOURCES:
        program = compile_program(parse_pattern(source).tree, {})
        assert program.isprintable() and "  " not in program
