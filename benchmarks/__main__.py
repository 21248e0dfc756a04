"""`python -m benchmarks [--quick | --render]`, in the environment that benchmarks.environment makes.

Measures in a process for each text, prints the page and writes it with its plot and its JSON: to
docs/, or to .bench/ if quick.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import sys
from collections.abc import Collection

from benchmarks.contenders import HARMONY, TRANSFORMERS
from benchmarks.parsers import build_parsers
from benchmarks.places import ABSENT, BENCH, DOCS, PAGE, PARSERS, PLOT, RESULTS
from benchmarks.plot import render_plot
from benchmarks.processes import Interrupted, run_task
from benchmarks.report import render_page
from benchmarks.results import Results, read_results, write_results
from benchmarks.settings import SETTINGS
from benchmarks.tasks import all_tasks

# A process is silent for the runs of one size at most. Ten of them may be stopped, on a busy machine.
SILENCE = 30
COMMANDS = {"whole": "make bench", "quick": "make bench-fast"}


def main() -> None:
    options = _options()
    results = read_results(DOCS / RESULTS) if options.render else measure(options.settings)
    folder = BENCH if options.settings == "quick" else DOCS
    page = render_page(results)
    write_results(results, folder / RESULTS)
    (folder / PAGE).write_text(page, encoding="utf-8")
    (folder / PLOT).write_text(render_plot(results), encoding="utf-8")
    print(page)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument(
        "--quick",
        dest="settings",
        action="store_const",
        const="quick",
        default="whole",
        help="stop at 1 MB, and write to .bench/",
    )
    parser.add_argument(
        "--render", action="store_true", help="measure nothing: write the page from its JSON"
    )
    return parser.parse_args()


def measure(settings_name: str) -> Results:
    """All tasks, one after the other: two at a time would disturb each other."""
    settings = SETTINGS[settings_name]
    absent: dict[str, str] = json.loads(ABSENT.read_text(encoding="utf-8"))
    results = Results(
        command=COMMANDS[settings_name],
        machine=_machine(),
        versions=_versions(absent),
        absent=absent,
        small=settings.small,
        large=settings.large,
    )
    tasks = all_tasks()
    build_parsers(sorted({task.template for task in tasks}), PARSERS)
    for number, task in enumerate(tasks, 1):
        print(f"{number}/{len(tasks)} {task.kind}: {task.name}", file=sys.stderr, flush=True)
        try:
            for record in run_task(task, absent, settings_name, SILENCE * settings.limit):
                results.add(record)
        except Interrupted as reason:
            results.notes.append(f"{reason}.")
    return results


def _machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"


def _versions(absent: Collection[str]) -> dict[str, str]:
    distributions = {
        "rtc": "response-template-compiler",
        TRANSFORMERS: TRANSFORMERS,
        HARMONY: HARMONY,
    }
    return {
        name: importlib.metadata.version(distribution)
        for name, distribution in distributions.items()
        if name not in absent
    }


if __name__ == "__main__":
    main()
