"""What a caller of a streaming parser may rely on, beyond messages and events."""

from __future__ import annotations

import json
import logging
from types import ModuleType
from typing import Any

import pytest

import rtc
from tests.differential import oracle
from tests.support.outcomes import merge_events
from tests.support.parsers import load_parser

TEMPLATE: dict[str, Any] = {
    "defaults": {"role": "assistant", "seen": []},
    "start_anchor": "<|assistant|>",
    "fields": {
        "thinking": {"open": "<think>", "close": "</think>"},
        "numbers": {"open": "<n>", "close": "</n>", "content": "int", "repeats": True},
        "tool_calls": {"open": "<call>", "close": "</call>", "content": "json", "repeats": True},
        "content": {"close": "<|end|>"},
    },
}


def _module() -> ModuleType:
    return load_parser(TEMPLATE)


def test_feed_gives_text_as_soon_as_it_is_decided() -> None:
    parser = _module().ResponseParser("")
    assert parser.feed("hel") == [
        {"type": "region_open", "field": "content"},
        {"type": "region_chunk", "field": "content", "text": "hel", "dirty": False},
    ]
    assert parser.feed("lo <th") == [
        {"type": "region_chunk", "field": "content", "text": "lo ", "dirty": False}
    ]
    assert parser.feed("at")[0]["text"] == "<that"


def test_feed_closes_a_region_as_soon_as_its_literal_is_whole() -> None:
    parser = _module().ResponseParser("")
    parser.feed("<think>x</think")
    assert parser.feed(">") == [{"type": "region_close", "field": "thinking", "value": "x"}]


def test_feed_marks_chunks_of_structured_content_as_dirty() -> None:
    events = _module().ResponseParser("").feed("<n>1</n><call>{}</call><think>x</think>y")
    dirty = {e["field"]: e["dirty"] for e in events if e["type"] == "region_chunk"}
    assert dirty == {"numbers": False, "tool_calls": True, "thinking": False, "content": False}


def test_feed_of_nothing_gives_nothing() -> None:
    parser = _module().ResponseParser("")
    assert parser.feed("") == []
    parser.feed("a <thi")
    assert parser.feed("") == []
    message, events = parser.finalize()
    assert message["content"] == "a <thi"
    assert [event["type"] for event in events] == ["region_chunk", "region_close"]


def test_finalize_gives_the_message_and_the_last_events() -> None:
    parser = _module().ResponseParser("")
    parser.feed("hi")
    assert parser.finalize() == (
        {"role": "assistant", "seen": [], "content": "hi"},
        [{"type": "region_close", "field": "content", "value": "hi"}],
    )


def test_finalize_without_a_feed_gives_the_defaults() -> None:
    assert _module().ResponseParser("").finalize() == ({"role": "assistant", "seen": []}, [])


def test_a_parser_that_is_finalized_takes_no_more() -> None:
    parser = _module().ResponseParser("")
    parser.finalize()
    with pytest.raises(RuntimeError):
        parser.feed("x")
    with pytest.raises(RuntimeError):
        parser.feed("")
    with pytest.raises(RuntimeError):
        parser.finalize()


def test_a_missing_prefix_is_an_error_that_says_why() -> None:
    module = _module()
    with pytest.raises((TypeError, ValueError), match="prefix") as streamed:
        module.ResponseParser(None)
    with pytest.raises((TypeError, ValueError), match="prefix") as whole:
        module.parse_response("x", prefix=None)
    for caught in (streamed, whole):
        assert not isinstance(caught.value, module.ParseError)
        assert '""' in str(caught.value) or "''" in str(caught.value)


def test_a_prefix_without_the_anchor_is_logged_once_at_info(
    caplog: pytest.LogCaptureFixture,
) -> None:
    module = _module()
    with caplog.at_level(logging.DEBUG):
        parser = module.ResponseParser("no anchor here")
        parser.feed("x")
        parser.finalize()
    assert [record.levelno for record in caplog.records] == [logging.INFO]


def test_a_prefix_that_is_empty_or_holds_the_anchor_is_not_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    module = _module()
    with caplog.at_level(logging.DEBUG):
        module.ResponseParser("")
        module.ResponseParser("a<|assistant|>b")
    assert caplog.records == []


def test_initial_events_are_not_given_again() -> None:
    parser = _module().ResponseParser("<|assistant|><think>a")
    assert [event["type"] for event in parser.initial_events] == ["region_open", "region_chunk"]
    assert parser.feed("b</think>") == [
        {"type": "region_chunk", "field": "thinking", "text": "b", "dirty": False},
        {"type": "region_close", "field": "thinking", "value": "ab"},
    ]


def test_the_value_of_an_event_is_the_object_in_the_message() -> None:
    parser = _module().ResponseParser("")
    closed = parser.feed('<call>{"a": 1}</call>')[-1]
    message, _ = parser.finalize()
    assert message["tool_calls"][0] is closed["value"]


def test_defaults_are_not_shared_between_parses() -> None:
    module = _module()
    message, _ = module.ResponseParser("").finalize()
    message["seen"].append(1)
    assert module.ResponseParser("").finalize()[0]["seen"] == []


def test_two_parsers_of_one_module_do_not_mix() -> None:
    module = _module()
    one, other = module.ResponseParser(""), module.ResponseParser("")
    one.feed("<think>one")
    other.feed("<n>2")
    one.feed("</think>")
    other.feed("</n>")
    assert one.finalize()[0] == {"role": "assistant", "seen": [], "thinking": "one"}
    assert other.finalize()[0] == {"role": "assistant", "seen": [], "numbers": [2]}


def test_a_malformed_region_raises_an_error_that_says_where() -> None:
    module = _module()
    parser = module.ResponseParser("")
    parser.feed("<think>fine</think>")
    with pytest.raises(module.ParseError) as caught:
        parser.feed("<n>four</n>")
    error: Any = caught.value
    assert issubclass(module.ParseError, ValueError)
    assert error.field == "numbers"
    assert error.text == "four"
    assert error.message == {"role": "assistant", "seen": [], "thinking": "fine"}
    assert 0 <= error.offset <= len("<think>fine</think><n>four</n>")


def test_a_malformed_region_at_the_end_raises_in_finalize() -> None:
    module = _module()
    parser = module.ResponseParser("")
    parser.feed("<n>four")
    with pytest.raises(module.ParseError) as caught:
        parser.finalize()
    assert caught.value.field == "numbers"


def test_a_batch_gives_a_list_and_shares_a_single_prefix() -> None:
    messages = _module().parse_response(["a</think>", "b"], prefix="<|assistant|><think>")
    assert [message["thinking"] for message in messages] == ["a", "b"]
    assert _module().parse_response([], prefix="") == []


def test_a_batch_with_a_list_of_prefixes_pairs_them() -> None:
    module = _module()
    prefixes = ["<|assistant|><think>", "<|assistant|>"]
    messages = module.parse_response(["a", "a"], prefix=prefixes)
    assert [sorted(message) for message in messages] == [
        ["role", "seen", "thinking"],
        ["content", "role", "seen"],
    ]
    with pytest.raises(ValueError, match="prefix") as caught:
        module.parse_response(["a"], prefix=prefixes)
    assert not isinstance(caught.value, module.ParseError)


def test_a_bad_item_of_a_batch_is_named_and_the_earlier_messages_kept() -> None:
    module = _module()
    with pytest.raises(module.ParseError) as caught:
        module.parse_response(["a", "<n>x</n>", "c"], prefix="")
    assert caught.value.index == 1
    assert [message["content"] for message in caught.value.messages] == ["a"]


def test_merged_events_do_not_depend_on_chunking() -> None:
    text = "a<think>b</think><n>1</n>c<|end|>"
    module = _module()
    whole = merge_events(module.ResponseParser("").feed(text))
    parser = module.ResponseParser("")
    assert merge_events([event for letter in text for event in parser.feed(letter)]) == whole


def test_python_functions_as_tools_cast_like_their_schemas() -> None:
    def set_alarm(hour: int, days: list[str], loud: bool = False) -> None:
        """Set an alarm.

        Args:
            hour: When.
            days: On which days.
            loud: How.
        """

    template = {"start_anchor": "<a>", "fields": {"call": {"content": "json"}}}
    arguments = {"hour": "7", "days": '["mon"]', "loud": "true", "other": "1"}
    text = json.dumps({"function": {"name": "set_alarm", "arguments": arguments}})
    module = rtc.load_parser(template, features={"functions"})
    message = module.parse_response(text, prefix="", tools=[set_alarm])
    wanted = oracle.parse_whole(oracle.load_template(template), text, "", [set_alarm])
    assert repr(message) == wanted.message
    assert message["call"]["function"]["arguments"]["hour"] == 7


def test_python_functions_without_their_feature_are_refused_with_a_hint() -> None:
    with pytest.raises(TypeError, match="functions"):
        _module().parse_response("x", prefix="", tools=[test_feed_of_nothing_gives_nothing])


def test_text_behind_a_malformed_region_is_read_by_the_next_call() -> None:
    module = _module()
    parser = module.ResponseParser("")
    with pytest.raises(module.ParseError) as caught:
        parser.feed("<think>x</think><n>four</n>hi")
    assert [event["type"] for event in caught.value.events] == [
        *("region_open", "region_chunk", "region_close"),
        *("region_open", "region_chunk"),
    ]
    assert parser.feed("")[-1]["text"] == "hi"
    assert parser.finalize()[0] == {
        "role": "assistant",
        "seen": [],
        "thinking": "x",
        "content": "hi",
    }
