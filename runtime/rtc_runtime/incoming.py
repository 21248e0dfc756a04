"""The text of a response while it comes in, and the region that it goes to."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Union

from .matching import Found, Watch
from .passing import SHORT, before_blanks, before_start, first_beginning

# Small strings take many times their length: so many of them at most, then they become one.
MANY = 4096

NO_MARKS = ("", "", "")
NOTHING_KNOWN = (-1, 0, "")


class Span(NamedTuple):
    """What a piece of the text is: "body" (of the region of `field`), "delimiter" or "dropped".

    `start` and `end` count characters from the start of the generation, negative in the prefix.
    """

    kind: str
    field: Union[str, None]
    start: int
    end: int


class TextReader(Protocol):
    """Reads text that is held, piece by piece."""

    def read(self, text: str) -> None: ...


class Incoming:
    """What is read and what is not: `text` from `start` on is not yet settled.

    `offset` is where `text` stands in the generation (negative: in the prefix). `context` characters
    before `start` are kept, for patterns that look back. `field` is the region that text goes to
    (None: it is dropped); it is open from its delimiter, or from its first text, until `close`.

    A chunk that holds none of `mark`, `mark2` and `mark3`, and does not end in one of `endings`, holds no
    delimiter. They are empty where chunks need a closer look (`pass_on`); `passing` is None where all text
    has to be searched. `ahead` is short text that comes next: blanks, or what may be the beginning
    of a delimiter, on which the text behind it decides. `held` is longer, and may have a `reader`. `sure`: so many
    characters before the end of a chunk that was not passed on a delimiter begins (0: not known).
    """

    # As slots they are found at once however many there are; six are asked for with each chunk.
    __slots__ = (
        *("text", "start", "begin", "offset", "context", "events", "finished", "spans", "kept"),
        *("field", "chunk_event", "is_open", "watch", "body", "blocks", "passed", "body_offset"),
        *("passing", "mark", "mark2", "mark3", "endings", "ahead", "sure", "held", "reader"),
        *("scanned", "known_recent"),
    )

    def __init__(
        self, begun: str, context: int, spans: bool = False, keep_text: bool = False
    ) -> None:
        self.text = begun
        self.start = 0
        self.begin = self.offset = -len(begun)
        self.context = context
        self.events: list[Any] = []
        self.finished = False
        self.spans: list[Span] | None = [] if spans else None
        self.kept: list[str] | None = [] if keep_text else None
        self.field: Any = None
        # The event of a chunk is a copy of this one: that is quicker than to write it out.
        self.chunk_event: Any = {}
        self.is_open = False
        self.watch: Watch | None = None
        self.body: list[str] = []
        self.blocks: list[str] = []  # of `body`, joined
        self.passed = 0  # how many pieces of `body` went through `text`
        self.body_offset = 0
        self.known_recent = NOTHING_KNOWN
        self.search_all()
        self.endings: frozenset[str] = frozenset()
        self.ahead = ""
        self.sure = 0
        self.held: list[str] = []
        self.reader: TextReader | None = None
        self.scanned: list[str] | None = None  # takes a copy of each piece of the region's text

    def begin_call(self, name: str) -> None:
        """The caller calls `name`, which gives the events from here on."""
        if self.finished:
            raise RuntimeError(f"{name}() after finalize()")
        self.events = []

    def search_all(self) -> None:
        """Pass nothing on without a search."""
        self.passing: Watch | None = None
        self.mark, self.mark2, self.mark3 = NO_MARKS

    # Text comes in

    def pass_on(self, text: str) -> list[Any] | None:
        """The events of a chunk that completes no delimiter; None: that takes a search."""
        watch = self.passing
        if watch is None or not text or len(self.body) >= MANY:
            return None
        text = self.ahead + text
        if watch.after and self._recent(1) in watch.after:
            end = first_beginning(watch, self._recent(watch.context), text)
        elif (
            self.ahead
            and (self._recent(watch.context) if watch.context else "", text) in watch.begun
        ):
            end = 0
        else:
            found = watch.find_start(text)
            if found is not None and watch.preceded and found.start() == 0:
                before = self._recent(1)
                if before and before not in watch.preceded:
                    found = watch.find_start(text, 1)
            if found is None and text[-1] not in self.endings:
                end = len(text)
            else:
                end = before_start(watch, text, found, self._recent)
        dropped = self.field is None
        if end < 0:
            self.sure = 0 if watch.alike else len(text) - ~end
            return None
        if len(text) - end > SHORT or (end and not self.is_open and not dropped):
            return None
        if end < len(text):
            ahead = self.ahead = text[end:]
            if ahead.strip(watch.blanks):
                self.mark, self.mark2, self.mark3 = NO_MARKS
            elif not self.mark:
                self._show_marks(watch)
            if not end:
                return []
            text = text[:end]
        elif self.ahead:
            self.ahead = ""
            if not self.mark:
                self._show_marks(watch)
        self.body.append(text)
        if watch.after:
            self._show_marks(watch)
        if dropped:
            return []
        return [{**self.chunk_event, "text": text}]

    def pass_blanks(self, text: str) -> list[Any] | None:
        """The same, of a chunk that holds no mark and ends in a blank."""
        watch = self.passing
        if watch is None or watch.after:
            return self.pass_on(text)
        text = self.ahead + text
        end = len(text.rstrip(watch.blanks))
        # As `before_blanks` has it: most chunks that end in blanks are told without that call.
        if not watch.behind or not end or text[end - 1] in watch.behind:
            end = before_blanks(watch, text, end, self._recent)
            if len(text) - end > SHORT:
                return self.pass_on(text[len(self.ahead) :])
            self.ahead = text[end:]
            if not end:
                return []
            text = text[:end]
        else:
            self.ahead = ""
        self.body.append(text)
        return [{**self.chunk_event, "text": text}]

    def _recent(self, length: int) -> str:
        """So many of the last characters that were passed on; remembered while no more are."""
        count = len(self.body)
        recent = self.body[-1] if count > self.passed else ""
        if len(recent) >= length > 0:
            return recent[-length:]
        if self.known_recent[:2] != (count, length):
            first = max(self.passed, count - length)
            recent = "".join((self.text, *self.body[first:]))[-length:]
            self.known_recent = count, length, recent
        return self.known_recent[2]

    def _show_marks(self, watch: Watch) -> None:
        """The marks, where text goes to an open region behind no more than blanks."""
        if (
            not self.is_open
            or (self.ahead and self.ahead.strip(watch.blanks))
            or (watch.after and self._recent(1) in watch.after)
        ):
            self.mark, self.mark2, self.mark3 = NO_MARKS
        else:
            self.mark, self.mark2, self.mark3 = watch.three_marks

    def add(self, text: str) -> None:
        """More text, which has to be searched."""
        if self.kept is not None:
            self.kept.append(text)
        if self.reader is not None:
            self.reader.read(text)
            self.held.append(text)
            return
        if len(self.body) > self.passed:
            self._catch_up()
        if len(self.body) >= MANY:
            self.blocks.append("".join(self.body))
            self.body.clear()
        if self.ahead:
            self.held.append(self.ahead)
            self.ahead = ""
        if self.held and text and self.watch is not None and self.watch.leads:
            if not (self.held[-1] + text).strip(self.watch.blanks):  # they wait for what follows
                self.held.append(text)
                return
        self.text += "".join((*self.held, text)) if self.held else text
        self.held.clear()

    def _catch_up(self) -> None:
        """Let `text` follow what was passed on without a search."""
        passed_on = "".join(self.body[self.passed :] if self.passed else self.body)
        self.body[self.passed :] = [] if self.field is None else [passed_on]
        kept = (self.text + passed_on[-self.context :])[-self.context :] if self.context else ""
        self.offset += len(self.text) + len(passed_on) - len(kept)
        self.text, self.start = kept, len(kept)

    def hold(self, reader: TextReader) -> None:
        """From now on the text that comes is held, and read by `reader`, which has read what is there."""
        self.reader = reader

    def release(self) -> None:
        """The text that was held is text again."""
        self.reader = None
        self.text += "".join(self.held)
        self.held.clear()

    def settle(self) -> None:
        """Forget the text that is read, but for the context."""
        settled = self.start - self.context
        if settled > 0:
            self.text = self.text[settled:]
            self.start -= settled
            self.offset += settled
        self.passed = len(self.body)
        self.known_recent = NOTHING_KNOWN
        self.search_all()
        watch = self.watch
        if watch is None or self.reader is not None or self.held:
            return
        unsettled = self.text[self.start :]
        if watch.marks and len(unsettled) <= SHORT and self._may_pass_on():
            self.passing, self.endings = watch, watch.endings
            self.ahead, self.text = unsettled, self.text[: self.start]
            self._show_marks(watch)
        elif unsettled and watch.leads and not unsettled.strip(watch.blanks):
            # No delimiter is all blanks: what follows these decides on them.
            self.held, self.text = [unsettled], self.text[: self.start]

    def _may_pass_on(self) -> bool:
        """Whether text may go to the region unseen: what is asked for, or `^`, can forbid it."""
        if self.spans is not None or self.kept is not None or self.scanned is not None:
            return False
        return self.offset + self.start > self.begin

    def take(self, end: int) -> None:
        """Give the text up to `end` to the region."""
        if end <= self.start:
            return
        text = self.text[self.start : end]
        if self.field is not None:
            if not self.is_open:
                self.begin_region()
            self.body.append(text)
            if self.scanned is not None:
                self.scanned.append(text)
            self.events.append({**self.chunk_event, "text": text})
        self._mark_span("dropped" if self.field is None else "body", self.field, end)
        self.start = end

    def cut(self, found: Found, field: str | None) -> None:
        """A delimiter of `field` is read, and the text before it taken."""
        _, start, end, _ = found
        self.take(start)
        self._mark_span("delimiter", field, end)
        self.start = end

    def _mark_span(self, kind: str, field: str | None, end: int) -> None:
        """The text from `start` to `end` is of this kind."""
        if self.spans is None:
            return
        start, end = self.offset + self.start, self.offset + end
        last = self.spans[-1] if self.spans else None
        if last is not None and kind != "delimiter" and (last.kind, last.field) == (kind, field):
            self.spans[-1] = last._replace(end=end)
        else:
            self.spans.append(Span(kind, field, start, end))

    # Regions

    def rest(self, field: str | None, dirty: bool, watch: Watch | None) -> None:
        """No region is open; text goes to `field`, which then opens, until something in `watch` comes."""
        self.field = field
        self.chunk_event = {"type": "region_chunk", "field": field, "text": "", "dirty": dirty}
        self.watch = watch

    def begin_region(self, **details: Any) -> None:
        """The region that text goes to opens at `start`; `details` go into the event."""
        self.is_open = True
        self.body_offset = self.offset + self.start
        self.events.append({"type": "region_open", "field": self.field, **details})

    def body_text(self) -> str:
        """The text of the region so far. It takes the place of its pieces, which would be as much again."""
        text = "".join((*self.blocks, *self.body))
        self.blocks[:] = [text]
        self.body.clear()
        return text

    def close(self) -> None:
        """The region is no longer open."""
        self.blocks.clear()
        self.body.clear()
        self.is_open = False
        self.scanned = None
        self.search_all()
