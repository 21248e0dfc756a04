"""What a parse gave, in a form in which two parses can be compared.

Messages and events are kept as their `repr`: it tells 1 from 1.0 and True, keeps the order of keys,
equals itself for NaN, and can be read in a failure report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished parse: a message and its events, or an error.

    `error` is None for a message. `detail` holds what else the error said, to be compared between two
    chunkings of one parser and never with the reference. `crashed` marks an exception that is no
    ParseError.
    """

    message: str
    events: str = ""
    error: str | None = None
    detail: str = ""
    crashed: bool = False

    def show(self) -> str:
        if self.error is not None:
            return f"{'crash' if self.crashed else 'error'}: {self.error} {self.detail}".rstrip()
        errors = f"\nerrors: {self.detail}" if self.detail else ""
        return f"message: {self.message}\nevents: {self.events}{errors}"


def merge_events(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Join the adjacent chunks of one region, so that feed boundaries no longer show."""
    merged: list[dict[str, Any]] = []
    texts: list[str] = []
    for event in events:
        if event["type"] != "region_chunk":
            _flush(merged, texts)
            merged.append(dict(event))
        elif texts and _same_region(merged[-1], event):
            texts.append(event["text"])
        else:
            _flush(merged, texts)
            merged.append(dict(event))
            texts.append(event["text"])
    _flush(merged, texts)
    return merged


def _same_region(chunk: Event, event: Event) -> bool:
    return bool(chunk["field"] == event["field"] and chunk["dirty"] is event["dirty"])


def _flush(merged: list[dict[str, Any]], texts: list[str]) -> None:
    if texts:
        merged[-1]["text"] = "".join(texts)
        texts.clear()


def region_texts(events: Iterable[Event]) -> list[tuple[str, str]]:
    """The text of each region, in the order in which the regions opened."""
    regions: list[tuple[str, list[str]]] = []
    for event in events:
        if event["type"] == "region_open":
            regions.append((event["field"], []))
        elif event["type"] == "region_chunk":
            regions[-1][1].append(event["text"])
    return [(field, "".join(texts)) for field, texts in regions]


def grammar_fault(events: Iterable[Event]) -> str | None:
    """Why `events` is not a sequence of open, chunks, close (or malformed); None when it is one."""
    current: str | None = None
    for event in events:
        kind, field = event["type"], event["field"]
        if kind == "field_missing" and current is None:
            continue
        if kind == "region_open":
            if current is not None:
                return f"{field!r} opens inside {current!r}"
            current = field
        elif field != current:
            return f"{kind} of {field!r} while {current!r} is open"
        elif kind in ("region_close", "region_malformed"):
            current = None
        elif not event["text"]:
            return f"empty chunk of {field!r}"
    return None if current is None else f"{current!r} never closes"
