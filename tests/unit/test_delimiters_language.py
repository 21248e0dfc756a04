"""A pattern, written out for stdlib `re`, finds what the reference's engine finds: spans and captures.

Beyond ASCII, `\\w`, `\\d`, `\\b` and case follow the interpreter; the characters of the sample on which the
two engines disagree there are none.
"""

from __future__ import annotations

import random
import re
import warnings

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc import ir
from rtc.delimiters import Pattern, parse_pattern
from rtc.delimiters.captures import Capture, captures
from rtc.emit.patterns import group_names, pattern_source
from tests.support.pattern_strategies import (
    SAMPLE,
    STEADY,
    group_uses,
    matching_text,
    patterns,
    sources,
)

PATTERNS = tuple(
    filter(
        None,
        r"""
a
abc
<\|im_end\|>
\<\/think\>
a|ab
ab|a
a||b
(?:|a)b
(?:a|b|)c
[abc]
[^abc]
[a-c]+
[a-c-e]
[-a]
[a-]
[]a]
[^]a]+
[a^]
[\^a]
[\]\[]
[[a]
[a\-z]
[&|~#]
[&~|-]
[^\n]
[^\s<]+
[^\S\n]+
[\s\S]
[\s\d_]
[\w.-]+
[^\w]
[^\W\d]
[\W_]
[\D\n]
[^\D]
[\x41-\x43]
[\x1c-\x1f]
[\t\r\n\f\v\a\b]
[\u0041\U00000042]
[!---]
[+--]
[---]
[\d-a]
[\s-]
[{}()*+?.$^|/]
[\\/]
["'`]
[«»]
«
.
.*
(?s).
(?-s:.)+
\s
\s+
\S+
\s*\S
\s*?\S
[\s]
[^\s]
(?:\s|\x1c)+
\d+
\D
\w+
\W
\bab\b
\Ba
a\B
\B
\b
(?!\b)
^a
\Aa
^
a$
a\Z
$
\Z
(?m:^a)
(?m)^a$
(?m:$)
(?m)^
a$\n
\n$
a*
a+
a?
a*?
a+?
a??
a{2}
a{2,}
a{,2}
a{1,3}
a{1,3}?
a{2,}?
a{,}
a{,2}?
a{0}
a{0,0}b
(?:ab)*
(?:ab)+?
(?:ab){2}
(?:ab|c)*
(?:ab|cd){1,2}
(?:a(?:b|c))+
(?:a+b)*
(ab)?c
(a)|b
(a)?b
((a)b)+
(?P<x>a+)(?P<y>b*)
(?<x>a)b
(?P<x>a)|(?P<x>b)
(?:(?P<x>a)|(?P<x>b)c)d
(?P<x>a)?b
(?P<x>a|b)+
(?P<x>a*)(?P<y>a*)
(?P<x>a*?)(?P<y>a*)
(?P<x>)a
(?=(?P<x>a+))a
(?P<x>a)(?!(?P<y>b))
(?i)aBc
(?i:a)B
(?i)[a-c]+
(?i)[^a]
(?i)(?-i:a)b
(?i:a|(?-i:b))c
(?i)\x61
(?im)^A$
(?is)a.
(?x) a b
(?x)a # comment
(?x)[ #]a\ \#
(?x:a b)c d
(?x)a (?-x: b)
(?x) a + b {2}
(?a)\w+\s
(?a:\d)\S
(?u)\w
(?#comment)a(?#another)b
a(?#x)*
{
}
a{
a{}
a{b}
a{1
a{1,b}
a{1,2,3}
a{ 1}
a{"b": 1}
\{"a"\}
x{1}{
(?=a)
(?=a)ab
(?!a)
(?!ab)a
a(?=b|$)
a(?!b|\Z)
(?=a)?b
(?=.*b)a
(?!.*b)a
(?<=a)b
(?<!a)b
(?<=a|bc)b
(?<!a|bc)b
(?<=ab)
(?<![ab]{2})c
(?<=\s)a
(?<=(?:ab|cd))a
(?<=(?i:a))b
(?<!)a
(?<=)a
^?a
$?a
\b?a
(a)\1
(?P<x>a+)b(?P=x)
(?i)(a)\1
(a|b)(c)?\1
(a)(?=\1)
<(?P<key>\w+)>\s*(?P<value>.*?)\s*</(?P=key)>
(?:<\|user\|>|<\|end\|>)\s*\Z
<tool>\n?[^<\n]+\s*(?=<arg>)
(?:^\s+)?<think>
Action:\s*(?P<name>[^\n]+)\n
\A\s*(?:a|b)\s*\Z
""".splitlines(),
    )
)


def test_table_is_as_large_as_it_says() -> None:
    assert len(PATTERNS) > 150


@pytest.mark.parametrize("source", PATTERNS)
def test_pattern_finds_what_the_reference_finds(source: str) -> None:
    pattern = parse_pattern(source)
    rng = random.Random(source)
    letters = source + "ab cAB\n" + SAMPLE[9:32] + "\x85\xa0é"
    for _ in range(60):
        text = "".join(rng.choices(letters, k=rng.randint(0, 4)))
        text += matching_text(pattern.tree, rng) + "".join(
            rng.choices(letters, k=rng.randint(0, 3))
        )
        assert found_by_re(pattern, text) == found_by_regex(pattern, text), text


Found = list[object]


def found_by_re(pattern: Pattern, text: str) -> Found:
    groups = captures(pattern.tree)
    uses = group_uses(pattern.tree)
    names = group_names(uses)
    compiled = re.compile(pattern_source(pattern.tree, uses), re.DOTALL)
    found: Found = []
    for start in range(len(text) + 1):
        match = compiled.search(text, start)
        found.append(match and (match.span(), [taken(match, one, names) for one in groups]))
    return found


def taken(match: re.Match[str], capture: Capture, names: dict[int, str]) -> str | None:
    texts = [match[names[number]] for number in capture.numbers]
    text = next((text for text in texts if text is not None), None)
    assert text is not None or not capture.certain, capture
    return text


def found_by_regex(pattern: Pattern, text: str) -> Found:
    compiled = regex.compile(pattern.source, regex.V0 | regex.DOTALL)
    found: Found = []
    for start in range(len(text) + 1):
        match = compiled.search(text, start)
        found.append(match and (match.span(), [match[name] for name in pattern.groups]))
    return found


ATOMS = ("a", "b", "-", r"\.", "<", "[ab]", "[^a]", ".", r"\s", r"\S", r"\w", r"\W", r"\d", r"[\s-]", r"[\w<]", r"[^\W]", r"[^\s]", r"[\S\n]", r"\n", r"\x41", r"\u0042", "[a-c]", "[]a]", "[^]a]", "[a^]", "[-a]", "{", "}", "{a}")  # fmt: skip
LETTERS = "abAB12-.<{]}^ \n\t\x1c\x1f\x85\xa0"
INNER = sources(ATOMS, named=True)
SCOPED = st.builds(
    "{}{})".format, st.sampled_from(("(?i:", "(?-s:", "(?m:", "(?-i:", "(?s-i:", "(?x:")), INNER
)
FLAGGED = st.builds(
    "{}{}".format,
    st.sampled_from(("", "", "", "(?i)", "(?m)", "(?s)", "(?x)", "(?u)", "(?im)", "(?i)(?s)")),
    st.lists(INNER | SCOPED, min_size=1, max_size=2).map("".join),
)
ASCII_ONLY = INNER.map("(?a){}".format) | INNER.map("(?a:{})".format)


def texts(letters: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.text(letters, max_size=8), min_size=8, max_size=8)


@settings(STEADY, max_examples=300)
@given(patterns(FLAGGED, streamed=False), texts(LETTERS))
def test_random_pattern_finds_what_the_reference_finds(pattern: Pattern, texts: list[str]) -> None:
    rng = random.Random(pattern.source)
    for text in (*texts, matching_text(pattern.tree, rng), "b" + matching_text(pattern.tree, rng)):
        assert found_by_re(pattern, text) == found_by_regex(pattern, text), (pattern.source, text)


@settings(STEADY, max_examples=100)
@given(patterns(ASCII_ONLY, streamed=False), texts(LETTERS.rstrip("\x85\xa0")))
def test_random_ascii_pattern_finds_what_the_reference_finds(
    pattern: Pattern, texts: list[str]
) -> None:
    for text in texts:
        assert found_by_re(pattern, text) == found_by_regex(pattern, text), (pattern.source, text)


def test_blanks_are_those_of_the_reference_everywhere() -> None:
    """`re` counts \\x1c-\\x1f among its blanks, `regex` does not."""
    for source in (r"\s", r"\S", r"[\s]", r"[^\s]", r"[\s\d]", r"[^\S]", r"(?i:[\s])", r"(?a:\s)"):
        ours = re.compile(pattern_source(parse_pattern(source).tree), re.DOTALL)
        theirs = regex.compile(source, regex.V0 | regex.DOTALL)
        for character in map(chr, (*range(0x3100), 0xFEFF, 0x10FFFF)):
            same = bool(ours.match(character)) == bool(theirs.match(character))
            assert same, (source, character)


def test_every_printable_character_can_stand_escaped_and_in_a_class() -> None:
    for character in map(chr, range(32, 127)):
        escaped = character if character.isalnum() else f"\\{character}"
        for source in (escaped, f"[{escaped}]", f"[{escaped}x]+", f"[^{escaped}]"):
            pattern = parse_pattern(source)
            for text in (character, f"x{character}", "y", ""):
                assert found_by_re(pattern, text) == found_by_regex(pattern, text), source


def test_source_is_printable_and_compiles_without_warnings() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for source in (*PATTERNS, "\n\t\0\x7f\xa0\u2028", "[\n\0\ud800]", "\U0001f600\ud800"):
            written = pattern_source(parse_pattern(source).tree)
            assert written.isprintable()
            re.compile(written, re.DOTALL)


def test_only_the_groups_that_are_asked_for_capture() -> None:
    tree = parse_pattern("(?P<x>a)(b)(?P<y>(c)|d)").tree
    y = next(one for one in captures(tree) if one.name == "y")
    compiled = re.compile(pattern_source(tree, [ir.GroupUse("y", y.numbers, True)]))
    assert compiled.groupindex == {"y": 1}
    assert compiled.groups == 1
    assert re.compile(pattern_source(tree)).groups == 0


def test_groups_of_one_name_get_names_that_no_other_has() -> None:
    tree = parse_pattern("(?P<x>a)|(?P<x>b)|(?P<x_2>c)|(?P<x>d)").tree
    compiled = re.compile(pattern_source(tree, group_uses(tree)))
    assert len(compiled.groupindex) == compiled.groups == 4
    assert {"x", "x_2"} < set(compiled.groupindex)


def test_group_that_a_reference_needs_takes_no_name_in_use() -> None:
    pattern = parse_pattern(r"(?P<group_2>a)(b)\2")
    uses = [ir.GroupUse("group_2", (1,), True)]
    match = re.fullmatch(pattern_source(pattern.tree, uses), "abb")
    assert match is not None and match["group_2"] == "a"
