"""Deep coercion beyond the tables of docs/coercion.md: hostile schemas and values, cost, records."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from rtc_runtime import json_or_text, unread
from rtc_runtime.coercion import CoercionStep, DeepCoercion, UnquotedText
from rtc_runtime.schema_keywords import key_matches
from rtc_runtime.text_casts import MISSING, exact_json, whole_number
from tests.runtime.steps import lines_run


def call(arguments: Any) -> dict[str, Any]:
    return {"function": {"name": "f", "arguments": arguments}}


def cast(schema: Any, value: Any, quoted: bool = True) -> Any:
    coerced = call({"a": value})
    DeepCoercion({"f": {"type": "object", "properties": {"a": schema}}})(coerced, quoted)
    return coerced["function"]["arguments"]["a"]


def recorded(schema: Any, arguments: Any, quoted: bool, texts: Any = None) -> list[CoercionStep]:
    steps: list[CoercionStep] = []
    DeepCoercion({"f": schema}, steps.append)(call(arguments), quoted, texts)
    return steps


def loop() -> dict[str, Any]:
    schema: dict[str, Any] = {"type": ["integer", "array", "object"], "nullable": True}
    schema.update(anyOf=[schema], allOf=[schema], items=schema, additionalProperties=schema)
    return schema


def nested(keyword: str, depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "integer"}
    for _ in range(depth):
        schema = {keyword: [schema]}
    return schema


def doubled(depth: int) -> dict[str, Any]:
    """A union of two unions of two unions..., every one a dict of its own."""
    schema: dict[str, Any] = {"type": "integer"}
    for _ in range(depth):
        schema = {"anyOf": [{"title": "x", "anyOf": [schema]}, {"title": "y", "anyOf": [schema]}]}
    return schema


def two_trees(depth: int) -> dict[str, Any]:
    """At every level, two kinds of objects that only differ at the bottom."""
    first: dict[str, Any] = {"const": "no"}
    second: dict[str, Any] = {"type": "integer"}
    for _ in range(depth):
        union = {"anyOf": [first, second]}
        first = {"type": "object", "properties": {"x": union, "y": union}, "required": ["x"]}
        second = {"type": "object", "properties": {"x": union, "y": union}}
    return {"anyOf": [first, second]}


def tree(depth: int) -> Any:
    return {"x": tree(depth - 1), "y": tree(depth - 1)} if depth else "1"


HOSTILE: list[Any] = [
    *(None, True, False, 5, "integer", [], [1], {"type": 5}, {"type": [[], {}]}, {"type": {}}),
    *({"anyOf": 5}, {"anyOf": [5, None]}, {"oneOf": {}}, {"allOf": "x"}, {"enum": 5}, {"enum": []}),
    *({"properties": []}, {"properties": {"b": 5}}, {"items": 5}, {"prefixItems": {}}),
    *({"required": 5, "type": "object"}, {"required": [[], 5], "type": "object"}),
    *(
        {
            "patternProperties": {
                "(": {},
                "[[a]": {},
                "(a+)+$": {},
                "(?<=a": {},
                "a{99999999999}": {},
            }
        },
    ),
    *({"patternProperties": []}, {"patternProperties": {5: {}}}, {"additionalProperties": "x"}),
    *({"$ref": ref} for ref in (5, "", "#", "#/", "#/x/y", "#a", "x.json#/a", "#/properties/a")),
    *({"$ref": "#/$defs/0/0"}, {"$ref": "#/properties/a/anyOf/9", "anyOf": []}),
    *(nested(keyword, 10_000) for keyword in ("anyOf", "oneOf", "allOf", "items")),
    *(loop(), doubled(40), two_trees(12)),
]
VALUES: list[Any] = [
    *("1", "", "x", '{"b": "1"}', '["1"]', "[" * 100_000, "[" * 600 + "]" * 600, "9" * 5000),
    *('{"a" ', "\ud800", "\x00", "NaN", "[1e400]", '"\\ud800"', 1, 1.5, float("nan"), None, True),
    *({"b": "1", "": ["1"]}, ["1", {"b": "1"}], [], {}, tree(6)),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_schema_neither_raises_nor_hangs(number: int) -> None:
    schema = HOSTILE[number]
    if isinstance(schema, dict) and "items" in schema and isinstance(schema["items"], list):
        schema["type"] = "array"
    for value in VALUES:
        for quoted in (True, False):
            text = UnquotedText(value) if isinstance(value, str) else value
            cast(schema, value, quoted)
            whole = DeepCoercion({"f": {"properties": {"a": schema}}})
            whole(call({"a": value}), quoted, call({"a": text}))
            DeepCoercion({"f": schema})(call(value), quoted)


def test_value_ten_thousand_deep_is_cast_to_the_bottom() -> None:
    value: Any = "1"
    for level in range(10_000):
        value = [value] if level % 2 else {"x": value}
    cast(loop(), value)
    while isinstance(value, (list, dict)):
        value = value[0] if isinstance(value, list) else value["x"]
    assert value == 1 and type(value) is int


def test_calls_are_found_in_lists_of_any_depth() -> None:
    inner = call({"a": "1"})
    value: Any = inner
    for _ in range(10_000):
        value = [value]
    DeepCoercion({"f": {"properties": {"a": {"type": "integer"}}}})(value, True)
    assert inner["function"]["arguments"] == {"a": 1}


def test_work_on_nested_unions_does_not_double_with_each_level() -> None:
    def lines(depth: int) -> int:
        return lines_run(cast, doubled(depth), "1")

    assert lines(40) <= 3 * lines(20)
    assert lines(400) <= 3 * lines(200)


def test_work_on_alike_branches_grows_as_the_value() -> None:
    def lines(depth: int) -> int:
        return lines_run(cast, two_trees(depth), tree(depth))

    assert lines(9) <= 3 * lines(8)


def test_work_on_a_long_array_grows_as_the_array() -> None:
    branches: list[Any] = [{"type": "array", "items": {"const": "x"}}, {"type": "array"}]
    items = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    for schema in ({"anyOf": branches}, {"type": "array", "items": items}):
        cast(schema, ["1"])  # the schema is read
        assert lines_run(cast, schema, ["1"] * 2000) <= 2.2 * lines_run(cast, schema, ["1"] * 1000)


def test_work_on_a_long_enum_grows_as_the_enum() -> None:
    def lines(length: int) -> int:
        return lines_run(cast, {"enum": [f"word {number}" for number in range(length)]}, "x")

    assert lines(4000) <= 2.2 * lines(2000)


def test_schema_is_read_once_and_where_a_value_gets() -> None:
    class Counted(dict[str, Any]):
        reads = 0

        def get(self, key: Any, default: Any = None) -> Any:
            Counted.reads += 1
            return super().get(key, default)

    schema = {"f": Counted(properties=Counted(a=Counted(anyOf=[Counted(type="integer")])))}
    deep = DeepCoercion(schema)
    assert Counted.reads == 0
    deep(call({"a": "1"}), True)
    first = Counted.reads
    deep(call({"a": "1"}), True)
    assert Counted.reads == first > 0


def test_casting_happens_in_place() -> None:
    arguments: dict[str, Any] = {"a": {"b": "1"}}
    value = [call(arguments)]
    inner = arguments["a"]
    deep = DeepCoercion({"f": {"properties": {"a": {"properties": {"b": {"type": "integer"}}}}}})
    assert deep(value, True) is value
    assert value[0]["function"]["arguments"] is arguments and arguments["a"] is inner
    assert inner == {"b": 1}


def test_arguments_written_as_a_string_are_read() -> None:
    coerced = call('{"a": "1"}')
    parameters = {"type": "object", "properties": {"a": {"type": "integer"}}}
    DeepCoercion({"f": parameters})(coerced, True)
    assert coerced == call({"a": 1})


def test_calls_of_unknown_tools_and_odd_calls_stay() -> None:
    deep = DeepCoercion({"f": {"properties": {"a": {"type": "integer"}}}, "g": None})
    for value in (
        {"function": {"name": "h", "arguments": {"a": "1"}}},
        {"function": {"name": "g", "arguments": {"a": "1"}}},
        {"function": {"name": ["f"], "arguments": {"a": "1"}}},
        *({"function": {"name": "f"}}, {"function": 1}, "x", 1, None, {"f": 1}),
    ):
        before = repr(value)
        assert repr(deep(value, True)) == before


def test_guess_gives_no_text_of_a_type_of_its_own() -> None:
    values: dict[str, Any] = {"a": 1, "b": "x", "c": [1, 2], "d": 1}
    written: dict[str, Any] = {"a": "1", "b": "x", "c": ["1", "2"], "d": "1"}
    texts = {
        key: [unread(one, one) for one in text] if isinstance(text, list) else unread(text, text)
        for key, text in written.items()
    }
    properties = {key: {"type": "string"} for key in "abc"}
    DeepCoercion({"f": {"properties": properties}})(call(values), False, call(texts))
    assert values == {"a": "1", "b": "x", "c": ["1", "2"], "d": 1}
    assert {type(values[key]) for key in "ab"} | set(map(type, values["c"])) == {str}


def test_unread_stands_in_for_json_or_text() -> None:
    assert json_or_text("1", "1") == 1
    assert (unread("1", "1"), unread("1", "1").guess) == ("1", 1)


def test_recorder_hears_of_every_value() -> None:
    schema = {
        "properties": {
            "n": {"type": "integer"},
            "m/~": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "o": {"$ref": "#/$defs/o"},
            "any": {},
        },
        "$defs": {"o": {"type": "object", "properties": {"b": {"type": "boolean"}}}},
    }
    arguments = {"n": "1", "m/~": "x", "o": {"b": "0"}, "any": 1, "more": 2}
    steps = {step.path: step for step in recorded(schema, arguments, True)}
    assert steps[("n",)] == CoercionStep("f", ("n",), "1", "quoted", "/properties/n", 1, "cast")
    assert steps[("m/~",)][2:] == ("x", "quoted", "/properties/m~1~0", "x", "refused")
    assert steps[("o", "b")][2:] == ("0", "quoted", "/$defs/o/properties/b", False, "cast")
    assert steps[("any",)][2:] == (1, "quoted", "/properties/any", 1, "untyped")
    assert steps[("more",)][2:] == (2, "quoted", None, 2, "untyped")
    assert steps[()].done == "kept"
    assert len(steps) == 7


def test_recorder_hears_the_text_of_a_guess() -> None:
    schema = {"properties": {"n": {"type": "string"}}}
    steps = recorded(schema, {"n": 7}, False, call({"n": unread("7", "7")}))
    assert steps[-1] == CoercionStep("f", ("n",), "7", "guess", "/properties/n", "7", "kept")


def test_exact_json_needs_no_stack() -> None:
    text = "[" * 500 + "1" + "]" * 500

    def deeper(frames: int) -> Any:
        return deeper(frames - 1) if frames else exact_json(text)

    value = deeper(sys.getrecursionlimit() - 300)
    while isinstance(value, list):
        value = value[0]
    assert value == 1


@pytest.mark.parametrize("text", ["0.0e99999999999", "0." + "0" * 1000, "-0.0"])
def test_zero_in_any_notation_is_zero(text: str) -> None:
    assert whole_number(text) == 0


def test_whole_numbers_are_exact_and_bounded_by_their_text() -> None:
    assert whole_number("1" + "0" * 50 + ".5e1") == 10**51 + 5
    assert whole_number("0." + "0" * 400 + "7e401") == 7
    assert whole_number("5e-324") is MISSING
    assert whole_number("9" * 5000 + ".0") is MISSING


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|b)*", r"(a)\1", "(?=a)", "a*b*", "^a*b*c*", "["])
def test_pattern_that_could_take_long_matches_nothing(pattern: str) -> None:
    assert not key_matches(pattern, "aaa")


@pytest.mark.parametrize("pattern", ["^a", "a$", "^(?:a|b)", "^[a-z]+$", "^a{1,3}[b-z]*$", ".*"])
def test_pattern_of_the_usual_kind_matches(pattern: str) -> None:
    assert key_matches(pattern, "aaa")
    assert not key_matches(pattern, "a" * 1000)
