"""Every row of docs/coercion.md, run through a compiled parser of its notation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.equality import identical
from tests.support.parsers import load_parser

PAGE = Path(__file__).parents[2] / "docs" / "coercion.md"
ROW = re.compile(r"^\| `(.+?)` \| (\w+) \| `(.+?)` \| `(.+?)` \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))
TAGS = {"tag_pattern": "<(?P<key>a)>(?P<value>.*?)</a>", "merge_duplicates": True}
LENIENT = {"name": "json", "args": {"allow_non_json": True}}
CONTENTS: dict[str, dict[str, Any]] = {
    "quoted": {"content": "json"},
    "bare": {"content": "xml-inline", "content_args": TAGS},
    "repeated": {"content": "xml-inline", "content_args": TAGS},
    "guess": {"content": "xml-inline", "content_args": {**TAGS, "value_parser": LENIENT}},
}


def template(notation: str) -> dict[str, Any]:
    call = {"type": "function", "function": {"name": "f", "arguments": "{content}"}}
    field = {"open": "<f>", "close": "</f>", "transform": call, **CONTENTS[notation]}
    return {"start_anchor": "<s>", "fields": {"call": field}}


def body(notation: str, text: str) -> str:
    if notation == "quoted":
        return f'{{"a": {text}}}'
    texts = json.loads(text) if notation == "repeated" else [text]
    return "".join(f"<a>{one}</a>" for one in texts)


def tool(schema: dict[str, Any]) -> dict[str, Any]:
    """The tool `f` whose one parameter has the schema; `$defs` stand beside the properties."""
    own = {key: value for key, value in schema.items() if key != "$defs"}
    parameters = {"type": "object", "properties": {"a": own}, "$defs": schema.get("$defs", {})}
    return {"type": "function", "function": {"name": "f", "parameters": parameters}}


@pytest.mark.parametrize(("schema", "notation", "text", "result"), ROWS)
def test_row_gives_its_result(schema: str, notation: str, text: str, result: str) -> None:
    module = load_parser(template(notation))
    generation = f"<f>{body(notation, text)}</f>"
    tools = [tool(json.loads(schema))]
    whole = module.parse_response(generation, prefix="", tools=tools)
    assert identical(whole["call"]["function"]["arguments"]["a"], json.loads(result))
    parser = module.ResponseParser("", tools=tools)
    for character in generation:
        parser.feed(character)
    assert identical(parser.finalize()[0], whole)


def test_every_row_of_every_table_is_read() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| `")]
    assert len(rows) == len(ROWS) > 100
    assert {notation for _, notation, _, _ in ROWS} == set(CONTENTS)
