"""Complete responses: no text is undecided, and nobody asks for events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .matching import Found, Watch
from .message import missing_fields, without_empty
from .regions import Format, Region
from .searching import delimiters_at, longest, next_start, places_before, search_text


class CannotTell(Exception):
    """The response has to be read as a stream: something is wrong in it, or very long."""


# So many times a delimiter is tried in the first place where it could begin, however far that reads; a try in
# vain counts for more.
TRIES = 64
IN_VAIN = 8


class WholeText:
    """A complete response, read region by region into `message`."""

    def __init__(self, format: Format, text: str, cast_call: Callable[..., Any] | None) -> None:
        self.format = format
        self.text = text
        self.position = 0
        self.tries = TRIES
        self.cast_call = cast_call
        self.message = format.defaults()

    def read(self) -> dict[str, Any]:
        """The message; raises CannotTell, or a ValueError for a region that is malformed."""
        format, watch = self.format, self.format.between and self.format.between()
        while watch is not None and (found := self.find(watch)) is not None:
            opens = found.delimiter.opens
            if found.start > self.position:
                self.close_implicit(found.start, found if opens is None else None)
            self.position = found.end
            if opens is not None:
                self.read_region(format.regions[opens], found)
            elif found.end == found.start:
                raise CannotTell
        if self.position < len(self.text):
            self.close_implicit(len(self.text), None)
        if format.required and missing_fields(self.message, format.required):
            raise CannotTell
        return without_empty(self.message, format.kept)

    def find(self, watch: Watch) -> Found | None:
        """The next delimiter."""
        text, start = self.text, self.position
        if start == len(text):
            return None
        if self.tries > 0 and watch.starts:
            mark = next_start(watch, text, start, at_end=True)
            places: Sequence[int] = (mark,)
            if watch.before or watch.after or start == 0 < mark:
                places = places_before(watch, text, start, mark)[1]
            elif mark == len(text):
                return None
            for at in places:
                # Few are tried where trying might read far.
                near = watch.delimiters if not watch.steep else delimiters_at(watch, text, at)
                if near is None:
                    raise CannotTell
                found = longest(watch, near, text, at, start)
                self.tries -= watch.far
                if found is not None:
                    return found
            if places and mark == len(text):
                return None
            self.tries -= IN_VAIN
        outcome = search_text(watch, text, start, at_end=True)
        if isinstance(outcome, int):
            raise CannotTell
        return outcome

    def read_region(self, region: Region, opened: Found) -> None:
        watch = None if region.end is None else region.end()
        closed = None if watch is None else self.find(watch)
        if region.bounces and closed is not None and opened.start == closed.end:
            raise CannotTell  # both are empty
        if closed is None and region.complete is not None:
            if watch is None or watch.lacks_end(self.text):
                raise CannotTell
        body = self.text[self.position : len(self.text) if closed is None else closed.start]
        self.position = len(self.text) if closed is None else closed.end
        self.close(region, body, opened, closed)

    def close_implicit(self, end: int, closed: Found | None) -> None:
        """The text up to `end` stands outside of explicit regions."""
        region = self.format.implicit
        if region is not None:
            if end == len(self.text) and closed is None and region.complete is not None:
                raise CannotTell
            self.close(region, self.text[self.position : end], None, closed)

    def close(self, region: Region, body: str, opened: Found | None, closed: Found | None) -> None:
        if region.internal:
            return
        captures = region.captures_of(opened, closed)
        region.keep(self.message, region.value_of(body, captures, self.cast_call))
