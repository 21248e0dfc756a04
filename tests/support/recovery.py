"""What a compiled parser gives of a text in which not all is well, and what must hold of it in any case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any, TypeVar

from tests.support.outcomes import Event, grammar_fault, merge_events, region_texts

Tools = Sequence[Any] | None
Span = tuple[str, str | None, int, int]

_Result = TypeVar("_Result")

MODES = ("event", "raise")
# More errors than that from one text would be one that is raised for ever.
_MOST_ERRORS = 5_000
# What is said of a malformed region in both modes.
_MALFORMED_KEYS = ("type", "field", "text", "start", "end")


@dataclass(frozen=True, slots=True)
class Recovery:
    """A finished parse, its events merged.

    `events` names malformed regions also where the parser raised, and lacks what only one mode tells of
    them: that is in `reasons` ("raise": empty) and `errors`. `ends` are the events of what is malformed or
    missing, as they came. Messages and events are kept as their `repr`: it tells 1 from True, and equals
    itself for NaN.
    """

    message: str
    events: str
    reasons: tuple[str, ...]
    errors: tuple[str, ...]
    spans: tuple[Span, ...]
    ends: tuple[str, ...]


def recover(
    module: ModuleType,
    chunks: Iterable[str],
    prefix: str = "",
    tools: Tools = None,
    *,
    mode: str = "event",
    coercion: str = "reference",
) -> Recovery | None:
    """Parse to the end, past every ParseError, and check what must hold in any case.

    None where the prefix is at fault and the constructor raises.
    """
    make = partial(
        module.ResponseParser,
        prefix,
        tools=tools,
        coercion=coercion,
        on_malformed=mode,
        spans=True,
        keep_text=True,
    )
    if mode == "event":
        run = _Run(module, make())
    else:
        try:
            run = _Run(module, make())
        except module.ParseError:
            return None
    text = "".join(chunks := list(chunks))
    message = run.through(chunks)
    parser, events = run.parser, run.events
    assert parser.text == text
    assert grammar_fault(events) is None, grammar_fault(events)
    after = module.after_text if hasattr(module, "after_text") else module.after_anchor
    begun = after(prefix, module.START_ANCHOR)
    spans = whole_spans(parser.spans)
    check_spans(spans, events, begun, text)
    malformed = [event for event in events if event["type"] == "region_malformed"]
    missing = [event for event in events if event["type"] == "field_missing"]
    if mode == "event":
        assert repr(parser.malformed) == repr(malformed)
    return Recovery(
        message=repr(message),
        events=repr(without_reasons(events)),
        reasons=tuple(event["reason"] for event in malformed if "reason" in event),
        errors=tuple(event["error"] for event in malformed),
        spans=tuple(spans),
        ends=tuple(map(repr, (*malformed, *missing))),
    )


class _Run:
    """One parser and all its events; a ParseError becomes the event that it stands for."""

    def __init__(self, module: ModuleType, parser: Any) -> None:
        self.module = module
        self.parser = parser
        self.events: list[Event] = list(parser.initial_events)
        self.errors = 0

    def through(self, chunks: Iterable[str]) -> dict[str, Any]:
        for chunk in chunks:
            again = partial(self.parser.feed, "")
            self.events += self._past_errors(partial(self.parser.feed, chunk), again)
        message, last = self._past_errors(self.parser.finalize, self.parser.finalize)
        self.events += last
        return dict(message)

    def _past_errors(self, call: Callable[[], _Result], again: Callable[[], _Result]) -> _Result:
        while True:
            try:
                return call()
            except self.module.ParseError as error:
                self.errors += 1
                assert self.errors < _MOST_ERRORS, error
                self.events += [*error.events, _event_of(error)]
                call = again


def _event_of(error: Any) -> Event:
    if "required field" in error.reason:
        return {"type": "field_missing", "field": error.field}
    return {
        "type": "region_malformed",
        "field": error.field,
        "text": error.text,
        "error": error.reason,
        "start": error.offset,
        "end": error.offset + len(error.text),
    }


def without_reasons(events: Iterable[Event]) -> list[dict[str, Any]]:
    """The events, merged; of malformed regions what both modes tell."""
    return [
        (
            {key: event[key] for key in _MALFORMED_KEYS}
            if event["type"] == "region_malformed"
            else event
        )
        for event in merge_events(events)
    ]


def whole_spans(spans: Iterable[Span]) -> list[Span]:
    """The spans that hold text, neighbours that are dropped as one."""
    whole: list[Span] = []
    for kind, field, start, end in spans:
        if start == end:
            continue
        if whole and kind == "dropped" == whole[-1][0]:
            whole[-1] = (kind, field, whole[-1][2], end)
        else:
            whole.append((kind, field, start, end))
    return whole


def check_spans(spans: Iterable[Span], events: Iterable[Event], begun: str, text: str) -> None:
    """The spans tile `begun` and `text`, and those of bodies are what the events tell."""
    position = -len(begun)
    bodies = []
    for kind, field, start, end in spans:
        assert start == position and end > start, (kind, field, start, end)
        assert kind in ("body", "delimiter", "dropped")
        assert (field is None) == (kind == "dropped")
        position = end
        if kind == "body":
            bodies.append((field, (begun + text)[start + len(begun) : end + len(begun)]))
    assert position == len(text)
    assert bodies == [(field, body) for field, body in region_texts(events) if body]
