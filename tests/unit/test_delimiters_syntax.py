"""What is read as a pattern, and what is refused: by which name, at which place."""

from __future__ import annotations

import pytest
import regex

from rtc.delimiters import PatternError, check_delimiter, parse_pattern
from rtc.delimiters.charset import ANY, CharSet, single
from rtc.delimiters.errors import Kind
from rtc.delimiters.nodes import EMPTY, At, Branch, Chars, Place, Repeat, Sequence

UNSUPPORTED: dict[str, tuple[str, int]] = {
    r"(?>a)": ("atomic group", 0),
    r"(?|a|b)": ("branch reset", 0),
    r"(a)(?(1)b|c)": ("conditional", 3),
    r"a(?R)": ("recursion", 1),
    r"(?R)": ("recursion", 0),
    r"(?P<n>a)(?&n)": ("subroutine call", 8),
    r"(?P<n>a)(?P>n)": ("subroutine call", 8),
    r"ab(?i)c": ("flags in the middle", 2),
    r"ab++": ("possessive", 3),
    r"a*+": ("possessive", 2),
    r"a?+": ("possessive", 2),
    r"a{2}+": ("possessive", 4),
    r"a+?+": ("possessive", 3),
    r"ab{e<=1}": ("fuzzy", 2),
    r"(?:ab){e}": ("fuzzy", 6),
    r"a{i,d}": ("fuzzy", 1),
    r"a{1<=e<=3}": ("fuzzy", 1),
    r"a{2i+2d+1s<=4}": ("fuzzy", 1),
    r"(?:a){e<=1:[a-z]}": ("fuzzy", 5),
    r"a{i<=1:b}": ("fuzzy", 1),
    r"a\p{L}": ("Unicode property", 1),
    r"a\P{L}": ("Unicode property", 1),
    r"\pL": ("Unicode property", 0),
    r"\N{DIGIT ONE}": ("named character", 0),
    r"\X": ("grapheme", 0),
    r"\R": ("line break", 0),
    r"\h": ("horizontal space", 0),
    r"a\K": (r"\K", 1),
    r"\G": (r"\G", 0),
    r"\mab": ("start of a word", 0),
    r"ab\M": ("end of a word", 2),
    r"\L<words>": ("named list", 0),
    r"a\z": (r"\z", 1),
    r"a\0": ("octal", 1),
    r"\012": ("octal", 0),
    r"a[[:alpha:]]": ("POSIX class", 2),
    r"[a[.b.]]": ("POSIX class", 2),
    r"[[=a=]]": ("POSIX class", 1),
    r"[a&&b]": ("set operation", 2),
    r"[ab||c]": ("set operation", 3),
    r"[a~~b]": ("set operation", 2),
    r"[--a]": ("set operation", 1),
    r"[a-\d]": ("ends in a class", 2),
    r"[a\p{L}]": ("escape in a class", 2),
    r"[a\B]": ("escape in a class", 2),
    r"[\1]": ("escape in a class", 1),
    r"a(?<=b*)": ("variable width", 1),
    r"(?<=a(?:b|cc))": ("variable width", 0),
    r"(?<=a?)b": ("variable width", 0),
    r"(?<=(a))b": ("inside a lookbehind", 0),
    r"(?<=\b)a": ("inside a lookbehind", 0),
    r"(?<!^)a": ("inside a lookbehind", 0),
    r"(?<=a(?=b))": ("inside a lookbehind", 0),
    r"x(?:a*)*": ("may match nothing", 1),
    r"(?:a?)+": ("may match nothing", 0),
    r"(a|)*": ("may match nothing", 0),
    r"(?=a){2}": ("may match nothing", 0),
    r"a\b+": ("may match nothing", 1),
    r"^*": ("may match nothing", 0),
    r"(a\1)": ("not complete", 2),
    r"(?P<n>a)(?P<n>b)": ("'n' twice", 0),
    r"(?P<n>a(?P<n>b))": ("'n' twice", 0),
    r"(?:(?P<n>a)|(?P<n>b))+": ("'n' twice", 0),
    r"(?P<n>a)|(?P<n>b)\1": ("repeated name", 17),
}
SYNTAX: dict[str, tuple[str, int]] = {
    "(a": ("unterminated group", 0),
    "a(b|(c)": ("unterminated group", 1),
    "a)": ("unbalanced", 1),
    "ab[c": ("unterminated character class", 2),
    "[]": ("unterminated character class", 0),
    "*a": ("nothing to repeat", 0),
    "a|+": ("nothing to repeat", 2),
    "(?:?)": ("nothing to repeat", 3),
    "{2}": ("nothing to repeat", 0),
    "a**": ("multiple repeat", 2),
    "a{2}{3}": ("multiple repeat", 4),
    "a+??": ("multiple repeat", 3),
    "ab{2,1}": ("repeat of 2 to 1", 1),
    "a[z-a]": ("bad character range", 5),
    r"a\e": (r"bad escape \e", 1),
    r"\x1": (r"bad escape \x", 0),
    r"\u12": (r"bad escape \u", 0),
    "ab\\": ("ends in a backslash", 2),
    "(?P=n)": ("unknown group name 'n'", 0),
    "a(?#b": ("unterminated comment", 1),
    "{,}": ("nothing to repeat", 0),
}
COSTLY: dict[str, tuple[str, int]] = {
    "ba{1001}": ("repeat of 1001", 1),
    "a{0,5000}": ("repeat of 0 to 5000", 0),
    "a{999999999}": ("repeat of 999999999", 0),
    "(?:(?:a{100}){100}){100}": ("multiply", 0),
    "(?:" * 41 + "a" + ")" * 41: ("nested over 40", 120),
}
UNKNOWN_FLAGS = "befprwLV"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        *((source, "unsupported") for source in UNSUPPORTED),
        *((source, "syntax") for source in SYNTAX),
        *((source, "costly") for source in COSTLY),
    ],
)
def test_refusal_names_the_construct_and_its_place(source: str, kind: Kind) -> None:
    words, position = (UNSUPPORTED | SYNTAX | COSTLY)[source]
    error = refusal(source)
    assert (error.kind, error.position) == (kind, position), error.message
    assert words in error.message
    assert str(error) == error.message


def refusal(source: str) -> PatternError:
    with pytest.raises(PatternError) as caught:
        parse_pattern(source)
    return caught.value


@pytest.mark.parametrize("source", SYNTAX)
def test_syntax_errors_are_errors_of_the_reference_engine_too(source: str) -> None:
    with pytest.raises(regex.error):
        regex.compile(source, regex.V0 | regex.DOTALL)


@pytest.mark.parametrize("letter", UNKNOWN_FLAGS)
def test_unknown_flag_is_refused_by_its_letter(letter: str) -> None:
    for source in (f"(?{letter})a", f"(?{letter}:a)", f"(?i{letter})a"):
        error = refusal(source)
        assert (error.kind, error.position) == ("unsupported", source.index(letter))
        assert f"flag '{letter}'" in error.message


def test_refusal_says_what_to_write_instead() -> None:
    assert "(?:...)" in (refusal("(?>a)").hint or "")
    assert "escape the brace" in (refusal("a{e}").hint or "")
    assert "write the characters out" in (refusal("[[:alpha:]]").hint or "")


@pytest.mark.parametrize(
    "source", [r"(a)\1", r"(?P<n>a)(?P=n)", r"(a)(?:b|(?=\1))", r"(?i)(a)\1", r"(a)(?!\1)"]
)
def test_backreference_is_good_in_a_pattern_and_refused_in_a_delimiter(source: str) -> None:
    pattern = parse_pattern(source)
    with pytest.raises(PatternError, match="backreference") as caught:
        check_delimiter(pattern)
    assert caught.value.kind == "unsupported"


def test_pattern_lists_its_names_in_order_and_once() -> None:
    source = r"(x)(?P<b>1)|(?<a>2)|(?P<b>3)(?:(?P<c>4))"
    pattern = parse_pattern(source)
    assert (pattern.source, pattern.groups) == (source, ("b", "a", "c"))
    assert parse_pattern("(a)(?:b)").groups == ()


def test_patterns_that_mean_the_same_have_the_same_tree() -> None:
    same = [
        ("a|b", "[ab]"),
        (r"(?:.|\n)*", "(?s:.)*"),
        (r"[\s\S]", "."),
        ("(?#x)a(?#y)", "a"),
        ("(?x) a b  # both\n c", "abc"),
        (r"\x61\u0062\U00000063", "abc"),
        ("(?<n>a)", "(?P<n>a)"),
        ("a{,2}", "a{0,2}"),
        ("a{,}", "a*"),
        ("a{0,}?", "a*?"),
        ("a{1}", "a{1,1}"),
        (r"\A", "^"),
        ("[a-c]", "[cab]"),
        (r"[^\W]", "[^\\W\\W]"),
        ("(?:a(?:b(?:c)))", "abc"),
        ("a{x}", r"a\{x\}"),
        ("{", r"\{"),
        ("a{1,2,3}", r"a\{1,2,3}"),
    ]
    for one, other in same:
        assert parse_pattern(one).tree == parse_pattern(other).tree, (one, other)


def test_pattern_of_nothing_is_an_empty_sequence() -> None:
    assert parse_pattern("").tree == parse_pattern("(?#nothing)").tree == EMPTY
    assert parse_pattern("|").tree == Branch((EMPTY, EMPTY))


def test_repeat_of_what_may_be_empty_becomes_an_alternative() -> None:
    start = At(Place.START)
    assert parse_pattern("^?").tree == Branch((start, EMPTY))
    assert parse_pattern("^??").tree == Branch((EMPTY, start))


def test_flags_hold_to_the_end_of_their_group() -> None:
    a, b = Chars(single("a")), Chars(single("b"))
    insensitive = Chars(CharSet(((97, 97),), ignore_case=True))
    assert parse_pattern("(?i:a)b").tree == Sequence((insensitive, b))
    assert parse_pattern("(?i)(?-i:a)b(?i:a)").tree != parse_pattern("ab(?i:a)").tree
    assert parse_pattern("(?:(?i:a)a)").tree == Sequence((insensitive, a))
    assert parse_pattern("(?s-s:.)(?s:.)").tree == Sequence(
        (Chars(CharSet(((10, 10),), negated=True)), Chars(ANY))
    )
    assert parse_pattern("(?m:^)$").tree == Sequence(
        (At(Place.LINE_START), At(Place.LAST_LINE_END))
    )


def test_dot_matches_any_character_unless_told_otherwise() -> None:
    assert parse_pattern(".").tree == parse_pattern("(?s).").tree == Chars(ANY)


def test_case_flag_marks_only_what_has_case() -> None:
    tree = parse_pattern("(?i)<a>").tree
    assert isinstance(tree, Sequence)
    ignored = [isinstance(item, Chars) and item.charset.ignore_case for item in tree.items]
    assert ignored == [False, True, False]


def test_long_patterns_are_read_without_recursion() -> None:
    assert len(str(parse_pattern("a" * 4999).source)) == 4999
    assert refusal("a" * 10_000).kind == "costly"
    tree = parse_pattern("|".join(f"{number}x" for number in range(1000))).tree
    assert isinstance(tree, Branch) and len(tree.options) == 1000
    assert refusal("(" * 10_000).kind == "costly"
    assert refusal("(?=" * 10_000 + "a").kind == "costly"
    assert refusal("[" + "a" * 10_000).kind == "syntax"
    assert refusal("(?#" + "a" * 10_000).position == 0
    assert isinstance(parse_pattern("[" + "ab" * 5_000 + "]").tree, Chars)
    assert isinstance(parse_pattern("(?x)" + " \n#x\n" * 2_000 + "a+").tree, Repeat)
