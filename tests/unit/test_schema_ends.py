"""Where the types of a tool's schema end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rtc.schema_ends import MAX_ENDS, End, find_ends
from rtc.tools_file import read_tools

CLOSED = {"type": "object", "additionalProperties": False}


def ends_of(parameters: Any) -> tuple[End, ...]:
    tools, _, diagnostics = read_tools(
        json.dumps([{"name": "f", "parameters": parameters}]).encode(), "tools.json"
    )
    assert not diagnostics
    found, more = find_ends(tools[0])
    assert not more
    return found


def of_argument(schema: Any, **top: Any) -> list[tuple[str, str, str, bool]]:
    """Of a tool whose only argument is `a`: pointer below it, kind, message, whether it is a note."""
    found = ends_of({**CLOSED, "properties": {"a": schema}, **top})
    return [(e.pointer.replace("/properties/a", "", 1), e.kind, e.message, e.note) for e in found]


OBJECTS = [
    {**CLOSED, "properties": {"k": {"const": name}, "v": {"type": "string"}}} for name in "xy"
]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {"type": ["integer", "null"]},
        {"enum": ["a", "b", 1]},
        {"const": 1},
        {"type": "array", "items": {"type": "integer"}},
        {"type": "array", "prefixItems": [{"type": "integer"}]},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        {"anyOf": OBJECTS},
        {"allOf": [{"type": "string"}, {"description": "no type of its own"}]},
        False,
    ],
    ids=repr,
)
def test_schema_that_says_it_all_has_no_end(schema: Any) -> None:
    assert of_argument(schema) == []


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, ("", "here", "no type")),
        (True, ("", "here", "true")),
        ({"description": "what"}, ("", "here", "no type")),
        ([], ("", "here", "not a schema")),
        ({"type": "float"}, ("", "here", "'float' is no type of JSON Schema")),
        ({"type": "object"}, ("", "below", "object, no properties")),
        (
            {"type": "object", "additionalProperties": True},
            ("", "below", "object, additionalProperties: true"),
        ),
        (
            {"additionalProperties": {}, "properties": {"x": {"type": "string"}}},
            ("", "below", "object, other keys, additionalProperties: no type"),
        ),
        ({"type": "array"}, ("", "below", "array, no items")),
        ({"type": "array", "items": {}}, ("/items", "here", "no type")),
        ({"$ref": "#/$defs/nowhere"}, ("", "here", "$ref '#/$defs/nowhere' leads nowhere")),
        ({"$ref": "other.json"}, ("", "here", "$ref 'other.json' leads out of the schema")),
        ({"$ref": 1}, ("", "here", "$ref '1' is no string")),
        (
            {"$ref": "#/properties/a"},
            ("", "here", "$ref '#/properties/a' leads back to itself"),
        ),
        ({"type": ["string", "integer"]}, ("", "alike", "string or integer")),
        (
            {"anyOf": [{"type": "boolean"}, {"type": "string"}]},
            ("", "alike", "string or boolean"),
        ),
        ({"enum": ["1", 1]}, ("", "alike", "enum: '1' with and without quotes")),
        (
            {"oneOf": [{**CLOSED, "properties": {"k": {"type": t}}} for t in ("string", "null")]},
            ("", "branch", "oneOf: no key tells its objects apart"),
        ),
    ],
)
def test_end_is_found_where_it_is(schema: Any, expected: tuple[str, str, str]) -> None:
    assert of_argument(schema) == [(*expected, False)]


def test_missing_additional_properties_are_a_note() -> None:
    found = ends_of({"type": "object", "properties": {"a": {"type": "integer"}}})
    assert [(end.pointer, end.note) for end in found] == [("", True)]


def test_required_keys_tell_objects_apart() -> None:
    branches = [{**CLOSED, "properties": {k: {"type": "string"}}, "required": [k]} for k in "xy"]
    assert of_argument({"anyOf": branches}) == []


def test_end_behind_a_reference_is_shown_once_where_it_stands() -> None:
    node = {**CLOSED, "properties": {"next": {"$ref": "#/$defs/n"}, "value": {}}}
    schema = {"type": "array", "items": {"$ref": "#/$defs/n"}}
    found = ends_of({**CLOSED, "properties": {"a": schema, "b": schema}, "$defs": {"n": node}})
    assert [end.pointer for end in found] == ["/$defs/n/properties/value"]


def test_text_arrives_as_a_string_only_at_arguments() -> None:
    inner = {**CLOSED, "properties": {"deep": {}}}
    found = ends_of(
        {
            "type": "object",
            "properties": {"any": {}, "object": {"type": "object"}, "inner": inner},
        }
    )
    carried = {end.pointer: [end.carried("text"), end.carried("guessed")] for end in found}
    inside = ["as the argument's JSON has it"] * 2
    assert carried == {
        "": ["a string", "JSON where it reads as that"],
        "/properties/any": ["a string", "JSON where it reads as that"],
        "/properties/object": inside,
        "/properties/inner/properties/deep": inside,
    }
    assert {end.carried("typed") for end in found} == {"as written"}


@pytest.mark.parametrize("key", ["inputSchema", "input_schema"])
def test_schema_under_the_key_of_another_program_is_an_end(key: str) -> None:
    tools, _, _ = read_tools(json.dumps([{"name": "f", key: {}}]).encode(), "tools.json")
    (end,), _ = find_ends(tools[0])
    assert key in end.message and not end.note


def test_ends_are_listed_up_to_a_limit() -> None:
    parameters: Any = {"properties": {str(number): {} for number in range(MAX_ENDS + 5)}}
    data = json.dumps([{"name": "f", "parameters": parameters}]).encode()
    ends, more = find_ends(read_tools(data, "tools.json")[0][0])
    assert len(ends) == MAX_ENDS and more


def test_hostile_references_end() -> None:
    """Long chains, and many ways to one place: with work for each way this would take for ever."""
    chain = {f"c{number}": {"$ref": f"#/$defs/c{number + 1}"} for number in range(20_000)}
    doubling = {
        f"d{number}": {"anyOf": [{"$ref": f"#/$defs/d{number + 1}"}] * 2} for number in range(500)
    }
    properties = {"chain": {"$ref": "#/$defs/c0"}, "double": {"$ref": "#/$defs/d0"}}
    ends, more = find_ends(
        read_tools(
            json.dumps(
                [
                    {
                        "name": "f",
                        "parameters": {
                            **CLOSED,
                            "properties": properties,
                            "$defs": {**chain, **doubling},
                        },
                    }
                ]
            ).encode(),
            "tools.json",
        )[0][0]
    )
    assert more and "leads nowhere" in ends[0].message
