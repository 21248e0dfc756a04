"""Equality of messages as JSON, whatever the order of keys."""

from __future__ import annotations

import json
from typing import Any


def identical(one: Any, other: Any) -> bool:
    """Whether two values are equal with the types of their numbers: 1 is neither 1.0 nor True."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, where 1 equals 1.0 and neither equals True."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)
