"""The text of a response while it comes in, and the region that is open in it."""

from __future__ import annotations

import re
from typing import Any

from .errors import ParseError
from .matching import compiled, edge, partial_start, undecided

# Small strings take many times their length: so many of them at most, then they become one.
MAX_PIECES = 4096


class Stream:
    """What is read and what is not: `text` from `start` on is not yet settled.

    `offset` is where `text` stands in the generation (negative: in the prefix). `context` characters
    before `start` are kept, for patterns that look back. `field` is the region that text goes to
    (None: it is dropped); it is open from its delimiter, or from its first text, until `close`.

    `mark` is a character that every delimiter watched for has; a chunk without it may be passed on as
    it is. `blanks` may stand before one, and belong to it then: such as end a chunk are held back. An
    empty `mark` says that chunks have to be searched.
    """

    def __init__(self, begun: str, context: int) -> None:
        self.text = begun
        self.start = 0
        self.offset = -len(begun)
        self.context = context
        self.events: list[Any] = []
        self.finished = False
        self.field: Any = None
        self.dirty = False
        self.is_open = False
        self.body: list[str] = []
        self.blocks: list[str] = []  # of `body`, joined
        self.passed = 0  # how many pieces of `body` went through `text`
        self.body_offset = 0
        self.mark = ""
        self.usual_mark = ""
        self.blanks = ""
        self.held: list[str] = []

    def begin_call(self, name: str) -> None:
        """The caller calls `name`, which gives the events from here on."""
        if self.finished:
            raise RuntimeError(f"{name}() after finalize()")
        self.events = []

    def rest(self, field: str | None, dirty: bool, mark: str, blanks: str = "") -> None:
        """No region is open; text goes to `field`, which then opens."""
        self.field = field
        self.dirty = dirty
        self.usual_mark = mark
        self.blanks = blanks

    def open(self, field: str, dirty: bool, mark: str, blanks: str = "") -> None:
        """A region begins at `start`; `dirty`: its raw text is not its value."""
        self.rest(field, dirty, mark, blanks)
        self._begin()

    def _begin(self) -> None:
        self.is_open = True
        self.body_offset = self.offset + self.start
        self.events.append({"type": "region_open", "field": self.field})

    def pass_on(self, text: str) -> list[Any]:
        """The events of a chunk without `mark`, where blanks are held or end it."""
        kept = text.rstrip(self.blanks)
        if not kept:
            self.held.append(text)
            return []
        chunk = "".join((*self.held, kept))
        self.held = [text[len(kept) :]] if len(kept) < len(text) else []
        self.body.append(chunk)
        return [{"type": "region_chunk", "field": self.field, "text": chunk, "dirty": self.dirty}]

    def add(self, text: str) -> None:
        """More text, which has to be searched."""
        if len(self.body) > self.passed:
            self._catch_up()
        if len(self.body) >= MAX_PIECES:
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
        settled = max(0, self.start - self.context)
        self.text = self.text[settled:]
        self.start -= settled
        self.offset += settled
        self.passed = len(self.body)
        self.mark = ""
        if self.is_open and len(self.text) - self.start < MAX_PIECES:
            unsettled = self.text[self.start :]
            if not unsettled.strip(self.blanks):
                self.mark = self.usual_mark
                if unsettled and self.mark:
                    self.held, self.text = [unsettled], self.text[: self.start]

    def find(
        self, pattern: str, edge_pattern: str, at_end: bool, start: int = -1
    ) -> re.Match[str] | None:
        """The first match, if nothing that may still come can change it.

        Else the text that cannot be part of one is taken. `start` is where to search from if not from
        the unsettled text on.
        """
        search = compiled(pattern).search if at_end else edge(edge_pattern).search
        found = search(self.text, max(start, self.start))
        end = len(self.text)
        if (
            found is None or found.start() == end
        ):  # nothing, not even `$`, begins where the text ends
            self.take(end if at_end else self.before(end))
        elif not at_end and undecided(found):
            self.take(self.before(found.start()))
        else:
            return found
        return None

    def find_literal(self, literal: str, at_end: bool) -> int:
        """Where `literal` starts, or -1; then the text that cannot be part of it is taken."""
        at = self.text.find(literal, self.start)
        if at < 0:
            self.take(len(self.text) if at_end else partial_start(self.text, self.start, literal))
        return at

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

    def cut(self, begin: int, end: int) -> None:
        """The delimiter from `begin` to `end` is read, and the text before it taken."""
        self.take(begin)
        self.start = end

    def close(self) -> str:
        """The whole text of the region, which is no longer open."""
        body = "".join((*self.blocks, *self.body))
        self.blocks.clear()
        self.body.clear()
        self.is_open = False
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
