"""Bundled parsers by model, and one way to run them: to the end, whatever the text is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

import rtc
from rtc.bundled import BundledTemplate
from rtc.models import find_for_model

Message = dict[str, Any]
Tools = Sequence[Any] | None


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
    if chunks is None:
        return dict(module.parse_full(text, prefix=prefix, tools=tools).message)
    parser = module.ResponseParser(prefix, tools=tools, on_malformed="event")
    for chunk in chunks:
        parser.feed(chunk)
    return dict(parser.finalize()[0])
