"""Parsing one field."""

from __future__ import annotations

from rtc import rules_fields as rules
from rtc.ast import FIELD_KEYS, TEMPLATE_KEYS, Delimiter, Field, PatternText
from rtc.diagnostics import quote
from rtc.parse_content import parse_content
from rtc.parse_delimiter import parse_delimiter
from rtc.place import Place, describe, did_you_mean, parse_flag
from rtc.rules_template import FIELD_TYPE, UNKNOWN_FIELD_KEY
from rtc.transforms import check_transform

_MAX_NAMED_GROUPS = 5


def parse_field(name: str, place: Place) -> Field | None:
    """Parse a field; None when it is no object."""
    if not isinstance(place.value, dict):
        place.report(FIELD_TYPE, f"a field must be an object, not {describe(place.value)}")
        return None
    _check_keys(place)
    opening, closing = parse_delimiter(place, "open"), parse_delimiter(place, "close")
    repeats = parse_flag(place, "repeats", False)
    transform = place.child("transform")
    _check_groups(place, opening, closing)
    check_transform(transform)
    return Field(
        name=name,
        open=opening,
        close=closing,
        repeats=repeats,
        join=_parse_join(place, repeats),
        optional=parse_flag(place, "optional", True),
        content=parse_content(place),
        transform=transform.value,
        has_transform=transform.value is not None,
        transform_each=_parse_each(place),
        origin=place.origin,
    )


def _check_keys(place: Place) -> None:
    for key, child in place.children():
        if key not in FIELD_KEYS:
            hint = did_you_mean(key, FIELD_KEYS)
            if key in TEMPLATE_KEYS:
                hint = "this is a key of the template: it belongs beside fields, not into one"
            child.report_key(UNKNOWN_FIELD_KEY, f"unknown key {quote(key)}", hint)


def _check_groups(place: Place, opening: Delimiter | None, closing: Delimiter | None) -> None:
    if place.child("transform").value is not None:
        return
    for key, delimiter in (("open_pattern", opening), ("close_pattern", closing)):
        if isinstance(delimiter, PatternText) and delimiter.pattern.groups:
            names = ", ".join(map(quote, delimiter.pattern.groups[:_MAX_NAMED_GROUPS]))
            message = f"the pattern captures {names}, but there is no transform to use it"
            hint = "add a transform, or write the groups as (?:...)"
            place.child(key).report(rules.GROUPS_WITHOUT_TRANSFORM, message, hint)


def _parse_join(place: Place, repeats: bool) -> str | None:
    join = place.child("join")
    if join.value is None:
        return None
    if not isinstance(join.value, str):
        message = f"join must be a string, not {describe(join.value)}"
        join.report(rules.JOIN_TYPE, message, 'write "" for nothing between the values')
        return None
    if not repeats:
        message = "join needs a field that repeats"
        join.report_key(rules.JOIN_WITHOUT_REPEATS, message, 'add "repeats": true')
    return join.value


def _parse_each(place: Place) -> bool:
    each = place.child("transform_each")
    if "transform_each" in place and not isinstance(each.value, bool):
        message = f"transform_each must be true or false, not {describe(each.value)}"
        each.report(rules.EACH_TYPE, message)
    elif each.value and place.child("transform").value is None:
        each.report_key(rules.EACH_WITHOUT_TRANSFORM, "transform_each needs a transform")
    return bool(each.value)
