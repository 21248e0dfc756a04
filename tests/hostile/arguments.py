"""How formats write the arguments of a call: one small writer for each family of notations."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.hostile.turns import Arguments

Writer = Callable[[Arguments], str]
_TYPES = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    type(None): "null",
    list: "array",
    dict: "object",
}


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def as_text(value: Any) -> str:
    """Strings as they are, anything else as JSON: what formats without types write."""
    return value if isinstance(value, str) else as_json(value)


def entities(key: str) -> str:
    """A key as it stands in an attribute that escapes quotes."""
    return key.replace("&", "&amp;").replace('"', "&quot;")


def tags(tag: str, between: str = "", key_as: Callable[[str], str] = str) -> Writer:
    """An element for each argument, with `{key}`, `{value}` and what depends on the type of the value."""

    def write(arguments: Arguments) -> str:
        return between.join(
            tag.format(
                key=key_as(key),
                value=as_text(value),
                type=_TYPES[type(value)],
                string=as_json(isinstance(value, str)),
            )
            for key, value in arguments.items()
        )

    return write


def keywords(value: Callable[[Any], str]) -> Writer:
    """Keyword arguments of a call in Python's manner."""
    return lambda arguments: ", ".join(f"{key}={value(arguments[key])}" for key in arguments)


def as_python(value: Any) -> str:
    """A literal in single quotes, with JSON's escapes."""
    if isinstance(value, str):
        return "'" + as_json(value)[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"
    if isinstance(value, dict):
        items = (f"{as_python(key)}: {as_python(item)}" for key, item in value.items())
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_python, value)) + "]"
    return repr(value)


def bare_keys(quote: str) -> Writer:
    """An object with keys as they are and strings between two tokens, without escapes."""

    def literal(value: Any) -> str:
        if isinstance(value, str):
            return quote + value + quote
        if isinstance(value, dict):
            return "{" + ",".join(f"{key}:{literal(item)}" for key, item in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ",".join(map(literal, value)) + "]"
        return as_json(value)

    return literal
