"""read_plain_calls against the reader that takes one character after the other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc_runtime.plain_calls import read_plain_calls
from rtc_runtime.python_calls import PythonCallReader, json_literal
from tests.runtime.test_python_calls import call_lists, texts

WORDS = ["True", "xTrue", "None", "1False", ".5", "NaN", "-Infinity", "-", "f(a=", "f(True=", "f("]
PIECES = [
    *WORDS,
    *"[](){}=,:'\"\\ \t\n\0",
    "'a'",
    '"b"',
    "'a\"'",
    '"\\\'"',
    "\x01",
    "\x02",
    "'\\\\'",
    "'\\\\\\''",
]
loose = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)


def read_carefully(text: str) -> Any:
    try:
        return PythonCallReader(text).calls()
    except ValueError:
        return None


@given(st.one_of(texts, loose.map("[f(a={}, b=1)]".format), loose.map("[f(a=[{}])]".format)))
@settings(deadline=None, max_examples=1500)
def test_what_is_read_is_what_the_careful_reader_gives(text: str) -> None:
    calls = read_plain_calls(text)
    assert calls is None or repr(calls) == repr(read_carefully(text))


@given(call_lists)
@settings(deadline=None, max_examples=500)
def test_what_has_no_calls_is_not_read(text: str) -> None:
    if read_carefully(text) is None:
        assert read_plain_calls(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "[f()]",
        " [ f ( ) , g.h-2 ( a = 1 , b = -0.5e1 ) ] ",
        """[f(a='x\\n\\'y\\' "z" \\\\', b="it's\\t\\"", c={'k': [True, None, {}], "l": False})]""",
        "[f(True=True, none=None, b=[true, false, null])]",
        f"[f(a=[{'[1], ' * 200}[1]])]",
        "[f(a='" + "\\n" * 5000 + "', b='größer')]",
    ],
)
def test_common_calls_are_read(text: str) -> None:
    assert read_plain_calls(text) == read_carefully(text) is not None


@pytest.mark.parametrize(
    "value",
    [
        *("(1, 2)", "'\\x41'", "'\\ud83d\\ude00'", "'\ud83d'", "1e999", "9007199254740992", "NaN"),
        *("Infinity", "{'k': 1, 'k': 2}", "1, a=2", "{a=1}", "g(b=1)", "'", "'a\nb'", "é"),
        f"{'[' * 101}{']' * 101}",
        f"{'[' * 100_000}{']' * 100_000}",
        *("'\\", "'\\'", "\\'a'", "'\x02'", "'a'\x01", "'\\\n'"),
    ],
)
def test_what_takes_care_is_left_to_the_reader(value: str) -> None:
    assert read_plain_calls(f"[f(a={value})]") is None


@pytest.mark.parametrize(
    ("literal", "json"),
    [
        ("'a'", '"a"'),
        ("'\"'", '"\\""'),
        ("'\\''", '"\'"'),
        ("'\\\\\\''", '"\\\\\'"'),
        ("'\\\\\"'", '"\\\\\\""'),
        ("'\\\\\\\"'", '"\\\\\\""'),
        ('"\\\'"', '"\'"'),
        ('"\\\\\'"', '"\\\\\'"'),
        ('"\\\\\\\'"', '"\\\\\'"'),
        ('"\\n\'\\""', '"\\n\'\\""'),
    ],
)
def test_literal_becomes_one_of_json(literal: str, json: str) -> None:
    assert json_literal(literal) == json
