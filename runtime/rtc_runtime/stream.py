"""The delimiters in the text of a response while it comes in."""

from __future__ import annotations

from .incoming import Incoming
from .matching import Delimiter, Found, Watch, moved
from .passing import SHORT
from .read_ahead import ReadAhead
from .searching import longest, run_start, search_text
from .waiting import Waiting

# So many times may automata read the text, and so many characters more.
TIMES_READ = 4
READ_FREELY = 65_536


class Stream(Incoming):
    """The text that comes in is searched for the delimiters of `watch`.

    A delimiter that is under way for long is waited for by automata, which hold the text. What they have read beyond
    the one that they find is in `read_ahead`, where they have read too much already. `absent` are those that cannot be
    found any more before the end.
    """

    __slots__ = ("waiting", "read_by_automata", "read_ahead", "absent")

    def __init__(
        self, begun: str, context: int, spans: bool = False, keep_text: bool = False
    ) -> None:
        super().__init__(begun, context, spans, keep_text)
        self.waiting: Waiting | None = None
        self.read_by_automata = 0
        self.read_ahead: ReadAhead | None = None
        self.absent: set[Delimiter] = set()

    def find(self, at_end: bool, start: int = -1) -> Found | None:
        """The first delimiter, if nothing that may still come can change it.

        Else the text that cannot be part of one is taken. `start` is where to search from if not from
        the unsettled text on.
        """
        watch, sure, self.sure = self.watch, self.sure, 0
        if watch is None:
            self.take(len(self.text))
            return None
        if sure:
            known = longest(watch, watch.delimiters, self.text, len(self.text) - sure, self.start)
            if known is not None:
                return known
        if self.waiting is not None:
            return self._wait(watch, self.waiting, at_end)
        if self.read_ahead is not None and watch.endless:
            ahead = self._find_ahead(watch, self.read_ahead, at_end, max(start, self.start))
            if ahead is not None:
                return ahead
        position = max(start, self.start)
        found = search_text(watch, self.text, position, at_end, self.absent)
        if found is None:
            end = len(self.text)
            self.take(end if at_end else self.before(end))
        elif isinstance(found, int):
            self.take(self.before(found))
            if len(self.text) - found > watch.window:
                return self._begin_waiting(watch, found, at_end)
        else:
            return found
        return None

    # A delimiter is under way for long: its text is read by automata as it comes, and kept in `held`

    def _begin_waiting(self, watch: Watch, at: int, at_end: bool) -> Found | None:
        before = self.text[max(0, at - self.context) : at] if self.context else ""
        position = self.offset + at
        delimiters = [one for one in watch.delimiters if one not in self.absent]
        waiting = Waiting(delimiters, before, position == self.begin, position)
        end = self._read_on(waiting, at)
        self.waiting = waiting
        self.hold(waiting)
        return self._wait(watch, waiting, at_end and end == len(self.text))

    def _read_on(self, waiting: Waiting, start: int) -> int:
        """Let the automata read on from `start` in growing pieces until they are certain: how far they read."""
        size, end = SHORT, start
        while end < len(self.text):
            start, end = end, min(end + size, len(self.text))
            waiting.read(self.text[start:end])
            position = waiting.earliest()
            if position is not None and waiting.certain(position):
                break
            size *= 2
        return end

    def _wait(self, watch: Watch, waiting: Waiting, at_end: bool) -> Found | None:
        """What the automata say."""
        if at_end:
            self.absent.update(waiting.finish())
        position = waiting.earliest()
        certain = waiting.certain(position) if position is not None else []
        if position is not None and not certain and position == waiting.hold:
            return None
        self.release()
        if certain or position is None:
            self.waiting = None
            self.read_by_automata += waiting.position - waiting.begin
        else:
            waiting.hold, self.reader = position, waiting
        if position is None:
            self.take(len(self.text) if at_end else self.before(len(self.text)))
            return None
        at = position - self.offset
        if certain:
            return self._certain(watch, certain, at, waiting, at_end)
        self.take(self.before(at))
        return None

    def _certain(
        self, watch: Watch, certain: list[Delimiter], at: int, waiting: Waiting, at_end: bool
    ) -> Found | None:
        """The delimiter that automata have found at `at`."""
        often = TIMES_READ * (waiting.position - self.begin) + READ_FREELY < self.read_by_automata
        if not often and not watch.steep:
            return longest(watch, certain, self.text, at, self.start)
        first, last = max(0, self.start - self.context), waiting.position - self.offset
        begins = self.offset + first == self.begin
        ahead = ReadAhead(self.text[first:last], self.offset + first, begins, at_end)
        if often:
            self.read_ahead = ahead
        found = ahead.longest(watch, certain, at - first, self.start - first)
        return moved(found, first) if isinstance(found, tuple) else None

    def _find_ahead(self, watch: Watch, ahead: ReadAhead, at_end: bool, start: int) -> Found | None:
        """The next delimiter in text that automata have read; None: it is all taken, or more has to tell."""
        by = ahead.offset - self.offset
        found = start - by if at_end and not ahead.ends else ahead.find(watch, start - by)
        if isinstance(found, tuple):
            return moved(found, by)
        self.read_ahead = None
        self.take(self.before(found + by))
        return None

    def before(self, end: int) -> int:
        """Where the run of blanks that ends at `end` begins, if delimiters may take them in."""
        if self.watch is None or not self.watch.leads:
            return end
        return run_start(self.text, self.start, end, self.watch.blanks)
