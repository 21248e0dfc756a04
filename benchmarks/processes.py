"""Runs tasks in processes, and ends one that has been silent for too long."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Collection, Iterator

from benchmarks.places import ROOT
from benchmarks.results import Record, from_line
from benchmarks.tasks import Task


class Interrupted(Exception):
    """A task that did not come to its end. What it measured before counts."""


def run_task(
    task: Task, absent: Collection[str], settings: str, silence: float
) -> Iterator[Record]:
    """The records of a task, from a process of its own. Raises Interrupted.

    A run that takes too long is stopped inside the process. This is for what cannot be stopped there:
    `silence` is the longest time, in seconds, between two records.
    """
    command = [sys.executable, "-m", "benchmarks.worker", task.as_json()]
    command += [json.dumps(sorted(absent)), settings]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        watch = _watch(process, silence)
        try:
            for line in process.stdout:
                watch.cancel()
                watch = _watch(process, silence)
                yield from_line(line)
        finally:
            watch.cancel()
    if process.returncode:
        raise Interrupted(f"{task.kind} {task.name}: ended early, exit status {process.returncode}")


def _watch(process: subprocess.Popen[str], silence: float) -> threading.Timer:
    timer = threading.Timer(silence, process.kill)
    timer.start()
    return timer
