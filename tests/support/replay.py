"""Run a compiled parser over one text, whole or in chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import ModuleType
from typing import Any, TypeVar

from tests.support.outcomes import Event, Outcome, grammar_fault, merge_events

Tools = Sequence[Any] | None

_Result = TypeVar("_Result")


class _Stuck(Exception):
    """The same error again: no progress. Holds the message so far."""


def parse_whole(
    module: ModuleType, text: str, prefix: str, tools: Tools = None, coercion: str = "deep"
) -> Outcome:
    """The outcome of `parse_response`; it has no events."""

    def run() -> Outcome:
        return Outcome(
            repr(module.parse_response(text, prefix=prefix, tools=tools, coercion=coercion))
        )

    return _guarded(module, run)


def parse_chunks(
    module: ModuleType,
    chunks: Iterable[str],
    prefix: str,
    tools: Tools = None,
    coercion: str = "deep",
) -> Outcome:
    """The outcome of a streamed parse, with the events of the prefix, the feeds and the end merged."""

    def run() -> Outcome:
        message, events = stream(module, chunks, prefix, tools, coercion)
        fault = grammar_fault(events)
        if fault is not None:
            return Outcome("", error=f"bad events: {fault}", crashed=True)
        return Outcome(repr(message), repr(merge_events(events)))

    return _guarded(module, run)


def stream(
    module: ModuleType,
    chunks: Iterable[str],
    prefix: str,
    tools: Tools = None,
    coercion: str = "deep",
) -> tuple[Any, list[Event]]:
    parser = module.ResponseParser(prefix, tools=tools, coercion=coercion)
    events: list[Event] = list(parser.initial_events)
    for chunk in chunks:
        events += parser.feed(chunk)
    message, last = parser.finalize()
    return message, events + last


def parse_past_errors(
    module: ModuleType,
    chunks: Iterable[str],
    prefix: str,
    tools: Tools = None,
    coercion: str = "deep",
) -> Outcome:
    """The outcome of a caller who goes on after each ParseError; `detail` holds what went wrong."""

    def run() -> Outcome:
        parser = module.ResponseParser(prefix, tools=tools, coercion=coercion)
        events: list[Event] = list(parser.initial_events)
        errors: list[tuple[str, int, str, str]] = []

        def go_on(call: Callable[[], _Result], again: Callable[[], _Result]) -> _Result:
            """The result of a call that is made until it gives one, or fails twice in one way."""
            while True:
                try:
                    return call()
                except module.ParseError as error:
                    events.extend(error.events)
                    found = (error.field, error.offset, error.text, error.reason)
                    if found in errors[-1:]:
                        raise _Stuck(error.message) from error
                    errors.append(found)
                    call = again

        for chunk in chunks:
            events += go_on(partial(parser.feed, chunk), partial(parser.feed, ""))
        try:
            message, last = go_on(parser.finalize, parser.finalize)
        except _Stuck as stuck:  # a required field is missing, now and for ever
            message, last = stuck.args[0], []
        return Outcome(repr(message), repr(merge_events(events + last)), detail=repr(errors))

    return _guarded(module, run)


def _guarded(module: ModuleType, run: Callable[[], Outcome]) -> Outcome:
    try:
        return run()
    except module.ParseError as error:
        detail = f"field={error.field!r} offset={error.offset!r} text={error.text!r}"
        return Outcome("", error=str(error), detail=f"{detail} message={error.message!r}")
    except Exception as error:  # whatever it is, the report must show it
        return Outcome("", error=f"{type(error).__name__}: {error}", crashed=True)
