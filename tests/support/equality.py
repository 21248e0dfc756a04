"""Equality of messages as JSON: numbers by value, booleans and null by identity."""

from __future__ import annotations

from typing import Any


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, where 1 equals 1.0 and neither equals True."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)
