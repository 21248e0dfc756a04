"""Parsing: the tree of a good template, and everything that is wrong with a bad one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rtc.ast import Content, Field, Literals, PatternText
from rtc.parse import parse_template
from rtc.source import read_text
from tests.support.diagnosing import codes, diagnose, parsed, with_field

XML = {"content": "xml-inline"}
LINES = {"content": "kv-lines"}
TAG = "<(?P<key>[a-z]+)>(?P<value>.*?)</>"


def field_of(**members: Any) -> Field:
    return parsed(with_field(members)).fields[0]


def field_codes(**members: Any) -> list[str]:
    return codes(with_field(members))


def test_parse_template_gives_the_tree() -> None:
    template = {
        "version": 1,
        "defaults": {"role": "assistant"},
        "start_anchor": ["<a>", "<b>"],
        "fields": {
            "calls": {
                "open_pattern": "<call:(?P<name>[a-z]+)>",
                "close": "</call>",
                "repeats": True,
                "content": "json",
                "content_args": {"unquoted_keys": True, "string_delims": [["<|", "|>"]]},
                "transform": {"name": "{name}"},
            },
            "content": {"optional": True},
        },
    }
    tree = parsed(template)
    assert tree.name == "template.json"
    assert tree.defaults == {"role": "assistant"}
    assert isinstance(tree.anchor, Literals) and tree.anchor.texts == ("<a>", "<b>")
    calls, content = tree.fields
    assert isinstance(calls.open, PatternText)
    assert calls.open.source == "<call:(?P<name>[a-z]+)>"
    assert calls.open.pattern.groups == ("name",)
    assert calls.open.origin.pointer == "/fields/calls/open_pattern"
    assert isinstance(calls.close, Literals) and calls.close.texts == ("</call>",)
    assert (calls.repeats, calls.join, calls.optional) == (True, None, True)
    assert calls.content.name == "json"
    assert calls.content.args == {"unquoted_keys": True, "string_delims": [["<|", "|>"]]}
    assert calls.content.origin.pointer == "/fields/calls/content_args"
    assert (calls.has_transform, calls.transform) == (True, {"name": "{name}"})
    assert not calls.transform_each
    assert (content.name, content.open, content.close) == ("content", None, None)
    assert content.content == Content("text", content.origin)
    assert content.origin.pointer == "/fields/content"


def test_parse_template_keeps_each_literal_once_in_order() -> None:
    field = field_of(close=["b", "a", "b", "ab"])
    assert isinstance(field.close, Literals)
    assert field.close.texts == ("b", "a", "ab")


def test_parse_template_parses_value_parsers() -> None:
    inner = {"name": "json", "args": {"allow_non_json": True, "strip": False}}
    args = {"tag_pattern": TAG, "merge_duplicates": 1, "value_parser": inner}
    content = field_of(content="xml-inline", content_args=args).content
    assert content.args == {"tag_pattern": TAG, "merge_duplicates": True}
    assert content.tag is not None and content.tag.source == TAG
    assert content.value_parser is not None
    assert content.value_parser.name == "json"
    assert content.value_parser.args == {"allow_non_json": True, "strip": False}
    assert content.value_parser.origin.pointer == "/fields/answer/content_args/value_parser/args"


def test_parse_template_takes_a_value_parser_without_a_name_for_text() -> None:
    content = field_of(content="kv-lines", content_args={"value_parser": {}}).content
    assert content.value_parser is not None
    assert (content.value_parser.name, content.value_parser.args) == ("text", {})


@pytest.mark.parametrize(
    ("value", "truth"),
    [(1, True), (0, False), ("false", True), ("", False), (None, False), ([], False), ({}, False)],
)
def test_parse_template_keeps_the_truth_of_sloppy_flags(value: Any, truth: bool) -> None:
    for flag in ("repeats", "optional"):
        members = with_field({"open": "<a>", flag: value})
        assert getattr(parsed(members).fields[0], flag) is truth
        assert codes(members) == ["RTC050"]
    content = with_field({"content_args": {"strip": value}})
    assert parsed(content).fields[0].content.args == {"strip": truth}
    assert codes(content) == ["RTC050"]


@pytest.mark.parametrize("value", [True, 1.0])
def test_parse_template_warns_of_a_version_that_only_equals_one(value: Any) -> None:
    assert codes(with_field({}, version=value)) == ["RTC024"]


@pytest.mark.parametrize("value", [None, 2, 0, "1", [1], False, 1.5, {}])
def test_parse_template_refuses_other_versions(value: Any) -> None:
    assert codes(with_field({}, version=value)) == ["RTC023"]


@pytest.mark.parametrize("value", [None, 1, [], "text", True])
def test_parse_template_refuses_what_is_no_object(value: Any) -> None:
    template, diagnostics = parse_template(read_text(json.dumps(value), "t.json"))
    assert template is None
    assert [each.code for each in diagnostics] == ["RTC020"]


def test_parse_template_has_nothing_to_say_of_what_was_not_read() -> None:
    assert parse_template(read_text("[", "t.json")) == (None, ())


@pytest.mark.parametrize("value", [None, [], "x", 0, False])
def test_parse_template_refuses_defaults_that_are_no_object(value: Any) -> None:
    assert codes(with_field({}, defaults=value)) == ["RTC025"]


@pytest.mark.parametrize("value", [None, [], {}, "x", [{"open": "a"}]])
def test_parse_template_refuses_fields_that_are_no_object(value: Any) -> None:
    assert codes({"start_anchor": "a", "fields": value}) == ["RTC026"]


def test_parse_template_asks_for_fields_and_an_anchor() -> None:
    assert sorted(codes({})) == ["RTC026", "RTC030"]


def test_parse_template_tells_where_a_misplaced_key_belongs() -> None:
    (top,) = diagnose(with_field({}, transform={}))
    assert "field" in (top.hint or "")
    (inner,) = diagnose(with_field({"start_anchor": "x"}))
    assert "template" in (inner.hint or "")


def test_parse_template_points_at_unknown_keys() -> None:
    (found,) = diagnose(with_field({"clsoe": "x"}))
    assert (found.code, found.origin.pointer) == ("RTC022", "/fields/answer/clsoe")
    assert found.hint == "did you mean 'close'?"
    text = json.dumps(with_field({"clsoe": "x"}))
    assert found.origin.column == text.index('"clsoe"') + 1


def test_parse_template_guesses_no_meaning_of_a_long_key() -> None:
    (found,) = diagnose(with_field({"close" * 100_000: "x"}))
    assert found.code == "RTC022" and found.hint is None


@pytest.mark.parametrize("key", ["open", "close"])
@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, "RTC032"),
        (5, "RTC032"),
        (True, "RTC032"),
        ({}, "RTC032"),
        (["a", None], "RTC032"),
        ([["a"]], "RTC032"),
        ("", "RTC033"),
        (["a", ""], "RTC033"),
        ([], "RTC034"),
    ],
)
def test_parse_template_refuses_bad_literals(key: str, value: Any, code: str) -> None:
    assert field_codes(**{key: value}) == [code]
    assert codes({"start_anchor": value, "fields": {"answer": {}}}) == [code]


@pytest.mark.parametrize("key", ["open_pattern", "close_pattern"])
@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, "RTC037"),
        (5, "RTC037"),
        (["a"], "RTC037"),
        ({}, "RTC037"),
        ("(", "RTC039"),
        ("a{e<=1}", "RTC040"),
        ("(a)\\1", "RTC040"),
        ("(?:a*)*b", None),
        ("x" * 5_001, "RTC038"),
    ],
)
def test_parse_template_refuses_bad_patterns(key: str, value: Any, code: str) -> None:
    found = field_codes(**{key: value})
    assert found == [code] if code else len(found) == 1


def test_parse_template_allows_more_in_patterns_that_see_the_whole_text() -> None:
    quoted = "<(?P<key>\\w+)=([\"'])(?P<value>.*?)\\2>"
    # Allowed, with a warning of what it can cost.
    assert field_codes(content="xml-inline", content_args={"tag_pattern": quoted}) == ["RTC085"]
    assert codes({"start_anchor_pattern": "(a|b)\\1", "fields": {"answer": {}}}) == []


def test_parse_template_refuses_what_only_the_reference_engine_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rtc.parse_delimiter.parse_pattern", lambda source: None)
    monkeypatch.setattr("rtc.parse_delimiter.check_delimiter", lambda pattern: None)
    (found,) = diagnose(with_field({"close_pattern": "ab("}))
    assert found.code == "RTC039"
    assert "character 4" in found.message


@pytest.mark.parametrize(
    "pattern", ["(" * 5_000 + ")" * 5_000, "((a{1,9}){1,999}){1,999999999999}"]
)
def test_parse_template_survives_patterns_that_no_engine_takes(pattern: str) -> None:
    assert len(field_codes(close_pattern=pattern)) == 1


def test_parse_template_limits_all_patterns_together() -> None:
    args = {"tag_pattern": TAG + "x" * 4_000}
    fields = {
        f"f{number}": {"open_pattern": f"{number}", "content": "xml-inline", "content_args": args}
        for number in range(5)
    }
    assert codes({"start_anchor": "a", "fields": fields}) == ["RTC038"]


@pytest.mark.parametrize("value", [None, "x"])
def test_parse_template_refuses_both_forms_whatever_they_hold(value: Any) -> None:
    found = field_codes(open="a", open_pattern=value)
    assert found[-1:] == ["RTC031"]
    assert "RTC031" in codes(with_field({}, start_anchor_pattern=value))


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"join": None}, []),
        ({"join": ""}, ["RTC052"]),
        ({"join": "", "repeats": False}, ["RTC052"]),
        ({"join": "", "repeats": 1}, ["RTC050"]),
        ({"join": 5}, ["RTC051"]),
        ({"join": [], "repeats": True}, ["RTC051"]),
        ({"transform": None}, []),
        ({"transform": ""}, []),
        ({"transform": 0}, []),
        ({"transform": "{a b} {} {a.} x"}, []),
        ({"transform": "{content}"}, []),
        ({"transform": " {content}"}, ["RTC060"]),
        ({"transform": "{content}{content}"}, ["RTC060"]),
        ({"transform": {"a": [{"b": "x{content}"}, "y{content}"]}}, ["RTC060", "RTC060"]),
        ({"transform": {"a{content}": 1}}, ["RTC067"]),
        ({"transform_each": False}, []),
        ({"transform_each": None}, ["RTC061"]),
        ({"transform_each": 1, "transform": ""}, ["RTC061", "RTC063"]),
        ({"transform_each": True}, ["RTC062"]),
        ({"transform_each": True, "transform": None}, ["RTC062"]),
        ({"close_pattern": "(?P<a>x)", "transform": None}, ["RTC064"]),
        ({"close_pattern": "(?P<a>x)", "transform": 0}, []),
        ({"content": None}, ["RTC070"]),
        ({"content": []}, ["RTC070"]),
        ({"content": "JSON"}, ["RTC070"]),
    ],
)
def test_parse_template_checks_the_values_of_a_field(members: Any, expected: Any) -> None:
    assert field_codes(**members) == expected


@pytest.mark.parametrize(
    "content", ["text", "int", "float", "bool", "json", "kv-lines", "xml-inline"]
)
@pytest.mark.parametrize("args", [None, 5, [], "x", False])
def test_parse_template_refuses_arguments_that_are_no_object(content: str, args: Any) -> None:
    assert field_codes(content=content, content_args=args) == ["RTC071"]


@pytest.mark.parametrize("args", [None, 5, [], {"strip": False}])
def test_parse_template_ignores_the_arguments_of_a_call_list(args: Any) -> None:
    members = {"content": "python-call-list", "content_args": args}
    assert field_codes(**members) == ["RTC072"]
    assert field_of(**members).content.args == {}


@pytest.mark.parametrize(
    ("content", "args", "expected"),
    [
        ("text", {"strip": False}, []),
        ("int", {"strip": False}, ["RTC072"]),
        ("float", {"strip": False}, ["RTC072"]),
        ("bool", {"strip": False}, []),
        ("json", {"strip": False}, ["RTC072"]),
        ("json", {"strip": False, "allow_non_json": True}, []),
        ("json", {"unquoted_keys": 1, "allow_non_json": None}, ["RTC050", "RTC050"]),
        ("json", {"unquoted_key": True}, ["RTC072"]),
        ("json", {"string_delims": []}, []),
        ("json", {"string_delims": {}}, ["RTC073"]),
        ("json", {"string_delims": ""}, ["RTC073"]),
        ("json", {"string_delims": {"<>": 1}}, ["RTC073", "RTC073"]),
        ("json", {"string_delims": ["<>", {"a": 1, "b": 2}]}, ["RTC073", "RTC073"]),
        ("json", {"string_delims": None}, ["RTC074"]),
        ("json", {"string_delims": "<>"}, ["RTC074"]),
        ("json", {"string_delims": 0}, ["RTC074"]),
        ("json", {"string_delims": [None, ["a"], ["a", 1], [["a"], "b"], "a"]}, ["RTC074"] * 5),
        ("json", {"string_delims": [["", "a"], ["", ""]]}, ["RTC075", "RTC075"]),
        ("xml-inline", {}, ["RTC076"]),
        ("xml-inline", {"tag_pattern": None}, ["RTC076"]),
        ("xml-inline", {"tag_pattern": 5}, ["RTC037"]),
        ("xml-inline", {"tag_pattern": "("}, ["RTC039"]),
        ("xml-inline", {"tag_pattern": "(?P<value>a)"}, ["RTC077"]),
        ("xml-inline", {"tag_pattern": "(?P<key>a)"}, ["RTC078"]),
        ("xml-inline", {"tag_pattern": TAG, "strip": True}, ["RTC072"]),
        ("xml-inline", {"tag_pattern": "(?P<key>(?:a+)+)(?P<value>b)"}, ["RTC041"]),
        ("xml-inline", {"tag_pattern": TAG, "value_parser": None}, []),
        ("kv-lines", {"value_parser": False}, ["RTC079"]),
        ("kv-lines", {"value_parser": "int"}, ["RTC079"]),
        ("kv-lines", {"value_parser": {"name": None}}, ["RTC080"]),
        ("kv-lines", {"value_parser": {"name": []}}, ["RTC080"]),
        ("kv-lines", {"value_parser": {"name": "Int"}}, ["RTC080"]),
        ("kv-lines", {"value_parser": {"name": "int", "args": None}}, ["RTC071"]),
        ("kv-lines", {"value_parser": {"name": "int", "arg": {}}}, ["RTC082"]),
        ("kv-lines", {"value_parser": {"name": "python-call-list", "args": 5}}, ["RTC072"]),
        ("kv-lines", {"value_parser": {"name": "xml-inline"}}, ["RTC076"]),
        ("kv-lines", {"line_sep": None}, ["RTC073"]),
        ("kv-lines", {"line_sep": 5, "kv_sep": None}, ["RTC083", "RTC083"]),
        ("kv-lines", {"line_sep": "", "kv_sep": ""}, ["RTC084", "RTC084"]),
        ("kv-lines", {"line_sep": ";", "kv_sep": "=", "strip": False}, []),
    ],
)
def test_parse_template_checks_the_arguments_of_a_content(
    content: str, args: Any, expected: Any
) -> None:
    assert field_codes(content=content, content_args=args) == expected


def test_parse_template_reads_string_delims_as_the_reference_does() -> None:
    delims = ["<>", {"a": 1, "b": 2}, ["(", ")"]]
    content = field_of(content="json", content_args={"string_delims": delims}).content
    assert content.args["string_delims"] == [["<", ">"], ["a", "b"], ["(", ")"]]


@pytest.mark.parametrize(("depth", "expected"), [(16, []), (17, ["RTC081"])])
def test_parse_template_limits_the_depth_of_value_parsers(depth: int, expected: Any) -> None:
    parser: dict[str, object] = {"name": "text"}
    for _ in range(depth - 1):
        parser = {"name": "kv-lines", "args": {"value_parser": parser}}
    assert field_codes(content="kv-lines", content_args={"value_parser": parser}) == expected


def test_parse_template_hints_where_an_argument_belongs() -> None:
    (found,) = diagnose(with_field({"content_args": {"unquoted_keys": True}}))
    assert found.hint == "it is an argument of json"


def test_parse_template_collects_all_problems() -> None:
    template = {
        "version": 2,
        "start_anchor": "",
        "extra": 1,
        "fields": {
            "a": {"open": [], "close_pattern": "(", "join": 1, "content": "x"},
            "b": 5,
            "c": {"open": "<c>", "transform": "x{content}", "content_args": {"strip": None}},
        },
    }
    assert sorted(codes(template)) == [
        "RTC021",
        "RTC023",
        "RTC028",
        "RTC033",
        "RTC034",
        "RTC039",
        "RTC050",
        "RTC051",
        "RTC060",
        "RTC070",
    ]


def test_parse_template_reports_ten_thousand_fields_once() -> None:
    fields = {f"f{number}": {"open": f"<{number}>"} for number in range(10_000)}
    assert codes({"start_anchor": "a", "fields": fields}) == ["RTC027"]
    fields = {f"f{number}": {"open": f"<{number}>"} for number in range(64)}
    assert codes({"start_anchor": "a", "fields": fields}) == []


def test_parse_template_keeps_an_error_behind_many_warnings() -> None:
    template = with_field({"open": ["y"] * 100, "close": ["x"] * 100, "join": 5})
    found = codes(template)
    assert found.count("RTC036") == 100
    assert found[-2:] == ["RTC013", "RTC051"]


def test_parse_template_cost_does_not_grow_with_long_names() -> None:
    name = "n" * 300_000
    transform = ["x{content}"] * 290
    assert len(codes({"start_anchor": "a", "fields": {name: {"transform": transform}}})) == 101


HOSTILE = ["\x00", "'\"\\", '"""', "\n\r", "\u2028", "\ud800", "{x}", "__import__('os')", "\u202e"]


@pytest.mark.parametrize("text", HOSTILE)
def test_parse_template_takes_hostile_text_everywhere(text: str) -> None:
    field = {"open": text, "close": [text, "x"], "repeats": True, "join": text}
    template = {
        "defaults": {f"_{text}": {text: text}},
        "start_anchor": text,
        "fields": {text: field},
    }
    tree = parsed(template)
    assert tree.fields[0].name == text
    assert isinstance(tree.fields[0].close, Literals)
    assert tree.fields[0].close.texts == (text, "x")
    assert tree.fields[0].join == text
    assert tree.defaults == template["defaults"]
