"""Which kinds of hostile values a format cannot carry: data/known.json.

template -> the beginning of an ambiguity in templates/index.toml -> lines "PLACE, OUTCOME: KIND; KIND"
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.hostile.judge import Finding

KNOWN = Path(__file__).parent / "data" / "known.json"


class Cell(NamedTuple):
    """One kind of values at one place, and the worst that becomes of it or one of the milder outcomes."""

    place: str
    outcome: str
    kind: str


def cell_of(finding: Finding) -> Cell:
    return Cell(finding.case.place, finding.outcome, finding.case.kind)


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return dict(json.loads(KNOWN.read_text("utf-8")))


def known(template: str) -> dict[Cell, str]:
    """The ambiguity that each cell of a template is explained by."""
    return dict(_cells(_data().get(template, {})))


def _cells(entries: dict[str, list[str]]) -> Iterator[tuple[Cell, str]]:
    for ambiguity, lines in entries.items():
        for line in lines:
            where, _, kinds = line.partition(": ")
            place, outcome = where.split(", ")
            yield from ((Cell(place, outcome, kind), ambiguity) for kind in kinds.split("; "))


def write_known(found: dict[str, Iterable[Cell]]) -> None:
    """Keeps what is explained, drops what is stale, and adds what is new without an ambiguity."""
    data = {name: _entries(cells, known(name)) for name, cells in sorted(found.items())}
    data = {name: entries for name, entries in data.items() if entries}
    KNOWN.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _entries(cells: Iterable[Cell], explained: dict[Cell, str]) -> dict[str, list[str]]:
    kinds: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for cell in sorted(set(cells)):
        kinds[explained.get(cell, "")][f"{cell.place}, {cell.outcome}"].append(cell.kind)
    return {
        ambiguity: [f"{where}: {'; '.join(found)}" for where, found in places.items()]
        for ambiguity, places in kinds.items()
    }
