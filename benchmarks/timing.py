"""Timing by turns: all that is compared runs in one process, a round at a time.

The clock is that on the wall, since clocks of the process tick too seldom on some systems; the best of
many runs is the one that other work on the machine disturbed least. The garbage collector is off. A run
that takes too long is stopped.
"""

from __future__ import annotations

import gc
import signal
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TypeVar

Result = TypeVar("Result")
Clock = Callable[[], int]


class Stopped(BaseException):
    """Raised inside a run that takes too long. No `except Exception` may swallow it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """`budget` seconds for each contender, in samples of at least `sample` seconds.

    At least `rounds` of them are taken, unless one takes the whole budget, and at most `most`.
    """

    budget: float
    rounds: int
    most: int = 200
    sample: float = 0.002


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of one run, to four digits, and how many there were."""

    best: float
    median: float
    runs: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One that takes turns; a run longer than `limit` seconds is stopped.

    `first`: the seconds of a run that was made already and counts as the first (0: there was none).
    """

    run: Callable[[], object]
    limit: float
    plan: Plan
    first: float = 0.0


@dataclass(slots=True)
class _Turn:
    entry: Entry
    loops: int
    samples: list[float]
    spent: float = 0.0
    stopped: bool = False


def within(limit: float, run: Callable[[], Result]) -> Result:
    """The result of `run`; raises Stopped after `limit` seconds.

    The pattern matchers look for signals while they run; code that does not is stopped afterwards.
    """
    previous = signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        return run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


@contextmanager
def without_collector() -> Iterator[None]:
    """What runs within is not disturbed by the garbage collector."""
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def take_turns(
    entries: Mapping[str, Entry], clock: Clock = time.perf_counter_ns
) -> dict[str, Timing]:
    """The time of each entry, but for those whose first run was stopped."""
    with without_collector():
        turns = {name: _first_turn(entry, clock) for name, entry in entries.items()}
        waiting = list(turns.values())
        while waiting:
            again = [turn for turn in waiting if _take_sample(turn, clock)]
            waiting = again[1:] + again[:1]
    return {name: _timing(turn) for name, turn in turns.items() if turn.samples}


def _first_turn(entry: Entry, clock: Clock) -> _Turn:
    """A run to warm up, and one that says how many make a sample: the first may have compiled patterns.

    What takes long runs but once.
    """
    turn = _Turn(entry, 1, [])
    once = entry.first or _sample(turn, clock)
    if once is not None and once < entry.plan.budget:
        once = _sample(turn, clock)
    if once is not None:
        turn.loops = max(1, round(entry.plan.sample / max(once, 1e-9)))
        if turn.loops == 1:
            turn.samples.append(once)
            turn.spent = once
    return turn


def _take_sample(turn: _Turn, clock: Clock) -> bool:
    """Whether the turn was taken: it is over once budget and rounds are used up."""
    plan, taken = turn.entry.plan, len(turn.samples)
    enough = taken >= plan.rounds or turn.spent >= plan.rounds * plan.budget
    if turn.stopped or taken >= plan.most or (turn.spent >= plan.budget and enough):
        return False
    once = _sample(turn, clock)
    if once is not None:
        turn.samples.append(once)
        turn.spent += once * turn.loops
    return True


def _sample(turn: _Turn, clock: Clock) -> float | None:
    """Seconds of one run, or None where it was stopped."""
    run = turn.entry.run

    def repeat() -> int:
        begin = clock()
        for _ in range(turn.loops):
            run()
        return clock() - begin

    try:
        return within(turn.entry.limit, repeat) / 1e9 / turn.loops
    except Stopped:
        turn.stopped = True
        return None


def _timing(turn: _Turn) -> Timing:
    samples = turn.samples
    best, median = min(samples), statistics.median(samples)
    return Timing(float(f"{best:.4g}"), float(f"{median:.4g}"), len(samples) * turn.loops)
