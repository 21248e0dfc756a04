"""What kind of value a content or a transform can give, as far as the template alone tells.

Used to find fields that can never give a value. A shape says too much rather than too little: ANY where
it depends on the text, text for a value that is text or null.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rtc.ast import Content, Delimiter, Field, PatternText
from rtc.placeholders import placeholder_path
from rtc.source import JsonValue


@dataclass(frozen=True, slots=True)
class Shape:
    """`inside` is the shape of an object's values or a list's elements; `keys` those that are known."""

    kind: Literal["any", "text", "object", "list", "other"]
    inside: Shape | None = None
    keys: Mapping[str, Shape] | None = None


ANY = Shape("any")
TEXT = Shape("text")
OTHER = Shape("other")
_CALL = Shape("object", keys={"name": TEXT, "arguments": Shape("object", ANY)})


def content_shape(content: Content) -> Shape:
    match content.name:
        case "text":
            return TEXT
        case "int" | "float" | "bool":
            return OTHER
        case "python-call-list":
            return Shape("list", _CALL)
        case "xml-inline" | "kv-lines":
            values = content.value_parser
            return Shape("object", TEXT if values is None else content_shape(values))
    return ANY


def value_shape(field: Field) -> Shape:
    """The shape of what one match of a field gives."""
    if not field.has_transform:
        return content_shape(field.content)
    if field.transform_each:
        return Shape("list")
    return transform_shape(field, field.transform)


def transform_shape(field: Field, transform: JsonValue) -> Shape:
    if isinstance(transform, str):
        path = placeholder_path(transform)
        return TEXT if path is None else path_shape(scope(field), path) or ANY
    if isinstance(transform, list):
        return Shape("list")
    return Shape("object") if isinstance(transform, dict) else OTHER


def path_shape(names: Mapping[str, Shape], path: tuple[str, ...]) -> Shape | None:
    """The shape of what a placeholder stands for in a scope; None when it can stand for nothing."""
    shape = names.get(path[0], ANY)
    for key in path[1:]:
        if shape.kind == "any":
            return ANY
        if shape.kind != "object":
            return None
        following = shape.inside if shape.keys is None else shape.keys.get(key)
        if following is None:
            return None
        shape = following
    return shape


def scope(field: Field) -> dict[str, Shape]:
    """The names that placeholders of a field can begin with, as far as the template tells."""
    names = dict.fromkeys(captured_names(field), TEXT)
    content = content_shape(field.content)
    if not field.transform_each:
        return {**names, "content": content}
    if content.inside is not None and content.inside.keys is not None:
        return {**names, **content.inside.keys}
    # The keys of an element win over captures of the same name.
    return dict.fromkeys(names, ANY)


def is_scope_known(field: Field) -> bool:
    """Whether `scope` has all names that can ever be defined."""
    if any(is_broken(delimiter) for delimiter in (field.open, field.close)):
        return False
    return not field.transform_each or content_shape(field.content).kind != "any"


def captured_names(field: Field) -> tuple[str, ...]:
    return tuple(
        name
        for delimiter in (field.open, field.close)
        if isinstance(delimiter, PatternText)
        for name in delimiter.pattern.groups
    )


def is_broken(delimiter: Delimiter | None) -> bool:
    """Whether a delimiter stands for one that could not be read."""
    return delimiter is not None and not isinstance(delimiter, PatternText) and not delimiter.texts
