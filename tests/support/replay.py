"""Run a compiled parser over one text, whole or in chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any

from tests.support.outcomes import Event, Outcome, grammar_fault, merge_events

Tools = Sequence[Any] | None


def parse_whole(module: ModuleType, text: str, prefix: str, tools: Tools = None) -> Outcome:
    """The outcome of `parse_response`; it has no events."""

    def run() -> Outcome:
        return Outcome(repr(module.parse_response(text, prefix=prefix, tools=tools)))

    return _guarded(module, run)


def parse_chunks(
    module: ModuleType, chunks: Iterable[str], prefix: str, tools: Tools = None
) -> Outcome:
    """The outcome of a streamed parse, with the events of the prefix, the feeds and the end merged."""

    def run() -> Outcome:
        message, events = stream(module, chunks, prefix, tools)
        fault = grammar_fault(events)
        if fault is not None:
            return Outcome("", error=f"bad events: {fault}", crashed=True)
        return Outcome(repr(message), repr(merge_events(events)))

    return _guarded(module, run)


def stream(
    module: ModuleType, chunks: Iterable[str], prefix: str, tools: Tools = None
) -> tuple[Any, list[Event]]:
    parser = module.ResponseParser(prefix, tools=tools)
    events: list[Event] = list(parser.initial_events)
    for chunk in chunks:
        events += parser.feed(chunk)
    message, last = parser.finalize()
    return message, events + last


def _guarded(module: ModuleType, run: Callable[[], Outcome]) -> Outcome:
    try:
        return run()
    except module.ParseError as error:
        detail = f"field={error.field!r} offset={error.offset!r} text={error.text!r}"
        return Outcome("", error=str(error), detail=f"{detail} message={error.message!r}")
    except Exception as error:  # whatever it is, the report must show it
        return Outcome("", error=f"{type(error).__name__}: {error}", crashed=True)
