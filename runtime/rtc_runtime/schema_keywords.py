"""The keywords of JSON Schema, one at a time. What is not understood is left out, and nothing recurses."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from .matching import compiled

SCHEMA_TYPES = ("string", "integer", "number", "boolean", "null", "object", "array")
PATTERN_LIMIT = 200  # how many patterns for keys one schema may have
KEY_LIMIT = 128  # how long a key and a pattern for keys may be
RISKY_PATTERN = r"\)[*+?{]|\(\?(?!:)|\\[1-9]|\[\["


def declared_types(declared: Any) -> tuple[str, ...] | None:
    """The JSON Schema types that a `type` names, each once; None where there are none."""
    if isinstance(declared, str):
        return (declared,) if declared in SCHEMA_TYPES else None
    names = declared if isinstance(declared, (list, tuple)) else (declared,)
    known = dict.fromkeys(name for name in names if isinstance(name, str) and name in SCHEMA_TYPES)
    return tuple(known) or None


def narrowed(types: tuple[str, ...] | None, more: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The types that both allow; all of them where no type is left, since such a schema means something else."""
    if types is None or more is None:
        return more if types is None else types
    both = [name for name in types if name in more or (name == "integer" and "number" in more)]
    if "number" in types and "integer" in more and "integer" not in both:
        both.append("integer")
    return tuple(both) or tuple(dict.fromkeys(types + more))


def is_member(value: Any, members: list[Any]) -> bool:
    """Whether JSON takes `value` for one of `members`: true is not 1, 1.0 is."""
    boolean = isinstance(value, bool)
    try:
        return any(isinstance(one, bool) is boolean and one == value for one in members)
    except RecursionError:  # nested too deep to compare
        return False


def field_schemas(part: dict[str, Any], key: Any) -> list[Any]:
    """The schemas that `part` has for the value of `key` in an object, each with the steps that lead there."""
    found: list[Any] = []
    properties, patterns = part.get("properties"), part.get("patternProperties")
    if isinstance(properties, dict) and key in properties:
        found.append((properties[key], ("properties", key)))
    if isinstance(patterns, dict):
        for pattern, schema in islice(patterns.items(), PATTERN_LIMIT):
            if key_matches(pattern, key):
                found.append((schema, ("patternProperties", pattern)))
    if not found and "additionalProperties" in part:
        found.append((part["additionalProperties"], ("additionalProperties",)))
    return found


def fixed_items(part: dict[str, Any]) -> int:
    """How many items at the start of an array have a place of their own in `part`."""
    first, items = part.get("prefixItems", ()), part.get("items")
    fixed = len(first) if isinstance(first, (list, tuple)) else 0
    return max(fixed, len(items)) if isinstance(items, (list, tuple)) else fixed


def item_schemas(part: dict[str, Any], index: Any) -> list[Any]:
    """The schemas that `part` has for the item at `index` of an array, each with the steps that lead there."""
    for keyword, rest in (("prefixItems", "items"), ("items", "additionalItems")):
        first = part.get(keyword)
        if isinstance(first, (list, tuple)):
            if index < len(first):
                return [(first[index], (keyword, index))]
            return [(part[rest], (rest,))] if rest in part else []
    return [(part["items"], ("items",))] if "items" in part else []


def key_matches(pattern: Any, key: str) -> bool:
    """Whether a `patternProperties` pattern finds `key`.

    One that is no pattern, or that could take long, finds nothing: repeated groups, backreferences, flags and
    lookaround, more than one repeat (two behind `^`).
    """
    if not isinstance(pattern, str) or max(len(pattern), len(key)) > KEY_LIMIT:
        return False
    repeats = sum(map(pattern.replace("(?:", "(").count, "*+?{"))
    anchored = pattern[:1] == "^" and "|" not in pattern
    if compiled(RISKY_PATTERN).search(pattern) is not None or repeats > 1 + anchored:
        return False
    try:
        return re.search(pattern, key) is not None
    except (re.error, OverflowError, RecursionError, Warning):
        return False


def pointer_text(pointer: Any) -> str:
    """A pointer as JSON Pointer text."""
    steps: list[str] = []
    while pointer is not None:
        pointer, last = pointer
        steps += [str(step).replace("~", "~0").replace("/", "~1") for step in reversed(last)]
    return "".join(f"/{step}" for step in reversed(steps))
