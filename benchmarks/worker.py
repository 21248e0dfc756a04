"""The process of one task: `python -m benchmarks.worker TASK ABSENT whole|quick`.

Prints a line for each record as soon as it is there, so that what was measured before an end that
nobody expected is not lost.
"""

from __future__ import annotations

import json
import sys

from benchmarks.results import as_line
from benchmarks.settings import SETTINGS
from benchmarks.tasks import Task, perform


def main() -> None:
    task, absent, settings = sys.argv[1:]
    for record in perform(Task(**json.loads(task)), json.loads(absent), SETTINGS[settings]):
        print(as_line(record), flush=True)


if __name__ == "__main__":
    main()
