"""How the cost of a search grows: the powers, the parts of the pattern that are to blame."""

from __future__ import annotations

import pytest

from rtc.delimiters import parse_pattern
from rtc.delimiters.growth import Growth, growth
from rtc.delimiters.nodes import Backreference, Repeat
from rtc.delimiters.readings import MAX_COPIES, MAX_STATES

# Pattern, the power of one attempt, the power of a search.
POWERS = (
    ("abc", 1, 1),
    ("<a>", 1, 1),
    (r"<(?P<key>[^<>]+)>", 1, 1),
    (r"<(?P<key>[^>]+)>", 1, 2),
    (r"<a>\s*</a>", 1, 1),
    (r"\s*<a>", 1, 2),
    ("a.*b", 1, 2),
    ("(?P<key>a)(?P<value>.*z)?", 1, 2),
    ("a.*b.*c", 2, 3),
    ("a.*?b.*?c.*?d", 3, 4),
    (r"<[^>]*\s*>", 2, 3),
    (r"<[^>\s]*\s*>", 1, 2),
    ("<[^<>]*[^<>]*>", 2, 2),
    ("(?:ab)*(?:abc)*", 1, 2),
    ("(?:ab)*(?:abab)*", 2, 3),
    ("(?:a|a)*", 1, 2),
    ("(?:a+)+", 0, 0),
    ("(?:a|aa)*", 0, 0),
    ("(?:ab|a|b)*", 0, 0),
    ("(?:ab|a|bc)*", 1, 2),
    ("(?:(?:|x)(?:|y)a)*", 1, 2),
    ("(?:(?:x|)(?:|x)a)*", 0, 0),
    ("a(?=.*b)", 1, 2),
    ("(?:a(?=.*b))*", 2, 3),
    (r"(?:[^\]]|\](?!x))*\]x", 1, 2),
    (r"<(?P<key>\w+)>(?P<value>.*?)</(?P=key)>", 1, 2),
    (r"<(?P<key>\w+)(?P=key)>", 2, 2),
    # What lookarounds ask of one character counts.
    (r"a\s*(?=x).*b", 1, 2),
    (r"a\s*(?!\s).*b", 1, 2),
    (r"[ax]\s*(?<=x).*b", 1, 2),
    (r"a\s*(?<=x|\s).*b", 2, 2),
    (r"a\s*(?:(?=x)|y).*b", 1, 2),
    # Counted repeats: written out, or as good as endless.
    (f"<a{{0,{MAX_COPIES}}}a{{0,{MAX_COPIES}}}>", 1, 1),
    (f"<a{{0,{MAX_COPIES + 1}}}a{{0,{MAX_COPIES + 1}}}>", 2, 2),
    ("<a{5,}a{5,}>", 2, 2),
    ("x?a{3}(?:bc){2,4}", 1, 1),
    # Beyond ASCII, and without regard to case.
    ("<[α-ω]*[ω]*>", 2, 2),
    ("<[α-ψ]*[ω]*>", 1, 1),
    (r"<\w*[ж]*>", 2, 2),
    (r"<\d*[^\W\d]*>", 1, 1),
    ("(?i:<a*A*>)", 2, 2),
    ("(?i:<k*\u212a*>)", 2, 2),
    ("<a*A*>", 1, 1),
)


@pytest.mark.parametrize("source, attempt, search", POWERS)
def test_growth_is_the_power_of_the_length(source: str, attempt: int, search: int) -> None:
    cost = growth(parse_pattern(source).tree)
    assert (cost.attempt, cost.search, cost.known) == (attempt, search, True)


def spans(source: str) -> tuple[str | None, ...]:
    """The texts of the parts that are blamed: the two rivals, then what a search reads again."""
    cost = growth(parse_pattern(source).tree)

    def text(loop: Repeat | Backreference | None) -> str | None:
        return None if loop is None else source[loop.span[0] : loop.span[1]]

    one, other = cost.rivals or (None, None)
    return text(one), text(other), text(cost.reread)


@pytest.mark.parametrize(
    "source, blamed",
    [
        (r"<[^>]*\s*>", ("[^>]*", r"\s*", "[^>]*")),
        ("a.*?b(.*?)c", (".*?", ".*?", ".*?")),
        ("<(?P<key>[^>]{2,})>", (None, None, "[^>]{2,}")),
        ("(?:a+)+", ("a+", "a+", None)),
        (r"<(?P<key>\w+)(?P=key)>", (r"\w+", "(?P=key)", None)),
        ("(?x) < (?:a b)* (?: abab )* >", ("(?:a b)*", "(?: abab )*", None)),
        ("<a>", (None, None, None)),
    ],
)
def test_parts_to_blame_are_named(source: str, blamed: tuple[str | None, ...]) -> None:
    assert spans(source) == blamed


@pytest.mark.parametrize(
    "source", ["a" * (MAX_STATES + 1), "(?:" + "|".join(f"{n:03}a*" for n in range(400)) + ")*b"]
)
def test_what_is_too_large_is_not_known(source: str) -> None:
    assert growth(parse_pattern(source).tree) == Growth(0, 0, known=False)
