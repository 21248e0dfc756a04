"""Schemas as most are written, with one type and nothing else that decides: they need not be read.

A call that was generated as its tool wants it is told by a look at the schema itself, which costs a fraction of
reading it.
"""

from __future__ import annotations

from typing import Any

PLAIN_DEPTH = 8
BARRED = {"$ref", "allOf", "oneOf", "const", "nullable", "patternProperties", "prefixItems"}
NOT_PLAIN = BARRED | {"anyOf", "enum"}
INSIDE = {"properties", "additionalProperties", "required", "items"}
SCALARS = ("string", "integer", "number", "boolean", "null")


def plain_scalar(schema: Any) -> str:
    """The one type that a schema names, where it says nothing else that decides; "" for any other schema."""
    if not isinstance(schema, dict) or not NOT_PLAIN.isdisjoint(schema):
        return ""
    kind = schema.get("type")
    return kind if kind in SCALARS and INSIDE.isdisjoint(schema) else ""


def stays(schema: Any, value: Any, quoted: bool, depth: int = PLAIN_DEPTH) -> bool:
    """Whether casting by `schema` leaves `value` and all in it as it is. False also means: not known."""
    if type(value) is str:
        return text_stays(schema, value, quoted)
    if type(value) is not dict and type(value) is not list:
        return True
    if not isinstance(schema, dict) or depth == 0 or not NOT_PLAIN.isdisjoint(schema):
        return False
    if type(value) is dict:
        return schema.get("type") == "object" and fields_stay(schema, value, quoted, depth - 1)
    items = schema.get("items", True)
    if schema.get("type") != "array" or not isinstance(items, (dict, bool)):
        return False
    return items is True or all(stays(items, one, quoted, depth - 1) for one in value)


def fields_stay(schema: dict[str, Any], value: dict[str, Any], quoted: bool, depth: int) -> bool:
    """The same of what an object holds."""
    fields = schema.get("properties", {})
    if not isinstance(fields, dict):
        return False
    for key, item in value.items():
        if key in fields:
            if not stays(fields[key], item, quoted, depth):
                return False
        elif schema.get("additionalProperties", True) is not True:
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
    return declared == "string"
