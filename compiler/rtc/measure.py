"""The size of JSON values, measured without recursion: no depth is too deep."""

from __future__ import annotations

from typing import Any


def count_values(value: Any) -> int:
    """How many values `value` holds, itself included."""
    total, pending = 0, [value]
    while pending:
        total += 1
        pending.extend(members(pending.pop()))
    return total


def count_levels(value: Any) -> int:
    """How deep arrays and objects are nested."""
    depth, level = 0, [value]
    while level := [member for one in level for member in members(one)]:
        depth += 1
    return depth


def members(value: Any) -> list[Any]:
    """What an array or object holds."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
