"""The text of a response while it comes in, and the region that is open in it."""

from __future__ import annotations

import re
from typing import Any

from .errors import ParseError
from .matching import compiled, edge, partial_start, undecided


class Stream:
    """What is read and what is not: `text` from `start` on is not yet settled.

    `offset` is where `text` stands in the generation (negative: in the prefix). `context` characters
    before `start` are kept, for patterns that look back. `field` is the region that text goes to
    (None: it is dropped); it is open from its delimiter, or from its first text, until `close`.
    """

    def __init__(self, begun: str, context: int) -> None:
        self.text = begun
        self.start = 0
        self.offset = -len(begun)
        self.context = context
        self.events: list[Any] = []
        self.field: str | None = None
        self.dirty = False
        self.is_open = False
        self.body: list[str] = []
        self.body_offset = 0
        self.finished = False

    def begin_call(self, name: str) -> None:
        """The caller calls `name`, which gives the events from here on."""
        if self.finished:
            raise RuntimeError(f"{name}() after finalize()")
        self.events = []

    def settle(self) -> None:
        """Forget the text that is read, but for the context."""
        settled = max(0, self.start - self.context)
        self.text = self.text[settled:]
        self.start -= settled
        self.offset += settled

    def find(
        self, pattern: str, edge_pattern: str, at_end: bool, blanks: str = "", start: int = -1
    ) -> re.Match[str] | None:
        """The first match, if nothing that may still come can change it.

        Else the text that cannot be part of one is taken. `blanks` before a match belong to it; `start`
        is where to search from if not from the unsettled text on.
        """
        search = compiled(pattern).search if at_end else edge(edge_pattern).search
        found = search(self.text, max(start, self.start))
        if found is None or not at_end and found.start() == len(self.text):
            end = len(self.text)
            self.take(end if at_end else self.before(end, blanks))
        elif undecided(found):
            self.take(self.before(found.start(), blanks))
        else:
            return found
        return None

    def find_literal(self, literal: str, at_end: bool) -> int:
        """Where `literal` starts, or -1; then the text that cannot be part of it is taken."""
        at = self.text.find(literal, self.start)
        if at < 0:
            self.take(len(self.text) if at_end else partial_start(self.text, self.start, literal))
        return at

    def before(self, end: int, blanks: str) -> int:
        """Where the run of `blanks` that ends at `end` begins."""
        return self.start + len(self.text[self.start : end].rstrip(blanks)) if blanks else end

    def take(self, end: int) -> None:
        """Give the text up to `end` to the region."""
        if end <= self.start:
            return
        text = self.text[self.start : end]
        if self.field is not None:
            if not self.is_open:
                self.open(self.field, self.dirty)
            self.body.append(text)
            event = {"type": "region_chunk", "field": self.field, "text": text, "dirty": self.dirty}
            self.events.append(event)
        self.start = end

    def cut(self, begin: int, end: int) -> None:
        """The delimiter from `begin` to `end` is read, and the text before it taken."""
        self.take(begin)
        self.start = end

    def open(self, field: str, dirty: bool) -> None:
        """A region begins at `start`; `dirty`: its raw text is not its value."""
        self.field = field
        self.dirty = dirty
        self.is_open = True
        self.body_offset = self.offset + self.start
        self.events.append({"type": "region_open", "field": field})

    def close(self) -> str:
        """The whole text of the region, which is no longer open."""
        body = "".join(self.body)
        self.body.clear()
        self.is_open = False
        return body

    def error(
        self, field: str, body: str, reason: ValueError, message: dict[str, Any]
    ) -> ParseError:
        return ParseError(
            str(reason),
            field=field,
            offset=self.body_offset,
            text=body,
            message=dict(message),
            events=list(self.events),
        )
