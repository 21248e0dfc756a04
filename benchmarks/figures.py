"""What is read off the measurements: ratios, means, growth."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.contenders import FLOOR, OURS
from benchmarks.results import Measurement, Results, unique


def geometric_mean(values: Sequence[float]) -> float:
    return statistics.geometric_mean(values)


def nominal_size(size: int) -> int:
    """The power of ten that a text was made for: it has a little around it."""
    return int(10 ** round(math.log10(size)))


def per_kilobyte(one: Measurement) -> float | None:
    """Microseconds for a thousand characters, of the best run."""
    return None if one.best is None else one.best * 1e9 / one.size


def find(
    measurements: Iterable[Measurement], row: str, contender: str, table: str = ""
) -> Measurement | None:
    for one in measurements:
        if (one.row, one.contender) == (row, contender) and table in ("", one.table):
            return one
    return None


def ratio(one: Measurement | None, other: Measurement | None, median: bool = False) -> float | None:
    """How many times as long as the other one takes; None where either was not measured."""
    if one is None or other is None:
        return None
    above, below = (one.median, other.median) if median else (one.best, other.best)
    return above / below if above and below else None


@dataclass(frozen=True, slots=True)
class Growth:
    """A text that grows, in one way of parsing. Each list has the measurements by size.

    `ours`, `floors`: cost per character at the large size by that at the small one; None where the
    large size was not reached.
    """

    row: str
    template: str
    way: str
    points: dict[str, list[Measurement]]
    ours: float | None
    floors: float | None

    @property
    def against_floor(self) -> float | None:
        """Ours, with what the machine itself loses on long texts taken out."""
        return self.ours / self.floors if self.ours and self.floors else None

    def note(self, contender: str) -> str:
        """Why a contender did not reach the end, with the size, or ""."""
        for one in self.points.get(contender, ()):
            if one.stopped_after is not None:
                return f"{one.note} at {size_name(nominal_size(one.size))}"
            if one.note:
                return one.note
        return ""


def growths(results: Results, table: str) -> list[Growth]:
    """All texts of a table, each in one go and streaming."""
    measurements = results.of(table)
    return [
        _growth(results, [one for one in measurements if (one.row, one.way) == key])
        for key in dict.fromkeys((one.row, one.way) for one in measurements)
    ]


def _growth(results: Results, measurements: Sequence[Measurement]) -> Growth:
    points = {
        name: sorted(
            (one for one in measurements if one.contender == name), key=lambda one: one.size
        )
        for name in unique(one.contender for one in measurements)
    }
    first = measurements[0]
    return Growth(
        row=first.row,
        template=first.template,
        way=first.way,
        points=points,
        ours=grown(points.get(OURS, ()), results.small, results.large),
        floors=grown(points.get(FLOOR, ()), results.small, results.large),
    )


def grown(points: Iterable[Measurement], small: int, large: int) -> float | None:
    """Cost per character at the size `large` by that at `small`."""
    costs = {nominal_size(one.size): per_kilobyte(one) for one in points}
    before, after = costs.get(small), costs.get(large)
    return after / before if before and after else None


def size_name(size: int) -> str:
    """10_000 is "10 kB": most characters of the texts are of one byte."""
    return f"{size // 1_000_000} MB" if size >= 1_000_000 else f"{size // 1000} kB"
