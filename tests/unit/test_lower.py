"""From templates to machines: regions, watch lists, value programs."""

from __future__ import annotations

from typing import Any

import pytest

from rtc import ir
from rtc.delimiters import parse_pattern
from rtc.delimiters.literals import literal_tree
from rtc.lower import lower_template
from rtc.lower_values import lower_shape
from rtc.parse import parse_template
from rtc.source import read_value


def machine(fields: dict[str, Any], **keys: Any) -> ir.Machine:
    template, diagnostics = parse_template(
        read_value({"start_anchor": "<|a|>", "fields": fields, **keys})
    )
    assert template is not None
    assert not [one for one in diagnostics if one.severity == "error"]
    return lower_template(template)


def region(field: dict[str, Any]) -> ir.Region:
    return machine({"f": field}).regions[0]


def content(name: str, **args: Any) -> ir.Content:
    return region({"open": "<", "content": name, "content_args": args}).value.content


def test_regions_stand_in_the_order_of_the_fields() -> None:
    lowered = machine({"b": {"open": "<b>"}, "rest": {}, "a": {"open": "<a>"}})
    assert [one.field for one in lowered.regions] == ["b", "rest", "a"]
    assert [one.field for one in lowered.explicit] == ["b", "a"]
    assert lowered.implicit is lowered.regions[1]
    assert lowered.regions[0].pointer == "/fields/b"


def test_between_regions_opens_count_by_name_and_the_implicit_close_last() -> None:
    fields = {"b": {"open": "<b>", "close": "</b>"}, "0": {"close": "<end>"}, "a": {"open": "<a>"}}
    lowered = machine(fields)
    assert lowered.between is not None
    watched = [(one.field, one.side) for one in lowered.between.delimiters]
    assert watched == [("a", "open"), ("b", "open"), ("0", "close")]


def test_inside_a_region_its_own_close_counts_alone() -> None:
    lowered = machine({"a": {"open": "<a>", "close": ["x", "y"]}, "b": {"open": "<b>"}, "rest": {}})
    a, b, rest = lowered.regions
    assert a.watch is not None and a.watch.delimiters == (a.close,)
    assert b.watch is None and b.close is None
    assert rest.watch is None and rest.open is None


def test_nothing_counts_where_there_is_no_delimiter() -> None:
    lowered = machine({"rest": {}})
    assert lowered.between is None and lowered.watches == ()
    assert machine({"rest": {"close": "x"}}).between is not None


def test_watches_are_all_the_lists_there_are() -> None:
    lowered = machine({"a": {"open": "<a>", "close": "</a>"}, "b": {"open": "<b>"}})
    assert lowered.watches == (lowered.between, lowered.regions[0].watch)


def test_delimiter_knows_its_place_its_notation_and_its_literals() -> None:
    literals = region({"open": ["<a>", "<ab>"], "close_pattern": r"</a>\s*"})
    assert literals.open is not None and literals.close is not None
    assert literals.open.pointer == "/fields/f/open"
    assert literals.open.literals == ("<a>", "<ab>") and literals.open.literal is None
    assert literals.open.tree == literal_tree(("<a>", "<ab>"))
    assert literals.open.notation == "'<a>' | '<ab>'"
    assert literals.close.pointer == "/fields/f/close_pattern"
    assert literals.close.literals == () and literals.close.notation == r"</a>\s*"
    assert literals.close.tree == parse_pattern(r"</a>\s*").tree
    single = region({"open": "<a>"}).open
    assert single is not None and (single.literal, single.lead) == ("<a>", "")


def test_only_the_captures_that_the_transform_uses_are_kept() -> None:
    field = {
        "open_pattern": "<(?P<name>a)(?P<unused>b)?>",
        "close_pattern": "</(?P<id>c)?>|(?P<id>d)",
        "transform": {"n": "{name.x}", "i": ["{id}"], "{name}": 1},
    }
    opened, closed = region(field).open, region(field).close
    assert opened is not None and opened.groups == (ir.GroupUse("name", (1,), True),)
    assert closed is not None and closed.groups == (ir.GroupUse("id", (1, 2), False),)
    plain = region({"open_pattern": "<(a)(?P<x>b)>", "transform": "{content}"}).open
    assert plain is not None and plain.groups == ()


def test_stores() -> None:
    assert region({"open": "<"}).store == ir.Assign()
    assert region({"open": "<", "repeats": True}).store == ir.Append()
    assert region({"open": "<", "repeats": True, "join": ", "}).store == ir.Join(", ")
    assert region({"open": "<", "repeats": True, "join": ""}).store == ir.Join("")


def test_fields_are_optional_unless_told_otherwise() -> None:
    assert not region({"open": "<"}).required
    assert not region({"open": "<", "optional": True}).required
    assert region({"open": "<", "optional": False}).required


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("text", {}, ir.Text(True)),
        ("text", {"strip": False}, ir.Text(False)),
        ("int", {}, ir.Integer()),
        ("float", {}, ir.Float()),
        ("bool", {}, ir.Boolean(True)),
        ("bool", {"strip": False}, ir.Boolean(False)),
        ("json", {}, ir.Json((), False, False, True)),
        (
            "json",
            {"string_delims": [["<", ">"]], "unquoted_keys": True, "allow_non_json": True, "strip": False},
            ir.Json((("<", ">"),), True, True, False),
        ),
        ("kv-lines", {}, ir.Lines("\n", ":", True, None)),
        (
            "kv-lines",
            {"line_sep": ";", "kv_sep": "=", "strip": False, "value_parser": {"name": "int"}},
            ir.Lines(";", "=", False, ir.Integer()),
        ),
        ("python-call-list", {}, ir.Calls()),
    ],
)  # fmt: skip
def test_contents(name: str, args: dict[str, Any], expected: ir.Content) -> None:
    assert content(name, **args) == expected


def test_content_is_text_where_none_is_named() -> None:
    assert region({"open": "<"}).value == ir.Value(ir.Text(True), None, False)


def test_tags() -> None:
    tags = content("xml-inline", tag_pattern="<(?P<key>a)>(?P<value>b)?")
    assert isinstance(tags, ir.Tags)
    assert tags.pointer == "/fields/f/content/tag_pattern".replace("/content/", "/content_args/")
    assert tags.notation == "<(?P<key>a)>(?P<value>b)?"
    assert tags.key == ir.GroupUse("key", (1,), True)
    assert tags.value == ir.GroupUse("value", (2,), False)
    assert tags.parser is None and not tags.gather
    bare = content(
        "xml-inline",
        tag_pattern="(?P<key>a)|<(?P<key>b)>",
        merge_duplicates=True,
        value_parser={"name": "json", "args": {"allow_non_json": True}},
    )
    assert isinstance(bare, ir.Tags) and bare.value is None and bare.gather
    assert bare.key == ir.GroupUse("key", (1, 2), True)
    assert bare.parser == ir.Json((), False, True, True)


def test_value_parsers_nest() -> None:
    inner = {"name": "kv-lines", "args": {"value_parser": {"name": "bool"}}}
    lines = content("kv-lines", value_parser=inner)
    assert lines == ir.Lines("\n", ":", True, ir.Lines("\n", ":", True, ir.Boolean(True)))


def test_shapes() -> None:
    transform: ir.JsonValue = {
        "a": "{name}",
        "b": ["{content.x.y}", "plain", 1, None, {}],
        "{name}": "{}",
    }
    assert lower_shape(transform) == ir.ObjectShape(
        (
            ("a", ir.Placeholder("name", ())),
            (
                "b",
                ir.ArrayShape(
                    (
                        ir.Placeholder("content", ("x", "y")),
                        ir.Constant("plain"),
                        ir.Constant(1),
                        ir.Constant(None),
                        ir.ObjectShape(()),
                    )
                ),
            ),
            ("{name}", ir.Constant("{}")),
        )
    )
    found = ir.placeholders(lower_shape(transform))
    assert [one.notation for one in found] == ["{name}", "{content.x.y}"]
    assert ir.Placeholder("content", ("x", "y")).notation == "{content.x.y}"


@pytest.mark.parametrize("text", ["{a b}", "{a-b}", "{}", "{ a }", "{a.}", "{.a}", "a", "", "{{a}", "{a}\n"])  # fmt: skip
def test_text_that_is_no_placeholder_is_constant(text: str) -> None:
    assert lower_shape(text) == ir.Constant(text)


def test_transform_makes_a_shape_and_null_is_none() -> None:
    assert region({"open": "<"}).value.shape is None
    assert region({"open": "<", "transform": None}).value.shape is None
    assert region({"open": "<", "transform": ""}).value.shape == ir.Constant("")
    assert region({"open": "<", "transform": [None]}).value.shape == ir.ArrayShape(
        (ir.Constant(None),)
    )
    each = {"open": "<", "content": "json", "transform": "{a}", "transform_each": True}
    assert region(each).value == ir.Value(
        ir.Json((), False, False, True), ir.Placeholder("a", ()), True
    )


def test_chunks_stream_as_text_for_plain_contents_alone() -> None:
    for name, streams in {
        "text": True,
        "int": True,
        "float": True,
        "bool": True,
        "json": False,
    }.items():
        assert region({"open": "<", "content": name}).streams_text is streams


def test_left_context_is_the_most_that_a_delimiter_looks_back() -> None:
    fields = {"a": {"open_pattern": "(?<=abc)d", "close_pattern": r"\be"}, "b": {"open": "<b>"}}
    assert machine(fields).left_context == 3
    assert machine({"b": {"open": "<b>", "close": "x"}}).left_context == 0


@pytest.mark.parametrize("anchor", ["aa", "aba", "<a><", ["<a>", "<b>"]])
def test_anchor_that_is_no_one_text_or_can_overlap_itself_is_a_pattern(anchor: Any) -> None:
    assert machine({"x": {"open": "<"}}, start_anchor=anchor).anchor.text is None


def test_anchor_and_defaults_are_kept() -> None:
    lowered = machine({"b": {"open": "<b>"}}, defaults={"role": "assistant"})
    assert lowered.defaults == {"role": "assistant"}
    assert (lowered.anchor.pointer, lowered.anchor.notation) == ("/start_anchor", "'<|a|>'")
    assert lowered.anchor.tree == literal_tree(("<|a|>",))
    assert lowered.anchor.text == "<|a|>"
