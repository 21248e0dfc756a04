"""What a caller may rely on where a region is malformed, in both modes, and what parsers tell of the text."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from tests.support.outcomes import merge_events
from tests.support.parsers import load_parser
from tests.support.recovery import recover

TEMPLATE: dict[str, Any] = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<|assistant|>",
    "fields": {
        "thinking": {"open": "<think>", "close": "</think>"},
        "number": {"open": "<n>", "close": "</n>", "content": "int"},
        "calls": {
            "open_pattern": r"<call(?: (?P<name>\w+))?>",
            "close": "</call>",
            "content": "json",
            "repeats": True,
            "transform": {"name": "{name}", "arguments": "{content}"},
        },
        "tags": {
            "open": "<tags>",
            "close": "</tags>",
            "content": "xml-inline",
            "content_args": {"tag_pattern": "<(?P<key>\\w)>(?P<value>\\w+)"},
        },
        "content": {},
    },
}
REQUIRED: dict[str, Any] = {
    "start_anchor": "<a>",
    "fields": {
        "one": {"open": "<1>", "close": "</1>", "optional": False, "content": "int"},
        "two": {"open": "<2>", "close": "</2>", "optional": False},
        "text": {},
    },
}


def _module() -> ModuleType:
    return load_parser(TEMPLATE)


def _parser(prefix: str = "", **options: Any) -> Any:
    return _module().ResponseParser(prefix, **options)


def _recovering(prefix: str = "", **options: Any) -> Any:
    return _parser(prefix, on_malformed="event", **options)


def _shown(events: list[Any]) -> list[Any]:
    """The events, each as its kind and its text or value."""
    return [
        (event["type"].partition("_")[2], event.get("text", event.get("value")))
        for event in merge_events(events)
    ]


# "event"


def test_malformed_region_is_an_event_and_parsing_goes_on() -> None:
    parser = _recovering()
    events = parser.feed("<n>1</n><n>four</n>hi")
    assert events[5] | {"error": ""} == {
        "type": "region_malformed",
        "field": "number",
        "text": "four",
        "reason": "content",
        "error": "",
        "start": 11,
        "end": 15,
    }
    assert "four" in events[5]["error"]
    assert _shown(events[6:]) == [("open", None), ("chunk", "hi")]
    assert parser.finalize()[0] == {"role": "assistant", "number": 1, "content": "hi"}


def test_malformed_events_are_kept() -> None:
    parser = _recovering()
    assert parser.malformed == []
    first = parser.feed("<n>a</n>")[-1]
    second = parser.feed("<call f>[</call>")[-1]
    assert parser.malformed == [first, second]
    assert second["reason"] == "content"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<n>x</n>", "content"),
        ("<call>{}</call>", "transform"),  # the name took no part
        ("<n>x", "content"),
        ("<call f>{", "unterminated"),
        ("<tags><a>b", "unterminated"),
    ],
)
def test_malformed_event_says_what_failed(text: str, reason: str) -> None:
    parser = _recovering()
    parser.feed(text)
    message, _ = parser.finalize()
    assert message == {"role": "assistant"}
    assert [event["reason"] for event in parser.malformed] == [reason]


def test_joined_value_that_is_no_text_is_malformed() -> None:
    field = {
        "open": "<x>",
        "close": "</x>",
        "content": "json",
        "repeats": True,
        "join": "+",
    }
    module = load_parser({"start_anchor": "<a>", "fields": {"x": field}})
    text = '<x>"a"</x><x>1</x><x>"b"</x>'
    result = module.parse_full(text, prefix="")
    assert result.message == {"x": "a+b"}
    assert [(event["text"], event["reason"]) for event in result.malformed] == [("1", "join")]


@pytest.mark.parametrize("text", ["<think>so", "<n>4", '<call f>{"a": 1}'])
def test_region_that_the_end_cuts_off_closes_if_it_is_whole(text: str) -> None:
    parser = _recovering()
    parser.feed(text)
    assert parser.finalize()[1][-1]["type"] == "region_close"
    assert parser.malformed == []


def test_cut_off_call_closes_where_errors_are_raised() -> None:
    parser = _parser()
    parser.feed("<tags><a>b")
    assert parser.finalize()[0]["tags"] == {"a": "b"}


@pytest.mark.parametrize(
    ("close", "text", "reason"),
    [
        ({"close": "<end>"}, "a: b", "unterminated"),
        ({"close": "<end>"}, "a: b<en", "unterminated"),
        ({"close": "<end>"}, "a: b<end>", None),
        ({"close": "<end>"}, "a: b<think>c", None),
        ({"close_pattern": "<end>|$"}, "a: b", None),
        ({}, "a: b", None),
    ],
)
def test_implicit_region_is_cut_off_where_its_close_does_not_come(
    close: dict[str, Any], text: str, reason: str | None
) -> None:
    fields = {"thinking": {"open": "<think>"}, "pairs": {"content": "kv-lines", **close}}
    module = load_parser({"start_anchor": "<a>", "fields": fields})
    for result in (module.parse_full(text, prefix=""), module.parse_full(text, prefix="<a>")):
        assert [one["reason"] for one in result.malformed] == ([reason] if reason else [])
        assert ("pairs" in result.message) is (reason is None)
    assert module.parse_response(text, prefix="")["pairs"]["a"][:1] == "b"


def test_missing_fields_are_events_at_the_end() -> None:
    parser = load_parser(REQUIRED).ResponseParser("", on_malformed="event")
    parser.feed("<1>x</1>a")
    message, events = parser.finalize()
    assert message == {"text": "a"}
    assert events[-2:] == [
        {"type": "field_missing", "field": "one"},
        {"type": "field_missing", "field": "two"},
    ]
    assert len(parser.malformed) == 1


def test_other_modes_are_refused() -> None:
    with pytest.raises(ValueError, match="on_malformed") as caught:
        _parser(on_malformed="ignore")
    assert not isinstance(caught.value, _module().ParseError)


def test_fault_in_the_prefix_is_an_initial_event() -> None:
    parser = _recovering("<|assistant|><n>x</n><think>a")
    (event,) = parser.malformed
    assert event in parser.initial_events
    assert (event["text"], event["start"], event["end"]) == ("x", -13, -12)
    assert parser.feed("b</think>")[-1]["value"] == "ab"


def test_region_begun_in_the_prefix_is_placed_from_there() -> None:
    parser = _recovering("<|assistant|><n>x")
    parser.feed("y</n>")
    (event,) = parser.malformed
    assert (event["text"], event["start"], event["end"]) == ("xy", -1, 1)


# "raise"


def test_error_leaves_out_its_region_and_nothing_else() -> None:
    module, parser = _module(), _parser()
    with pytest.raises(module.ParseError) as caught:
        parser.feed("<n>1</n>a<n>x</n>b<n>2")
    error: Any = caught.value
    assert (error.field, error.text, error.offset) == ("number", "x", 12)
    assert error.message == parser.message == {"role": "assistant", "number": 1, "content": "a"}
    kinds = [kind for kind, _ in _shown(error.events)]
    assert kinds == ["open", "chunk", "close", "open", "chunk", "close", "open", "chunk"]
    assert _shown(parser.feed("3</n>")) == [
        ("open", None),
        ("chunk", "b"),
        ("close", "b"),
        ("open", None),
        ("chunk", "23"),
        ("close", 23),
    ]
    assert parser.finalize()[0] == {"role": "assistant", "number": 23, "content": "b"}


def test_error_has_the_events_of_its_own_call_alone() -> None:
    module, parser = _module(), _parser()
    parser.feed("<think>a</think><n>")
    with pytest.raises(module.ParseError) as caught:
        parser.feed("x</n>")
    assert _shown(caught.value.events) == [("chunk", "x")]


def test_unread_text_comes_before_that_of_the_next_feed() -> None:
    module, parser = _module(), _parser()
    with pytest.raises(module.ParseError):
        parser.feed("<n>x</n>one <thi")
    assert _shown(parser.feed("nk>two")) == [
        ("open", None),
        ("chunk", "one "),
        ("close", "one"),
        ("open", None),
        ("chunk", "two"),
    ]


def test_every_call_may_raise_again() -> None:
    module, parser = _module(), _parser()
    text = "<n>a</n><n>b</n>x<n>c</n><n>d</n>"
    found = []
    for call, argument in (
        (parser.feed, [text]),
        (parser.feed, [""]),
        (parser.feed, ["y"]),
        (parser.finalize, []),
    ):
        with pytest.raises(module.ParseError) as caught:
            call(*argument)
        found.append((caught.value.text, _shown(caught.value.events)[-1]))
    assert found == [(one, ("chunk", one)) for one in "abcd"]
    message, events = parser.finalize()
    assert message == {"role": "assistant", "content": "y"}
    assert _shown(events) == [("open", None), ("chunk", "y"), ("close", "y")]


def test_finalize_may_be_called_until_it_returns() -> None:
    module, parser = _module(), _parser()
    with pytest.raises(module.ParseError):
        parser.feed("<n>a</n>x<n>b</n><n>c")
    for text in "bc":
        with pytest.raises(module.ParseError) as caught:
            parser.finalize()
        assert caught.value.text == text
    assert parser.finalize() == ({"role": "assistant", "content": "x"}, [])
    with pytest.raises(RuntimeError):
        parser.finalize()


def test_finalize_names_each_missing_field_and_returns_then() -> None:
    module = load_parser(REQUIRED)
    parser = module.ResponseParser("")
    parser.feed("a")
    fields, kinds = [], []
    for _ in range(2):
        with pytest.raises(module.ParseError) as caught:
            parser.finalize()
        fields.append(caught.value.field)
        kinds += [event["type"] for event in caught.value.events]
    assert fields == ["one", "two"]
    message, events = parser.finalize()
    kinds += [event["type"] for event in events]
    assert message == {"text": "a"}
    assert kinds == ["region_close"]


def test_fault_in_the_prefix_raises_from_the_constructor() -> None:
    module = _module()
    with pytest.raises(module.ParseError) as caught:
        _parser("<|assistant|><think>a</think><n>x</n>b")
    assert (caught.value.field, caught.value.text, caught.value.offset) == ("number", "x", -6)
    assert _shown(caught.value.events)[:3] == [("open", None), ("chunk", "a"), ("close", "a")]


# One shot


def test_full_result_tells_what_the_stream_tells() -> None:
    text = "<n>x</n>hi<call f>{}</call><call g>{"
    result = _module().parse_full(text, prefix="")
    parser = _recovering()
    parser.feed(text)
    message, _ = parser.finalize()
    assert result.message == message
    assert result.message["calls"] == [{"name": "f", "arguments": {}}]
    assert result.malformed == parser.malformed
    assert [event["text"] for event in result.malformed] == ["x", "{"]
    assert result == (result.message, result.malformed, [])


def test_full_result_of_a_good_response_is_its_message() -> None:
    text = "<think>a</think>b"
    message = _module().parse_response(text, prefix="")
    assert _module().parse_full(text, prefix="") == (message, [], [])


def test_full_results_of_a_batch_are_a_list() -> None:
    module = load_parser(REQUIRED)
    results = module.parse_full(["x", "<1>1</1><2>b</2>", "<1>a"], prefix="")
    assert [result.missing for result in results] == [["one", "two"], [], ["one", "two"]]
    assert [len(result.malformed) for result in results] == [0, 0, 1]
    prefixes = ["<a><1>", "<a>"]
    one, other = module.parse_full(["7</1>", "7"], prefix=prefixes)
    assert (one.message, other.message) == ({"one": 7}, {"text": "7"})


def test_full_result_needs_a_prefix_too() -> None:
    with pytest.raises((TypeError, ValueError), match="prefix"):
        _module().parse_full("x", prefix=None)


def test_fault_in_the_prefix_is_in_the_full_result() -> None:
    result = _module().parse_full("2</n>", prefix="<|assistant|><n>x</n><n>1")
    assert result.message == {"role": "assistant", "number": 12}
    assert [event["start"] for event in result.malformed] == [-9]


# A close inside a string


def test_text_from_a_close_in_a_string_on_is_held_until_the_string_ends() -> None:
    parser = _recovering()
    assert _shown(parser.feed('<call f>{"a": "x</call>'))[-1] == ("chunk", '{"a": "x')
    for text in ("y", "</call>z", '"', " \n"):
        assert parser.feed(text) == []
    assert _shown(parser.feed(",")) == [("chunk", '</call>y</call>z" \n,')]
    assert parser.feed(' "b": 1}</call>')[-1]["value"] == {
        "name": "f",
        "arguments": {"a": "x</call>y</call>z", "b": 1},
    }


def test_close_in_a_string_fires_as_soon_as_the_string_is_none() -> None:
    parser = _recovering()
    parser.feed('<call f>{"a": "x</call>hi "')
    events = parser.feed("!")
    assert events[0]["reason"] == "content"
    assert _shown(events[1:]) == [("open", None), ("chunk", 'hi "!')]


def test_close_in_a_string_fires_at_a_raw_line_break() -> None:
    parser = _recovering()
    parser.feed('<call f>{"a": "x</call>hi')
    events = parser.feed("\n")
    assert _shown(events[1:]) == [("open", None), ("chunk", "hi\n")]


def test_close_in_a_string_fires_at_the_end() -> None:
    parser = _parser()
    parser.feed('<call f>{"a": "x</call>hi<n>1</n>')
    with pytest.raises(_module().ParseError) as caught:
        parser.finalize()
    assert caught.value.text == '{"a": "x'
    assert parser.finalize()[0] == {"role": "assistant", "content": "hi", "number": 1}


def test_close_behind_a_whole_value_fires_at_once() -> None:
    parser = _recovering()
    assert parser.feed('<call f>{"a": "x"}</call>')[-1]["type"] == "region_close"


# What a parser tells of the text


def test_message_so_far_has_what_is_closed() -> None:
    parser = _parser()
    assert parser.message == {"role": "assistant"}
    parser.feed("<think>a</think>b")
    assert parser.message == {"role": "assistant", "thinking": "a"}
    parser.message["thinking"] = "c"
    message, _ = parser.finalize()
    assert parser.message == message == {"role": "assistant", "thinking": "a", "content": "b"}


def test_text_is_the_generation_so_far() -> None:
    parser = _parser("<|assistant|><think>", keep_text=True)
    for text in ("a</th", "", "ink>", "b" * 5000, "\ud800"):
        parser.feed(text)
    assert parser.text == "a</think>" + "b" * 5000 + "\ud800"
    parser.finalize()
    assert parser.text == "a</think>" + "b" * 5000 + "\ud800"


def test_text_survives_an_error() -> None:
    parser = _parser(keep_text=True)
    with pytest.raises(_module().ParseError):
        parser.feed("<n>x</n>b")
    assert parser.text == "<n>x</n>b"


def test_spans_tell_what_is_what() -> None:
    parser = _recovering("x<|assistant|><thi", spans=True)
    for text in "nk>a</think>b<n></n>":
        parser.feed(text)
    parser.finalize()
    assert [tuple(span) for span in parser.spans if span.start < span.end] == [
        ("delimiter", "thinking", -4, 3),
        ("body", "thinking", 3, 4),
        ("delimiter", "thinking", 4, 12),
        ("body", "content", 12, 13),
        ("delimiter", "number", 13, 16),
        ("delimiter", "number", 16, 20),
    ]


def test_spans_tell_of_text_that_no_field_takes() -> None:
    module = load_parser({"start_anchor": "<a>", "fields": {"x": {"open": "<x>", "close": "</x>"}}})
    parser = module.ResponseParser("", spans=True)
    for text in "ab<x>c</x>d":
        parser.feed(text)
    parser.finalize()
    assert [tuple(span)[0::2] for span in parser.spans] == [
        ("dropped", 0),
        ("delimiter", 2),
        ("body", 5),
        ("delimiter", 6),
        ("dropped", 10),
    ]


def test_spans_are_complete_after_errors() -> None:
    found = [
        recover(_module(), ["a<n>x</n><ca", "ll f>[</call>b<n>y"], mode=m)
        for m in ("event", "raise")
    ]
    assert found[0] is not None and found[1] is not None
    assert found[0].spans == found[1].spans
    assert found[0].events == found[1].events


def test_captures_come_with_the_open_if_asked_for() -> None:
    text = "<call get>{}</call><call>1"
    opened = [e for e in _recovering(captures=True).feed(text) if e["type"] == "region_open"]
    assert [event.get("captures", {}) for event in opened] == [{"name": "get"}, {}]
    plain = [e for e in _recovering().feed(text) if e["type"] == "region_open"]
    assert plain == [{"type": "region_open", "field": "calls"}] * 2
