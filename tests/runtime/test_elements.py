"""What a value must be before it is put into shape or joined."""

from __future__ import annotations

from typing import Any

import pytest

from rtc_runtime.elements import objects_in, text_to_join


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
    assert text_to_join("") == ""
    assert text_to_join("a\n") == "a\n"


@pytest.mark.parametrize("value", [None, 1, True, ["a"], {"a": 1}, b"a"])
def test_what_is_no_text_cannot_be_joined(value: Any) -> None:
    with pytest.raises(ValueError, match=f"needs text, this is of type {type(value).__name__}"):
        text_to_join(value)
