"""One trial: parsers that are to agree on a text are run by turns, once their results were compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.results import Measurement
from benchmarks.timing import Plan, Stopped, Timing, take_turns, within


@dataclass(frozen=True, slots=True)
class Trial:
    """What the measurements of one text have in common; see Measurement."""

    table: str
    row: str
    template: str
    way: str
    size: int
    feeds: int

    def record(self, contender: str, timing: Timing) -> Measurement:
        if timing.stopped is not None:
            return self.failure(contender, f"stopped after {timing.stopped:g} s")
        return self._measurement(contender, timing.best, timing.median, timing.runs, "")

    def failure(self, contender: str, note: str) -> Measurement:
        return self._measurement(contender, None, None, 0, note)

    def _measurement(
        self, contender: str, best: float | None, median: float | None, runs: int, note: str
    ) -> Measurement:
        return Measurement(
            table=self.table,
            row=self.row,
            template=self.template,
            way=self.way,
            contender=contender,
            size=self.size,
            feeds=self.feeds,
            best=best,
            median=median,
            runs=runs,
            note=note,
        )


@dataclass(frozen=True, slots=True)
class Runner:
    """`run` gives what `accept` says is right; a run longer than `limit` seconds is stopped."""

    run: Callable[[], Any]
    limit: float
    accept: Callable[[Any], bool] = lambda result: True

    def problem(self) -> str:
        """Why this runner is not to be timed, or "". A parser that gives something else is not faster."""
        try:
            result = within(self.limit, self.run)
        except Stopped:
            return f"stopped after {self.limit:g} s"
        except Exception as error:  # a parser of others may raise anything
            return f"raised {type(error).__name__}"
        return "" if self.accept(result) else "another result"


def run_trial(trial: Trial, runners: Mapping[str, Runner], plan: Plan) -> list[Measurement]:
    """A measurement for each runner; those with a problem are not timed."""
    problems = {name: runner.problem() for name, runner in runners.items()}
    sound = {name: runner for name, runner in runners.items() if not problems[name]}
    timings = take_turns(
        {name: runner.run for name, runner in sound.items()},
        plan,
        {name: runner.limit for name, runner in sound.items()},
    )
    return [
        trial.record(name, timings[name])
        if name in timings
        else trial.failure(name, problems[name])
        for name in runners
    ]
