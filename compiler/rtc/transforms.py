"""Checking transforms for placeholders in the wrong places."""

from __future__ import annotations

from itertools import islice

from rtc import rules_fields as rules
from rtc.diagnostics import quote
from rtc.measure import count_levels
from rtc.place import Place, walk
from rtc.placeholders import mixes_placeholder, placeholder_path

# A transform becomes code that people read; one of this size is no format's.
MAX_TRANSFORM_VALUES = 300
MAX_TRANSFORM_LEVELS = 40


def check_transform(transform: Place) -> None:
    """Report strings that mix a placeholder with text, and placeholders where none is replaced."""
    places = list(islice(walk(transform), MAX_TRANSFORM_VALUES + 1))
    if len(places) > MAX_TRANSFORM_VALUES or count_levels(transform.value) > MAX_TRANSFORM_LEVELS:
        message = (
            f"a transform of more than {MAX_TRANSFORM_VALUES} values or "
            f"{MAX_TRANSFORM_LEVELS} levels"
        )
        transform.report(rules.TRANSFORM_SIZE, message, "leave out what no placeholder fills")
        return
    for place in places:
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
