"""The check pass: what a template means, beyond the shape of its parts.

An error is given only where no text at all could make the thing work: a template that the reference takes,
and can parse something with, compiles. What is merely doubtful is a warning.
"""

from __future__ import annotations

from rtc import rules_fields as rules
from rtc.ast import Field, Template
from rtc.check_delimiters import check_delimiters
from rtc.diagnostics import Diagnostic, quote
from rtc.place import Place, describe, did_you_mean, walk
from rtc.placeholders import placeholder_path
from rtc.problems import Problems
from rtc.rules_template import SEVERAL_IMPLICIT
from rtc.shapes import Shape, content_shape, is_scope_known, path_shape, scope, value_shape
from rtc.source import Source


def check_template(template: Template, source: Source) -> tuple[Diagnostic, ...]:
    """All problems of meaning. `template` may be the tree of a template with errors."""
    problems = Problems()
    whole = Place(source, problems, source.value)
    fields = whole.child("fields")
    _check_implicit(template, fields)
    check_delimiters(template, fields)
    for field in template.fields:
        place = fields.child(field.name)
        _check_required(field, template, place)
        _check_default(field, whole.child("defaults"))
        _check_transform(field, place)
        _check_join(field, place)
    return problems.found()


def _check_implicit(template: Template, fields: Place) -> None:
    implicit = [field.name for field in template.fields if field.open is None]
    for name in implicit[1:]:
        message = (
            f"the field {quote(implicit[0])} has no open either: only one field can do without"
        )
        fields.child(name).report_key(SEVERAL_IMPLICIT, message, "give it an open")


def _check_required(field: Field, template: Template, place: Place) -> None:
    if field.optional:
        return
    flag = place.child("optional")
    if field.name in template.defaults:
        message = "the field has a default, so it is never missing"
        flag.report_key(rules.REQUIRED_WITH_DEFAULT, message)
    elif field.open is None:
        message = "a message without text beside the other fields is an error"
        flag.report_key(rules.REQUIRED_IMPLICIT, message)


def _check_default(field: Field, defaults: Place) -> None:
    """A default is the first value of its field: text to add to, or a list to append to."""
    if not field.repeats or field.name not in defaults:
        return
    default = defaults.child(field.name)
    if field.join is None and not isinstance(default.value, list):
        message = f"the field repeats, so its default must be a list, not {describe(default.value)}"
        default.report(rules.DEFAULT_NOT_LIST, message)
    elif field.join is not None and not isinstance(default.value, (str, type(None))):
        message = (
            f"the field joins text, so its default must be a string, not {describe(default.value)}"
        )
        default.report(rules.DEFAULT_NOT_TEXT, message)


def _check_transform(field: Field, place: Place) -> None:
    if not field.has_transform:
        return
    transform, content = place.child("transform"), content_shape(field.content)
    if field.transform_each and content.kind not in ("any", "list"):
        message = f"transform_each needs a list, but {field.content.name} never gives one"
        place.child("transform_each").report_key(rules.EACH_OF_NO_LIST, message)
        return
    names, known = scope(field), is_scope_known(field)
    for value in walk(transform):
        path = placeholder_path(value.value) if isinstance(value.value, str) else None
        if path is not None:
            _check_path(value, path, names, known)
    if field.repeats and field.join is None and field.transform in ("", [], {}):
        message = "each match leaves an empty value in the list"
        transform.report(
            rules.EMPTY_REPEATED, message, "remove repeats to discard what is captured"
        )


def _check_path(place: Place, path: tuple[str, ...], names: dict[str, Shape], known: bool) -> None:
    if path[0] not in names and known:
        hint = did_you_mean(path[0], names) or "defined are " + ", ".join(map(quote, names))
        message = f"nothing defines {quote(path[0])}: each match of the field will fail"
        place.report(rules.UNDEFINED_PLACEHOLDER, message, hint)
    elif path_shape(names, path) is None:
        message = (
            f"{quote('.'.join(path))} goes into a value that is never an object with such a key"
        )
        place.report(rules.PATH_INTO_NO_OBJECT, message)


def _check_join(field: Field, place: Place) -> None:
    if field.join is None or not field.repeats:
        return
    shape = value_shape(field)
    if shape.kind not in ("any", "text"):
        made_by = "the transform" if field.has_transform else field.content.name
        message = f"join needs text, but {made_by} never gives any"
        place.child("join").report_key(rules.JOIN_OF_NO_TEXT, message)
