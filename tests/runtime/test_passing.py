"""How much of a chunk no delimiter can be in."""

from __future__ import annotations

import pytest

from rtc_runtime.matching import MAX_TAILS, Delimiter, Watch, literal
from rtc_runtime.passing import SHORT, before_blanks, before_start, first_beginning

PLAIN = Watch(literal("a", "<a>"), literal("b", "<b>"), starts=("<a>", "<b>"))
LED = Watch(
    Delimiter("a", r"\s*<a>", r"\s*«»?«<a>»", ""), starts=("<a>",), blanks=" \n", waits=True
)
ONE_BLANK = Watch(Delimiter("a", r"\n?<a>", r"(?:\n)?«<a>»", ""), starts=("<a>",), blanks="\n")
BEHIND = Watch(
    Delimiter("a", r"(?<=\})\s*<a>", r"(?<=\})\s*«»?«<a>»", ""),
    starts=("<a>",),
    blanks=" \n",
    context=1,
    behind="}",
)


def nothing(length: int) -> str:
    """The text before that of a chunk."""
    return ""


@pytest.mark.parametrize(
    ("watch", "text", "end"),
    [
        (PLAIN, "x<y", 3),
        (PLAIN, "x<", 1),
        (PLAIN, "x<c <", 4),
        (PLAIN, "x<a>", -1),
        (LED, "x <y", 4),
        (LED, "x <y ", 4),
        (LED, "x \n<a", 1),
        (LED, "x \n<a>", -1),
        (ONE_BLANK, "x\n\n<a", 2),
        (ONE_BLANK, "x<a", 1),
        (BEHIND, "x <a", 4),
        (BEHIND, "} <a", 1),
        (BEHIND, "} <a>", -1),
        (BEHIND, "} <b", 4),
    ],
)
def test_text_up_to_a_beginning_is_certain(watch: Watch, text: str, end: int) -> None:
    assert max(before_start(watch, text, watch.find_start(text), nothing), -1) == end


@pytest.mark.parametrize(
    ("watch", "text", "before", "end"),
    [
        (LED, "x  ", "", 1),
        (ONE_BLANK, "x\n\n", "", 2),
        (BEHIND, "x  ", "", 3),
        (BEHIND, "}  ", "", 1),
        (BEHIND, "  ", "}", 0),
        (BEHIND, "  ", "x", 2),
    ],
)
def test_blanks_wait_where_a_delimiter_can_begin_with_them(
    watch: Watch, text: str, before: str, end: int
) -> None:
    start = len(text.rstrip(watch.blanks))
    assert before_blanks(watch, text, start, lambda length: before) == end


def test_long_text_that_may_hold_a_delimiter_is_searched() -> None:
    text = "x" * SHORT + "<a>"
    assert before_start(PLAIN, text, PLAIN.find_start(text), nothing) == ~len(text)


def test_place_of_a_delimiter_that_is_complete_is_told() -> None:
    assert [first_beginning(PLAIN, "x", text) for text in ("<a>", "y<b>", "y<<b>z<a>")] == [
        -1,
        -2,
        -3,
    ]


def test_beginnings_that_were_held_are_remembered_and_few() -> None:
    watch = Watch(literal("a", "<a>"), literal("b", "<b>"), starts=("<a>", "<b>"))
    assert [first_beginning(watch, "x", text) for text in ("<", "<a", "<a", "y<", "<c")] == [
        0,
        0,
        0,
        1,
        2,
    ]
    assert watch.begun == {("x", "<"), ("x", "<a")}
    assert first_beginning(watch, "x", "<a>") == -1
    for place in range(2 * MAX_TAILS):
        first_beginning(watch, str(place), "<")
    assert len(watch.begun) <= MAX_TAILS
