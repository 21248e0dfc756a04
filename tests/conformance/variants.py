"""Recorded outputs with stop tokens kept and with white space around markers: the same result."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.conformance.parsers import Message, bundled_parser, parse
from tests.conformance.recordings import Recording, recordings
from tests.conformance.verdicts import Verdict, unserved
from tests.support.equality import identical

# What a recording is varied by, and so the kinds of faults.
STOP, SPACE = KINDS = ("stop", "space")
_SPACING = Path(__file__).parent / "data" / "spacing.json"


@lru_cache(maxsize=1)
def _spacing() -> dict[str, list[str]]:
    """Markers before or after which white space means nothing, in any format that has them."""
    return dict(json.loads(_SPACING.read_text("utf-8")))


def judge_all() -> list[Verdict]:
    return [judge(recording) for recording in recordings()]


def judge(recording: Recording) -> Verdict:
    """Whether every variant gives what the recording gives."""
    name = recording.template
    if name is None:
        return unserved(recording.name, recording.family)
    module = bundled_parser(name)
    whole = _parse(module, recording, recording.raw)
    for raw in _stopped(recording):
        message = _parse(module, recording, raw)
        if not identical(message, whole):
            why = f"{raw[-60:]!r} gives {message!r} instead of {whole!r}"
            return Verdict(recording.name, recording.family, name, "fail", why, STOP)
    for marker, raw in _spaced(recording, whole):
        message = _parse(module, recording, raw)
        if not identical(_without_space(message), _without_space(whole)):
            why = f"white space at {marker!r} gives {message!r} instead of {whole!r}"
            return Verdict(recording.name, recording.family, name, "fail", why, SPACE)
    return Verdict(recording.name, recording.family, name, "pass", "")


def _parse(module: ModuleType, recording: Recording, raw: str) -> Message:
    return parse(module, raw, recording.prefix, recording.tools)


def _stopped(recording: Recording) -> Iterator[str]:
    """The output with its stop token, and with what decoders leave behind that. Not where it stops short."""
    if recording.truncated or recording.raw.rstrip().endswith(recording.stop):
        return
    for stop in recording.stop:
        yield recording.raw + stop
        yield recording.raw + stop + "\n"
        yield recording.raw + stop + "\n" + recording.stop[-1]


def _spaced(recording: Recording, whole: Message) -> Iterator[tuple[str, str]]:
    """The output with a line break at every place of one marker, where that stands in no value."""
    values = json.dumps(whole, ensure_ascii=False)
    for side, markers in _spacing().items():
        for marker in markers:
            if (
                marker in recording.raw
                and json.dumps(marker, ensure_ascii=False)[1:-1] not in values
            ):
                spaced = f"\n{marker}" if side == "before" else f"{marker}\n"
                yield f"{side} {marker}", recording.raw.replace(marker, spaced)


def _without_space(message: Message) -> Any:
    """The message without white space in its texts, and without texts of nothing else; calls stay as they are."""
    bare = {
        key: "".join(value.split()) if isinstance(value, str) else value
        for key, value in message.items()
    }
    return {key: value for key, value in bare.items() if value != ""}
