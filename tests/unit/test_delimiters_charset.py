"""Sets of characters against sets of Python, over all code points where that is cheap."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from rtc.delimiters.charset import (
    ANY,
    BLANK,
    MAX_CODEPOINT,
    CharSet,
    Range,
    complement,
    disjoint,
    escape_character,
    normalise,
    plain_set,
    ranges_of,
    render_charset,
    single,
    union,
)
from tests.support.pattern_strategies import STEADY

CODES = [*range(0x180), *range(0x2000, 0x2030), 0x3000, 0xD800, 0xFFFF, 0x10000, MAX_CODEPOINT]
code = st.sampled_from(CODES) | st.integers(0, MAX_CODEPOINT)
ranges = st.lists(st.builds(lambda a, b: (min(a, b), max(a, b)), code, code), max_size=4)
near = st.lists(st.builds(lambda a, n: (a, a + n), st.integers(40, 130), st.integers(0, 3)))
charsets = st.builds(
    lambda found, categories, negated, ignore_case, ascii_only: CharSet(
        normalise(found), tuple(dict.fromkeys(categories)), negated, ignore_case, ascii_only
    ),
    ranges | near,
    st.lists(st.sampled_from("wWdD"), max_size=2),
    st.booleans(),
    st.sampled_from((False, False, True)),
    st.sampled_from((False, False, True)),
)


def members(charset: CharSet) -> set[int]:
    """Which of CODES the rendered set matches."""
    accepts = re.compile(render_charset(charset), re.DOTALL).match
    return {code for code in CODES if accepts(chr(code))}


def inside(found: list[Range] | tuple[Range, ...]) -> set[int]:
    return {code for code in CODES if any(low <= code <= high for low, high in found)}


@STEADY
@given(ranges | near)
def test_normalise_keeps_the_characters_and_sorts_them_apart(found: list[Range]) -> None:
    merged = normalise(found)
    assert inside(merged) == inside(found)
    assert all(high + 1 < low for (_, high), (low, _) in zip(merged, merged[1:], strict=False))
    assert normalise(list(merged)) == merged == normalise(list(reversed(found)))


@STEADY
@given(ranges | near)
def test_complement_is_all_the_rest(found: list[Range]) -> None:
    merged = normalise(found)
    outside = complement(merged)
    assert inside(outside) == set(CODES) - inside(merged)
    assert complement(outside) == merged


def test_complement_of_nothing_and_of_everything() -> None:
    assert complement(()) == ((0, MAX_CODEPOINT),)
    assert complement(((0, MAX_CODEPOINT),)) == ()


@STEADY
@given(ranges | near, st.booleans())
def test_rendered_ranges_match_their_characters(found: list[Range], negated: bool) -> None:
    charset = plain_set(found, [], negated)
    wanted = inside(found)
    assert members(charset) == (set(CODES) - wanted if negated else wanted)


@STEADY
@given(charsets)
def test_rendered_set_matches_one_character_and_is_printable(charset: CharSet) -> None:
    source = render_charset(charset)
    assert source.isprintable()
    assert "«" not in source and "»" not in source
    compiled = re.compile(f"({source})(.)", re.DOTALL)
    assert compiled.groups == 2
    for code in sorted(members(charset))[:5]:
        match = compiled.fullmatch(chr(code) + "]")
        assert match is not None and match[1] == chr(code)


@STEADY
@given(charsets, charsets)
def test_disjoint_sets_have_no_character_in_common(one: CharSet, other: CharSet) -> None:
    assert disjoint(one, other) == disjoint(other, one)
    if disjoint(one, other):
        assert not members(one) & members(other)


@STEADY
@given(ranges | near, ranges | near, st.booleans(), st.booleans())
def test_disjoint_is_exact_for_ranges(
    left: list[Range], right: list[Range], negated: bool, other_negated: bool
) -> None:
    one, other = plain_set(left, [], negated), plain_set(right, [], other_negated)
    ours, theirs = (
        complement(part.ranges) if part.negated else part.ranges for part in (one, other)
    )
    overlap = any(low <= top and bottom <= high for low, high in ours for bottom, top in theirs)
    assert disjoint(one, other) == (not overlap)


def test_disjoint_knows_categories_within_ascii_and_case() -> None:
    word, no_word = CharSet(categories=("w",)), CharSet(categories=("W",))
    assert disjoint(word, single("<")) and disjoint(no_word, single("a"))
    assert not disjoint(word, single("a")) and not disjoint(word, single("é"))
    insensitive = CharSet(((97, 97),), ignore_case=True)
    assert not disjoint(insensitive, single("A")) and disjoint(insensitive, single("b"))
    assert not disjoint(CharSet(((107, 107),), ignore_case=True), single("\u212a"))
    assert disjoint(BLANK, single("\x1c")) and not disjoint(BLANK, single("\u2003"))
    assert not disjoint(ANY, single("a")) and disjoint(CharSet(), ANY)


@STEADY
@given(st.lists(charsets, min_size=1, max_size=3))
def test_union_has_the_characters_of_all_its_sets(sets: list[CharSet]) -> None:
    merged = union(sets)
    if merged is not None:
        assert members(merged) == set().union(*map(members, sets))


def test_union_joins_ranges_and_categories_and_gives_up_on_the_rest() -> None:
    a, word, not_a = single("a"), CharSet(categories=("w",)), CharSet(((97, 97),), negated=True)
    assert union([single("b"), a]) == CharSet(((97, 98),))
    assert union([ANY, single("\n")]) == ANY
    assert union([not_a, a]) == ANY
    assert union([BLANK, CharSet(BLANK.ranges, negated=True)]) == ANY
    assert union([word, a]) == CharSet(((97, 97),), ("w",))
    assert union([CharSet(((97, 97),), ignore_case=True), a]) is None
    assert union([CharSet(categories=("w",), negated=True), a]) is None
    assert union([word, CharSet(categories=("d",), ascii_only=True)]) is None


def test_plain_set_of_everything_has_one_form() -> None:
    assert plain_set([(0, MAX_CODEPOINT)], []) == plain_set([(0, 99), (90, MAX_CODEPOINT)], [])
    assert plain_set([(0, MAX_CODEPOINT)], ["w"]) == ANY
    assert plain_set([(0, MAX_CODEPOINT)], [], negated=True) == CharSet()
    assert plain_set([(98, 98), (97, 97)], ["w", "w"]) == CharSet(((97, 98),), ("w",))


def test_character_and_members_are_known_for_plain_sets_alone() -> None:
    assert single("x").character() == "x"
    assert CharSet(((97, 98),)).character() is None
    assert CharSet(((97, 97),), negated=True).character() is None
    assert CharSet(((97, 97),), ignore_case=True).character() is None
    assert CharSet(((97, 97),), ("d",)).character() is None
    assert CharSet(((97, 99), (120, 120))).members(4) == "abcx"
    assert CharSet(((97, 99), (120, 120))).members(3) is None
    assert CharSet(((97, 97),), ignore_case=True).members(9) is None
    assert CharSet(categories=("d",)).members(99) is None and ANY.members(9) is None
    assert BLANK.members(32) is not None and set(BLANK.members(32) or "") >= set(" \t\n\r")


@STEADY
@given(st.text(max_size=6))
def test_ranges_of_a_text_hold_its_characters(text: str) -> None:
    found = ranges_of(text)
    assert {chr(code) for low, high in found for code in range(low, high + 1)} == set(text)


def test_escaped_character_matches_itself_alone() -> None:
    for code in CODES:
        source = escape_character(chr(code))
        assert source.isprintable()
        assert re.fullmatch(source, chr(code), re.DOTALL), source
        assert not re.search(source, "\x00" if code else "\x01"), source


def test_empty_set_matches_nothing() -> None:
    assert members(CharSet()) == set()
    assert re.search(render_charset(CharSet()), "abc\n") is None
