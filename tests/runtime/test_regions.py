"""What a value must be before it is put into shape or joined."""

from __future__ import annotations

from typing import Any

import pytest

from rtc_runtime import Region, descend, json_or_text, unread
from rtc_runtime.values import guessed, objects_in


def test_list_of_objects_is_given_back() -> None:
    value: list[dict[str, Any]] = [{"a": 1}, {}]
    assert objects_in(value) is value
    assert objects_in([]) == []


@pytest.mark.parametrize(
    ("value", "kind"),
    [({}, "dict"), ("[]", "str"), (None, "NoneType"), (3, "int"), (({},), "tuple")],
)
def test_what_is_no_list_is_refused_by_its_type(value: Any, kind: str) -> None:
    with pytest.raises(ValueError, match=f"expected a list of objects, this is of type {kind}"):
        objects_in(value)


@pytest.mark.parametrize(
    ("value", "kind"), [([{}, 1], "int"), ([None], "NoneType"), ([{}, []], "list")]
)
def test_list_of_anything_else_is_refused(value: Any, kind: str) -> None:
    with pytest.raises(ValueError, match=f"expected objects in the list, one is {kind}"):
        objects_in(value)


def test_text_can_be_joined() -> None:
    region = Region("a", str.strip, join="-")
    message: dict[str, Any] = {}
    for text in (" x ", "", "y"):
        region.keep(message, region.value_of(text, None, None, None))
    assert message == {"a": "x--y"}


@pytest.mark.parametrize("value", [None, 1, True, ["a"], {"a": 1}, b"a"])
def test_what_is_no_text_cannot_be_joined(value: Any) -> None:
    region = Region("a", lambda body: value, join="")
    with pytest.raises(ValueError, match=f"needs text, this is of type {type(value).__name__}"):
        region.value_of("", None, None, None)


def read_first(body: str, read: Any) -> Any:
    """As a transform that looks for a key in what is read."""
    return {"function": {"name": "f", "arguments": {"a": descend(read(body, body), ("a",), "a")}}}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (lambda body, read: [read(body, body), "x"], ([[1], "x"], False, ["[1]", "x"])),
        (lambda body, read: descend(read(body, body), (), ""), ([1], False, "[1]")),
    ],
)
def test_guesses_reach_the_coercion_with_their_texts(value: Any, expected: Any) -> None:
    region = Region("a", value, is_call=True, quoted=True, guesses=(json_or_text, unread))
    assert region.value_of("[1]", None, None, lambda *given: given) == expected


def test_strings_count_as_quoted_where_the_texts_of_guesses_cannot_be_had() -> None:
    region = Region("a", read_first, is_call=True, quoted=True, guesses=(json_or_text, unread))
    value = {"function": {"name": "f", "arguments": {"a": "null"}}}
    assert region.value_of('{"a": "null"}', None, None, lambda *given: given) == (value, True)
    with pytest.raises(ValueError, match="finds no key 'a'"):
        region.value_of("{}", None, None, lambda *given: given)


def test_text_without_tools_is_read_once() -> None:
    reads: list[str] = []

    def read(text: str, fallback: str) -> str:
        reads.append(text)
        return fallback

    region = Region("a", lambda body, read: read(body, body), is_call=True, guesses=(read, unread))
    assert region.value_of("1", None, None, None) == "1"
    assert reads == ["1"]


def test_guesses_stand_where_their_texts_stood() -> None:
    shared = {"b": [unread("1", "1"), "1", None]}
    texts = {"a": shared, "c": shared, "d": unread("{}", "{}"), "e": unread("x", "x")}
    value = guessed(texts)
    assert value == {"a": {"b": [1, "1", None]}, "c": {"b": [1, "1", None]}, "d": {}, "e": "x"}
    assert value["a"] is value["c"] and type(value["e"]) is str
    assert shared == {"b": ["1", "1", None]}


def test_guesses_ten_thousand_deep_are_found() -> None:
    texts: Any = unread("1", "1")
    for _ in range(10_000):
        texts = [texts]
    value = guessed(texts)
    while isinstance(value, list):
        value = value[0]
    assert value == 1
