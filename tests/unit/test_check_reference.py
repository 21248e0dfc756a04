"""The front end against the reference: what it rejects we reject, what it can use compiles."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc.diagnostics import render_all
from rtc.source import read_text
from tests.support.diagnosing import codes, diagnose_source

reference = pytest.importorskip("transformers.utils.chat_parsing")
loading = pytest.importorskip("transformers.utils.chat_parsing.response_templates")

TAG = "<(?P<key>[a-z]+)>(?P<value>.*?)</>"
TEMPLATES: list[dict[str, Any]] = [
    {
        "defaults": {"role": "assistant"},
        "start_anchor": "<|im_start|>assistant\n",
        "fields": {
            "thinking": {"open": "<think>", "close": "</think>", "repeats": True, "join": "\n"},
            "tool_calls": {
                "open": "<tool_call>",
                "close": "</tool_call>",
                "repeats": True,
                "content": "json",
                "content_args": {"unquoted_keys": True, "string_delims": [["<|", "|>"]]},
                "transform": {"type": "function", "function": "{content}"},
            },
            "content": {"close": ["<|im_end|>", "<|endoftext|>"], "optional": False},
        },
    },
    {
        "version": 1,
        "start_anchor_pattern": "<\\|turn\\|>model\\n",
        "fields": {
            "tool_calls": {
                "open_pattern": "<call:(?P<name>\\w+)>",
                "close_pattern": "</call>|(?=<call)",
                "repeats": True,
                "content": "xml-inline",
                "content_args": {
                    "tag_pattern": TAG,
                    "merge_duplicates": True,
                    "value_parser": {"name": "json", "args": {"allow_non_json": True}},
                },
                "transform": {"function": {"name": "{name}", "arguments": "{content}"}},
            },
            "calls": {
                "open": "[",
                "content": "python-call-list",
                "transform": ["{name}", "{arguments.city}"],
                "transform_each": True,
            },
        },
    },
    {
        "start_anchor": ["a", "b"],
        "fields": {
            "meta": {
                "open": "<meta>",
                "close": "</meta>",
                "content": "kv-lines",
                "content_args": {
                    "line_sep": ";",
                    "kv_sep": "=",
                    "strip": False,
                    "value_parser": {"name": "int"},
                },
                "transform": "{content.size}",
            },
            "size": {"open": "<n>", "close": "</n>", "content": "int"},
        },
    },
]
ODD = st.sampled_from(
    [None, True, False, 0, 1, 2.5, "", "x", "{content}", "{a.b}", "x{a}", "(", "(?P<n>x)", "json"]
    + [[], {}, [""], ["a", "a"], [1], [[]], {"a": 1}, {"name": "int"}, [["<", ">"]], [None, "a"]]
)
KEYS = st.sampled_from(
    ["open", "open_pattern", "close", "close_pattern", "repeats", "join", "optional", "content"]
    + ["content_args", "transform", "transform_each", "version", "defaults", "start_anchor"]
    + ["start_anchor_pattern", "fields", "strip", "string_delims", "value_parser", "name", "args"]
    + ["thinking", "tool_calls", "size", "kv_sep", "line_sep", "tag_pattern", "zzz", ""]
)
# What the reference takes although no text can ever make it work, or which we cannot compile.
NEVER_WORKS = {"RTC053", "RTC054", "RTC055", "RTC063", "RTC065", "RTC071", "RTC074", "RTC076"}
NEVER_WORKS |= {"RTC077", "RTC079", "RTC080", "RTC083", "RTC084"}
NOT_COMPILED = {"RTC040", "RTC041"}


def containers(value: Any) -> list[Any]:
    """All lists and objects in a value."""
    found = [value]
    for container in found:
        inner = container.values() if isinstance(container, dict) else container
        found.extend(each for each in inner if isinstance(each, (dict, list)))
    return found


@st.composite
def mutated_templates(draw: st.DrawFn) -> dict[str, Any]:
    template: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(TEMPLATES)))
    for _ in range(draw(st.integers(1, 3))):
        container = draw(st.sampled_from(containers(template)))
        keys = list(container) if isinstance(container, dict) else list(range(len(container)))
        action = draw(st.sampled_from(["replace", "drop", "add"]))
        if action == "add" and isinstance(container, dict):
            container[draw(KEYS)] = copy.deepcopy(draw(ODD))
        elif keys:
            key = draw(st.sampled_from(keys))
            if action == "drop":
                del container[key]
            else:
                container[key] = copy.deepcopy(draw(ODD))
    return template


def reference_accepts(template: Any) -> bool:
    try:
        loading.load_response_template(template)
    except (ValueError, TypeError, KeyError, AttributeError):
        return False
    return True


@given(mutated_templates())
@settings(max_examples=400, deadline=None)
def test_check_rejects_what_the_reference_rejects_and_no_more(template: Any) -> None:
    source = read_text(json.dumps(template), "t.json")
    found = diagnose_source(source)
    assert all(line.isprintable() for line in render_all(found, source).split("\n"))
    errors = [each for each in found if each.severity == "error"]
    if not reference_accepts(template):
        assert errors
        return
    unexpected = [
        each
        for each in errors
        if each.code not in NEVER_WORKS | NOT_COMPILED
        and not each.origin.pointer.endswith("/tag_pattern")
    ]
    assert unexpected == []


def field(**members: Any) -> dict[str, Any]:
    return {
        "open_pattern": "<x(?P<a>)>" if "transform" in members else "<x>",
        "close": "</x>",
        **members,
    }


def lines(**args: Any) -> dict[str, Any]:
    return field(content="kv-lines", content_args=args)


def tags(**args: Any) -> dict[str, Any]:
    return field(content="xml-inline", content_args=args)


@pytest.mark.parametrize(
    ("code", "members", "body"),
    [
        ("RTC037", tags(tag_pattern=5), ""),
        ("RTC039", tags(tag_pattern="("), ""),
        ("RTC053", field(repeats=True, join="", content="int"), "1"),
        ("RTC053", field(repeats=True, join="", transform=["{content}"]), "1"),
        (
            "RTC053",
            field(repeats=True, join="", content="json", transform="", transform_each=True),
            "[]",
        ),
        ("RTC054", field(repeats=True), ""),
        ("RTC055", field(repeats=True, join=""), ""),
        ("RTC063", field(transform="", transform_each=True), "[]"),
        ("RTC063", field(content="kv-lines", transform="", transform_each=True), "a: 1"),
        ("RTC065", field(transform="{content.a}"), "{}"),
        ("RTC065", field(transform="{a.b}"), "{}"),
        ("RTC065", field(content="kv-lines", transform="{content.a.b}"), "a: 1"),
        ("RTC065", field(content="python-call-list", transform="{content.name}"), "[f()]"),
        ("RTC071", field(content_args=None), ""),
        ("RTC071", field(content="json", content_args=[]), "1"),
        ("RTC071", lines(value_parser={"args": None}), "a: 1"),
        ("RTC074", field(content="json", content_args={"string_delims": None}), "1"),
        ("RTC074", field(content="json", content_args={"string_delims": "ab"}), "1"),
        ("RTC074", field(content="json", content_args={"string_delims": [["a"]]}), "1"),
        ("RTC074", field(content="json", content_args={"string_delims": [["a", 1]]}), "1"),
        ("RTC076", tags(), ""),
        ("RTC076", tags(tag_pattern=None), ""),
        ("RTC077", tags(tag_pattern="<a>"), "<a>"),
        ("RTC079", lines(value_parser=False), "a: 1"),
        ("RTC080", lines(value_parser={"name": None}), "a: 1"),
        ("RTC080", lines(value_parser={"name": "x"}), "a: 1"),
        ("RTC083", lines(line_sep=5), ""),
        ("RTC083", lines(kv_sep=None), "a: 1"),
        ("RTC084", lines(line_sep=""), ""),
        ("RTC084", lines(kv_sep=""), "a: 1"),
    ],
)
def test_check_refuses_only_what_fails_in_the_reference_whenever_it_is_used(
    code: str, members: Any, body: str
) -> None:
    default = {"RTC054": "", "RTC055": []}.get(code)
    template = {
        "start_anchor": "<s>",
        "defaults": {} if default is None else {"x": default},
        "fields": {"x": members},
    }
    assert codes(template) == [code]
    loading.load_response_template(template)
    with pytest.raises(Exception) as failure:
        reference.parse_response(f"<x>{body}</x>", template, prefix="")
    assert failure.type in (ValueError, TypeError, KeyError, AttributeError) or code == "RTC039"


@pytest.mark.parametrize(
    ("members", "body", "value"),
    [
        (field(repeats="no"), "a", ["a"]),
        (
            field(content="python-call-list", content_args=None),
            "[f()]",
            [{"name": "f", "arguments": {}}],
        ),
        (lines(line_sep=None), "a:1 b:2", {"a": "1", "b": "2"}),
        (field(content="json", content_args={"string_delims": ["<>"]}), "[<a>]", ["a"]),
        (field(content="json", content_args={"string_delims": {"<>": 0}}), "[<a>]", ["a"]),
        (field(content="json", content_args={"string_delims": [["", ">"]]}), "a>", "a"),
        (field(content="json", content_args={"strip": 0, "allow_non_json": 1}), " a ", " a "),
        (lines(value_parser={"name": "text", "more": 1}), "a: 1", {"a": "1"}),
    ],
)
def test_check_only_warns_of_what_the_reference_can_use(
    members: Any, body: str, value: Any
) -> None:
    template = {"start_anchor": "<s>", "fields": {"x": members}}
    assert reference.parse_response(f"<x>{body}</x>", template, prefix="") == {"x": value}
    diagnostics = diagnose_source(read_text(json.dumps(template), "t.json"))
    assert {each.severity for each in diagnostics} == {"warning"}


@pytest.mark.parametrize("template", TEMPLATES)
def test_check_finds_nothing_to_say_about_usual_templates(template: Any) -> None:
    assert [code for code in codes(template) if code != "RTC057"] == []
