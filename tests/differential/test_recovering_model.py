"""The model of recovering mode itself, on cases written by hand: one for each of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.differential.json_strings import open_string, string_end
from tests.differential.recovering_model import Malformed, Recovered, parse

DELIMS: dict[str, Any] = {"string_delims": [["<|", "|>"], ["``", "''"]]}
BARE: dict[str, Any] = {"unquoted_keys": True}


def field(content: str = "text", **keys: Any) -> dict[str, Any]:
    """A field between <x> and </x>."""
    return {"open": "<x>", "close": "</x>", "content": content, **keys}


def parsed(text: str, x: dict[str, Any], prefix: str = "", **fields: Any) -> Recovered:
    """What a text gives where `x` is one field and `rest` the implicit one."""
    rest = {"repeats": True}
    template = {"start_anchor": "<a>", "fields": {"x": x, "rest": rest, **fields}}
    return parse(template, text, prefix)


def malformed(text: str, x: dict[str, Any]) -> list[Malformed]:
    return parsed(text, x).malformed


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('<x>{"a": "</x>", "b": 1}</x>', {"a": "</x>", "b": 1}),  # , follows the string
        ('<x>{"a": "</x>"}</x>', {"a": "</x>"}),  # } follows
        ('<x>["</x>" \n ]</x>', ["</x>"]),  # ] follows, blanks aside
        ('<x>{"</x>" : 1}</x>', {"</x>": 1}),  # : follows
        ('<x>["</x></x>"]</x>', ["</x></x>"]),  # all that start in one string
        ('<x>["\\"</x>"]</x>', ['"</x>']),  # behind an escaped quote
        ('<x>["</x>\\""]</x>', ['</x>"']),  # an escaped quote behind it
        ('<x>["a"]</x>', ["a"]),
    ],
)
def test_close_in_a_string_that_the_value_goes_on_after_is_text(text: str, value: Any) -> None:
    assert parsed(text, field("json")).message == {"x": value}


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ('<x>"b</x>"', '"b'),  # nothing can follow a string that is the value
        ('<x>["b</x>"x]', '["b'),
        ('<x>["b</x>', '["b'),  # the stream ends in the string
        ('<x>["b</x>"', '["b'),  # or before anything follows it
        ('<x>["b</x>\n"]', '["b'),  # a raw control character breaks it, after the close
        ('<x>["b\n</x>"]', '["b\n'),  # and before
        ('<x>[tru "</x>"]', '[tru "'),  # no beginning of a value
        ('<x>[1 "</x>"]', '[1 "'),
    ],
)
def test_close_in_no_whole_string_fires_where_it_stood(text: str, body: str) -> None:
    assert malformed(text, field("json")) == [Malformed("x", body, "content")]


def test_close_is_text_even_if_the_value_then_breaks() -> None:
    text = '{"a": "b</x>", c'
    assert malformed(f"<x>{text}", field("json")) == [Malformed("x", text, "unterminated")]


def test_what_follows_a_close_that_fires_is_read_after_it() -> None:
    found = parsed('<x>["b</x>" <x>[1]</x>', field("json"))
    assert found.message == {"rest": ['"'], "x": [1]}
    assert found.malformed == [Malformed("x", '["b', "content")]


def test_close_fires_where_the_body_parses() -> None:
    args = {"string_delims": [["[", "]"]]}  # by the first pair, the quote is inside of a string
    found = parsed('<x>["]</x>"]', field("json", content_args=args))
    assert found.message["x"] == '"'


@pytest.mark.parametrize("content", ["text", "xml-inline", "kv-lines", "python-call-list"])
def test_closes_in_strings_of_other_content_fire(content: str) -> None:
    args = {"tag_pattern": "(?P<key>k)(?P<value>v)"} if content == "xml-inline" else {}
    found = parsed('<x>["</x>"]</x>', field(content, content_args=args))
    assert found.spans[1][2:] == (3, 5)


def test_closes_in_strings_fire_where_no_json_is_needed() -> None:
    found = parsed('<x>["</x>"]</x>', field("json", content_args={"allow_non_json": True}))
    assert found.message == {"x": '["', "rest": ['"]</x>']}


def test_closes_in_delimited_strings_are_text() -> None:
    text = '<x>{"a": <|</x>"\n|>, "b": ``</x>\'\'}</x>'
    assert parsed(text, field("json", content_args=DELIMS)).message == {
        "x": {"a": '</x>"\n', "b": "</x>"}
    }


def test_region_without_a_value_does_not_end_the_parse() -> None:
    found = parsed("<x>a</x>b<x>2</x>", field("int"))
    assert found.message == {"rest": ["b"], "x": 2}
    assert found.malformed == [Malformed("x", "a", "content")]


def test_region_without_a_value_keeps_the_earlier_one() -> None:
    assert parsed("<x>1</x><x>a</x>", field("int")).message == {"x": 1}
    assert parsed("<x>1</x><x>a</x>", field("int", repeats=True)).message == {"x": [1]}


@pytest.mark.parametrize(
    ("x", "body", "reason"),
    [
        (field("json"), "{", "content"),
        (field("float"), "one", "content"),
        (field("python-call-list"), "[f(1)]", "content"),
        (field("json", transform="{content.a}"), "{}", "transform"),
        (field("json", transform="{content.a}"), "[]", "transform"),
        (field("json", transform="{a}", transform_each=True), "{}", "transform"),
        (field("json", transform="{a}", transform_each=True), "[1]", "transform"),
        (field("json", repeats=True, join=","), "1", "join"),
    ],
)
def test_reason_is_the_first_step_that_fails(x: dict[str, Any], body: str, reason: str) -> None:
    assert malformed(f"<x>{body}</x>", x) == [Malformed("x", body, reason)]


def test_placeholder_of_a_group_that_took_no_part_is_a_fault_of_the_transform() -> None:
    x = {"open_pattern": "<x(?P<n>\\d)?>", "close": "</x>", "transform": "{n}"}
    found = parsed("<x>a</x><x1></x>", x)
    assert (found.message, found.malformed) == ({"x": "1"}, [Malformed("x", "a", "transform")])


@pytest.mark.parametrize(
    ("content", "body", "value"),
    [
        ("text", "a", "a"),
        ("int", " 4", 4),
        ("bool", "tr", False),
        ("json", '{"a": 1}', {"a": 1}),
        ("python-call-list", "[f()]", [{"name": "f", "arguments": {}}]),
    ],
)
def test_region_that_the_end_cuts_off_closes_if_it_is_whole(
    content: str, body: str, value: Any
) -> None:
    assert parsed(f"<x>{body}", field(content)).message.get("x") == value


@pytest.mark.parametrize(
    ("content", "args", "body", "reason"),
    [
        ("int", {}, "a", "content"),
        ("json", {}, '{"a": 1', "unterminated"),
        ("json", {"allow_non_json": True}, "a", "unterminated"),
        ("python-call-list", {}, "[f(", "unterminated"),
        ("xml-inline", {"tag_pattern": "(?P<key>k)(?P<value>v)"}, "kv", "unterminated"),
        ("kv-lines", {}, "a: b", "unterminated"),
    ],
)
def test_region_that_the_end_cuts_off_gives_no_value_else(
    content: str, args: dict[str, Any], body: str, reason: str
) -> None:
    x = field(content, content_args=args)
    assert malformed(f"<x>{body}", x) == [Malformed("x", body, reason)]


@pytest.mark.parametrize(
    ("content", "args", "value"),
    [("json", {"allow_non_json": True}, "a:b"), ("kv-lines", {}, {"a": "b"})],
)
def test_region_without_a_close_is_never_cut_off(
    content: str, args: dict[str, Any], value: Any
) -> None:
    x = {"open": "<x>", "content": content, "content_args": args}
    assert parsed("<x>a:b", x).message == {"x": value}


def test_implicit_region_is_cut_off_as_others_are() -> None:
    x, pairs = field(), {"content": "kv-lines"}
    cut_off = parsed("a: b", x, rest={**pairs, "close": "<end>"})
    assert cut_off.malformed == [Malformed("rest", "a: b", "unterminated")]
    for text, keys in (
        ("a: b", {}),
        ("a: b<end>", {"close": "<end>"}),
        ("a: b", {"close_pattern": "$"}),
    ):
        assert parsed(text, x, rest={**pairs, **keys}).message == {"rest": {"a": "b"}}


def test_region_without_a_close_can_be_malformed() -> None:
    assert malformed("<x>{", {"open": "<x>", "content": "json"}) == [Malformed("x", "{", "content")]


def test_calls_that_the_end_cuts_off_close_in_the_other_mode() -> None:
    template = {"start_anchor": "<a>", "fields": {"x": field("kv-lines")}}
    assert parse(template, "<x>a: b", cut_off_closes=True).message == {"x": {"a": "b"}}


def test_required_fields_that_never_came_are_missing() -> None:
    required = {"open": "<y>", "close": "</y>", "optional": False}
    found = parsed("<x>a</x>", field("int", optional=False), y=required)
    assert found.missing == ["x", "y"]
    assert found.events[-2:] == [
        {"type": "field_missing", "field": "x"},
        {"type": "field_missing", "field": "y"},
    ]


def test_fields_that_came_to_nothing_are_left_out_but_not_missing() -> None:
    found = parsed("<x> </x>", field(optional=False))
    assert (found.message, found.missing) == ({}, [])


def test_events_and_spans_say_where_everything_stands() -> None:
    found = parsed("2</x>b<x>c", field("int"), prefix="p<a><x>1")
    assert found.spans == [
        ("delimiter", "x", -4, -1),
        ("body", "x", -1, 1),
        ("delimiter", "x", 1, 5),
        ("body", "rest", 5, 6),
        ("delimiter", "x", 6, 9),
        ("body", "x", 9, 10),
    ]
    assert found.events[-1] == {
        "type": "region_malformed",
        "field": "x",
        "text": "c",
        "reason": "content",
        "start": 9,
        "end": 10,
    }


def test_text_that_no_field_takes_is_dropped() -> None:
    template = {"start_anchor": "<a>", "fields": {"x": field()}}
    assert parse(template, "a<x>b</x>c").spans[0] == ("dropped", None, 0, 1)
    assert parse(template, "a<x>b</x>c").spans[-1] == ("dropped", None, 9, 10)


def test_empty_close_of_nothing_ends_the_scan() -> None:
    template = {"start_anchor": "<a>", "fields": {"x": {"close_pattern": "(?=b)"}}}
    found = parse(template, "abc")
    assert found.message == {"x": "a"}
    assert found.spans == [("body", "x", 0, 1), ("dropped", None, 1, 3)]


def test_empty_close_where_the_own_empty_open_was_does_not_count() -> None:
    x = {"open_pattern": "(?=a)", "close_pattern": "(?=a)"}
    found = parse({"start_anchor": "<a>", "fields": {"x": x}}, "ab")
    assert found.message == {"x": "ab"}


def test_nothing_begins_where_the_text_ends() -> None:
    x = {"open_pattern": "<x>|\\Z", "close": "</x>", "content": "json"}
    assert malformed("a", x) == []


def test_json_is_not_read_deeper_than_512_levels() -> None:
    deep, deeper = ("[" * depth + "]" * depth for depth in (512, 513))
    assert malformed(f"<x>{deep}</x>", field("json")) == []
    assert malformed(f"<x>{deeper}</x>", field("json")) == [Malformed("x", deeper, "content")]
    lenient = field("json", content_args={"allow_non_json": True})
    assert parsed(f"<x>{deeper}</x>", lenient).message == {"x": deeper}
    far = "[" * 100_000
    assert malformed(f"<x>{far}</x>", field("json")) == [Malformed("x", far, "content")]


# Which string a body ends in


@pytest.mark.parametrize(
    ("body", "args", "closer"),
    [
        ("", {}, None),
        ('"', {}, '"'),
        ('"a"', {}, None),
        ('{"a', {}, '"'),
        ('{"a"', {}, None),
        ('{"a": "b', {}, '"'),
        ('{"a": 1, "b', {}, '"'),
        ('[{}, [], -1.5e3, null, NaN, "', {}, '"'),
        ('["a\\"', {}, '"'),
        ('["a\\\\"', {}, None),
        ('["a\\', {}, '"'),
        ('["a\tb', {}, None),
        ('[01, "', {}, None),
        ('[,"', {}, None),
        ('["a" "', {}, None),
        ('{1: "', {}, None),
        ('{"a" "', {}, None),
        ('{"a": 1, }, "', {}, None),
        ('[1}, "', {}, None),
        ('] "', {}, None),
        ('{a: "', {}, None),
        ('{a: "', BARE, '"'),
        ('{a: 1, é_1 : "', BARE, '"'),
        ('{Basic chain: {a-b : "', BARE, '"'),
        ('{a=b: "', BARE, None),
        ("[a: ", BARE, None),
        ("{", DELIMS, None),
        ("{<|", DELIMS, "|>"),
        ("[<|a", DELIMS, "|>"),
        ('[<|"|>, ``', DELIMS, "''"),
        ('["<|', DELIMS, '"'),
        ("[<|a\n", DELIMS, "|>"),
        ("[1<|", DELIMS, None),
    ],
)
def test_open_string_is_what_would_end_it(
    body: str, args: dict[str, Any], closer: str | None
) -> None:
    assert open_string(body, args) == closer


def test_string_ends_behind_its_closer() -> None:
    assert string_end('ab"c', 0, '"') == 3
    assert string_end('a\\"b"', 0, '"') == 5
    assert string_end('a\\\\"b"', 0, '"') == 4
    assert string_end("ab", 0, '"') is None
    assert string_end('a\n"', 0, '"') is None
    assert string_end("a\n|>", 0, "|>") == 4
