"""Every row of docs/repairs.md, run through a compiled parser."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rtc
from tests.support.equality import identical

PAGE = Path(__file__).parents[2] / "docs" / "repairs.md"
TEXT = PAGE.read_text(encoding="utf-8").replace("⏎", "\n")
JSON_ROW = re.compile(
    r"^\| (json|dialect|tag|cut off|cut off tag) \| `([^`]+)` \| (?:`([^`]+)`|malformed) \|$",
    re.MULTILINE,
)
ESCAPE_ROW = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$", re.MULTILINE)
JSON_ROWS = JSON_ROW.findall(TEXT)
ESCAPE_ROWS = ESCAPE_ROW.findall(TEXT)
TYPES_ROW = re.compile(r"^\| (`\w+/[^|]*`) \| [^`]", re.MULTILINE)

CALL = {"type": "function", "function": "{content}"}
TEMPLATE = {
    "start_anchor": "<s>",
    "fields": {
        "json": {"open": "<json>", "close": "</json>", "content": "json"},
        "dialect": {
            "open": "<dialect>",
            "close": "</dialect>",
            "content": "json",
            "content_args": {"unquoted_keys": True, "string_delims": [["«", "»"]]},
        },
        "tag": {
            "open": "<tag>",
            "close": "</tag>",
            "content": "xml-inline",
            "content_args": {
                "tag_pattern": "<(?P<key>v)>(?P<value>.*?)</v>",
                "value_parser": {"name": "json"},
            },
        },
        "call": {"open": "<call>", "close": "</call>", "content": "json", "transform": CALL},
    },
}


@cache
def module() -> ModuleType:
    return rtc.load_parser(TEMPLATE, features=["repair"])


def outcomes(raw: str, **options: Any) -> list[Any]:
    """The message in every way to get it; None where the response is malformed."""
    found: list[Any] = []
    for mode in ("raise", "event"):
        for size in (1, len(raw)):
            parser = module().ResponseParser("", on_malformed=mode, **options)
            try:
                for start in range(0, len(raw), size):
                    parser.feed(raw[start : start + size])
                message, _ = parser.finalize()
                found.append(None if parser.malformed else message)
            except module().ParseError:
                found.append(None)
    message, malformed, _ = module().parse_full(raw, prefix="", **options)
    found.append(None if malformed else message)
    try:
        found.append(module().parse_response(raw, prefix="", **options))
    except module().ParseError:
        found.append(None)
    return found


@pytest.mark.parametrize(("content", "text", "result"), JSON_ROWS)
def test_row_of_json_gives_its_result(content: str, text: str, result: str) -> None:
    cut_off = content.startswith("cut off")
    field = {"cut off": "json", "cut off tag": "tag"}.get(content, content)
    body = f"<v>{text}</v>" if field == "tag" else text
    raw = f"<{field}>{body}" + ("" if cut_off else f"</{field}>")
    expected = None
    if result:
        value = json.loads(result.replace("\n", "\\n"))
        expected = {field: {"v": value} if field == "tag" else value}
    for outcome in outcomes(raw, repair=["json"]):
        assert identical(outcome, expected)
    refused = outcomes(raw)
    if content != "cut off tag":  # read as far as it goes, where it is well-formed: as ever
        assert refused == [None] * len(refused)


@pytest.mark.parametrize(("media_type", "text", "result"), ESCAPE_ROWS)
def test_row_of_escapes_gives_its_result(media_type: str, text: str, result: str) -> None:
    schema = {"type": "string", "contentMediaType": media_type}
    tools = [{"name": "f", "parameters": {"type": "object", "properties": {"a": schema}}}]
    call = json.dumps({"name": "f", "arguments": {"a": text}})
    for outcome in outcomes(f"<call>{call}</call>", tools=tools, repair=["escaped-newlines"]):
        assert outcome["call"]["function"]["arguments"] == {"a": result}
    for outcome in outcomes(f"<call>{call}</call>", tools=tools, repair=["json"]):
        assert outcome["call"]["function"]["arguments"] == {"a": text}


def test_every_row_of_every_table_is_read() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and line.count(" | ") == 2]
    headings = [line for line in lines if line.startswith("|---|---|---|")]
    assert len(rows) - len(headings) == len(JSON_ROWS) + len(ESCAPE_ROWS) > 70


def test_page_lists_the_media_types_that_count() -> None:
    from rtc_runtime.escaped_text import LANGUAGES

    listed = [kind for row in TYPES_ROW.findall(TEXT) for kind in re.findall("`([^`]+)`", row)]
    assert sorted(listed) == sorted(LANGUAGES)
