"""Content parsers and transforms -> value programs."""

from __future__ import annotations

from typing import Any

from rtc import ast, ir
from rtc.delimiters.captures import Capture, captures
from rtc.delimiters.tag_cost import limit_of, split_tag
from rtc.placeholders import placeholder_path


def lower_value(field: ast.Field) -> ir.Value:
    """What becomes of the text of `field`."""
    shape = lower_shape(field.transform) if field.has_transform else None
    return ir.Value(lower_content(field.content), shape, field.transform_each)


def lower_content(content: ast.Content) -> ir.Content:
    args: Any = content.args
    match content.name:
        case "text":
            return ir.Text(bool(args.get("strip", True)))
        case "int":
            return ir.Integer()
        case "float":
            return ir.Float()
        case "bool":
            return ir.Boolean(bool(args.get("strip", True)))
        case "json":
            return _json(args)
        case "xml-inline":
            return _tags(content)
        case "kv-lines":
            return _lines(content)
        case "python-call-list":
            return ir.Calls()
    raise AssertionError(f"unchecked content parser {content.name!r}")


def _json(args: Any) -> ir.Json:
    pairs = args.get("string_delims") or ()
    return ir.Json(
        string_delimiters=tuple((opener, closer) for opener, closer in pairs),
        bare_keys=bool(args.get("unquoted_keys", False)),
        or_text=bool(args.get("allow_non_json", False)),
        strip=bool(args.get("strip", True)),
    )


def _tags(content: ast.Content) -> ir.Tags:
    assert content.tag is not None
    found = {capture.name: capture for capture in captures(content.tag.tree)}
    value = found.get("value")
    gap = split_tag(content.tag.tree)
    return ir.Tags(
        pointer=content.origin.pointer + "/tag_pattern",
        notation=content.tag.source,
        tree=content.tag.tree,
        key=_use(found["key"]),
        value=None if value is None else _use(value),
        parser=_nested(content),
        gather=bool(content.args.get("merge_duplicates", False)),
        gap=gap,
        limit=limit_of(content.tag.tree if gap is None else gap.head),
    )


def _use(capture: Capture) -> ir.GroupUse:
    return ir.GroupUse(capture.name, capture.numbers, capture.certain)


def _lines(content: ast.Content) -> ir.Lines:
    args: Any = content.args
    return ir.Lines(
        line_separator=args.get("line_sep", "\n"),
        key_separator=args.get("kv_sep", ":"),
        strip=bool(args.get("strip", True)),
        parser=_nested(content),
    )


def _nested(content: ast.Content) -> ir.Content | None:
    return None if content.value_parser is None else lower_content(content.value_parser)


def lower_shape(transform: ir.JsonValue) -> ir.Shape:
    """A transform as a tree of constants and placeholders; what holds no placeholder is constant."""
    if isinstance(transform, str):
        path = placeholder_path(transform)
        return ir.Constant(transform) if path is None else ir.Placeholder(path[0], path[1:])
    if isinstance(transform, dict):
        members = tuple((key, lower_shape(value)) for key, value in transform.items())
        return ir.ObjectShape(members)
    if isinstance(transform, list):
        return ir.ArrayShape(tuple(map(lower_shape, transform)))
    return ir.Constant(transform)
