"""Complete responses, read without the search that a stream takes."""

from __future__ import annotations

import random

import pytest

import rtc

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


def streamed(text: str) -> object:
    parser = BRACKETS.ResponseParser("")
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


@pytest.mark.parametrize("seed", range(40))
def test_complete_response_is_what_its_stream_is(seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(50):
        text = "".join(choose.choices(PIECES, k=choose.randint(0, 14)))
        assert BRACKETS.parse_response(text, prefix="") == streamed(text), text
