"""parse_json against json.loads and against the reference."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.utils.chat_parsing.content_parsers import _json as reference_json

from rtc_runtime import json_or_text, json_values, parse_json
from rtc_runtime.json_values import JsonReader, check_json_depth, json_at
from tests.runtime.steps import lines_run

PARTS = [
    *'{}[],:"\\ \n',
    "1",
    "-0.5e2",
    "true",
    "NaN",
    '"a"',
    '"\\u00e9"',
    '{"a":1}',
    "[[",
    "]]",
    "\ufeff",
]
texts = st.one_of(
    st.lists(st.sampled_from(PARTS), max_size=12).map("".join),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=10,
    ).map(json.dumps),
)


def outcome(function: Any, *arguments: Any) -> str:
    """The value as its `repr`, which tells types and NaN apart, or that there is none."""
    try:
        return repr(function(*arguments))
    except ValueError:
        return "ValueError"


@given(texts)
@settings(deadline=None, max_examples=400)
def test_parse_json_gives_what_json_loads_gives(text: str) -> None:
    assert outcome(parse_json, text) == outcome(json.loads, text)


@given(texts)
@settings(deadline=None, max_examples=400)
def test_json_reader_gives_what_json_loads_gives(text: str) -> None:
    # It takes over where the stack has no room left, which few texts bring about.
    assert outcome(JsonReader(text).document) == outcome(json.loads, text)


@given(texts, st.booleans())
@settings(deadline=None, max_examples=400)
def test_json_or_text_gives_what_the_reference_gives(text: str, strip: bool) -> None:
    expected = outcome(reference_json, text, {"allow_non_json": True, "strip": strip})
    assert outcome(json_or_text, text, text.strip() if strip else text) == expected


def test_text_that_cannot_begin_json_is_not_read_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "load_json", None)
    assert json_or_text("Paris, 3", "Paris") == "Paris"


@pytest.mark.parametrize("value", ["{}", "[]", '"a"', "-1", *"0123456789", "true", "false", "null"])
@pytest.mark.parametrize("blank", ["", " ", "\t", "\n", "\r"])
def test_text_that_is_json_gives_its_value(value: str, blank: str) -> None:
    assert json_or_text(blank + value, "") == json.loads(value)
    assert json_or_text(f"{blank}NaN", "") != json_or_text(f"{blank}Infinity", "") == float("inf")


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_parse_json_refuses_depth_without_recursion(opening: str) -> None:
    with pytest.raises(ValueError, match="more than 512 nested arrays and objects: character"):
        parse_json(opening * 1_000_000)


def test_parse_json_needs_no_stack_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_stack(text: str) -> Any:
        raise RecursionError

    text = '{"a": ' + "[" * 511 + "]" * 511 + "}"
    expected = json.loads(text)
    monkeypatch.setattr(json, "loads", no_stack)
    assert parse_json(text) == expected


@pytest.mark.parametrize(
    "bad", ["", "[", "[1 2]", '{"a"}', "{1:2}", "[1,]", "nul", "1 2", '"\x00"']
)
def test_json_reader_says_where_it_stands(bad: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        JsonReader(bad).document()


def test_parse_json_says_where_a_long_integer_stands() -> None:
    if not hasattr(sys, "get_int_max_str_digits"):
        pytest.skip("this Python converts integers of any length")
    for text in ('{"a": "1", "b": ' + "9" * 5000 + "}", "[" * 9 + "2.5, " + "9" * 5000):
        with pytest.raises(ValueError, match="an integer with too many digits at character 1[46]"):
            parse_json(text)


def test_depth_check_costs_in_proportion_to_the_text() -> None:
    for hostile in ("[]", '"[', '\\"[', '{"', "]["):
        few, many = (lines_run(parse_json, hostile * count) for count in (1000, 4000))
        assert many <= 4.1 * few + 100


def test_brackets_in_strings_cost_the_depth_check_nothing_each() -> None:
    def check(count: int) -> None:
        check_json_depth('{"code": "' + r"if (a[0]) { \"b\" } " * count + '"}')

    assert lines_run(check, 4000) == lines_run(check, 1000)


def test_value_is_not_decoded_at_once_where_that_could_take_the_whole_stack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = 'x{"a": ["}"]} y'
    found = json_at(text, 1)
    assert found is not None and (found[0].value, text[found[1] :]) == ({"a": ["}"]}, " y")
    assert json_at("[" * 520 + "]" * 520, 0) is None
    assert json_at("[" * 100_000, 0) is None
    assert json_at("[1", 0) is None
    monkeypatch.setattr(sys, "getrecursionlimit", lambda: 1_000_000)
    assert json_at(text, 1) is None


def test_json_reader_costs_in_proportion_to_the_text() -> None:
    def read(count: int) -> Any:
        return JsonReader("[" + '{"a": [[], {}, 1]}, ' * count + "0]").document()

    assert lines_run(read, 400) <= 4.1 * lines_run(read, 100)


def test_parse_json_leaves_ordinary_texts_to_json_loads() -> None:
    assert lines_run(parse_json, json.dumps([{"a": "[{"}] * 100)) < 15
