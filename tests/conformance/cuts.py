"""Every recorded output cut at every position: what comes back is a beginning of the whole result.

Outputs of more than 2,000 characters are cut in and near their markers and at every 17th position.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.conformance.parsers import Message, bundled_parser, parse
from tests.conformance.recordings import Recording, recordings
from tests.conformance.verdicts import Verdict, unserved
from tests.support.chunkings import places
from tests.support.equality import identical

TEXTS = ("content", "reasoning_content")
# Beyond this many characters, all positions take too long.
_LONG = 2_000
_BEGUN_TAG = re.compile(r"<[^<>\s]*\Z")
# The kinds of faults, the worst first. Each cut has one at most, and a recording is told by its worst.
CALL, LEAK, TEXT = KINDS = ("call", "leak", "text")


def judge_all() -> list[Verdict]:
    return [judge(recording) for recording in recordings()]


def judge(recording: Recording) -> Verdict:
    """Whether every cut gives a beginning of the whole result and no marker. Exceptions are not caught."""
    if recording.template is None:
        return unserved(recording.name, recording.family)
    module = bundled_parser(recording.template)
    whole = parse(module, recording.raw, recording.prefix, recording.tools)
    worst: tuple[int, str] | None = None
    for end in places(recording.raw, recording.markers, _LONG):
        part = parse(module, recording.raw[:end], recording.prefix, recording.tools)
        found = fault(whole, part, recording.markers)
        if found is not None and (worst is None or KINDS.index(found[0]) < worst[0]):
            worst = KINDS.index(found[0]), f"cut at {end}: {found[1]}"
    if worst is None:
        return Verdict(recording.name, recording.family, recording.template, "pass", "")
    kind = KINDS[worst[0]]
    return Verdict(recording.name, recording.family, recording.template, "fail", worst[1], kind)


def fault(whole: Message, part: Message, markers: Sequence[str]) -> tuple[str, str] | None:
    """The kind and the words for what is wrong with the result of a beginning; None where nothing is."""
    calls, all_calls = part.get("tool_calls", []), whole.get("tool_calls", [])
    for place, call in enumerate(calls):
        if place >= len(all_calls) or not identical(call, all_calls[place]):
            return CALL, f"a call that is not there in the end: {call!r}"
    found = [one for field in TEXTS for one in _text_faults(field, whole, part, markers)]
    return min(found, key=lambda one: KINDS.index(one[0]), default=None)


def _text_faults(
    field: str, whole: Message, part: Message, markers: Sequence[str]
) -> list[tuple[str, str]]:
    text, full = str(part.get(field) or ""), str(whole.get(field) or "")
    leaks = [marker for marker in markers if marker in text and marker not in full]
    if leaks:
        return [(LEAK, f"{field} shows {leaks[0]!r}: {text[-80:]!r}")]
    if full.startswith((text, without_begun(text, markers).rstrip())):
        return []
    return [(TEXT, f"{field} is not a beginning: {text[-80:]!r}")]


def without_begun(text: str, markers: Sequence[str]) -> str:
    """`text` without the beginning of a marker or tag at its end: cut within one, it is text for all anyone knows."""
    begun = (
        length
        for marker in markers
        for length in range(1, len(marker))
        if text.endswith(marker[:length])
    )
    tag = _BEGUN_TAG.search(text)
    return text[: len(text) - max(*begun, len(tag.group()) if tag is not None else 0, 0)]
