"""Checking transforms for placeholders in the wrong places."""

from __future__ import annotations

from collections.abc import Iterator

from rtc import rules_fields as rules
from rtc.diagnostics import quote
from rtc.place import Place
from rtc.placeholders import mixes_placeholder, placeholder_path


def transform_values(transform: Place) -> Iterator[Place]:
    """All values of a transform, in the order of the text, objects and lists before what they hold."""
    stack = [transform]
    while stack:
        place = stack.pop()
        yield place
        stack.extend(reversed([child for _, child in place.children()]))


def check_transform(transform: Place) -> None:
    """Report strings that mix a placeholder with text, and placeholders where none is replaced."""
    for place in transform_values(transform):
        if isinstance(place.value, str) and mixes_placeholder(place.value):
            message = f"{quote(place.value)} mixes a placeholder with other text"
            hint = (
                "make it the placeholder alone, or plain text: nothing is put together from pieces"
            )
            place.report(rules.MIXED_PLACEHOLDER, message, hint)
        for key, child in place.children():
            if isinstance(place.value, dict) and _holds_placeholder(key):
                message = f"the key {quote(key)} is kept as it is: only values are replaced"
                child.report_key(rules.PLACEHOLDER_KEY, message)


def _holds_placeholder(text: str) -> bool:
    return placeholder_path(text) is not None or mixes_placeholder(text)
