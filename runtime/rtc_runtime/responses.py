"""Complete responses, one or many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .errors import ParseError
from .parser import RegionParser
from .regions import Format
from .whole import CannotTell, WholeText

Parsed = TypeVar("Parsed")


def read_message(
    format: Format,
    begun: str,
    response: str,
    cast_call: Callable[..., Any] | None,
    make: Callable[..., RegionParser] = RegionParser,
) -> Any:
    """The message of a response, as the parser of `make` gives it that is fed with it; raises ParseError."""
    try:
        return WholeText(format, begun + response, cast_call).read()
    except (CannotTell, ValueError):
        parser = make(format, begun, cast_call)
        parser.feed(response)
        return parser.finalize()[0]


def recover_message(
    format: Format,
    begun: str,
    response: str,
    cast_call: Callable[..., Any] | None,
    make: Callable[..., RegionParser] = RegionParser,
) -> tuple[Any, ...]:
    """The message of a response, its malformed regions, and the required fields that it lacks."""
    try:
        return WholeText(format, begun + response, cast_call).read(), [], []
    except (CannotTell, ValueError):
        return recovered(make(format, begun, cast_call, "event"), response)


def recovered(parser: RegionParser, response: str) -> tuple[Any, ...]:
    """What `recover_message` gives, from a parser that gives events for what is malformed."""
    parser.feed(response)
    message, events = parser.finalize()
    missing = [event["field"] for event in events if event["type"] == "field_missing"]
    return message, parser.malformed, missing


def read_each(
    read: Callable[[str, str], Parsed],
    response: str | list[str],
    prefix: str | list[str] | None,
    anchor: str,
    after: Callable[[str | None, str], str],
) -> Parsed | list[Parsed]:
    """What `read` gives for a response and what its prompt has of it, or for each of a list.

    What a prompt has is what stands `after` the last `anchor`. A single prefix goes with all. A ParseError
    carries the `index` of its response and the `messages` of those before it.
    """
    if isinstance(response, str):
        if isinstance(prefix, list):
            raise TypeError("several prefixes, but one response")
        return read(after(prefix, anchor), response)
    if isinstance(prefix, list):
        begun = [after(one, anchor) for one in prefix]
    else:
        begun = [after(prefix, anchor)] * len(response)
    if len(begun) != len(response):
        raise ValueError(f"{len(response)} responses, but {len(begun)} prefixes")
    messages: list[Parsed] = []
    for index, (text, before) in enumerate(zip(response, begun)):
        try:
            messages.append(read(before, text))
        except ParseError as error:
            error.index, error.messages = index, messages
            raise
    return messages
