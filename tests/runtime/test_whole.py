"""Complete responses, read without the search that a stream takes."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

import rtc
from rtc_runtime.searching import NEAR, nearest
from tests.runtime.steps import WatchedText

BRACKETS = rtc.load_parser(
    {
        "start_anchor": "<s>",
        "fields": {
            "calls": {
                "open": "<c>",
                "close_pattern": r"</s>|(?<=\])[^\S\n]*\n(?=\w)|(?<=\]\])\Z",
                "content": "text",
                "content_args": {"strip": False},
            },
            "content": {"close": "</s>", "content": "text", "content_args": {"strip": False}},
        },
    }
)
PIECES = ["]", "]]", "[", "\n", " ", "x", "</s>", "<c>", "</", "]\n", "]\nx", "] \n y"]


def streamed(module: ModuleType, text: str) -> object:
    parser = module.ResponseParser("")
    parser.feed(text)
    return parser.finalize()[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<c>[[1], [2]] \nHi]", {"calls": "[[1], [2]]", "content": "Hi]"}),
        ("<c>" + "[1], " * 200 + "[]\nHi", {"calls": "[1], " * 200 + "[]", "content": "Hi"}),
        ("<c>[1]\n[2]</s>Hi", {"calls": "[1]\n[2]", "content": "Hi"}),
        ("<c>[1]\n[2]", {"calls": "[1]\n[2]"}),
    ],
)
def test_what_may_stand_behind_any_bracket_is_found_without_a_search(
    text: str, expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert BRACKETS.calls_end().after == {"]"}
    monkeypatch.setattr(BRACKETS, "search_text", None)
    assert BRACKETS.parse_response(text, prefix="") == expected


# Whose starts are looked for one by one, whose closes follow a text, and whose close is searched for at once.
UNLIKE = rtc.load_parser(
    {
        "start_anchor": "<s>",
        "fields": {
            "calls": {
                "open": "[C]",
                "close_pattern": r"(?<=</f>)\s*(?:</c>|<e>|\Z)|(?<=x</f>)[ \n]?,(?=\s*<f)",
                "repeats": True,
                "content": "text",
                "content_args": {"strip": False},
            },
            "say": {
                "open_pattern": r"\n?<say[^>]*>",
                "close_pattern": r"\)(?=\s*(?:</say>|!))",
                "repeats": True,
                "content_args": {"strip": False},
            },
            "content": {"close_pattern": r"</end>", "content_args": {"strip": False}},
        },
    }
)
UNLIKE_PIECES = [
    "[C]",
    "</f>",
    "</f>,",
    "<f",
    "</c>",
    "<e>",
    "<say>",
    "<say",
    ")",
    "!",
    "</say>",
    "</end>",
    "</",
]
BLANKS = [" ", "\n", "\x1c", "x"]


def test_watches_of_these_are_of_every_kind() -> None:
    assert UNLIKE.between_regions().unlike == ("</end>", "<say", "[C]")
    assert UNLIKE.calls_end().follows == "</f>" and UNLIKE.calls_end().led
    assert UNLIKE.say_end().only is not None and UNLIKE.say_end().far
    behind = BRACKETS.calls_end().find_after("]x] ]", 0)
    assert BRACKETS.calls_end().led and [one.start() for one in behind] == [2, 4]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(
    ("parser", "pieces"),
    [(BRACKETS, PIECES), (UNLIKE, [*UNLIKE_PIECES, *BLANKS])],
    ids=["after", "unlike"],
)
def test_complete_response_is_what_its_stream_is(
    seed: int, parser: ModuleType, pieces: list[str]
) -> None:
    choose = random.Random(seed)
    for _ in range(50):
        text = "".join(choose.choices(pieces, k=choose.randint(0, 14)))
        filling = "y" * choose.choice([0, 0, NEAR - 3, 3 * NEAR])
        text = text.replace("x", "x" + filling, 1)
        assert parser.parse_response(text, prefix="") == streamed(parser, text), text


def test_first_of_unlike_starts_is_found_window_by_window() -> None:
    for before in (0, 1, NEAR - 1, NEAR, 5 * NEAR - 2, 30 * NEAR):
        text = "y" * before + "<b>" + "y" * 9 + "[a]"
        assert nearest(("[a]", "<b>", "<b"), text, 0) == (before, "<b>")
        assert nearest(("[a]", "<b>"), text, before + 1) == (before + 12, "[a]")
        assert nearest(("<c>",), text, 0) == (-1, "")


def test_starts_that_are_far_away_are_not_looked_for_again_and_again() -> None:
    text = WatchedText("<say>a)!" * 20_000)
    position = found = 0
    while position < len(text) and found >= 0:
        found, _ = nearest(("[C]", "<say"), text, position)
        position = found + 1
    assert text.looked_at < 2 * NEAR * 20_000
