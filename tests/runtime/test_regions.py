"""What a value must be before it is put into shape or joined."""

from __future__ import annotations

from typing import Any

import pytest

from rtc_runtime import Region
from rtc_runtime.values import objects_in


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
        region.keep(message, region.value_of(text, {}, None))
    assert message == {"a": "x--y"}


@pytest.mark.parametrize("value", [None, 1, True, ["a"], {"a": 1}, b"a"])
def test_what_is_no_text_cannot_be_joined(value: Any) -> None:
    region = Region("a", lambda body: value, join="")
    with pytest.raises(ValueError, match=f"needs text, this is of type {type(value).__name__}"):
        region.value_of("", {}, None)
