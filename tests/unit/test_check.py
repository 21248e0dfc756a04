"""Checking: what a template means."""

from __future__ import annotations

from typing import Any

import pytest

from rtc.check import check_template
from rtc.parse import parse_template
from rtc.source import read_text
from tests.support.diagnosing import codes, diagnose, parsed, with_field

NAMED = "<call:(?P<name>[a-z]+)>"


def field_codes(members: Any, **top: Any) -> list[str]:
    return codes(with_field(members, **top))


def test_check_template_reports_each_further_implicit_field() -> None:
    found = diagnose(
        {"start_anchor": "a", "fields": {"a": {}, "b": {"open": "b"}, "c": {}, "d": {}}}
    )
    assert [(each.code, each.origin.pointer) for each in found] == [
        ("RTC029", "/fields/c"),
        ("RTC029", "/fields/d"),
    ]


def test_check_template_takes_a_broken_open_for_one() -> None:
    assert codes({"start_anchor": "a", "fields": {"a": {"open": ""}, "b": {}}}) == ["RTC033"]


def test_check_template_checks_what_could_be_parsed() -> None:
    template = {
        "start_anchor": "a",
        "fields": {"a": {"open": 5, "transform": "{nope}"}, "b": {"transform": "{nope}"}},
    }
    # Nobody knows what the broken delimiter of the first field would capture.
    found = [(each.code, each.origin.pointer) for each in diagnose(template)]
    assert found == [("RTC032", "/fields/a/open"), ("RTC066", "/fields/b/transform")]


@pytest.mark.parametrize(
    ("members", "default", "expected"),
    [
        ({"repeats": True}, [], []),
        ({"repeats": True}, None, ["RTC054"]),
        ({"repeats": True}, "", ["RTC054"]),
        ({"repeats": True}, {}, ["RTC054"]),
        ({"repeats": True, "join": ""}, "", []),
        ({"repeats": True, "join": ""}, None, []),
        ({"repeats": True, "join": ""}, [], ["RTC055"]),
        ({"repeats": True, "join": ""}, 5, ["RTC055"]),
        ({"repeats": False}, 5, []),
        ({"open": "<a>", "optional": False}, 5, ["RTC056"]),
        ({"optional": False}, "", ["RTC056"]),
    ],
)
def test_check_template_compares_fields_with_their_defaults(
    members: Any, default: Any, expected: Any
) -> None:
    assert field_codes(members, defaults={"answer": default}) == expected
    assert "RTC054" not in field_codes(members, defaults={"other": default})


def test_check_template_warns_of_a_required_implicit_field() -> None:
    assert field_codes({"optional": False}) == ["RTC057"]
    assert field_codes({"optional": False, "open": "<a>"}) == []


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({}, []),
        ({"content": "json"}, []),
        ({"content": "int"}, ["RTC053"]),
        ({"content": "bool"}, ["RTC053"]),
        ({"content": "kv-lines"}, ["RTC053"]),
        ({"content": "python-call-list"}, ["RTC053"]),
        ({"content": "int", "transform": "{name}"}, []),
        ({"content": "int", "transform": "{content}"}, ["RTC053"]),
        ({"content": "int", "transform": "x"}, []),
        ({"content": "kv-lines", "transform": "{content.a}"}, []),
        ({"content": "json", "transform": "{content.a.b}"}, []),
        ({"transform": {"a": "{content}"}}, ["RTC053"]),
        ({"transform": ["{content}"]}, ["RTC053"]),
        ({"transform": 5}, ["RTC053"]),
        ({"transform": True}, ["RTC053"]),
        ({"transform": "{unknown}"}, ["RTC066"]),
        ({"content": "json", "transform": "x", "transform_each": True}, ["RTC053"]),
    ],
)
def test_check_template_refuses_to_join_what_is_never_text(members: Any, expected: Any) -> None:
    found = field_codes(
        {"open_pattern": NAMED, "repeats": True, "join": "", **with_transform(members)}
    )
    assert found == expected


def with_transform(members: Any) -> dict[str, Any]:
    """The members, with a pattern without groups where no transform uses them."""
    return members if "transform" in members else {**members, "open_pattern": "<call>"}


@pytest.mark.parametrize(
    ("content", "transform", "each", "expected"),
    [
        ("text", "{content}", False, []),
        ("text", "{name}", False, []),
        ("text", "{more}", False, ["RTC066"]),
        ("text", "{content.a}", False, ["RTC065"]),
        ("text", "{name.a}", False, ["RTC065"]),
        ("int", "{content.a}", False, ["RTC065"]),
        ("json", "{content.a.b}", False, []),
        ("json", "{name.a}", False, ["RTC065"]),
        ("python-call-list", "{content.name}", False, ["RTC065"]),
        ("kv-lines", "{content.a}", False, []),
        ("kv-lines", "{content.a.b}", False, ["RTC065"]),
        ("json", ["{anything}", "{name.a}", "{content.a}"], True, []),
        ("python-call-list", ["{name}", "{arguments}", "{arguments.city}"], True, []),
        ("python-call-list", ["{content}"], True, ["RTC066"]),
        ("python-call-list", ["{name.a}"], True, ["RTC065"]),
        ("python-call-list", ["{arguments.a.b}"], True, []),
        ("text", ["{nope}"], True, ["RTC063"]),
        ("kv-lines", "", True, ["RTC063"]),
        ("float", "", True, ["RTC063"]),
    ],
)
def test_check_template_follows_placeholders(
    content: str, transform: Any, each: bool, expected: Any
) -> None:
    members = {"open_pattern": NAMED, "content": content, "transform": transform}
    assert field_codes({**members, "transform_each": each}) == expected


def test_check_template_knows_the_shape_of_parsed_values() -> None:
    def found(value_parser: Any, path: Any) -> list[str]:
        args = {"value_parser": value_parser}
        return field_codes({"content": "kv-lines", "content_args": args, "transform": path})

    assert found({"name": "json"}, "{content.a.b.c}") == []
    assert found({"name": "int"}, "{content.a.b}") == ["RTC065"]
    assert found({"name": "kv-lines"}, "{content.a.b}") == []
    assert found({"name": "kv-lines"}, "{content.a.b.c}") == ["RTC065"]


def test_check_template_takes_captures_of_both_delimiters() -> None:
    members = {"open_pattern": NAMED, "close_pattern": "</(?P<id>\\d+)>"}
    assert field_codes({**members, "transform": ["{name}", "{id}"]}) == []


def test_check_template_says_what_is_defined() -> None:
    (found,) = diagnose(with_field({"open_pattern": NAMED, "transform": "{nmae}"}))
    assert found.hint == "did you mean 'name'?"


@pytest.mark.parametrize("transform", ["", [], {}])
def test_check_template_warns_of_discards_that_stay(transform: Any) -> None:
    assert field_codes({"transform": transform, "repeats": True}) == ["RTC068"]
    assert field_codes({"transform": transform}) == []


def test_check_template_warns_of_delimiters_that_open_another_field() -> None:
    fields = {
        "b": {"open": ["<x>", "<y>"], "close": "</>"},
        "a": {"open": ["<z>", "<y>"], "close": "</>"},
        "d": {"open_pattern": "<w+>", "close": "</>"},
        "c": {"open_pattern": "<w+>", "close": "</>"},
        "implicit": {"close": ["<end>", "<x>"]},
    }
    found = diagnose({"start_anchor": "a", "fields": fields})
    assert [(each.code, each.origin.pointer) for each in found] == [
        ("RTC042", "/fields/b/open/1"),
        ("RTC042", "/fields/d/open_pattern"),
        ("RTC044", "/fields/implicit/close/1"),
    ]
    assert "'a'" in found[0].message and "'b'" in found[2].message


def test_check_template_warns_of_a_literal_that_opens_and_closes() -> None:
    found = diagnose(with_field({"open": ["<a>", "***"], "close": "***"}))
    assert [(each.code, each.origin.pointer) for each in found] == [
        ("RTC043", "/fields/answer/close")
    ]


def test_check_template_does_not_repeat_what_parsing_found() -> None:
    source = read_text('{"fields": {"a": {"join": 1, "nope": 2}, "b": 5}}', "t.json")
    template, diagnostics = parse_template(source)
    assert template is not None and len(diagnostics) == 4
    assert check_template(template, source) == ()


def test_check_template_survives_a_deep_transform() -> None:
    transform: object = "{nope}"
    for _ in range(180):
        transform = [transform]
    assert field_codes({"transform": transform}) == ["RTC069", "RTC066"]


def test_check_template_is_silent_about_a_good_template() -> None:
    template = {
        "defaults": {"role": "assistant", "tool_calls": []},
        "start_anchor": "<|assistant|>",
        "fields": {
            "thinking": {"open": "<think>", "close": "</think>", "repeats": True, "join": "\n"},
            "tool_calls": {
                "open_pattern": NAMED,
                "close": "</call>",
                "repeats": True,
                "content": "json",
                "transform": {"function": {"name": "{name}", "arguments": "{content.args}"}},
            },
            "content": {"close": ["<|end|>", "<|endoftext|>"]},
        },
    }
    parsed(template)
    assert codes(template) == []
