"""The report: what became of each region and argument, and whose fault it is where something is wrong."""

from __future__ import annotations

import json
import sys
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import rtc
from tests.support.chunkings import cut

TAGS = {"tag_pattern": "<(?P<key>\\w+)>(?P<value>.*?)</(?P=key)>"}
CALL = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}
LENIENT = {"name": "json", "args": {"allow_non_json": True}}


def tags(letter: str, **more: Any) -> dict[str, Any]:
    return {
        "open_pattern": f"<{letter}:(?P<name>\\w+)>",
        "close": f"</{letter}>",
        "repeats": True,
        "content": "xml-inline",
        "content_args": {**TAGS, **more},
        "transform": CALL,
    }


TEMPLATE = {
    "start_anchor": "<s>",
    "defaults": {"role": "assistant"},
    "fields": {
        "thought": {"open": "<think>", "close": "</think>"},
        "calls": {
            "open": "<call>",
            "close": "</call>",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "bare": tags("b"),
        "guessed": tags("g", value_parser=LENIENT),
        "answer": {"close": "<e>"},
    },
}


def tools(parameters: Any, name: str = "f") -> list[Any]:
    return [{"name": name, "parameters": parameters}]


def typed(**properties: Any) -> list[Any]:
    return tools({"type": "object", "properties": properties})


def call(arguments: Any, name: str = "f") -> str:
    return f"<call>{json.dumps({'name': name, 'arguments': arguments})}</call>"


@cache
def module() -> ModuleType:
    return rtc.load_parser(TEMPLATE, features=["report"])


def report(raw: str, tools: Any = None, **options: Any) -> list[Any]:
    found: list[Any] = (
        module().parse_full(raw, prefix="", tools=tools, report=True, **options).report
    )
    return found


def arguments(raw: str, tools: Any = None, **options: Any) -> list[Any]:
    """Of the only region: all that is reported of its arguments."""
    (region,) = report(raw, tools, **options)
    return list(region.arguments)


def argument(raw: str, tools: Any = None) -> Any:
    (found,) = arguments(raw, tools)
    return found


# Regions


def test_report_has_each_region_with_its_place_and_text() -> None:
    raw = "<think>hm</think>Yes." + call({})
    found = report(raw)
    assert [(one.field, one.text, one.value) for one in found] == [
        ("thought", "hm", "hm"),
        ("answer", "Yes.", "Yes."),
        ("calls", '{"name": "f", "arguments": {}}', found[2].value),
    ]
    assert all(raw[one.start : one.end] == one.text for one in found)
    assert {one.stage for one in found} == {None}


def test_report_counts_from_the_start_of_the_generation() -> None:
    (region,) = module().parse_full("m</think>", prefix="<s><think>h", report=True).report
    assert (region.start, region.end, region.text) == (-1, 1, "hm")


def test_report_has_the_value_before_and_after_the_cast() -> None:
    (region,) = report(call({"n": ["3", {"k": "4"}]}), typed(n={"items": {"type": "integer"}}))
    assert region.parsed["function"]["arguments"] == {"n": ["3", {"k": "4"}]}
    assert region.value["function"]["arguments"] == {"n": [3, {"k": "4"}]}


@pytest.mark.parametrize(
    ("raw", "stage", "reason"),
    [
        ("<call>{oops</call>", "generation", "content"),
        ("<call>{}", None, ""),
        ('<call>{"name": "f"', "generation", "unterminated"),
        ("<b:f><a>1</a>", "generation", "unterminated"),
        ("<call>" + "[" * 600 + "]" * 600 + "</call>", "parser", "content"),
        ("<call>" + "9" * 5000 + "</call>", "parser", "content"),
        ("<call>[" * 2 + "</call>", "generation", "content"),
    ],
)
def test_malformed_region_says_whose_fault_it_is(raw: str, stage: Any, reason: str) -> None:
    if raw.count("9") == 5000 and not hasattr(sys, "get_int_max_str_digits"):
        pytest.skip("integers have no limit here")
    (region,) = report(raw)
    assert (region.stage, region.reason, bool(region.error)) == (stage, reason, stage is not None)
    if stage is not None:
        assert (region.parsed, region.value, region.arguments) == (None, None, ())


def test_text_of_the_output_does_not_decide_whose_fault_it_is() -> None:
    (region,) = report("<call>more than 5 nested</call>")
    assert region.stage == "generation"


# Arguments


def test_argument_has_its_path_pointer_and_cast() -> None:
    schema = {"type": "array", "items": {"properties": {"a/b": {"type": "integer"}}}}
    found = arguments(call({"list": [{"a/b": "7"}]}), typed(list=schema))
    assert [(one.path, one.pointer, one.done) for one in found] == [
        (("list",), "/properties/list", "kept"),
        (("list", 0), "/properties/list/items", "kept"),
        (("list", 0, "a/b"), "/properties/list/items/properties/a~1b", "cast"),
    ]
    assert found[0].written == [{"a/b": "7"}]
    assert found[0].value == [{"a/b": 7}]
    assert found[2][2:] == ("7", "quoted", found[2].pointer, 7, "cast", None, "", ())


def test_object_read_from_a_text_is_reported_all_the_way_down() -> None:
    schema = {"type": "object", "properties": {"k": {"type": "integer"}}}
    found = arguments('<b:f><o>{"k": "1"}</o></b>', typed(o=schema))
    assert [(one.written, one.notation, one.value) for one in found] == [
        ('{"k": "1"}', "bare", {"k": 1}),
        ("1", "quoted", 1),
    ]


def test_guess_is_reported_with_its_text() -> None:
    found = argument("<g:f><zip>12345</zip></g>", typed(zip={"type": "string"}))
    assert found[2:7] == ("12345", "guess", "/properties/zip", "12345", "kept")


INTEGER = {"type": "integer"}


@pytest.mark.parametrize(
    ("value", "schema", "done", "stage"),
    [
        ("x", INTEGER, "refused", "generation"),
        ("1.5", INTEGER, "refused", "generation"),
        ("1e999", {"type": "number"}, "refused", "parser"),
        (5, {"type": "string"}, "kept", "generation"),
        (5.0, INTEGER, "kept", None),
        (5, {"enum": [1, 2]}, "kept", "generation"),
        ("c", {"enum": ["a", "b"]}, "refused", "generation"),
        (1, False, "kept", "generation"),
        ("x", {}, "untyped", "schema"),
        ({"a": 1}, {"type": "object"}, "kept", "schema"),
        ({}, {"type": "object"}, "kept", None),
        ("x", {"type": ["string", "null"]}, "kept", None),
    ],
)
def test_argument_says_whose_fault_it_is(value: Any, schema: Any, done: str, stage: Any) -> None:
    found = argument(call({"a": value}), typed(a=schema))
    assert (found.done, found.stage, bool(found.reason)) == (done, stage, stage is not None)


def test_key_that_no_place_speaks_of_points_to_where_the_types_end() -> None:
    schema = {"type": "object", "properties": {"known": {}}}
    found = arguments(call({"a": {"other": "1"}}), typed(a=schema))
    assert found[1].path == ("a", "other")
    assert (found[1].pointer, found[1].done, found[1].stage) == (
        "/properties/a",
        "untyped",
        "schema",
    )


def test_required_key_that_is_absent_is_reported() -> None:
    schema = {"type": "object", "properties": {"a": {}}, "required": ["a", "b"]}
    found = arguments(call({"a": 1}), tools(schema))
    assert [(one.path, one.done, one.stage) for one in found] == [
        (("b",), "missing", "generation"),
        (("a",), "untyped", "schema"),
    ]


@pytest.mark.parametrize("parameters", [None, {}, True, {"type": "object"}])
def test_tool_without_types_is_the_schema_s_fault(parameters: Any) -> None:
    found = argument(call({"a": "1"}), tools(parameters))
    assert (found.path, found.pointer, found.stage) == (("a",), "", "schema")
    assert report(call({}), tools(parameters))[0].arguments == ()


def test_unknown_tool_is_named_and_no_tools_at_all_are_no_fault() -> None:
    found = argument("<g:h><a>1</a></g>", typed(a={}))
    assert found[:5] == ("h", ("a",), "1", "guess", None)
    assert (found.value, found.stage) == (1, "schema")
    assert "no tool" in found.reason
    assert argument("<g:h><a>1</a></g>").stage is None


def test_arguments_that_are_a_text_are_reported_as_a_whole() -> None:
    schema = {"type": "object", "properties": {"n": INTEGER}}
    found = arguments(call('{"n": "1"}'), tools(schema))
    assert [(one.path, one.done) for one in found] == [((), "cast"), (("n",), "cast")]


def test_reference_coercion_reports_no_arguments() -> None:
    (region,) = report(call({"n": "3"}), typed(n=INTEGER), coercion="reference")
    assert region.arguments == ()
    assert region.parsed["function"]["arguments"] == {"n": "3"}
    assert region.value["function"]["arguments"] == {"n": 3}


def test_deep_arguments_and_schemas_are_reported() -> None:
    value: Any = "1"
    constant: Any = 0
    for _ in range(400):
        value = {"a": value}
    for _ in range(100_000):
        constant = [constant]
    schema: dict[str, Any] = {"type": "object"}
    schema["properties"] = {"a": {"anyOf": [schema, INTEGER]}}
    assert arguments(call(value), tools(schema))[-1].value == 1
    found = argument(call({"a": "x"}), typed(a={"const": constant}))
    assert found.reason == "the schema asks for array"


# Where it is asked for


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_report_and_message_are_the_same_for_every_chunking(size: int) -> None:
    raw = "<think>h</think>" + call({"n": "3"}) + "<call>{</call>Yes.<e><b:f><n>x</n></b>"
    plain = module().ResponseParser("", tools=typed(n=INTEGER), on_malformed="event")
    parser = module().ResponseParser("", tools=typed(n=INTEGER), on_malformed="event", report=True)
    for piece in cut(raw, range(size, len(raw), size)):
        plain.feed(piece)
        parser.feed(piece)
    assert parser.finalize()[0] == plain.finalize()[0]
    assert parser.report == report(raw, typed(n=INTEGER))
    assert plain.report == []


def test_raised_error_leaves_its_region_in_the_report() -> None:
    parser = module().ResponseParser("", report=True)
    with pytest.raises(module().ParseError):
        parser.feed("<call>oops</call>")
    assert [(one.text, one.stage) for one in parser.report] == [("oops", "generation")]


def test_parse_response_fills_the_list_that_it_is_given() -> None:
    found: list[Any] = []
    message = module().parse_response("<think>a</think>", prefix="", report=found)
    assert message == {"role": "assistant", "thought": "a"}
    assert [one.text for one in found] == ["a"]
    found.clear()
    module().parse_response(["<think>a</think>", "b<e>"], prefix="", report=found)
    assert [[one.text for one in each] for each in found] == [["a"], ["b"]]


def test_result_has_no_report_unless_asked() -> None:
    assert module().parse_full("<call>oops</call>", prefix="").report == []
    assert module().parse_full("<think>a</think>", prefix="").report == []


@pytest.mark.parametrize("runtime", ["inline", "import"])
def test_report_is_compiled_in_only_on_demand(runtime: Any) -> None:
    plain = rtc.compile_template(TEMPLATE, runtime=runtime)
    for name in ("RegionReport", "ReportingParser", "RecordingCoercion", "report"):
        assert name not in plain.replace("reported", "")
    scope: dict[str, Any] = {"__name__": "parser"}
    code = rtc.compile_template(TEMPLATE, runtime=runtime, features=["report"])
    exec(compile(code, "<parser>", "exec"), scope)
    assert {"RegionReport", "ValueReport"} <= set(scope["__all__"]) <= set(scope)
    assert scope["parse_full"]("<think>a</think>", prefix="", report=True).report[0].text == "a"
