"""parse_python_calls against the reference."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.utils.chat_parsing.content_parsers import _python_call_list as reference_calls

from rtc_runtime import parse_python_calls
from tests.runtime.steps import lines_run

SCALARS = [
    *("1", "0", "-0", "01", "1.", "1.5", "-0.0e1", "1e5", "1e400", "1e-400", "1_0", "+1"),
    *("9007199254740991", "9007199254740992", "-9007199254740991", "9" * 30),
    *("True", "true", "False", "false", "None", "null", "Truex", "None-1", "nan"),
    *('"s"', "'t'", "'a\"b'", '"a\'b"', "'\\''", '"\\\'"', '"\\""', '"a\tb"', '"a\nb"', '"a\rb"'),
    *(
        '"\\u00e9"',
        '"\\ud83d\\ude00"',
        '"\\ud83d"',
        '"\\ude00\\ud83d"',
        '"\\x"',
        '"\\u12g4"',
        '"\\u 12"',
    ),
    *(
        '"\\/\\b\\f\\n\\r\\t\\\\"',
        '"\ud800"',
        '"\ud83d\ude00"',
        '"\\\n"',
        '"\x00"',
        '"',
        "'\\",
        "é",
    ),
]
NAMES = ["f", "g.1", "h-2b", "_x", "f-", "1f", " f ", "a.b", "é", "a", "b", ""]
KEYS = ['"k"', "'k'", '"j"', ' "m" ', "k", "1"]
MARKS = [*"[](){}=,:'\"\\ \t\n\xa0", *SCALARS, *NAMES]


def written(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    entries = st.tuples(st.sampled_from(KEYS), inner).map(":".join)
    return st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(entries, max_size=3).map(lambda items: f"{{{','.join(items)}}}"),
    )


values = st.recursive(st.sampled_from(SCALARS), written, max_leaves=6)
arguments = st.tuples(st.sampled_from(NAMES), values).map("=".join)
calls = st.tuples(st.sampled_from(NAMES), st.lists(arguments, max_size=3).map(",".join)).map(
    lambda call: f"{call[0]}({call[1]})"
)
call_lists = st.lists(calls, max_size=3).map(lambda items: f"[{','.join(items)}]")
loose_texts = st.lists(st.sampled_from(MARKS), max_size=10).map("".join)
texts = st.one_of(call_lists, loose_texts, st.tuples(call_lists, loose_texts).map("".join))


def outcome(function: Any, *arguments: Any) -> str:
    try:
        return repr(function(*arguments))
    except ValueError:
        return "ValueError"


def holds_a_tuple(text: str) -> bool:
    return re.search(r"[=(\[,:][ \t\n\r]*\(", text) is not None


@given(texts)
@settings(deadline=None, max_examples=1500)
def test_calls_are_what_the_reference_gives(text: str) -> None:
    expected = outcome(reference_calls, text, {})
    if expected != "ValueError" or not holds_a_tuple(text):
        assert outcome(parse_python_calls, text) == expected


@given(st.recursive(st.sampled_from([1, "x", None]), lambda inner: st.lists(inner), max_leaves=8))
@settings(deadline=None, max_examples=200)
def test_tuples_are_lists(value: Any) -> None:
    """Those of one value aside: Python writes them with a comma at the end."""

    def tuples(value: Any) -> Any:
        if not isinstance(value, list):
            return value
        items = [tuples(item) for item in value]
        return items if len(items) == 1 else tuple(items)

    written = repr(tuples(value))
    assert parse_python_calls(f"[f(a={written})]") == [{"name": "f", "arguments": {"a": value}}]


@pytest.mark.parametrize("scalar", SCALARS)
def test_scalar_is_what_the_reference_gives(scalar: str) -> None:
    for text in (f"[f(a={scalar})]", f"[f(a=[{scalar}, 1])]", f"[f(a={{{scalar}: 1}})]"):
        assert outcome(parse_python_calls, text) == outcome(reference_calls, text, {})


@pytest.mark.parametrize("levels", [99, 100, 101])
def test_depth_is_limited_as_in_the_reference(levels: int) -> None:
    text = f"[f(a={'[' * levels}{']' * levels})]"
    assert outcome(parse_python_calls, text) == outcome(reference_calls, text, {})
    assert (outcome(parse_python_calls, text) == "ValueError") is (levels > 100)


def test_depth_costs_the_caller_no_stack() -> None:
    def called_deep(frames: int) -> Any:
        return called_deep(frames - 1) if frames else parse_python_calls(text)

    text = f"[f(a={'[' * 100}{']' * 100})]"
    assert called_deep(850)


def test_calls_cost_in_proportion_to_the_text() -> None:
    for part in ("f(), ", "f(a={'b': [1, {}]}), ", "f(a='\\''), "):
        few, many = (lines_run(parse_python_calls, f"[{part * n}f()]") for n in (100, 400))
        assert many <= 4.1 * few


def test_one_call_costs_in_proportion_to_its_text() -> None:
    def read(count: int) -> Any:
        names = ", ".join(f"a{number}={{'k': {number}}}" for number in range(count))
        return parse_python_calls(f"[f({names}, a0=1)]")

    assert lines_run(read, 400) <= 4.1 * lines_run(read, 100)


def test_long_names_and_strings_are_read_whole() -> None:
    """`re` reads them in pieces."""
    name = ".".join("ab" for _ in range(1000))
    text = "\\n\\'" * 1000
    assert parse_python_calls(f"[{name}(a='{text}')]") == [
        {"name": name, "arguments": {"a": "\n'" * 1000}}
    ]
