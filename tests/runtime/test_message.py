"""The message at the end: empty fields go, defaults stay, required fields are missed."""

from __future__ import annotations

from typing import Any

import pytest

from rtc_runtime.message import missing_fields, without_empty


def test_empty_fields_go() -> None:
    message: dict[str, Any] = {"a": "", "b": None, "c": [], "d": {}, "e": "x"}
    assert without_empty(message, ()) == {"e": "x"}


@pytest.mark.parametrize("value", [0, 0.0, False, " ", [None], {"a": None}, [[]], -1])
def test_zero_false_and_what_holds_something_stay(value: Any) -> None:
    assert without_empty({"a": value}, ()) == {"a": value}
    assert without_empty({"a": value}, ())["a"] is value


def test_keys_to_keep_stay_whatever_they_hold() -> None:
    message: dict[str, Any] = {"role": "", "calls": [], "none": None, "x": {}}
    assert without_empty(message, ("role", "calls", "none")) == {
        "role": "",
        "calls": [],
        "none": None,
    }


def test_order_stays_and_the_message_is_not_changed() -> None:
    message = {"b": "1", "a": "", "c": "2"}
    assert list(without_empty(message, ())) == ["b", "c"]
    assert message == {"b": "1", "a": "", "c": "2"}


def test_required_fields_that_are_missing_are_named() -> None:
    assert missing_fields({"a": ""}, ("a", "c", "b")) == ["c", "b"]
    assert missing_fields({"a": None, "b": 0}, ("a", "b")) == []
    assert missing_fields({}, ()) == []
