"""A schema is read once for all parsers, by its content: no change goes unseen, and what is kept is bounded."""

from __future__ import annotations

import copy
import inspect
import json
import sys
import threading
from array import array
from typing import Any

import pytest

from rtc_runtime import call_caster, function_schema
from rtc_runtime.known_schemas import (
    KEPT_ALIKE,
    KEPT_DEPTH,
    KEPT_SIZE,
    KEPT_TOOLS,
    READ_SIZE,
    known_schemas,
    schema_root,
)
from rtc_runtime.schemas import Branch
from tests.runtime.test_coercion import doubled, loop, nested

TOOL = """{
    "type": "function",
    "function": {
        "name": "f",
        "parameters": {
            "type": "object",
            "properties": {
                "n": {"type": "integer"},
                "o": {"type": "object", "properties": {"m": {"anyOf": [{"type": "integer"}]}}},
                "l": {"type": "array", "items": {"type": "number"}}
            }
        }
    }
}"""
TEXTS = {"n": "1", "o": '{"m": "2"}', "l": "[3]"}


def parsed(tools: Any) -> Any:
    """What a parser of its own makes of a call."""
    caster = call_caster(tools, function_schema, "deep")
    assert caster is not None
    return caster(call(), False)["function"]["arguments"]


def call() -> dict[str, Any]:
    return {"function": {"name": "f", "arguments": dict(TEXTS)}}


@pytest.fixture
def branches_read(monkeypatch: pytest.MonkeyPatch) -> list[Branch]:
    """Grows with each branch of a schema that is read."""
    known_schemas.cache_clear()
    found: list[Branch] = []
    read = Branch.__init__

    def counted(branch: Branch, *given: Any) -> None:
        found.append(branch)
        read(branch, *given)

    monkeypatch.setattr(Branch, "__init__", counted)
    return found


def test_equal_tools_are_read_once(branches_read: list[Branch]) -> None:
    tools = [json.loads(TOOL)]
    assert parsed(tools) == {"n": 1, "o": {"m": 2}, "l": [3]}
    count = len(branches_read)
    assert count > 3
    alike = [json.loads(TOOL), copy.deepcopy(tools[0]), tools[0]]
    for tool in alike:
        assert parsed([tool]) == {"n": 1, "o": {"m": 2}, "l": [3]}
    assert parsed([{"name": "g"}, tools[0]["function"]]) == {"n": 1, "o": {"m": 2}, "l": [3]}
    assert len(branches_read) == count


def test_changed_tools_are_read_anew() -> None:
    tool = json.loads(TOOL)
    inner = tool["function"]["parameters"]["properties"]["o"]["properties"]["m"]["anyOf"]
    for kind, value in (("integer", 2), ("string", "2"), ("integer", 2), ("null", "2")):
        inner[0]["type"] = kind
        assert parsed([tool])["o"] == {"m": value}
    inner.append({"type": "number"})
    assert parsed([tool])["o"] == {"m": 2}
    inner.clear()
    assert parsed([tool])["o"] == {"m": "2"}


def test_change_reaches_no_parser_that_has_read_the_schema() -> None:
    tool = json.loads(TOOL)
    caster = call_caster([tool], function_schema, "deep")
    assert caster is not None
    before = copy.deepcopy(caster(call(), False))
    tool["function"]["parameters"]["properties"].clear()
    assert caster(call(), False) == before
    assert parsed([json.loads(TOOL)]) == before["function"]["arguments"]
    assert parsed([tool]) == TEXTS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"enum": [1]}, {"enum": [True]}),
        ({"enum": [1]}, {"enum": [1.0]}),
        ({"enum": [0.0]}, {"enum": [-0.0]}),
        ({"enum": ["1"]}, {"enum": [1]}),
        ({"type": ["null", "string"]}, {"type": ["string", "null"]}),
        ({"type": ["null", "string"]}, {"type": ("null", "string")}),
        ({"patternProperties": {"a": 1, "b": 2}}, {"patternProperties": {"b": 2, "a": 1}}),
        ({"enum": ["\ud800"]}, {"enum": ["\ud801"]}),
    ],
)
def test_schemas_that_differ_in_anything_are_told_apart(one: Any, other: Any) -> None:
    known_schemas.cache_clear()
    node = schema_root("f", one)
    assert schema_root("f", copy.deepcopy(one)) is node
    assert schema_root("f", other) is not node
    assert schema_root("f", one) is node


def replaced(schema: Any, steps: tuple[Any, ...], value: Any) -> None:
    for step in steps[:-1]:
        schema = schema[step]
    schema[steps[-1]] = value


@pytest.mark.parametrize(
    ("schema", "steps", "value"),
    [
        ({"enum": [1]}, ("enum", 0), True),
        ({"enum": [1]}, ("enum", 0), 1.0),
        ({"enum": [0.0]}, ("enum", 0), -0.0),
        ({"items": {"additionalProperties": False}}, ("items", "additionalProperties"), 0),
        ({"enum": [None]}, ("enum", 0), "null"),
        ({"anyOf": [{"type": "null"}]}, ("anyOf", 0, "type"), "string"),
        ({"anyOf": [[{"a": 1}]]}, ("anyOf", 0, 0, "a"), True),
        ({"type": ["null"]}, ("type",), ("null",)),
        (
            {"patternProperties": {"a": {}, "b": {}}},
            ("patternProperties",),
            {"b": {}, "a": {}},
        ),
    ],
)
def test_change_in_place_is_seen_at_any_depth(
    schema: Any, steps: tuple[Any, ...], value: Any
) -> None:
    """Though it is the very same schema that was read before."""
    known_schemas.cache_clear()
    before, node = copy.deepcopy(schema), schema_root("f", schema)
    assert schema_root("f", schema) is node
    replaced(schema, steps, value)
    assert schema_root("f", schema) is not node
    assert schema_root("f", before) is node


class Schema(dict[str, Any]):
    """No plain data."""


@pytest.mark.parametrize(
    "schema",
    [
        Schema(type="integer", enum=[1]),
        {"enum": [1], "items": Schema()},
        {"enum": [object()]},
        {"enum": [b"a"]},
        {"enum": array("b", b"a")},
        {"enum": {1}},
        {"enum": 1j},
        {b"enum": [1]},
        {"description": "x" * KEPT_SIZE, "enum": [1]},
        {"enum": list(range(KEPT_SIZE))},
        {"enum": [["x" * 1000]] * 20},
        loop(),
        doubled(40),
        nested("anyOf", KEPT_DEPTH),
        nested("anyOf", 10_000),
    ],
    ids=range(15),
)
def test_schema_that_is_no_small_plain_data_is_not_kept(schema: Any) -> None:
    known_schemas.cache_clear()
    nodes = [schema_root("f", schema) for _ in range(2)]
    assert nodes[0] is not nodes[1] and nodes[0].base.parts[0] is schema
    assert known_schemas(hash("f")) == []


def test_equal_data_of_other_types_is_no_known_schema() -> None:
    plain = {"enum": [1], "items": {"type": "string"}}
    node = schema_root("f", plain)
    schema = {"enum": [1], "items": Schema(type="string")}
    assert schema == plain
    assert schema_root("f", schema) is not node


@pytest.mark.parametrize("error", [TypeError, ValueError, RuntimeError])
def test_what_cannot_be_compared_is_no_known_schema(error: type[Exception]) -> None:
    class Incomparable:
        """As arrays of some libraries are."""

        def __eq__(self, other: object) -> bool:
            raise error("ambiguous")

    node = schema_root("f", {"default": 1})
    assert schema_root("f", {"default": Incomparable()}) is not node


def test_schema_of_any_depth_is_looked_up_on_a_small_stack() -> None:
    """As some platforms' threads have it. Such a schema is compared with a known one, too."""
    schemas = [{"properties": {"a": one}} for one in (nested("anyOf", 10_000), nested("anyOf", 3))]
    found: list[Any] = []
    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(
            target=lambda: found.extend(schema_root("f", schemas[at]) for at in (0, 1, 0, 1))
        )
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert found[0] is not found[2] and found[1] is found[3]


def test_schema_is_looked_up_where_little_stack_is_left() -> None:
    schema = {"properties": {"a": nested("anyOf", 20)}}

    def deeper(frames: int) -> Any:
        return deeper(frames - 1) if frames else schema_root("f", schema)

    node = schema_root("f", schema)
    for left in range(25, 70):
        found = deeper(sys.getrecursionlimit() - len(inspect.stack(0)) - left)
        assert found.base.parts == node.base.parts


def test_schema_as_large_as_most_is_kept() -> None:
    properties = {
        f"key_{number}": {"type": ["integer", "null"], "description": "What this is for." * 4}
        for number in range(50)
    }
    schema = {"type": "object", "properties": properties}
    assert schema_root("f", schema) is schema_root("f", json.loads(json.dumps(schema)))


def test_so_many_tools_are_kept_and_no_more() -> None:
    first = schema_root("first", {"enum": [1]})
    for number in range(2 * KEPT_TOOLS):
        schema_root(f"tool_{number}", {"enum": [1]})
    assert schema_root("first", {"enum": [1]}) is not first
    assert known_schemas.cache_info().currsize == KEPT_TOOLS


def test_so_many_schemas_of_one_tool_are_kept_and_no_more() -> None:
    nodes = [schema_root("f", {"enum": [number]}) for number in range(2 * KEPT_ALIKE)]
    assert len(known_schemas(hash("f"))) == KEPT_ALIKE
    again = [schema_root("f", {"enum": [number]}) for number in range(KEPT_ALIKE, 2 * KEPT_ALIKE)]
    assert all(one is other for one, other in zip(again, nodes[KEPT_ALIKE:], strict=True))
    assert schema_root("f", {"enum": [0]}) is not nodes[0]


def test_tools_with_the_same_parameters_are_kept_side_by_side() -> None:
    schemas = {
        f"tool_{number}": {"properties": {"path": {"type": "string", "description": str(number)}}}
        for number in range(10)
    }
    nodes = [schema_root(name, schema) for name, schema in schemas.items()]
    again = [schema_root(name, copy.deepcopy(schema)) for name, schema in schemas.items()]
    assert all(one is other for one, other in zip(again, nodes, strict=True))


def test_no_more_is_kept_of_a_schema_than_is_usual() -> None:
    """Its places can count together in more ways than can be kept: each name adds or leaves out a schema."""
    names = "abcdefghijkl"
    schema: dict[str, Any] = {
        "allOf": [{"$ref": f"#/$defs/{name}"} for name in names],
        "$defs": {
            name: {
                "properties": {one: {"$ref": f"#/$defs/{name}"} for one in names if one != name},
            }
            for name in names
        },
    }
    tools = [{"name": "f", "parameters": schema}]
    reader = schema_root("f", schema).base.reader
    for number in range(2**12):
        value: Any = "1"
        for bit, name in enumerate(names):
            value = {name: value} if number >> bit & 1 else value
        caster = call_caster(tools, function_schema, "deep")
        assert caster is not None
        caster({"function": {"name": "f", "arguments": {"a": value}}}, True)
        assert reader.size <= READ_SIZE and len(reader.nodes) <= READ_SIZE
    assert schema_root("f", schema).base.reader is reader


def test_threads_may_share_what_is_read() -> None:
    known_schemas.cache_clear()
    found: list[Any] = []
    start = threading.Barrier(8)

    def run() -> None:
        start.wait()
        for _ in range(50):
            found.append(parsed([json.loads(TOOL)]))
            schema_root("f", json.loads(TOOL)["function"]["parameters"]).base.reader.forget()

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 400
    assert all(one == {"n": 1, "o": {"m": 2}, "l": [3]} for one in found)


def test_functions_as_tools_are_described_anew() -> None:
    def f(n: int) -> None:
        """Does.

        Args:
            n: A number.
        """

    assert parsed([f])["n"] == 1
    f.__annotations__["n"] = "str"
    assert parsed([f])["n"] == "1"
