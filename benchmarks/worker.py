"""One process of measurements: `python -m benchmarks.worker TASK`. Prints one record per line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks import settings as all_settings
from benchmarks.contenders import HARMONY
from benchmarks.growth_trials import growing_texts, measure_growth
from benchmarks.import_trial import measure_import
from benchmarks.memory_trial import measure_memory
from benchmarks.places import PARSERS, VOCABULARY
from benchmarks.results import ImportCost, Measurement, MemoryPeak, as_record
from benchmarks.settings import Settings
from benchmarks.workload_trials import (
    measure_one_shot,
    measure_streaming,
    measure_tokens,
    workload_parsers,
)
from benchmarks.workloads import rows, workloads

Record = Measurement | MemoryPeak | ImportCost


def perform(task: dict[str, Any], settings: Settings) -> Iterator[Record]:
    """`task`: {"kind": ..., "name": ..., "absent": [...]} with what the kind needs besides."""
    match task["kind"]:
        case "workload":
            yield from _workload(task["name"], task["absent"], settings)
        case "tokens":
            yield from _tokens(task["template"], task["absent"], settings)
        case "growth":
            yield from _growth(task["name"], task["absent"], settings)
        case "memory":
            yield measure_memory(task["name"], settings.memory_size, PARSERS, task["traced"])
        case "import":
            yield measure_import(task["template"], PARSERS, settings.import_runs)


def _workload(name: str, absent: Sequence[str], settings: Settings) -> Iterator[Record]:
    row = next(row for row in rows(workloads()) if row.name == name)
    parsers = workload_parsers(row.template, PARSERS, absent)
    yield from measure_streaming(row, parsers, settings)
    yield from measure_one_shot(row, parsers, settings)


def _tokens(template: str, absent: Sequence[str], settings: Settings) -> Iterator[Record]:
    work = next(work for work in workloads() if work.name == "W4")
    if HARMONY not in absent:
        yield from measure_tokens(work, template, PARSERS, VOCABULARY, settings)


def _growth(name: str, absent: Sequence[str], settings: Settings) -> Iterator[Record]:
    growing = next(one for one in growing_texts() if one.name == name)
    parsers = workload_parsers(growing.template, PARSERS, absent)
    for found in measure_growth(growing, parsers, settings):
        yield from found


def main() -> None:
    task = json.loads(sys.argv[1])
    settings = all_settings.QUICK if task["quick"] else all_settings.WHOLE
    for record in perform(task, settings):
        print(json.dumps(as_record(record)), flush=True)


if __name__ == "__main__":
    main()
