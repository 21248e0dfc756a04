"""Runs a case in every mode and says what became of its calls and texts."""

from __future__ import annotations

import random
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from tests.hostile.cases import Case
from tests.hostile.turns import Layout, Turn
from tests.support.chunkings import at_marks, at_random, characters
from tests.support.equality import identical

# From bad to worst: a text or thought that differs; a call that is missing and said to be malformed; one
# that is missing and not mentioned; a call with other arguments than written, or one that nobody wrote.
TEXT, MALFORMED, LOST, WRONG = OUTCOMES = ("text", "malformed", "lost", "wrong")


@dataclass(frozen=True, slots=True)
class Finding:
    """A case that does not come back: the worst outcome, the text and what was read."""

    outcome: str
    case: Case
    raw: str
    found: Any


def judge(module: ModuleType, layout: Layout, case: Case) -> Finding | None:
    """None where the turn comes back, with and without tools. AssertionError where the modes disagree."""
    raw, prefix = layout.write(case.turn), layout.prefix(case.turn)
    worst: Finding | None = None
    for tools in (None, tools_of(case.turn)):
        result = module.parse_full(raw, prefix=prefix, tools=tools)
        _check_modes(module, raw, prefix, tools, result)
        expected = layout.message(case.turn, typed=tools is not None)
        outcome = _outcome(expected, result.message, result.malformed)
        if outcome and (worst is None or OUTCOMES.index(outcome) > OUTCOMES.index(worst.outcome)):
            worst = Finding(outcome, case, raw, result)
    return worst


def _outcome(expected: dict[str, Any], message: dict[str, Any], malformed: list[Any]) -> str | None:
    if identical(expected, message):
        return None
    written, read = expected.get("tool_calls", []), message.get("tool_calls", [])
    if identical(written, read):
        return TEXT
    rest = iter(written)
    if not all(any(identical(call, other) for other in rest) for call in read):
        return WRONG
    return MALFORMED if malformed else LOST


def _check_modes(module: ModuleType, raw: str, prefix: str, tools: Any, result: Any) -> None:
    """Chunks give what the whole gives; raising mode gives it too, and raises where something is malformed."""
    rng = random.Random(f"{raw}{tools is None}")
    # Half of them, since many chunks take their time.
    if rng.random() < 0.5:
        _check_chunks(module, prefix, tools, result, rng.choice(_CUTS)(raw, rng))
    try:
        message = module.parse_response(raw, prefix=prefix, tools=tools)
    except module.ParseError:
        assert result.malformed, f"{raw!r} raises"
    else:
        assert (
            identical(message, result.message) and not result.malformed
        ), f"{raw!r} does not raise"


def _check_chunks(
    module: ModuleType, prefix: str, tools: Any, result: Any, chunks: list[str]
) -> None:
    parser = module.ResponseParser(prefix, tools=tools, on_malformed="event")
    for chunk in chunks:
        parser.feed(chunk)
    message = parser.finalize()[0]
    assert identical(message, result.message), f"{chunks!r} give {message!r}: {result!r}"
    assert identical(parser.malformed, result.malformed), f"{chunks!r}: {result!r}"


def _singly(text: str, rng: random.Random) -> list[str]:
    return characters(text)


_CUTS = (at_random, at_marks, at_random, at_marks, _singly)


def tools_of(turn: Turn) -> list[dict[str, Any]]:
    """A tool for each name, with the types of the arguments that the turn has."""
    properties: dict[str, dict[str, Any]] = {}
    for call in turn.calls:
        known = properties.setdefault(call.name, {})
        known.update({key: {"type": _type(value)} for key, value in call.arguments.items()})
    return [
        {"type": "function", "function": {"name": name, "parameters": _schema(known)}}
        for name, known in properties.items()
    ]


def _schema(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def _type(value: Any) -> str:
    names = {str: "string", bool: "boolean", int: "integer", float: "number", list: "array"}
    return "null" if value is None else names.get(type(value), "object")
