"""What is measured in one process: a workload, a text that grows, a bundled template, the memory, an import."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from typing import Literal

from benchmarks.bundled_trials import bundled_names, measure_bundled
from benchmarks.contenders import HARMONY
from benchmarks.growth_trials import growing_texts, measure_growth
from benchmarks.import_trial import measure_import
from benchmarks.memory_trial import ROWS, TEMPLATE, measure_memory
from benchmarks.places import PARSERS, VOCABULARY
from benchmarks.results import Record
from benchmarks.settings import Settings
from benchmarks.workload_trials import (
    installed_parsers,
    measure_one_shot,
    measure_streaming,
    measure_tokens,
)
from benchmarks.workloads import rows, workloads

TOKENS_WORKLOAD = "W4"


@dataclass(frozen=True, slots=True)
class Task:
    """`name`: the row of the tables."""

    kind: Literal["workload", "tokens", "bundled", "growth", "memory", "import"]
    name: str
    template: str

    def as_json(self) -> str:
        return json.dumps(asdict(self))


def all_tasks() -> tuple[Task, ...]:
    all_workloads = workloads()
    all_rows = rows(all_workloads)
    by_token = next(work for work in all_workloads if work.name == TOKENS_WORKLOAD)
    return (
        *(Task("workload", row.name, row.template) for row in all_rows),
        Task("tokens", TOKENS_WORKLOAD, by_token.template),
        *(Task("bundled", name, name) for name in bundled_names()),
        *(Task("growth", growing.name, growing.template) for growing in growing_texts()),
        *(Task("memory", name, TEMPLATE) for name in ROWS),
        *(Task("import", name, name) for name in sorted({row.template for row in all_rows})),
    )


def perform(task: Task, absent: Collection[str], settings: Settings) -> Iterator[Record]:
    """The records of a task; `absent`: the peers that are not installed."""
    match task.kind:
        case "workload":
            row = next(row for row in rows(workloads()) if row.name == task.name)
            parsers = installed_parsers(row.template, PARSERS, absent, row.tools())
            yield from measure_streaming(row, parsers, settings)
            yield from measure_one_shot(row, parsers, settings)
        case "tokens":
            work = next(work for work in workloads() if work.name == task.name)
            if HARMONY not in absent:
                yield from measure_tokens(work, task.template, PARSERS, VOCABULARY, settings)
        case "bundled":
            yield from measure_bundled(task.name, PARSERS, settings)
        case "growth":
            growing = next(one for one in growing_texts() if one.name == task.name)
            parsers = installed_parsers(growing.template, PARSERS, absent)
            for found in measure_growth(growing, parsers, settings):
                yield from found
        case "memory":
            yield measure_memory(task.name, settings.memory_size, PARSERS)
        case "import":
            yield measure_import(task.template, PARSERS, settings.import_runs)
