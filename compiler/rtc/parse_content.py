"""Parsing what parses a region: the name of a content, its arguments, its value parser."""

from __future__ import annotations

from rtc import rules_content as rules
from rtc.ast import Content
from rtc.check_tags import check_tag_cost
from rtc.delimiters import Pattern
from rtc.diagnostics import Origin, quote
from rtc.parse_delimiter import parse_pattern_at
from rtc.place import Place, describe, did_you_mean, parse_flag
from rtc.source import JsonValue
from rtc.string_delims import parse_string_delims

MAX_VALUE_PARSERS = 16
# What each content reads from its arguments. `json` strips only what it gives back unparsed.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "text": ("strip",),
    "int": (),
    "float": (),
    "bool": ("strip",),
    "json": ("unquoted_keys", "string_delims", "allow_non_json", "strip"),
    "xml-inline": ("tag_pattern", "value_parser", "merge_duplicates"),
    "kv-lines": ("line_sep", "kv_sep", "strip", "value_parser"),
    "python-call-list": (),
}
# The arguments that are kept as values; the value parser is a content of its own.
_PARSED = (
    "strip",
    "unquoted_keys",
    "string_delims",
    "allow_non_json",
    "tag_pattern",
    "merge_duplicates",
    "line_sep",
    "kv_sep",
)


def parse_content(field: Place) -> Content:
    """The content of a field. An unknown name is reported and kept."""
    content = field.child("content")
    name = content.value if "content" in field else "text"
    origin = content.origin if "content" in field else field.origin
    if not isinstance(name, str) or name not in ARGUMENTS:
        message, hint = _unknown("content", name)
        content.report(rules.UNKNOWN_CONTENT, message, hint)
        return Content(name if isinstance(name, str) else "", origin)
    return _with_arguments(name, origin, field, "content_args", 0)


def _unknown(what: str, name: JsonValue) -> tuple[str, str | None]:
    if not isinstance(name, str):
        return f"{what} must be a string, not {describe(name)}", None
    hint = did_you_mean(name, ARGUMENTS) or "known are " + ", ".join(ARGUMENTS)
    return f"unknown {what} {quote(name)}", hint


def _with_arguments(name: str, origin: Origin, owner: Place, key: str, depth: int) -> Content:
    """The content `name` with the arguments that stand under `key` of `owner`."""
    args = owner.child(key)
    if key in owner and not isinstance(args.value, dict):
        _report_type(args, key, name)
        return Content(name, origin)
    _report_unused(args, name)
    known = ARGUMENTS[name]
    return Content(
        name,
        args.origin if key in owner else origin,
        args={arg: _parse_argument(args, arg) for arg in _PARSED if arg in known and arg in args},
        tag=_parse_tag(args.child("tag_pattern"), args) if "tag_pattern" in known else None,
        value_parser=(
            _parse_value_parser(args.child("value_parser"), depth)
            if "value_parser" in known
            else None
        ),
    )


def _report_type(args: Place, key: str, name: str) -> None:
    if name != "python-call-list":
        message = f"{key} must be an object, not {describe(args.value)}"
        args.report(rules.ARGUMENTS_TYPE, message, "leave the key out when there are none")
    else:
        # The only content that never looks at its arguments.
        message = f"python-call-list takes no arguments: {describe(args.value)} is ignored"
        args.report(rules.UNUSED_ARGUMENT, message)


def _report_unused(args: Place, name: str) -> None:
    for key, child in args.children():
        if key not in ARGUMENTS[name]:
            message = f"{name} has no argument {quote(key)}: it is ignored"
            child.report_key(rules.UNUSED_ARGUMENT, message, _unused_hint(key, name))
    if name == "json" and "strip" in args and not args.child("allow_non_json").value:
        message = "strip has no effect without allow_non_json"
        args.child("strip").report_key(rules.UNUSED_ARGUMENT, message)


def _unused_hint(key: str, name: str) -> str | None:
    others = [content for content, known in ARGUMENTS.items() if key in known]
    if others:
        return "it is an argument of " + ", ".join(others)
    return did_you_mean(key, ARGUMENTS[name])


def _parse_argument(args: Place, argument: str) -> JsonValue:
    place = args.child(argument)
    if argument == "string_delims":
        return parse_string_delims(place)
    if argument in ("line_sep", "kv_sep"):
        return _parse_separator(place, argument)
    return place.value if argument == "tag_pattern" else parse_flag(args, argument, False)


def _parse_separator(place: Place, argument: str) -> str | None:
    if place.value is None and argument == "line_sep":
        message = "line_sep is null: lines end at any white space"
        place.report(rules.ARGUMENT_FORM, message, "leave it out for lines that end at a newline")
    elif not isinstance(place.value, str):
        message = f"{argument} must be a string, not {describe(place.value)}"
        place.report(rules.SEPARATOR_TYPE, message)
    elif not place.value:
        place.report(rules.EMPTY_SEPARATOR, f"{argument} must not be empty", "leave it out")
    return place.value if isinstance(place.value, str) else None


def _parse_tag(place: Place, args: Place) -> Pattern | None:
    if place.value is None:
        hint = "write a regex with the named groups key and value"
        args.report(rules.NO_TAG_PATTERN, "xml-inline needs a tag_pattern", hint)
        return None
    pattern = parse_pattern_at(place, streamed=False)
    if pattern is not None and "key" not in pattern.groups:
        message = "the tag_pattern has no named group 'key'"
        place.report(
            rules.TAG_WITHOUT_KEY, message, "write (?P<key>...) around the name of the tag"
        )
    elif pattern is not None and "value" not in pattern.groups:
        message = "the tag_pattern has no named group 'value': every value is empty"
        place.report(rules.TAG_WITHOUT_VALUE, message, "write (?P<value>...) around the value")
    if pattern is not None:
        check_tag_cost(pattern, place)
    return pattern


def _parse_value_parser(place: Place, depth: int) -> Content | None:
    """The parser of the values of a dict; null and a missing one leave them as they are."""
    if place.value is None:
        return None
    if not isinstance(place.value, dict):
        message = f"value_parser must be an object, not {describe(place.value)}"
        place.report(rules.VALUE_PARSER_TYPE, message, 'write {"name": ..., "args": {...}}')
        return None
    if depth == MAX_VALUE_PARSERS:
        message = f"value parsers nest more than {MAX_VALUE_PARSERS} deep"
        place.report(rules.VALUE_PARSER_DEPTH, message)
        return None
    for key, child in place.children():
        if key not in ("name", "args"):
            hint = "arguments belong into args"
            message = f"a value parser has no key {quote(key)}: it is ignored"
            child.report_key(rules.VALUE_PARSER_KEY, message, hint)
    name = place.members.get("name", "text")
    if not isinstance(name, str) or name not in ARGUMENTS:
        message, hint_or_none = _unknown("value parser", name)
        place.child("name").report(rules.UNKNOWN_VALUE_PARSER, message, hint_or_none)
        return None
    return _with_arguments(name, place.origin, place, "args", depth + 1)
