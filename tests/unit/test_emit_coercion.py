"""What generated code says to the coercion: how strings were written, and where guesses are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rtc

CALL = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}
JSON_OR_TEXT = {"name": "json", "args": {"allow_non_json": True}}
TAGS = {"tag_pattern": "<(?P<key>\\w+)>(?P<value>.*?)</(?P=key)>"}
TOOLS = [
    {
        "name": "f",
        "parameters": {"type": "object", "properties": {"a": {"type": "string"}}},
    }
]


def template(transform: Any = CALL, **content: Any) -> dict[str, Any]:
    field = {"open_pattern": "<f (?P<name>\\w+)>", "close": "</f>", **content}
    return {"start_anchor": "<s>", "fields": {"call": {**field, "transform": transform}}}


def tags(parser: Any = None) -> dict[str, Any]:
    args = TAGS if parser is None else {**TAGS, "value_parser": parser}
    return {"content": "xml-inline", "content_args": args}


def lines(parser: Any) -> dict[str, Any]:
    return {"name": "kv-lines", "args": {"value_parser": parser}}


WHOLE = {"type": "function", "function": {"name": "{name}", "arguments": {"a": "{content}"}}}


@pytest.mark.parametrize(
    ("spec", "body", "value"),
    [
        (template(content="json"), '{"a": "null"}', "null"),
        (template(WHOLE, content="text"), "null", None),
        (template(**tags()), "<a>null</a>", None),
        (template(**tags({"name": "text"})), "<a>null</a>", None),
        (template(**tags({"name": "json"})), '<a>"null"</a>', "null"),
        (template(content="kv-lines"), "a: null", None),
        (template(**tags(JSON_OR_TEXT)), "<a>None</a>", None),
        (template(**tags(JSON_OR_TEXT)), '<a>"null"</a>', "null"),
        (template(WHOLE, content="json", content_args={"allow_non_json": True}), "None", None),
    ],
)
def test_coercion_knows_whether_strings_have_quotes(
    spec: dict[str, Any], body: str, value: Any
) -> None:
    """Only a text without quotes can be null where strings are allowed."""
    properties = {"a": {"type": ["string", "null"]}}
    tools = [{"name": "f", "parameters": {"type": "object", "properties": properties}}]
    message = rtc.load_parser(spec).parse_response(f"<f f>{body}</f>", prefix="", tools=tools)
    assert message["call"]["function"]["arguments"] == {"a": value}


@pytest.mark.parametrize(
    ("spec", "body", "value"),
    [
        (template(**tags(JSON_OR_TEXT)), "<a>07</a>", "07"),
        (template(**tags(JSON_OR_TEXT)), "<a>7</a>", "7"),
        (template(WHOLE, content="json", content_args={"allow_non_json": True}), "7", "7"),
        (template(WHOLE, content="json", content_args={"allow_non_json": True}), '"7"', "7"),
        (template(content="kv-lines", content_args={"value_parser": JSON_OR_TEXT}), "a: 7", "7"),
    ],
)
def test_guess_keeps_its_text_for_a_string(spec: dict[str, Any], body: str, value: Any) -> None:
    module = rtc.load_parser(spec)
    message = module.parse_response(f"<f f>{body}</f>", prefix="", tools=TOOLS)
    assert message["call"]["function"]["arguments"] == {"a": value}


def test_guess_inside_a_parser_inside_a_parser_keeps_its_text() -> None:
    module = rtc.load_parser(template(**tags(lines(JSON_OR_TEXT))))
    inner = {"type": "object", "properties": {"b": {"type": "string"}, "c": {"type": "integer"}}}
    tools = [{"name": "f", "parameters": {"type": "object", "properties": {"a": inner}}}]
    message = module.parse_response("<f f><a>b: 7\nc: 8</a></f>", prefix="", tools=tools)
    assert message["call"]["function"]["arguments"] == {"a": {"b": "7", "c": 8}}


def test_placeholder_into_a_guess_is_no_error_of_the_coercion() -> None:
    transform = {"function": {"name": "{name}", "arguments": {"a": "{content.x.y}"}}}
    module = rtc.load_parser(template(transform, **tags(JSON_OR_TEXT)))
    message = module.parse_response('<f f><x>{"y": "7"}</x></f>', prefix="", tools=TOOLS)
    assert message["call"]["function"]["arguments"] == {"a": "7"}


def test_value_in_the_event_is_the_one_in_the_message() -> None:
    module = rtc.load_parser(template(**tags(JSON_OR_TEXT)))
    parser = module.ResponseParser("", tools=TOOLS)
    events = parser.feed("<f f><a>7</a></f>")
    assert events[-1]["value"] is parser.finalize()[0]["call"]


def test_coercion_is_checked_and_needs_no_tools() -> None:
    module = rtc.load_parser(template(**tags(JSON_OR_TEXT)))
    for coercion in ("deep", "reference"):
        message = module.parse_response("<f f><a>7</a></f>", prefix="", coercion=coercion)
        assert message["call"]["function"]["arguments"] == {"a": 7}
    with pytest.raises(ValueError, match="coercion is"):
        module.ResponseParser("", tools=TOOLS, coercion="no")


def test_parser_with_guesses_is_strictly_typed(tmp_path: Path) -> None:
    path = tmp_path / "guesses.py"
    path.write_text(rtc.compile_template(template(**tags(lines(JSON_OR_TEXT)))), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
