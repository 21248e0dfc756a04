"""The bundled templates in the reference: the same messages, wherever it gives one."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from transformers.utils.chat_parsing import parse_response

from rtc.bundled import BundledTemplate, find_by_name
from tests.conformance.parsers import Message, bundled_parser
from tests.conformance.recordings import Recording, recordings
from tests.support.equality import identical


@cache
def entry_of(name: str) -> BundledTemplate:
    entry = find_by_name(name)
    assert entry is not None
    return entry


@cache
def template_of(name: str) -> dict[str, Any]:
    return dict(json.loads(entry_of(name).path.read_text("utf-8")))


def in_the_reference(recording: Recording, name: str) -> Message | None:
    """Its message without internal fields; None where it raises."""
    try:
        message = parse_response(
            recording.raw,
            template_of(name),
            prefix=recording.prefix,
            tools=recording.tools or None,
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    internal = entry_of(name).internal
    return {key: value for key, value in message.items() if key not in internal}


def test_recorded_outputs_give_the_message_of_the_reference() -> None:
    compared = 0
    for recording in recordings():
        name = recording.template
        expected = None if name is None else in_the_reference(recording, name)
        if name is None or expected is None:
            continue
        message = bundled_parser(name).parse_response(
            recording.raw,
            prefix=recording.prefix,
            tools=recording.tools or None,
            coercion="reference",
        )
        assert identical(message, expected), recording.name
        compared += 1
    assert compared >= 1100
