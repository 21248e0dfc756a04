"""openai-harmony, which reads token ids: its parser of gpt-oss is compared by the token."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.by_hand import NormalForm
from benchmarks.contenders import stripped


@dataclass(frozen=True, slots=True)
class Harmony:
    """openai-harmony: token ids in, one at a time. `process` says nothing about what came in;
    `deltas` also asks for channel and text, as a server that passes them on does."""

    tokens: Sequence[int]
    pieces: Sequence[str]  # what each token adds to the text, "" for part of a character
    process: Callable[[], Any]
    deltas: Callable[[], Any]


def load_harmony(text: str, vocabulary: Path) -> Harmony:
    os.environ["TIKTOKEN_ENCODINGS_BASE"] = str(vocabulary)
    package: Any = importlib.import_module("openai_harmony")
    encoding = package.load_harmony_encoding(package.HarmonyEncodingName.HARMONY_GPT_OSS)
    tokens = encoding.encode(text, allowed_special="all")
    role, make_parser = package.Role.ASSISTANT, package.StreamableParser

    def process() -> Any:
        parser = make_parser(encoding, role=role)
        feed = parser.process
        for token in tokens:
            feed(token)
        return parser.messages

    def deltas() -> Any:
        parser = make_parser(encoding, role=role)
        feed = parser.process
        for token in tokens:
            feed(token)
            _seen = parser.current_channel, parser.last_content_delta
        return parser.messages

    return Harmony(tokens, _pieces(encoding, tokens), process, deltas)


def harmony_normal_form(messages: Sequence[Any]) -> NormalForm:
    texts: dict[str, str] = {}
    calls = []
    for message in messages:
        text = message.content[0].text
        if message.recipient:
            calls.append((message.recipient.removeprefix("functions."), json.loads(text)))
        else:
            texts[message.channel] = text
    return stripped(texts.get("analysis")), stripped(texts.get("final")), calls


def _pieces(encoding: Any, tokens: Sequence[int]) -> list[str]:
    pieces = []
    waiting: list[int] = []
    for token in tokens:
        waiting.append(token)
        try:
            pieces.append(str(encoding.decode_utf8(waiting)))
            waiting = []
        except RuntimeError:
            pieces.append("")
    return pieces
