"""Bundled parsers by model, and one way to run them: to the end, whatever the text is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from types import ModuleType
from typing import Any

import rtc
from rtc.bundled import BundledTemplate
from rtc.models import find_for_model

Message = dict[str, Any]
Tools = Sequence[Any] | None
# Each fault drops a region, and there is one for each delimiter at most.
_MOST_FAULTS = 10_000


@cache
def bundled_parser(name: str) -> ModuleType:
    """The parser of a bundled template, with the internal fields of its entry."""
    return rtc.load_parser(name)


@cache
def template_for(model: str) -> BundledTemplate | None:
    return find_for_model(model)


def parse(
    module: ModuleType, text: str, prefix: str, tools: Tools, chunks: Sequence[str] | None = None
) -> Message:
    """The message of a text in recovering mode: whole, or in the given chunks."""
    if hasattr(module, "parse_full"):
        return _recovering(module, text, prefix, tools, chunks)
    return _past_errors(module, [text] if chunks is None else chunks, prefix, tools)


def _recovering(
    module: ModuleType, text: str, prefix: str, tools: Tools, chunks: Sequence[str] | None
) -> Message:
    if chunks is None:
        return dict(module.parse_full(text, prefix=prefix, tools=tools).message)
    parser = module.ResponseParser(prefix, tools=tools, on_malformed="event")
    for chunk in chunks:
        parser.feed(chunk)
    return dict(parser.finalize()[0])


def _past_errors(module: ModuleType, chunks: Sequence[str], prefix: str, tools: Tools) -> Message:
    """What a caller gets who goes on after each ParseError."""
    parser = module.ResponseParser(prefix, tools=tools)
    for chunk in chunks:
        _until_done(module, partial(parser.feed, chunk), partial(parser.feed, ""))
    finished = _until_done(module, parser.finalize, parser.finalize)
    return dict(finished[0])


def _until_done(module: ModuleType, call: Callable[[], Any], again: Callable[[], Any]) -> Any:
    for _ in range(_MOST_FAULTS):
        try:
            return call()
        except module.ParseError:
            call = again
    raise AssertionError("the same error again and again")
