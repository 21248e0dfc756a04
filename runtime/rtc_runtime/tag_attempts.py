"""Searching for tags by a pattern that matches wherever it is tried for long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .matching import compiled
from .tag_search import MAX_STARTS, TagSearch


def few_tags(pattern: str, program: str, text: str) -> Iterator[Any]:
    """All matches, as of `finditer`: the first by `re`, as only many of them can cost more than a few times the text.

    None is empty.
    """
    position = 0
    tag: Any
    for number, tag in enumerate(compiled(pattern).finditer(text)):
        if number == MAX_STARTS:
            break
        yield tag
        position = tag.end()
    else:
        return
    others = TagSearch(program, text)
    while (tag := others.search(position)) is not None:
        yield tag
        position = tag.end()
