"""Parsing `string_delims`: pairs of texts between which a JSON dialect keeps its strings."""

from __future__ import annotations

from rtc import rules_content as rules
from rtc.place import Place, describe
from rtc.source import JsonValue


def parse_string_delims(place: Place) -> list[JsonValue]:
    """A list of [open, close]; pairs that are none are reported and left out.

    The reference takes each value apart, so that an object gives its keys and a string of two characters
    is a pair. Such forms are read as it reads them.
    """
    if isinstance(place.value, list):
        pairs = [child for _, child in place.children()]
        return [pair for child in pairs for pair in _parse_pair(child, child.value)]
    if isinstance(place.value, dict) or place.value == "":
        _report_form(place, place.value)
        return [pair for key in place.members for pair in _parse_pair(place.child(key), key)]
    message = f"expected a list of pairs of strings, not {describe(place.value)}"
    place.report(rules.STRING_DELIMS, message, 'write [["<|", "|>"]]')
    return []


def _parse_pair(place: Place, value: JsonValue) -> list[JsonValue]:
    """One pair in a list, or no pair."""
    texts = list(value) if isinstance(value, (list, str, dict)) else []
    if len(texts) != 2 or not all(isinstance(text, str) for text in texts):
        message = f"expected a pair of strings, not {describe(value)}"
        place.report(rules.STRING_DELIMS, message, 'write ["<|", "|>"]: what opens and what closes')
        return []
    if not isinstance(value, list):
        _report_form(place, value)
    if "" in texts:
        what = "opener" if texts[0] == "" else "closer"
        place.report(rules.EMPTY_STRING_DELIM, f"the {what} of a string delimiter is empty")
    return [texts]


def _report_form(place: Place, value: JsonValue) -> None:
    message = f"{describe(value)} is read as a list of what it is made of"
    place.report(rules.ARGUMENT_FORM, message, "write a list of pairs of strings")
