"""What was measured, as plain records: the same in memory, between processes and in the JSON file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Measurement:
    """One contender on one text.

    `table`: "streaming", "one-shot", "tokens", "growth" (the texts that scale) or "adversarial".
    `way`: "stream" or "one-shot". `size`: characters. `feeds`: how many calls of feed.
    `best`, `median`: seconds of one run; None where `note` says why there are none.
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
    modules: tuple[str, ...]
    foreign: tuple[str, ...]


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

    def add(self, record: dict[str, Any]) -> None:
        """Add what `as_record` made."""
        values = dict(record)
        match values.pop("kind"):
            case "measurement":
                self.measurements.append(Measurement(**values))
            case "memory":
                self.memory.append(MemoryPeak(**values))
            case "import":
                values["modules"] = tuple(values["modules"])
                values["foreign"] = tuple(values["foreign"])
                self.imports.append(ImportCost(**values))

    def of(self, table: str) -> list[Measurement]:
        return [one for one in self.measurements if one.table == table]


def as_record(one: Measurement | MemoryPeak | ImportCost) -> dict[str, Any]:
    """Plain data for one line of JSON."""
    kinds = {Measurement: "measurement", MemoryPeak: "memory", ImportCost: "import"}
    return {"kind": kinds[type(one)], **asdict(one)}


def unique(values: Iterable[str]) -> list[str]:
    """In the order of their first appearance."""
    return list(dict.fromkeys(values))
