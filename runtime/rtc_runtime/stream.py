"""The text of a response while it comes in, and the region that is open in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .errors import ParseError
from .matching import Delimiter, Found, Watch, partial_start, undecided
from .waiting import Waiting

# Small strings take many times their length: so many of them at most, then they become one.
MANY = 4096
SHORT = 64


class Stream:
    """What is read and what is not: `text` from `start` on is not yet settled.

    `offset` is where `text` stands in the generation (negative: in the prefix). `context` characters
    before `start` are kept, for patterns that look back. `field` is the region that text goes to
    (None: it is dropped); it is open from its delimiter, or from its first text, until `close`.

    A chunk without the character `mark` holds no delimiter. `blanks` may stand before one, and belong
    to it then: such as end a chunk are held back in `held`, and `mark` is empty as long as some are. An
    empty `usual_mark` says that chunks have to be searched.
    """

    def __init__(self, begun: str, context: int) -> None:
        self.text = begun
        self.start = 0
        self.begin = self.offset = -len(begun)
        self.context = context
        self.events: list[Any] = []
        self.finished = False
        self.field: Any = None
        self.dirty = False
        self.is_open = False
        self.watch: Watch | None = None
        self.body: list[str] = []
        self.blocks: list[str] = []  # of `body`, joined
        self.passed = 0  # how many pieces of `body` went through `text`
        self.body_offset = 0
        self.mark = self.usual_mark = ""
        self.blanks = ""
        self.held: list[str] = []
        self.waiting: Waiting | None = None
        self.absent: set[Delimiter] = set()  # what cannot be found any more before the end

    def begin_call(self, name: str) -> None:
        """The caller calls `name`, which gives the events from here on."""
        if self.finished:
            raise RuntimeError(f"{name}() after finalize()")
        self.events = []

    # Text comes in

    def is_plain(self, text: str) -> bool:
        """Whether a chunk holds no delimiter, not even the beginning of one, blanks aside."""
        if not text or not self.usual_mark or len(self.body) >= MANY:
            return False
        if self.usual_mark not in text:
            return True
        if self.context or self.watch is None or len(text) > SHORT:
            return False
        return self.watch.search(text) is None

    def pass_on(self, text: str) -> list[Any]:
        """The events of a plain chunk, where blanks are held or end it."""
        kept = text.rstrip(self.blanks)
        if not kept:
            self.held.append(text)
            self.mark = ""
            return []
        chunk = "".join((*self.held, kept)) if self.held else kept
        if len(kept) < len(text):
            self.held = [text[len(kept) :]]
            self.mark = ""
        else:
            self.held.clear()
            self.mark = self.usual_mark
        self.body.append(chunk)
        return [{"type": "region_chunk", "field": self.field, "text": chunk, "dirty": self.dirty}]

    def add(self, text: str) -> None:
        """More text, which has to be searched."""
        if self.waiting is not None:
            self.waiting.read(text)
            self.held.append(text)
            return
        if len(self.body) > self.passed:
            self._catch_up()
        if len(self.body) >= MANY:
            self.blocks.append("".join(self.body))
            self.body.clear()
        self.text += "".join((*self.held, text)) if self.held else text
        self.held.clear()

    def _catch_up(self) -> None:
        """Let `text` follow what was passed on without a search."""
        text = "".join((self.text, *self.body[self.passed :]))
        kept = text[-self.context :] if self.context else ""
        self.offset += len(text) - len(kept)
        self.text, self.start = kept, len(kept)

    def settle(self) -> None:
        """Forget the text that is read, but for the context."""
        settled = self.start - self.context
        if settled > 0:
            self.text = self.text[settled:]
            self.start -= settled
            self.offset += settled
        self.passed = len(self.body)
        self.mark = self.usual_mark = ""
        if self.is_open and self.watch is not None and self.waiting is None:
            unsettled = self.text[self.start :]
            if not unsettled:
                self.mark = self.usual_mark = self.watch.mark
            elif self.watch.mark and not unsettled.strip(self.blanks):
                self.usual_mark = self.watch.mark
                self.held, self.text = [unsettled], self.text[: self.start]

    # Looking for delimiters

    def find(self, at_end: bool, start: int = -1) -> Found | None:
        """The first delimiter, if nothing that may still come can change it.

        Else the text that cannot be part of one is taken. `start` is where to search from if not from
        the unsettled text on.
        """
        if self.watch is None:
            self.take(len(self.text))
            return None
        if self.waiting is not None:
            return self._wait(at_end)
        if self.watch.literal:
            return self._find_literal(self.watch, at_end)
        return self._search(self.watch, max(start, self.start), at_end)

    def _find_literal(self, watch: Watch, at_end: bool) -> Found | None:
        at = self.text.find(watch.literal, self.start)
        if at >= 0:
            return Found(watch.delimiters[0], self.before(at), at + len(watch.literal), None)
        end = len(self.text)
        if not at_end:
            end = self.before(partial_start(self.text, self.start, watch.literal))
        self.take(end)
        return None

    def _search(self, watch: Watch, position: int, at_end: bool) -> Found | None:
        text, end = self.text, len(self.text)
        while position < end:
            if watch.far and watch.first is not None:
                begins = watch.first(text, position)
                if begins is None:
                    break
                position = begins.start()
            limit = min(position + watch.window, end) if watch.far else end
            match = watch.search(text, position, limit)
            if match is None or match.start() == limit:
                position = limit
                continue
            at, maybe = match.start(), undecided(match)
            if maybe and at > position and limit < end:
                position = at  # once more, with a whole window
                continue
            candidates = self._candidates(watch, at, maybe, at_end)
            if candidates is None:
                return self._wait(at_end)
            found = self._longest(candidates, at, watch.alike)
            if found is not None:
                return found
            position = at + 1
        self.take(end if at_end else self.before(end))
        return None

    def _candidates(
        self, watch: Watch, at: int, maybe: bool, at_end: bool
    ) -> Sequence[Delimiter] | None:
        """The delimiters that can be at `at`; None where that has to be waited for."""
        if not maybe and not watch.alike:
            return watch.delimiters
        candidates = []
        limit = at + watch.window
        cut_off = limit >= len(self.text)  # by the end of the text, not by that of the window
        for delimiter in watch.delimiters:
            match = delimiter.edge_match(self.text, at, limit)
            if undecided(match) and not (at_end and cut_off):
                if at_end and delimiter in self.absent:
                    continue
                self.take(self.before(at))
                if not cut_off:
                    self._begin_waiting(watch, at)
                return None
            if match is not None:
                candidates.append(delimiter)
        return candidates

    def _longest(self, candidates: Sequence[Delimiter], at: int, alike: bool) -> Found | None:
        """Of the candidates that match at `at`, the longest, or the first of the longest."""
        best: Found | None = None
        for delimiter in candidates:
            match = delimiter.match(self.text, at)
            if match is not None and (best is None or match.end() > best.end):
                start = self.before(at) if delimiter.blanks else at
                best = Found(delimiter, start, match.end(), match)
                if not alike:
                    break
        return best

    # A delimiter is under way for long: its text is read by automata as it comes, and kept in `held`

    def _begin_waiting(self, watch: Watch, at: int) -> None:
        before = self.text[max(0, at - self.context) : at] if self.context else ""
        position = self.offset + at
        delimiters = [one for one in watch.delimiters if one not in self.absent]
        self.waiting = Waiting(delimiters, before, position == self.begin, position)
        self.waiting.read(self.text[at:])

    def _wait(self, at_end: bool) -> Found | None:
        """What the automata say."""
        waiting = self.waiting
        if waiting is None:
            return None
        if at_end:
            self.absent.update(waiting.finish())
        position = waiting.earliest()
        certain = waiting.certain(position) if position is not None else []
        if certain or position is None:
            self.waiting = None
        elif position == waiting.hold:
            return None
        else:
            waiting.hold = position
        self.text += "".join(self.held)
        self.held.clear()
        if position is None:
            self.take(len(self.text) if at_end else self.before(len(self.text)))
            return None
        if certain:
            return self._longest(certain, position - self.offset, True)
        self.take(self.before(position - self.offset))
        return None

    def before(self, end: int) -> int:
        """Where the run of `blanks` that ends at `end` begins."""
        if not self.blanks:
            return end
        return self.start + len(self.text[self.start : end].rstrip(self.blanks))

    def take(self, end: int) -> None:
        """Give the text up to `end` to the region."""
        if end <= self.start:
            return
        text = self.text[self.start : end]
        if self.field is not None:
            if not self.is_open:
                self._begin()
            self.body.append(text)
            event = {"type": "region_chunk", "field": self.field, "text": text, "dirty": self.dirty}
            self.events.append(event)
        self.start = end

    def cut(self, found: Found) -> None:
        """A delimiter is read, and the text before it taken."""
        self.take(found.start)
        self.start = found.end

    # Regions

    def rest(self, field: str | None, dirty: bool, watch: Watch | None) -> None:
        """No region is open; text goes to `field`, which then opens, until something in `watch` comes."""
        self.field = field
        self.dirty = dirty
        self.watch = watch
        self.blanks = watch.blanks if watch is not None else ""

    def open(self, field: str, dirty: bool, watch: Watch | None) -> None:
        """A region begins at `start`; `dirty`: its raw text is not its value."""
        self.rest(field, dirty, watch)
        self._begin()

    def _begin(self) -> None:
        self.is_open = True
        self.body_offset = self.offset + self.start
        self.events.append({"type": "region_open", "field": self.field})

    def close(self) -> str:
        """The whole text of the region, which is no longer open."""
        body = "".join((*self.blocks, *self.body))
        self.blocks.clear()
        self.body.clear()
        self.is_open = False
        self.mark = self.usual_mark = ""
        return body

    def error(
        self, field: str, body: str, reason: ValueError, message: dict[str, Any]
    ) -> ParseError:
        """What is wrong with the text `body` of a region; nothing else is lost."""
        return ParseError(
            str(reason),
            field=field,
            offset=self.body_offset,
            text=body,
            message=dict(message),
            events=list(self.events),
        )
