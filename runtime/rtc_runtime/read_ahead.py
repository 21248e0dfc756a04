"""Text that automata have read, further than the delimiter goes that they found in it."""

from __future__ import annotations

from collections.abc import Iterable

from .matching import Delimiter, Found, Watch
from .searching import next_beginning, run_start
from .tracing import CUT_OFF, FAILS, Traced, Tracer


class ReadAhead:
    """`text`, which stands at `offset`: the delimiters in it are found without reading it again for each.

    Places are those of `text`. `begins`, `ends`: whether the response does with it.
    """

    def __init__(self, text: str, offset: int, begins: bool, ends: bool) -> None:
        self.text = text
        self.offset = offset
        self.begins = begins
        self.ends = ends
        self.read = 0
        self.tracers: dict[str, Tracer] = {}

    def find(self, watch: Watch, start: int) -> Found | int:
        """The first delimiter from `start` on; or the place up to which there is none, for good."""
        place = start
        while 0 <= place < len(self.text):
            place = next_beginning(watch, self.text, place)
            if place < 0:
                break
            found = self.longest(watch, watch.delimiters, place, start)
            if found is not None:
                return found
            place += 1
        return len(self.text)

    def longest(
        self, watch: Watch, delimiters: Iterable[Delimiter], at: int, start: int
    ) -> Found | int | None:
        """The longest of `delimiters` at `at`, or the first of the longest; `at` where more text has to tell.

        The blanks before it, back to `start`, belong to it where it takes them in.
        """
        if at < self.read:  # tracers go from left to right
            self.tracers.clear()
        best: Found | None = None
        for delimiter in delimiters:
            end, marks = self.tracer(delimiter.program).match(at) or (FAILS, None)
            if end == CUT_OFF:
                return at
            if end >= 0 and (best is None or end > best[2]):
                begins = run_start(self.text, start, at, watch.blanks) if delimiter.blanks else at
                best = delimiter, begins, end, Traced(self.text, at, end, marks)
                if not watch.alike:
                    break
        self.read = at if best is None else best[2]
        return best

    def tracer(self, program: str) -> Tracer:
        tracer = self.tracers.get(program)
        if tracer is None:
            tracer = self.tracers[program] = Tracer(program, self.text, self.begins, self.ends)
        return tracer
