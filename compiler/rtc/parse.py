"""The parse pass: JSON data -> AST. Shape and types of everything; meaning is `rtc.check`'s.

All problems are collected. What can be read is read even when something beside it cannot, so that the check
pass has its say about the rest; a tree that comes with errors must not be compiled.
"""

from __future__ import annotations

from rtc import rules_template as rules
from rtc.ast import FIELD_KEYS, TEMPLATE_KEYS, Delimiter, Field, Literals, Template
from rtc.diagnostics import Diagnostic, quote
from rtc.parse_delimiter import check_patterns_length, parse_delimiter
from rtc.parse_field import parse_field
from rtc.place import Place, describe, did_you_mean
from rtc.problems import Problems
from rtc.rules_delimiters import NO_ANCHOR
from rtc.source import JsonValue, Source

MAX_FIELDS = 64


def parse_template(source: Source) -> tuple[Template | None, tuple[Diagnostic, ...]]:
    """Parse what was read.

    The template is None only when it is no object. Problems of reading are in `source.diagnostics` and
    not repeated; when they left nothing to parse, there is nothing to report.
    """
    problems = Problems()
    if source.value is None and source.diagnostics:
        return None, ()
    place = Place(source, problems, source.value)
    template = _parse(place) if isinstance(source.value, dict) else None
    if template is None:
        place.report(
            rules.TEMPLATE_TYPE,
            f"the template must be an object, not {describe(source.value)}",
        )
    return template, problems.found()


def _parse(place: Place) -> Template:
    _check_keys(place)
    if "version" in place:
        _check_version(place.child("version"))
    return Template(
        defaults=_parse_defaults(place),
        anchor=_parse_anchor(place),
        fields=_parse_fields(place),
        origin=place.origin,
        name=place.source.name,
    )


def _check_keys(place: Place) -> None:
    for key, child in place.children():
        if key not in TEMPLATE_KEYS:
            hint = did_you_mean(key, TEMPLATE_KEYS)
            if key in FIELD_KEYS:
                hint = "this is a key of a field: it belongs into one of the fields"
            child.report_key(rules.UNKNOWN_KEY, f"unknown key {quote(key)}", hint)


def _check_version(place: Place) -> None:
    version = place.value
    if not isinstance(version, (int, float)) or version != 1:
        message = f"unsupported version: {describe(version)}"
        place.report(rules.VERSION, message, "write 1, or leave it out")
    elif type(version) is not int:
        place.report(
            rules.VERSION_TYPE, f"the version is written as {describe(version)}", "write 1"
        )


def _parse_defaults(place: Place) -> dict[str, JsonValue]:
    defaults = place.child("defaults")
    if "defaults" in place and not isinstance(defaults.value, dict):
        message = f"defaults must be an object, not {describe(defaults.value)}"
        defaults.report(rules.DEFAULTS_TYPE, message)
    return defaults.members


def _parse_anchor(place: Place) -> Delimiter:
    # The prefix is searched as a whole, so its pattern may hold what cannot be decided as text streams in.
    anchor = parse_delimiter(place, "start_anchor", streamed=False)
    if anchor is not None:
        return anchor
    message = "the template has neither start_anchor nor start_anchor_pattern"
    place.report(NO_ANCHOR, message, "name the text with which the assistant's turn begins")
    return Literals((), place.origin)


def _parse_fields(place: Place) -> tuple[Field, ...]:
    fields = place.child("fields")
    if not fields.members:
        if "fields" not in place:
            place.report(rules.NO_FIELDS, "the template has no fields")
        elif isinstance(fields.value, dict):
            fields.report(rules.NO_FIELDS, "fields is empty")
        else:
            fields.report(
                rules.NO_FIELDS, f"fields must be an object, not {describe(fields.value)}"
            )
    if len(fields.members) > MAX_FIELDS:
        message = f"{len(fields.members):,} fields: there can be at most {MAX_FIELDS:,}"
        fields.report(rules.TOO_MANY_FIELDS, message)
        return ()
    if not check_patterns_length(place):
        return ()
    parsed = (
        [parse_field(name, child) for name, child in fields.children()] if fields.members else []
    )
    return tuple(field for field in parsed if field is not None)
