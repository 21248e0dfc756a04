"""What the import of a generated parser costs, in fresh processes, its bytecode being there already."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.parsers import module_name
from benchmarks.results import ImportCost

CHILD = """
import json, re, sys, time, typing
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
begin = time.perf_counter_ns()
module = __import__(sys.argv[2])
spent = time.perf_counter_ns() - begin
print(json.dumps([spent, sorted(set(sys.modules) - before - {sys.argv[2]})]))
"""


def measure_import(template: str, folder: Path, runs: int) -> ImportCost:
    """The first process writes the bytecode and does not count."""
    samples = []
    modules: list[str] = []
    for number in range(runs + 1):
        spent, modules = _import_once(template, folder)
        if number:
            samples.append(spent / 1e9)
    names = {name.partition(".")[0] for name in modules}
    return ImportCost(
        template=template,
        best=min(samples),
        median=statistics.median(samples),
        runs=runs,
        modules=modules,
        foreign=sorted(names - sys.stdlib_module_names),
    )


def _import_once(template: str, folder: Path) -> tuple[int, list[str]]:
    command = [sys.executable, "-I", "-c", CHILD, str(folder), module_name(template)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    spent, modules = json.loads(done.stdout)
    return spent, modules
