"""Many responses at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .errors import ParseError

Parsed = TypeVar("Parsed")


def parse_each(
    parse: Callable[[str, str], Parsed], responses: list[str], prefix: str | list[str]
) -> list[Parsed]:
    """What `parse` gives for each response and its prefix; a single prefix goes with all.

    A ParseError carries the `index` of its response and the `messages` of those before it.
    """
    prefixes = [prefix] * len(responses) if isinstance(prefix, str) else prefix
    if len(prefixes) != len(responses):
        raise ValueError(f"{len(responses)} responses, but {len(prefixes)} prefixes")
    messages: list[Parsed] = []
    for index, (response, before) in enumerate(zip(responses, prefixes)):
        try:
            messages.append(parse(response, before))
        except ParseError as error:
            error.index, error.messages = index, messages
            raise
    return messages
