"""Casting tool-call arguments, against the reference."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.utils.chat_parsing import ResponseParser
from transformers.utils.chat_parsing.response_parser import _schema_types as reference_types

from rtc_runtime import function_schema, refuse_function
from rtc_runtime.tools import coerce_tool_calls, schema_types, tool_parameters
from tests.runtime.steps import lines_run

TEXTS = [
    *(
        "1",
        "0",
        "-0",
        "3.0",
        "-3.0",
        "3.5",
        "1e3",
        "1.0e2",
        "5.",
        ".5",
        "0x1",
        "1_000",
        "٣",
        " 12 ",
    ),
    *("nan", "inf", "-inf", "Infinity", "1e400"),
    *("true", "FALSE", "TRUE ", "null", "None", " null ", "\u2003null", "none", "", "x", '"x"'),
    *("{}", "[]", '{"a": "1"}', "[1]", "[1", "[NaN]", ' {"a": [1]} '),
]
LONG_TEXTS = ["9" * 400, "9" * 5000, "0" * 5000 + "5", "[" + "9" * 5000 + "]"]
TYPES = ["integer", "number", "boolean", "null", "object", "array", "string", "other", 3, None]
types = st.one_of(
    st.sampled_from(TYPES), st.lists(st.sampled_from(TYPES), max_size=3), st.just(("integer",))
)
schemas = st.recursive(
    st.one_of(
        st.fixed_dictionaries({}, optional={"type": types}),
        st.sampled_from([None, True, "integer"]),
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "type": types,
            "anyOf": st.lists(inner, max_size=3) | st.sampled_from(["ab", {"a": 1}, None, 0]),
            "oneOf": st.lists(inner, max_size=3),
            "nullable": st.sampled_from([True, False, None, 1]),
        },
    ),
    max_leaves=6,
)
texts = st.sampled_from(TEXTS)
arguments = st.dictionaries(
    st.sampled_from("abc"),
    st.one_of(texts, st.lists(texts | st.sampled_from([1, None]), max_size=2), st.just({"x": "1"})),
)
functions = st.fixed_dictionaries({"name": st.sampled_from("fgh"), "arguments": arguments})
values = st.recursive(
    st.one_of(
        functions.map(lambda function: {"function": function}),
        st.sampled_from([1, "x", {}, {"function": 1}, {"function": {"name": 1, "arguments": {}}}]),
    ),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
properties = st.dictionaries(st.sampled_from("abc"), schemas, min_size=1)
tools = st.lists(
    st.one_of(
        st.tuples(st.sampled_from("fg"), properties).map(
            lambda tool: {"type": "function", "function": bare(*tool)}
        ),
        st.tuples(st.sampled_from("fgh"), properties).map(lambda tool: bare(*tool)),
        st.sampled_from(
            [3, {"name": 1}, {"function": None, "name": "f"}, {"name": "g", "parameters": []}]
        ),
    ),
    max_size=3,
)


def bare(name: str, properties: Any) -> dict[str, Any]:
    return {"name": name, "parameters": {"type": "object", "properties": properties}}


def reference(tools: list[Any]) -> Any:
    return ResponseParser({"start_anchor": "a", "fields": {"a": {}}}, prefix="", tools=tools)


@given(tools, values)
@settings(deadline=None, max_examples=800)
def test_coercion_is_what_the_reference_gives(tools: list[Any], value: Any) -> None:
    parser, parameters = reference(tools), tool_parameters(tools, refuse_function)
    assert repr(parameters) == repr(parser._tool_params)
    expected = parser._coerce_tool_calls(copy.deepcopy(value))
    assert repr(coerce_tool_calls(value, parameters)) == repr(expected)


@given(schemas)
@settings(deadline=None, max_examples=400)
def test_types_are_those_of_the_reference_without_repetitions(schema: Any) -> None:
    assert schema_types(schema) == tuple(dict.fromkeys(reference_types(schema)))


@pytest.mark.parametrize("name", [name for name in TYPES if isinstance(name, str)])
@pytest.mark.parametrize("text", TEXTS + LONG_TEXTS, ids=lambda text: repr(text[:9]))
def test_text_is_cast_as_in_the_reference(name: str, text: str) -> None:
    tools = [bare("f", {"a": {"type": name}})]
    call = {"function": {"name": "f", "arguments": {"a": text, "b": text}}}
    expected = reference(tools)._coerce_tool_calls(copy.deepcopy(call))
    assert repr(coerce_tool_calls(call, tool_parameters(tools, refuse_function))) == repr(expected)


def test_coercion_happens_in_place() -> None:
    arguments: dict[str, Any] = {"a": "1"}
    value = [[{"function": {"name": "f", "arguments": arguments}}]]
    parameters = {"f": {"a": {"type": "integer"}}}
    assert coerce_tool_calls(value, parameters) is value
    assert arguments == {"a": 1}


def test_coercion_leaves_a_list_alone_where_no_type_is_declared() -> None:
    listed = ["1"]
    arguments = {"a": listed, "b": listed}
    call = {"function": {"name": "f", "arguments": arguments}}
    coerce_tool_calls(call, {"f": {"a": {"description": "any"}}})
    assert arguments["a"] is listed and arguments["b"] is listed


def test_coercion_of_shared_arguments_is_that_of_the_first_call() -> None:
    shared: dict[str, Any] = {"a": "1"}
    calls = [{"function": {"name": name, "arguments": shared}} for name in "fg"]
    parameters = {"f": {"a": {"type": "integer"}}, "g": {"a": {"type": "boolean"}}}
    coerce_tool_calls(calls, parameters)
    assert repr(shared) == "{'a': 1}"


def test_coercion_follows_lists_of_any_depth() -> None:
    value: Any = {"function": {"name": "f", "arguments": {"a": "1"}}}
    for _ in range(10_000):
        value = [value]
    value = coerce_tool_calls(value, {"f": {"a": {"type": "integer"}}})
    while isinstance(value, list):
        value = value[0]
    assert value["function"]["arguments"] == {"a": 1}


def test_types_are_found_at_any_depth() -> None:
    schema: dict[str, Any] = {"type": "integer"}
    for _ in range(10_000):
        schema = {"anyOf": [schema], "nullable": True}
    assert schema_types(schema) == ("integer", "null")


def test_types_of_a_schema_that_holds_itself_are_finite() -> None:
    schema: dict[str, Any] = {"type": "array"}
    schema["anyOf"] = [schema, {"type": "integer", "oneOf": [schema]}]
    assert schema_types(schema) == ("array", "integer")


def test_types_of_shared_branches_cost_no_more_than_the_branches() -> None:
    def doubled(times: int) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "integer"}
        for _ in range(times):
            schema = {"anyOf": [schema, schema]}
        return schema

    assert lines_run(schema_types, doubled(40)) <= 2.2 * lines_run(schema_types, doubled(20))


def test_tools_may_be_pydantic_models() -> None:
    class Model:
        @classmethod
        def model_json_schema(cls) -> dict[str, Any]:
            return {"properties": {"a": {"type": "integer"}}}

    assert tool_parameters([Model], function_schema) == {"Model": {"a": {"type": "integer"}}}
    assert tool_parameters([Model()], function_schema) == {}
    with pytest.raises(TypeError, match="the tool Model is a pydantic model"):
        tool_parameters([Model], refuse_function)


def test_tools_may_be_functions_and_methods() -> None:
    class Weather:
        def today(self, city: str) -> str:
            """Today's weather.

            Args:
                city: Where.
            """
            return city

    parameters = tool_parameters([Weather().today], function_schema)
    assert parameters == {"today": {"city": {"type": "string", "description": "Where."}}}


def test_refused_function_says_how_to_compile() -> None:
    with pytest.raises(TypeError, match="the tool bare is a Python function.*--with functions"):
        tool_parameters([bare], refuse_function)


def test_parameters_of_a_tool_that_comes_twice_are_the_last() -> None:
    tools = [bare("f", {"a": {}}), bare("f", {"b": {}})]
    assert tool_parameters(iter(tools), refuse_function) == {"f": {"b": {}}}
