"""One trial: parsers that are to agree on a text are run by turns, once their results were compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.results import Measurement
from benchmarks.timing import Entry, Plan, Stopped, Timing, take_turns, within, without_collector


@dataclass(frozen=True, slots=True)
class Problem:
    """Why there is no time to show."""

    note: str
    stopped_after: float | None = None


def stopped(limit: float) -> Problem:
    return Problem(f"stopped after {limit:g} s", limit)


@dataclass(frozen=True, slots=True)
class Trial:
    """What the measurements of one text have in common; see Measurement."""

    table: str
    row: str
    template: str
    way: str
    size: int
    feeds: int

    def success(self, contender: str, timing: Timing) -> Measurement:
        return self._measurement(contender, timing, Problem(""))

    def failure(self, contender: str, problem: Problem) -> Measurement:
        return self._measurement(contender, None, problem)

    def _measurement(self, contender: str, timing: Timing | None, problem: Problem) -> Measurement:
        return Measurement(
            table=self.table,
            row=self.row,
            template=self.template,
            way=self.way,
            contender=contender,
            size=self.size,
            feeds=self.feeds,
            best=timing.best if timing else None,
            median=timing.median if timing else None,
            runs=timing.runs if timing else 0,
            note=problem.note,
            stopped_after=problem.stopped_after,
        )


@dataclass(frozen=True, slots=True)
class Runner:
    """`run` gives what `accept` says is right; see Entry."""

    run: Callable[[], Any]
    limit: float
    plan: Plan
    accept: Callable[[Any], bool] = lambda result: True

    def check(self) -> Problem | float:
        """The seconds of one run, or why this is not to be timed: what gives something else is not faster."""
        begin = time.perf_counter()
        try:
            result = within(self.limit, self.run)
        except Stopped:
            return stopped(self.limit)
        except Exception as error:  # a parser of others may raise anything
            return Problem(f"raised {type(error).__name__}")
        seconds = time.perf_counter() - begin
        return seconds if self.accept(result) else Problem("gives another result")


def run_trial(trial: Trial, runners: Mapping[str, Runner]) -> list[Measurement]:
    """A measurement for each runner; those with a problem are not timed.

    The run that is checked is the first one that counts: on the longest texts there is no other.
    """
    entries: dict[str, Entry] = {}
    problems: dict[str, Problem] = {}
    with without_collector():
        for name, runner in runners.items():
            checked = runner.check()
            if isinstance(checked, Problem):
                problems[name] = checked
            else:
                entries[name] = Entry(runner.run, runner.limit, runner.plan, checked)
        timings = take_turns(entries)
    found = []
    for name, runner in runners.items():
        timing = timings.get(name)
        if timing is None:
            found.append(trial.failure(name, problems.get(name) or stopped(runner.limit)))
        else:
            found.append(trial.success(name, timing))
    return found
