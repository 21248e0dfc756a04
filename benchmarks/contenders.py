"""What takes part: the floor, ours, and the parsers of others that are installed."""

from __future__ import annotations

import importlib
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.by_hand import AppendingParser, NormalForm
from benchmarks.parsers import load_parser, prompt_end, read_template
from benchmarks.tools import Tools

FLOOR = "floor"
OURS = "rtc"
TRANSFORMERS = "transformers"
HARMONY = "openai-harmony"

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contender:
    """`parse` takes the whole text, `stream` its chunks; both give the message."""

    name: str
    parse: Callable[[str], Message]
    stream: Callable[[Sequence[str]], Message]


def stream_to_floor(chunks: Sequence[str]) -> Message:
    parser = AppendingParser()
    feed = parser.feed
    for chunk in chunks:
        feed(chunk)
    return parser.finalize()


def ours(template: str, folder: Path, tools: Tools = None) -> Contender:
    module = load_parser(template, folder)
    prefix = prompt_end(read_template(template))
    parse_response, make_parser = module.parse_response, module.ResponseParser

    def parse(text: str) -> Message:
        message: Message = parse_response(text, prefix=prefix, tools=tools)
        return message

    def stream(chunks: Sequence[str]) -> Message:
        parser = make_parser(prefix, tools=tools)
        feed = parser.feed
        for chunk in chunks:
            feed(chunk)
        message: Message = parser.finalize()[0]
        return message

    return Contender(OURS, parse, stream)


def transformers(template: str, tools: Tools = None) -> Contender:
    """The interpreter of templates. Reading the template is not timed: a server does it once."""
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "critical")
    logging.disable(logging.WARNING)
    interpreter: Any = importlib.import_module("transformers.utils.chat_parsing")
    reader: Any = importlib.import_module("transformers.utils.chat_parsing.response_templates")
    value = read_template(template)
    loaded, prefix = reader.load_response_template(value), prompt_end(value)
    parse_response, make_parser = interpreter.parse_response, interpreter.ResponseParser

    def parse(text: str) -> Message:
        message: Message = parse_response(text, loaded, prefix=prefix, tools=tools)
        return message

    def stream(chunks: Sequence[str]) -> Message:
        parser = make_parser(loaded, prefix=prefix, tools=tools)
        feed = parser.feed
        for chunk in chunks:
            feed(chunk)
        message: Message = parser.finalize()[0]
        return message

    return Contender(TRANSFORMERS, parse, stream)


def normal_form(message: Mapping[str, Any]) -> NormalForm:
    """What every parser has to find, whatever it calls it; white space around text does not count."""
    reasoning = message.get("reasoning_content", message.get("thinking"))
    calls = [
        (call["function"]["name"], call["function"]["arguments"])
        for call in message.get("tool_calls", ())
    ]
    return stripped(reasoning), stripped(message.get("content")), calls


def stripped(text: str | None) -> str | None:
    return (text or "").strip() or None
