"""A close that is said to begin nowhere in JSON but in strings begins nowhere else."""

from __future__ import annotations

import json
import random
import re

import pytest

import rtc
from rtc.delimiters import parse_pattern
from rtc.delimiters.json_ends import values_before
from rtc.delimiters.render import render_pattern
from rtc_runtime.strings import JsonStrings

MAGISTRAL = r"(?<=\})(?:\s*(?:</s>\s*|(?=\[TOOL_CALLS\]))|[^\S\n]*\n\s*(?=[^\s,\]}<\[]))"


@pytest.mark.parametrize(
    ("pattern", "brackets"),
    [
        ("</c>", "[{"),
        (r"\s*</c>", "[{"),
        (r"(?<=\})\s*(?:</c>|<\|end\|>)", "[{"),
        (r"(?=<\|end\|>)", "[{"),
        (r"(?:```\s*)?</c>", "[{"),
        (r"\s*\Z", "[{"),
        (
            r"(?<=\])\s*(?=[^\s,\]}])",
            "",
        ),  # right where the value begins there may be a bracket before it
        (r"(?<=\])\n(?=[^\s,\]}])", "[{"),
        (MAGISTRAL, "{"),
        ("", ""),
        (r"\n", ""),
        (r"(?<=\})", ""),
        (r"(?<=\}),(?=\s*\{)", ""),
        (r"(?!x)", ""),
        (r"\b", ""),
        ('"</c>', ""),
        (r"\}</c>", ""),
        ("e</c>", ""),
        (r"(?:</c>|\s*])", ""),
        (r"[^x]", ""),
    ],
)
def test_brackets_before_a_close(pattern: str, brackets: str) -> None:
    assert values_before([parse_pattern(pattern).tree], "") == brackets


def test_every_close_counts_and_so_do_the_characters_before_it() -> None:
    trees = [parse_pattern(pattern).tree for pattern in ("</c>", MAGISTRAL)]
    assert values_before(trees, " \n") == "{"
    assert values_before(trees, "}") == ""


ATOMS = [
    *(r"(?<=\])", r"(?<=\})", r"(?<=[\]}])", r"(?<=\s)", r"\s*", r"\n", " ?", r"\Z", "<a>", "x?"),
    *(",", r"\]", r"(?=\{)", r"(?=\[)", r"(?=[^\s,\]}])", r"(?=[^,\]}{\[])", "(?!<)", "t", r"\d*"),
    *(r"(?:\s|<b>)", r"(?:,|<b>)?", r"(?=\s*<)", "$"),
]
DOCUMENTS = [
    '[{"a": [1, -2.5e3, true], "b": {}}, [], [[null]], "]\\n</c>"]',
    json.dumps({"a": [{"b": [False, {"c": 1}]}, {}], "t": "x"}, indent=1),
    "[\n[\r\n[ ]\t]\n,\n{ }\n]",
    '{"x":NaN,"y":[Infinity,10]}',
]


def places_outside_strings(document: str) -> list[int]:
    """Where a close could begin before the document ends, but in its strings."""
    places = []
    for place in range(len(document)):
        strings = JsonStrings((), False)
        strings.unread = [document[:place]]
        places += [place] if not strings.open_string() else []
    return places


def test_no_close_is_found_in_json_that_is_said_to_hold_none() -> None:
    choose = random.Random(7)
    documents = [(one, places_outside_strings(one)) for one in DOCUMENTS]
    trusted = 0
    for _ in range(4_000):
        ways = ["".join(choose.choices(ATOMS, k=choose.randint(1, 4))) for _ in range(2)]
        tree = parse_pattern("|".join(ways[: choose.randint(1, 2)])).tree
        brackets = values_before([tree], "")
        close = re.compile(render_pattern(tree), re.DOTALL)
        for document, places in documents:
            if document[0] not in brackets:
                continue
            trusted += 1
            for before in ("", "]", "x}", "\n", "<a>"):
                for after in ("", "<a>", "\n]", "]"):
                    text = before + document + after
                    found = [place for place in places if close.match(text, len(before) + place)]
                    assert not found, (tree, text)
    assert trusted > 1_000


def test_parsers_read_values_first_where_that_is_exact() -> None:
    brackets = {
        name: {
            region.decodes for region in rtc.load_parser(name).response_format().regions.values()
        }
        for name in ("qwen3", "magistral_2506", "qwen2_5_coder", "gemma4")
    }
    assert brackets == {
        "qwen3": {"", "[{"},
        "magistral_2506": {"", "{"},
        "qwen2_5_coder": {""},
        "gemma4": {""},
    }
