"""The message, once the response is complete."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any


def without_empty(message: dict[str, Any], keep: Collection[str]) -> dict[str, Any]:
    """`message` without the fields that came to nothing, except those to `keep`. 0 and false stay.

    Where there are none, that is `message` itself.
    """
    if all(message.values()):
        return message
    return {
        key: value
        for key, value in message.items()
        if value or key in keep or value not in (None, "", [], {})
    }


def missing_fields(message: dict[str, Any], required: Collection[str]) -> list[str]:
    """Those of the `required` fields that `message` lacks."""
    return [field for field in required if field not in message]
