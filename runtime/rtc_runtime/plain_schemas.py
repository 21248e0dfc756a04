"""Schemas as most are written, with one type and nothing else that decides: they need not be read.

A call that was generated as its tool wants it is told by a look at the schema itself, which costs a fraction of
reading it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

PLAIN_DEPTH = 8
# What `strip` takes away and what JSON, booleans and null begin with: else a text is nothing but a text.
CAST_BEGINNINGS = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
    '\u2009\u200a\u2028\u2029\u202f\u205f\u3000-0123456789tTfFnN{["'
)
# What they end with, by what they begin with; others are numbers.
CAST_ENDS = {
    "t": "eE",
    "T": "eE",
    "f": "eE",
    "F": "eE",
    "n": "l",
    "N": "e",
    "{": "}",
    "[": "]",
    '"': '"',
}
DIGITS = "0123456789"
BARRED = {"$ref", "allOf", "oneOf", "const", "nullable", "patternProperties", "prefixItems"}
NOT_PLAIN = BARRED | {"anyOf", "enum"}
is_plain = NOT_PLAIN.isdisjoint
INSIDE = {"properties", "additionalProperties", "required", "items"}
SCALARS = ("string", "integer", "number", "boolean", "null")


def plain_scalar(schema: Any) -> str:
    """The one type that a schema names, where it says nothing else that decides; "" for any other schema."""
    if not isinstance(schema, dict) or not is_plain(schema):
        return ""
    kind = schema.get("type")
    return kind if kind in SCALARS and INSIDE.isdisjoint(schema) else ""


def calls_stay(schemas: dict[str, Any], calls: Any, quoted: bool) -> bool:
    """Whether casting by their tools' schemas leaves all calls as they are. False also means: not known."""
    try:
        if quoted and nothing_to_cast([one["function"]["arguments"].values() for one in calls]):
            return True
        for one in calls:
            call = one["function"]
            if not object_stays(schemas[call["name"]], call["arguments"], quoted, PLAIN_DEPTH):
                return False
        return True
    except (AttributeError, KeyError, TypeError):
        return False


def nothing_to_cast(pending: list[Iterable[Any]]) -> bool:
    """Whether no text among the values, which a format marks as strings, can be cast, whatever a schema says."""
    for values in pending:
        for value in values:
            kind = type(value)
            if kind is str:
                if value[:1] in CAST_BEGINNINGS and may_be_cast(value):
                    return False
            elif kind is dict:
                pending.append(value.values())
            elif kind is list:
                pending.append(value)
    return True


def may_be_cast(text: str) -> bool:
    """Whether a text could be JSON, a boolean or null, by its first and last character. False is certain."""
    word = text.strip()
    return word != "" and word[-1] in CAST_ENDS.get(word[0], DIGITS)


def stays(schema: Any, value: Any, quoted: bool) -> bool:
    """Whether casting by `schema` leaves `value` and all in it as it is. False also means: not known."""
    try:
        if type(value) is dict:
            return object_stays(schema, value, quoted, PLAIN_DEPTH)
        return value_stays(schema, value, quoted, PLAIN_DEPTH)
    except AttributeError:  # no `get`: what is there is no schema, or there is none for a key
        return False


def value_stays(schema: Any, value: Any, quoted: bool, depth: int) -> bool:
    kind = type(value)
    if kind is dict:
        return object_stays(schema, value, quoted, depth)
    if kind is list:
        return array_stays(schema, value, quoted, depth)
    return kind is not str or text_stays(schema, value, quoted)


def object_stays(schema: Any, value: dict[str, Any], quoted: bool, depth: int) -> bool:
    """The usual keys of a schema are counted first: to look through them takes longer."""
    fields = schema.get("properties")
    if schema.get("type") != "object" or depth == 0:
        return False
    if not (len(schema) == 3 and "required" in schema and fields) and not is_plain(schema):
        return False
    if type(fields) is not dict:
        return schema.get("additionalProperties", True) is True
    for key, item in value.items():
        kind = type(item)
        if kind is str:
            field: Any = fields.get(key)
            if field.get("type") == "string" and (len(field) == 1 or is_plain(field)):
                continue  # by far the most common case
            if not text_stays(field, item, quoted):
                return False
        elif kind is dict:
            if not object_stays(fields.get(key), item, quoted, depth - 1):
                return False
        elif kind is list and not array_stays(fields.get(key), item, quoted, depth - 1):
            return False
    return True


def array_stays(schema: Any, value: list[Any], quoted: bool, depth: int) -> bool:
    if schema.get("type") != "array" or depth == 0:
        return False
    if not (len(schema) == 2 and "items" in schema) and not is_plain(schema):
        return False
    items = schema.get("items", True)
    if items is True or items == {}:
        return True
    if items.get("type") == "string" and (len(items) == 1 or plain_scalar(items)):
        return True
    for item in value:
        if not value_stays(items, item, quoted, depth - 1):
            return False
    return True


def text_stays(schema: Any, text: str, quoted: bool) -> bool:
    """The same of a text."""
    if not isinstance(schema, dict) or not BARRED.isdisjoint(schema):
        return False
    declared = schema.get("type")
    if "enum" in schema:
        members = schema["enum"]
        return "anyOf" not in schema and isinstance(members, list) and text in members
    if "anyOf" in schema:
        union = schema["anyOf"]
        if not quoted or declared is not None or not isinstance(union, list):
            return False
        return {"type": "string"} in union
    return declared == "string" or (quoted and isinstance(declared, list) and "string" in declared)
