"""What was measured, as plain records: the same in memory, between processes and in the JSON file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Measurement:
    """One contender on one text.

    `table`: "streaming", "one-shot", "tokens", "growth" (the texts that scale) or "adversarial".
    `way`: "stream" or "one-shot". `size`: characters. `feeds`: how many calls of feed.
    `best`, `median`: seconds of one run; None where `note` says why there are none, which for one that
    took too long is after how many seconds: `stopped_after`.
    """

    table: str
    row: str
    template: str
    way: str
    contender: str
    size: int
    feeds: int
    best: float | None
    median: float | None
    runs: int
    note: str = ""
    stopped_after: float | None = None


@dataclass(frozen=True, slots=True)
class MemoryPeak:
    """Bytes beyond what was there before the parser was made.

    `size`: the region's text, as Python stores it. `streaming`: the highest point of all feeds, the
    closing delimiter's among them; `whole`: with finalize. `resident`: of the process, if known.
    """

    row: str
    template: str
    size: int
    streaming: int
    whole: int
    resident: int | None


@dataclass(frozen=True, slots=True)
class ImportCost:
    """Seconds of importing a parser where `re`, `json` and `typing` are there already.

    `modules`: what else was imported by it; `foreign`: those that are not of the standard library.
    """

    template: str
    best: float
    median: float
    runs: int
    modules: list[str]
    foreign: list[str]


Record = Measurement | MemoryPeak | ImportCost
LISTS: dict[str, Callable[..., Any]] = {
    "measurements": Measurement,
    "memory": MemoryPeak,
    "imports": ImportCost,
}
KINDS: dict[str, Callable[..., Record]] = {
    "Measurement": Measurement,
    "MemoryPeak": MemoryPeak,
    "ImportCost": ImportCost,
}


@dataclass(slots=True)
class Results:
    """`large` and `small`: the sizes between which growth is judged. `absent`: why a peer is not there."""

    command: str
    machine: str
    versions: dict[str, str]
    absent: dict[str, str]
    small: int
    large: int
    measurements: list[Measurement] = field(default_factory=list)
    memory: list[MemoryPeak] = field(default_factory=list)
    imports: list[ImportCost] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def of(self, table: str) -> list[Measurement]:
        return [one for one in self.measurements if one.table == table]

    def add(self, record: Record) -> None:
        match record:
            case Measurement():
                self.measurements.append(record)
            case MemoryPeak():
                self.memory.append(record)
            case ImportCost():
                self.imports.append(record)


def as_line(record: Record) -> str:
    """One line of JSON."""
    return json.dumps({"kind": type(record).__name__, **asdict(record)})


def from_line(line: str) -> Record:
    """What `as_line` made a line of."""
    values: dict[str, Any] = json.loads(line)
    return KINDS[values.pop("kind")](**values)


def write_results(results: Results, path: Path) -> None:
    """JSON with a line for each record."""
    values = asdict(results)
    heads = [
        f" {json.dumps(name)}: {json.dumps(value)}"
        for name, value in values.items()
        if name not in LISTS
    ]
    lists = [
        f" {json.dumps(name)}: [\n" + ",\n".join(map(json.dumps, values[name])) + "\n ]"
        for name in LISTS
    ]
    path.write_text("{\n" + ",\n".join(heads + lists) + "\n}\n", encoding="utf-8")


def read_results(path: Path) -> Results:
    """What `write_results` wrote."""
    values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for name, kind in LISTS.items():
        values[name] = [kind(**one) for one in values[name]]
    return Results(**values)


def unique(values: Iterable[str]) -> list[str]:
    """In the order of their first appearance."""
    return list(dict.fromkeys(values))
