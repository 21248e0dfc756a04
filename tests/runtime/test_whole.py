"""Complete responses, read without the search that a stream takes."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

import rtc
from rtc_runtime.matching import grouped
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


# Whose values are read before their end is looked for.
DECODING = rtc.load_parser(
    {
        "start_anchor": "<s>",
        "fields": {
            "calls": {
                "open_pattern": r"<c(?P<name>\w?)>",
                "close_pattern": r"\s*</c>|(?<=\])\n(?=[^\s,\]}])|(?=<c>)",
                "repeats": True,
                "content": "json",
                "transform": {"name": "{name}", "value": "{content}"},
            },
            "content": {"close": "</s>", "content": "text", "content_args": {"strip": False}},
        },
    }
)
JSON_PIECES = [
    *(
        '{"a":',
        "[",
        "]",
        "}",
        ",",
        "1",
        "{}",
        '"',
        '"x"',
        '"</c>"',
        '"]\n{"',
        "\\",
        '"\\""',
        "nan",
        "NaN",
    ),
    *(
        "<c>",
        "<cx>",
        "</c>",
        "</c>",
        "</s>",
        " ",
        "\n",
        "\x0b",
        "<",
        "x",
        "[" * 520 + "]" * 520,
        "9" * 4400,
    ),
]


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
    alike, other = UNLIKE.between_regions().unlike
    assert other == "[C]" and alike[0]("<a <say")[0] == "<say" and alike[1] == len("</end>")
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


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('<c>{"a": "</c>", "b": ["<c>"]} </c>', [{"a": "</c>", "b": ["<c>"]}]),
        ("<c> [1]\nHi", [[1]]),
        ("<c>[[1],\n2]\n </c><cx>{}<c>[3]</c>", [[[1], 2], {}, [3]]),
        ("<c>1</c><c>\n\n[]</c>", [1, []]),
    ],
)
def test_value_of_a_region_tells_where_it_ends(text: str, values: list[object]) -> None:
    assert DECODING.response_format().regions["calls"].decodes == "[{"
    message = DECODING.parse_response(text, prefix="")
    assert [call["value"] for call in message["calls"]] == values
    assert message == streamed(DECODING, text)


def test_region_is_read_by_its_value_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DECODING, "load_json", None)
    monkeypatch.setattr(DECODING, "search_text", None)
    message = DECODING.parse_response('<c>{"a": "</c>"}\n</c>So', prefix="")
    assert message == {"calls": [{"name": "", "value": {"a": "</c>"}}], "content": "So"}


@pytest.mark.parametrize("seed", range(40))
def test_regions_of_json_are_what_they_are_in_a_stream(seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(100):
        text = "".join(choose.choices(JSON_PIECES, k=choose.randint(0, 8)))
        text = f"<c>[{text}]</c>" if choose.random() < 0.5 else text
        found = DECODING.parse_full(text, prefix="")
        parser = DECODING.ResponseParser("", on_malformed="event")
        parser.feed(text)
        message, _ = parser.finalize()
        assert repr((found.message, found.malformed)) == repr((message, parser.malformed)), text


def test_first_of_unlike_starts_is_found_window_by_window() -> None:
    for before in (0, 1, NEAR - 1, NEAR, 5 * NEAR - 2, 30 * NEAR):
        text = "y" * before + "<b>" + "y" * 9 + "[a]"
        assert nearest(("[a]", "<b>", "<b"), text, 0) == (before, "<b>")
        assert nearest(("[a]", "<b>"), text, before + 1) == (before + 12, "[a]")
        assert nearest(("<c>",), text, 0) == (-1, "")
        assert nearest(grouped(("<bb", "<b>", "[a]")), text, 0) == (before, "<b>")
        assert nearest(grouped(("<bb", "<c>", "[a]", "{")), text, 0) == (before + 12, "[a]")


def test_start_of_a_group_that_is_longer_than_others_is_found_in_its_window() -> None:
    for before in range(NEAR - 12, NEAR + 2):
        text = "y" * before + "<b[a]<longest>"
        assert nearest(grouped(("<b", "<longest>", "[a]")), text, 0) == (before, "<b")
        assert nearest(grouped(("<c", "<longest>", "[a]")), text, 0) == (before + 2, "[a]")


def test_starts_that_are_far_away_are_not_looked_for_again_and_again() -> None:
    text = WatchedText("<say>a)!" * 20_000)
    position = found = 0
    while position < len(text) and found >= 0:
        found, _ = nearest(("[C]", "<say"), text, position)
        position = found + 1
    assert text.looked_at < 2 * NEAR * 20_000
