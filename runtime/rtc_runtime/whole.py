"""Complete responses: no text is undecided, and nobody asks for events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .json_values import SPACES, json_at
from .matching import Delimiter, Found, Watch
from .message import missing_fields, without_empty
from .regions import Format, Region
from .searching import (
    SHORT_RUN,
    delimiters_at,
    longest,
    nearest,
    next_start,
    places_before,
    places_behind,
    run_start,
    search_text,
)


class CannotTell(Exception):
    """The response has to be read as a stream: something is wrong in it, or very long."""


# So many times a delimiter is tried in the first place where it could begin, however far that reads; a try in
# vain counts for more.
TRIES = 64
# So many characters are searched for all starts at once before it is done for one after the other.
HERE = 64
IN_VAIN = 8


class WholeText:
    """A complete response, read region by region into `message`."""

    __slots__ = ("format", "text", "position", "tries", "cast_call", "message")

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
            delimiter, start, end, _ = found
            opens = delimiter.opens
            if start > self.position:
                self.close_implicit(start, found if opens is None else None)
            self.position = end
            if opens is not None:
                self.read_region(format.regions[opens], found)
            elif end == start:
                raise CannotTell
        if self.position < len(self.text):
            self.close_implicit(len(self.text), None)
        if format.required and missing_fields(self.message, format.required):
            raise CannotTell
        return without_empty(self.message, format.kept)

    def find(self, watch: Watch) -> Found | None:
        """The next delimiter. In one piece: it is what a response costs beside its values."""
        text, start = self.text, self.position
        if watch.literal:
            at = text.find(watch.literal, start)
            return None if at < 0 else (watch.delimiters[0], at, at + len(watch.literal), None)
        while start < len(text):
            if self.tries <= 0 or not watch.quick:
                behind = watch.led and self.tries > 0
                return self.find_behind(watch, start) if behind else self.search(watch)
            near: Sequence[Delimiter] = watch.delimiters
            if watch.head:
                at = text.find(watch.head, start)
            else:
                here = start + HERE if watch.unlike else len(text)
                mark = watch.find_whole_start(text, start, here)
                if mark is not None:
                    at, near = mark.start(), watch.by_start[mark[0]]
                elif watch.unlike:
                    at, which = nearest(watch.unlike, text, start)
                    near = watch.by_start[which] if at >= 0 else near
                else:
                    at = -1
            place = at
            # What begins with `^` has no start.
            if (start == 0 and watch.context) or (at != start and not watch.direct):
                near = near if start else watch.delimiters
                few = 0 < start < at <= start + SHORT_RUN
                if not few or text[start:at].strip(watch.before):
                    return self.find_near(watch, start, at if at >= 0 else len(text), near)
                place = start  # there are blanks alone before the mark
            elif at < 0:
                return None
            self.tries -= watch.risky
            best: Found | None = None
            for delimiter in near:
                if watch.steep and not self.can_match(watch, delimiter, place):
                    continue
                match = (watch.only or delimiter.match)(text, place)
                if match is not None and (best is None or match.end() > best[2]):
                    begins, end = match.span()
                    if delimiter.blanks:
                        begins = run_start(text, self.position, begins, watch.blanks)
                    best = delimiter, begins, end, match
                    if not watch.alike:
                        break
            if best is not None or watch.only:
                return best  # an only one was searched for up to the end
            if place != at:
                return self.find_near(watch, start, at, near)
            self.tries -= IN_VAIN * watch.risky
            start = at + 1
        return None

    def can_match(self, watch: Watch, delimiter: Delimiter, at: int) -> bool:
        """Whether a delimiter stands at `at`, told without reading far; raises CannotTell."""
        end = at + watch.window
        if delimiter.literal or end >= len(self.text):
            return True
        found = delimiter.edge_match(self.text, at, end)
        if found is not None and found.lastindex is not None:
            raise CannotTell
        return found is not None

    def find_near(
        self, watch: Watch, start: int, mark: int, near: Sequence[Delimiter]
    ) -> Found | None:
        """The same, where it may begin at the blanks before a start, which is at `mark` and may begin those `near`."""
        text = self.text
        while self.tries > 0:
            places = places_before(watch, text, start, mark)[1]
            if not places:
                break
            found = self.longest_at(watch, places, near)
            start, near = mark + 1, watch.delimiters
            if found is not None or start >= len(text):
                return found
            mark = next_start(watch, text, start, at_end=True)
        return self.search(watch)

    def find_behind(self, watch: Watch, start: int) -> Found | None:
        """The same, where each begins right behind something else. A window of text tells most places from one."""
        text = self.text
        for at in places_behind(watch, text, start):
            for delimiter in watch.delimiters:
                if delimiter.edge_match(text, at, at + watch.window) is not None:
                    return self.longest_at(watch, (at,), watch.delimiters) or self.search(watch)
        return None

    def longest_at(
        self, watch: Watch, places: Iterable[int], near: Sequence[Delimiter]
    ) -> Found | None:
        """The longest delimiter at the first of the places that has any."""
        for at in places:
            # Few are tried where trying might read far.
            tried = near if not watch.steep else delimiters_at(watch, self.text, at)
            if tried is None:
                raise CannotTell
            self.tries -= watch.risky
            found = longest(watch, tried, self.text, at, self.position)
            if found is not None:
                return found
        self.tries -= IN_VAIN * watch.risky
        return None

    def search(self, watch: Watch) -> Found | None:
        """The same, window by window."""
        outcome = search_text(watch, self.text, self.position, at_end=True)
        if isinstance(outcome, int):
            raise CannotTell
        return outcome

    def read_region(self, region: Region, opened: Found) -> None:
        watch = None if region.end is None else region.end()
        if region.decodes and watch is not None and self.decode_region(region, watch, opened):
            return
        closed = None if watch is None else self.find(watch)
        if closed is None:
            end = after = len(self.text)
            if region.complete is not None and (watch is None or watch.lacks_end(self.text)):
                raise CannotTell
        else:
            _, end, after, _ = closed
            if region.bounces and opened[1] == after:
                raise CannotTell  # both are empty
        body, self.position = self.text[self.position : end], after
        if not region.internal:
            region.keep(self.message, region.value_of(body, opened, closed, self.cast_call))

    def decode_region(self, region: Region, watch: Watch, opened: Found) -> bool:
        """Read a region of JSON by its value, behind which its end has to be. False: it has to be read by its end.

        A long text is decoded in vain once at most: what follows it is malformed, and the response read as a stream.
        """
        text, begun = self.text, self.position
        start = begun if text[begun : begun + 1] in region.decodes else self.value_start(watch)
        found = json_at(text, start) if text[start : start + 1] in region.decodes else None
        if found is None:
            return False
        body, self.position = found
        closed = self.longest_at(watch, (self.position,), watch.delimiters) or self.find(watch)
        if closed is None or text[self.position : closed[1]].strip(SPACES):
            self.position = begun
            return False
        self.position = closed[2]
        region.keep(self.message, region.value_of(body, opened, closed, self.cast_call))
        return True

    def value_start(self, watch: Watch) -> int:
        """Where the few blanks end with which a region begins; the text's end if it may end among them."""
        text, start = self.text, self.position
        head = text[start : start + SHORT_RUN]
        end = start + len(head) - len(head.lstrip(SPACES))
        closed = self.longest_at(watch, range(start, end), watch.delimiters)
        return end if closed is None else len(text)

    def close_implicit(self, end: int, closed: Found | None) -> None:
        """The text up to `end` stands outside of explicit regions."""
        region = self.format.implicit
        if region is not None:
            if closed is None and region.complete is not None and end == len(self.text):
                raise CannotTell
            if not region.internal:
                body = self.text[self.position : end]
                region.keep(self.message, region.value_of(body, None, closed, self.cast_call))
