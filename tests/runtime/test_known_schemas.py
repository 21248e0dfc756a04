"""A schema is read once for all parsers, by its content: no change goes unseen, and what is kept is bounded."""

from __future__ import annotations

import copy
import json
import threading
from array import array
from typing import Any

import pytest

from rtc_runtime import call_caster, function_schema
from rtc_runtime.known_schemas import (
    KEPT_SCHEMAS,
    KEPT_SIZE,
    READ_SIZE,
    reader_of_bytes,
    reader_of_content,
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
    reader_of_bytes.cache_clear()
    reader_of_content.cache_clear()
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
    assert schema_root(one) is schema_root(copy.deepcopy(one))
    assert schema_root(one) is not schema_root(other)


class Schema(dict[str, Any]):
    """No plain data."""


@pytest.mark.parametrize(
    "schema",
    [
        Schema(type="integer", enum=[1]),
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
        nested("anyOf", 10_000),
        compile("1", "", "eval"),
    ],
    ids=range(14),
)
def test_schema_that_is_no_small_plain_data_is_not_kept(schema: Any) -> None:
    size = reader_of_content.cache_info().currsize
    assert schema_root(schema) is not schema_root(schema)
    assert reader_of_content.cache_info().currsize == size


def test_nothing_is_kept_of_a_large_schema_not_even_that_it_is_large() -> None:
    size = reader_of_bytes.cache_info().currsize
    schema_root({"description": "x" * KEPT_SIZE, "enum": [1]})
    assert reader_of_bytes.cache_info().currsize == size


def test_schema_as_large_as_most_is_kept() -> None:
    properties = {
        f"key_{number}": {"type": ["integer", "null"], "description": "What this is for." * 4}
        for number in range(50)
    }
    schema = {"type": "object", "properties": properties}
    assert schema_root(schema) is schema_root(json.loads(json.dumps(schema)))


def test_so_many_schemas_are_kept_and_no_more() -> None:
    first = schema_root({"enum": ["first"]})
    for number in range(2 * KEPT_SCHEMAS):
        schema_root({"enum": [number]})
    assert schema_root({"enum": ["first"]}) is not first
    for cache in (reader_of_bytes, reader_of_content):
        assert cache.cache_info().currsize == KEPT_SCHEMAS


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
    reader = schema_root(schema).base.reader
    for number in range(2**12):
        value: Any = "1"
        for bit, name in enumerate(names):
            value = {name: value} if number >> bit & 1 else value
        caster = call_caster(tools, function_schema, "deep")
        assert caster is not None
        caster({"function": {"name": "f", "arguments": {"a": value}}}, True)
        assert reader.size <= READ_SIZE and len(reader.nodes) <= READ_SIZE
    assert schema_root(schema).base.reader is reader


def test_threads_may_share_what_is_read() -> None:
    reader_of_bytes.cache_clear()
    reader_of_content.cache_clear()
    found: list[Any] = []
    start = threading.Barrier(8)

    def run() -> None:
        start.wait()
        for _ in range(50):
            found.append(parsed([json.loads(TOOL)]))
            schema_root(json.loads(TOOL)["function"]["parameters"]).base.reader.forget()

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
