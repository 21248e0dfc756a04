"""Placeholders of transforms: `{name}` and `{name.key.key}`, always a whole string."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(r"\{(\w+(?:\.\w+)*)\}")


def placeholder_path(text: str) -> tuple[str, ...] | None:
    """Root and keys of the placeholder that `text` is, or None where it is plain text."""
    match = _PLACEHOLDER.fullmatch(text)
    return tuple(match[1].split(".")) if match else None


def mixes_placeholder(text: str) -> bool:
    """Whether `text` holds a placeholder and something else, which the language forbids."""
    return placeholder_path(text) is None and _PLACEHOLDER.search(text) is not None
