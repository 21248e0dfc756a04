"""The edge pattern's verdicts, against all short continuations of a text and some long ones.

A verdict on a text that may go on is wrong if any continuation refutes it. It may be more cautious than
needed, but not often: whoever waits for nothing shows the user nothing.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc.delimiters import Pattern, parse_pattern
from rtc.delimiters.edge import render_edge
from rtc.emit.patterns import pattern_source
from rtc_runtime.matching import edge
from tests.support.pattern_strategies import (
    PLACES,
    STEADY,
    group_uses,
    matching_text,
    patterns,
    sources,
    undecided,
)

ALPHABETS = {
    "ab": ("a", "b", "[ab]", ".", "[^a]"),
    "a \n": ("a", " ", r"\s", r"\S", r"\n", r"[^\n]"),
    "a-": ("a", "-", r"\w", r"\W", "[^-]"),
    "aAb": ("(?i:a)", "b", "[A-b]", "(?i:[^b])", "A"),
}


PATTERNS = {letters: patterns(sources(atoms, named=True)) for letters, atoms in ALPHABETS.items()}


@dataclass(frozen=True, slots=True)
class Trial:
    """A pattern, the beginning of a text to judge, where the search starts, and how it may go on."""

    pattern: Pattern
    text: str
    start: int
    continuations: tuple[str, ...]

    @property
    def verdict(self) -> re.Match[str] | None:
        return edge(render_edge(self.pattern.tree)).search(self.text, self.start)

    def matches(self) -> list[re.Match[str] | None]:
        """What the pattern finds in each whole text."""
        search = re.compile(named_source(self.pattern), re.DOTALL).search
        return [search(self.text + more, self.start) for more in self.continuations]


def named_source(pattern: Pattern) -> str:
    return pattern_source(pattern.tree, group_uses(pattern.tree))


def trials(pattern: Pattern, letters: str, seed: int) -> list[Trial]:
    rng = random.Random(seed)
    found = []
    for _ in range(6):
        text = "".join(rng.choices(letters, k=rng.randint(0, 2)))
        text += "".join(
            one if one in letters else rng.choice(letters)
            for one in matching_text(pattern.tree, rng)
        )
        cut = rng.randint(0, len(text))
        more = (text[cut:], *continuations(letters, rng))
        found.append(Trial(pattern, text[:cut], rng.choice((0, 0, rng.randint(0, cut))), more))
    return found


def continuations(letters: str, rng: random.Random) -> list[str]:
    """The end of the text, all short texts, and some longer ones."""
    short = ["".join(two) for size in (0, 1, 2) for two in itertools.product(letters, repeat=size)]
    return short + ["".join(rng.choices(letters, k=rng.randint(3, 8))) for _ in range(12)]


def refutation(trial: Trial) -> str | None:
    """What shows that the verdict is wrong, or None."""
    verdict, found = trial.verdict, trial.matches()
    if verdict is None or verdict.start() == len(trial.text):
        begun = [match for match in found if match and match.start() < len(trial.text)]
        return f"nothing, but {begun[0]}" if begun else None
    if undecided(verdict):
        earlier = [match for match in found if match and match.start() < verdict.start()]
        return f"live at {verdict.start()}, but {earlier[0]}" if earlier else None
    now = re.compile(named_source(trial.pattern), re.DOTALL).match(trial.text, verdict.start())
    for match in found:
        if match is None or match.span() != verdict.span():
            return f"final at {verdict.span()}, but {match}"
        if now is None or match.groupdict() != now.groupdict():
            return f"captures {now and now.groupdict()}, but {match.groupdict()}"
    return None


@pytest.mark.parametrize("letters", ALPHABETS)
@settings(STEADY, max_examples=200)
@given(st.data())
def test_no_continuation_refutes_a_verdict(letters: str, data: st.DataObject) -> None:
    pattern = data.draw(PATTERNS[letters])
    for trial in trials(pattern, letters, data.draw(st.integers(0, 999))):
        assert refutation(trial) is None, (pattern.source, trial)


# Constructs of published templates, of the reference's chunking faults, and of faults there were.
SOURCES = (
    r"(?:<turn\|>|<eos>)\s*|$",
    r"\)(?:\]<\|end\|>)?\s*",
    r"<think>(?:\n\n)?",
    r"Action:\s*(?P<name>[^\n]+)\n",
    r"</tool>(?!\s*<more>)",
    r"<b>.*?</b>|<i>",
    r"<end>\n<more>|<end>",
    r"\n\bAction: ",
    r"(?:^|<think>\s*)",
    r"(?=[\s\S]*?</think>)",
    r"to=functions\.(?P<name>\S+?)<\|channel\|>",
    r"(?<=\})\s*(?:<tool_call\|>|<eos>)",
    r"(?<=</arg>)\s*</call>|(?<=</call>)(?=\s*(?:<call>|\Z))|(?:(?<=<call>)|(?<=<call>\n))(?P<name>[^<\s]+)\s*</call>",
    r"\n*<call>\s*(?P<name>[^\s{}<|]+)\s*(?=\{)",
    r"(?:<\|(?:user|end)\|>\s*)+\Z",
    r"^(?=[^<\st]|t[^o]|to[^=])",
    r"a(?!b+c)",
    r"ab(?!(?<=a))c",
    r"\na(?!(?m:^))b",
    r"a(?=(?P<x>b+))c?",
    r"(?:a$|ab)",
    r"ab*?(?=c)",
    r"(?:(?=ab)a|b){2,3}",
    r"\b(?:end|ending)\b",
    r"(?!\B)a{2,}",
    r"[^\s\S]*a",
    r"«a»|[«»]b",
    r"(?i)<End>\s+",
)


@pytest.mark.parametrize("source", SOURCES)
def test_no_continuation_refutes_a_verdict_on_a_known_construct(source: str) -> None:
    pattern = parse_pattern(source)
    rng = random.Random(source)
    for _ in range(40):
        whole = rng.choice(("", "x", "\n", "<a>"))
        whole += "".join(matching_text(pattern.tree, rng) + rng.choice(" \nxb<") for _ in range(2))
        cut, start = rng.randint(0, len(whole)), rng.choice((0, 0, 1))
        ends = ["", *whole, whole[cut:], *(whole[cut:][:size] for size in range(1, 6))]
        ends += ["".join(rng.choices(whole, k=rng.randint(2, 6))) for _ in range(10)]
        ends += [matching_text(pattern.tree, rng) for _ in range(5)]
        trial = Trial(pattern, whole[:cut], min(start, cut), tuple(ends))
        assert refutation(trial) is None, trial


def test_verdict_of_what_nothing_can_change_is_final() -> None:
    """Waiting would be right too, but a delimiter that is there for good fires at once."""
    final = [
        ("<end>", "x<end>", (1, 6)),
        (r"<end>\s*", "<end> x", (0, 6)),
        (r"<end>\s*?", "<end> ", (0, 5)),
        ("<end>|<endless>", "<end>", (0, 5)),
        ("a(?!b)", "ac", (0, 1)),
        ("a(?!b)c", "ac", (0, 2)),
        ("a(?=b)", "ab", (0, 1)),
        ("(?<=x)a", "xa", (1, 2)),
        ("^a", "a", (0, 1)),
        (r"a\b", "a ", (0, 1)),
        (r"\ba", "xa a", (3, 4)),
        (r"(?:^|<t>)", "ab", (0, 0)),
        ("[ab]{2}", "ab", (0, 2)),
        ("(?:ab)+", "ababx", (0, 4)),
    ]
    for source, text, span in final:
        verdict = edge(render_edge(parse_pattern(source).tree)).search(text)
        assert verdict is not None and not undecided(verdict), (source, text)
        assert verdict.span() == span, (source, text)


def test_verdict_of_what_the_end_cuts_off_is_undecided() -> None:
    live = [
        ("<end>", "x<en", 1),
        (r"<end>\s*", "<end>", 0),
        ("<endless>|<end>", "<end", 0),
        (r"a|$", "b\n", 1),
        ("a(?!b)", "xa", 1),
        ("a(?=b)", "xa", 1),
        (r"a\b", "a", 0),
        (r"a\Z", "ba", 1),
        ("a$", "a\n", 0),
        ("(?:ab)+", "abab", 0),
        ("b.*?c|a", "ba", 0),
        (r"\s*x", "a \n", 1),
        ("(?m:a$)", "a", 0),
        ("a{2,3}", "aa", 0),
    ]
    for source, text, start in live:
        verdict = edge(render_edge(parse_pattern(source).tree)).search(text)
        assert verdict is not None and undecided(verdict), (source, text)
        assert verdict.start() == start, (source, text)


def test_verdict_of_what_has_not_begun_is_none_or_empty_at_the_end() -> None:
    nothing = [
        ("<end>", "x<enx"),
        (r"\Z", "abc"),
        ("$", "abc"),
        (r"a\Z", "ab"),
        ("a(?!b)", "ab"),
        ("(?<=x)a", "b"),
        ("^a", "ba"),
        (r"\ba", "xa"),
        ("(?=<b>)", "abc"),
        ("[^\\s\\S]", "a"),
    ]
    for source, text in nothing:
        verdict = edge(render_edge(parse_pattern(source).tree)).search(text)
        assert verdict is None or verdict.start() == len(text), (source, text)


def test_search_from_a_later_place_sees_what_stands_before_it() -> None:
    for source in ("(?<=x)a", r"\ba", "^a|(?<=x)a"):
        pattern = edge(render_edge(parse_pattern(source).tree))
        found = pattern.search("xa" if "x" in source else " a", 1)
        assert found is not None and found.span() == (1, 2), source
    assert edge(render_edge(parse_pattern("^a").tree)).search("xa", 1) is None


CAUTION = (r"\s*", "(?:ab)?", "a", "b", "a*", "b+?", "(?:a|ab)", "(?:b|ba|c)", "[ab]{1,2}", "(?=.)", "(?!aa)", "(?:ab|ba)*?")  # fmt: skip


def test_verdicts_are_seldom_more_cautious_than_needed() -> None:
    """Of texts judged undecided, few have only continuations that all decide alike."""
    rng, counts = random.Random(0), Counter[bool]()
    for _ in range(400):
        pattern = parse_pattern("".join(rng.choices(CAUTION, k=3)) + "c")
        whole = matching_text(pattern.tree, rng)
        text = whole[: rng.randint(0, len(whole))]
        ends = [whole[len(text) :], *continuations("abc", rng)]
        for _ in range(30):
            more = matching_text(pattern.tree, rng)
            ends += [more, more[len(text) :]]
        trial = Trial(pattern, text, 0, tuple(ends))
        verdict = trial.verdict
        if verdict is not None and undecided(verdict) and verdict.start() < len(text):
            spans = {match and match.span() for match in trial.matches()}
            starts = {match.start() for match in trial.matches() if match}
            counts[len(spans) == 1 or verdict.start() not in starts] += 1
    assert counts[False] > 150
    assert counts[True] < 0.02 * counts[False]


def test_short_notation_stays_short() -> None:
    """A character costs one character, but for the guillemets around each run."""
    assert render_edge(parse_pattern("<think>").tree) == "<«think>»"
    assert render_edge(parse_pattern("<a>|b").tree) == "<«a>»|b"
    assert render_edge(parse_pattern("a[bc]d*").tree) == "a«[bc]»d*«»?"
    assert len(render_edge(parse_pattern("a" * 1000).tree)) < 1010


def test_edge_pattern_has_no_other_groups() -> None:
    """`lastindex` tells the verdict, so nothing else may capture."""
    for source in (*SOURCES, r"(?P<x>a)(b)(?:c)", *PLACES):
        text = matching_text(parse_pattern(source).tree, random.Random(1)) + "xyz"
        verdict = edge(render_edge(parse_pattern(source).tree)).match(text)
        assert verdict is None or all(group in (None, "") for group in verdict.groups())
