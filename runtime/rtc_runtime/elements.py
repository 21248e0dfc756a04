"""What a field's value must be before it can be put into shape."""

from __future__ import annotations

from typing import Any


def objects_in(value: Any) -> list[dict[str, Any]]:
    """`value`, which must be a list of objects for each to be put into shape."""
    if not isinstance(value, list):
        raise ValueError(f"expected a list of objects, this is of type {type(value).__name__}")
    for element in value:
        if not isinstance(element, dict):
            raise ValueError(f"expected objects in the list, one is {type(element).__name__}")
    return value


def text_to_join(value: object) -> str:
    """`value`, which a joined field needs to be a text."""
    if not isinstance(value, str):
        raise ValueError(f"a joined field needs text, this is of type {type(value).__name__}")
    return value
