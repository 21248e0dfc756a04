"""Checking delimiters against each other: those that never fire, or fire for another field."""

from __future__ import annotations

from rtc import rules_delimiters as rules
from rtc.ast import Delimiter, Field, Literals, PatternText, Template
from rtc.diagnostics import quote
from rtc.place import Place


def check_delimiters(template: Template, fields: Place) -> None:
    """Report warnings on the delimiters of `template`; `fields` is where they stand."""
    openers = _openers(template)
    for field in template.fields:
        place = fields.child(field.name)
        if field.open is None:
            _check_implicit_close(field, place, openers)
            continue
        _check_same_open(field, place, openers)
        _check_own_close(field, place)


def _forms(delimiter: Delimiter | None) -> list[tuple[str, str]]:
    """What a delimiter matches, as (kind, text), for comparing it with others."""
    match delimiter:
        case Literals(texts):
            return [("literal", text) for text in texts]
        case PatternText(source):
            return [("pattern", source)]
    return []


def _openers(template: Template) -> dict[tuple[str, str], str]:
    """Which field a delimiter opens: of two with the same one, that whose name sorts first."""
    openers: dict[tuple[str, str], str] = {}
    for field in sorted(template.fields, key=lambda field: field.name, reverse=True):
        openers.update(dict.fromkeys(_forms(field.open), field.name))
    return openers


def _check_same_open(field: Field, place: Place, openers: dict[tuple[str, str], str]) -> None:
    for form in _forms(field.open):
        if openers[form] != field.name:
            message = f"{quote(form[1])} always opens {quote(openers[form])}, never this field"
            _delimiter_place(place, "open", form).report(rules.SAME_OPEN, message)


def _check_own_close(field: Field, place: Place) -> None:
    closing = set(_forms(field.close))
    for form in _forms(field.open):
        if form in closing and form[0] == "literal":
            message = f"{quote(form[1])} both opens and closes the field"
            _delimiter_place(place, "close", form).report(rules.OPEN_IS_CLOSE, message)


def _check_implicit_close(field: Field, place: Place, openers: dict[tuple[str, str], str]) -> None:
    for form in _forms(field.close):
        if form in openers:
            message = (
                f"{quote(form[1])} opens {quote(openers[form])} here, which closes this field too"
            )
            _delimiter_place(place, "close", form).report(rules.CLOSE_NEVER_FIRES, message)


def _delimiter_place(place: Place, key: str, form: tuple[str, str]) -> Place:
    """Where a literal or a pattern of a delimiter stands."""
    owner = place.child(key if form[0] == "literal" else f"{key}_pattern")
    return next((child for _, child in owner.children() if child.value == form[1]), owner)
