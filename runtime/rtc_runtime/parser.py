"""The parser of every format: how its regions open and close while the text comes in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import ParseError
from .matching import Found, captures_in, moved
from .message import missing_fields, without_empty
from .regions import Format, Region, stage_of
from .stream import Stream
from .strings import JsonStrings, Judgement


class RegionParser:
    """Reads the regions of a format out of a text that comes in pieces.

    `begun` is what the prompt has of the response. `cast_call` casts the arguments of a value that is a tool
    call. The rest is as the generated parser documents it. `stream` has the events of the last call.
    """

    def __init__(
        self,
        format: Format,
        begun: str,
        cast_call: Callable[..., Any] | None = None,
        on_malformed: str = "raise",
        keep_text: bool = False,
        spans: bool = False,
        captures: bool = False,
    ) -> None:
        if on_malformed not in ("raise", "event"):
            raise ValueError(f'on_malformed is "raise" or "event", not {on_malformed!r}')
        self._format = format
        self._cast_call = cast_call
        self._raises = on_malformed == "raise"
        self._shows_captures = captures
        self.stream = Stream(begun, format.context, spans, keep_text)
        self.message = format.defaults()
        self.malformed: list[Any] = []
        self._missing: list[str] | None = None  # the required fields that are still to be reported
        self._region: Region | None = None  # the one that text goes to
        self._opened: Found | None = None  # the delimiter that opened it
        self._empty_open: int | None = None  # where its own empty open was
        self._strings: JsonStrings | None = None  # of its text, once a close looks like part of it
        self._judged: tuple[Found, int, Judgement] | None = None  # that close, and where it stands
        # A close up to there is no text of a string that this closer ends (nothing in quotes is so long).
        self._fires: dict[str, float] = {}
        self._rest()
        if begun:
            self._read(at_end=False)

    def feed(self, text: str) -> list[Any]:
        """Read more of the response; returns what that settles."""
        self.stream.begin_call("feed")
        self.stream.add(text)
        self._read(at_end=False)
        return self.stream.events

    def finalize(self) -> tuple[dict[str, Any], list[Any]]:
        """The response is complete; returns the message and the last events."""
        stream = self.stream
        stream.begin_call("finalize")
        stream.add("")
        self._read(at_end=True)
        self._end_region(None, at_end=True)
        if self._missing is None:
            self._missing = missing_fields(self.message, self._format.required)
        while self._missing:
            field = self._missing.pop(0)
            if self._raises:
                reason = ValueError("the response lacks this required field")
                raise self._error(field, "", reason)
            stream.events.append({"type": "field_missing", "field": field})
        stream.finished = True
        stream.search_all()
        return without_empty(self.message, self._format.kept), stream.events

    def _read(self, at_end: bool) -> None:
        """Take one delimiter after the other until none is certain."""
        stream = self.stream
        try:
            while self._step(at_end) and (at_end or stream.start < len(stream.text)):
                pass
        finally:
            stream.settle()

    def _step(self, at_end: bool) -> bool:
        """Take the next delimiter, if one is certain."""
        if self._judged is not None:
            return self._judge(*self._judged, at_end)
        found = self.stream.find(at_end)
        if found is not None and self._bounces(found):
            found = self.stream.find(at_end, start=found[2] + 1)
        if found is None:
            return False
        opens = found[0].opens
        if opens is not None:
            self._open_region(self._format.regions[opens], found)
        elif self._opened is None or self._region is None:
            self._close_implicit(found)
        elif self._region.strings is not None:
            self._close_json(self._region, self._region.strings, found)
        else:
            self._close_region(self._region, found)
        return True

    # Regions

    def _rest(self) -> None:
        """No explicit region is open (any more)."""
        region, between = self._format.implicit, self._format.between
        self._region, self._opened, self._strings = region, None, None
        shown = region is not None and not region.internal
        self.stream.rest(
            region.field if region is not None and shown else None,
            region is not None and region.dirty,
            None if between is None else between(),
        )

    def _open_region(self, region: Region, found: Found) -> None:
        """A delimiter opens an explicit region; what stands before it belongs to the implicit one."""
        stream, (_, start, end, _) = self.stream, found
        stream.take(start)
        if stream.is_open:
            self._end_region(None)  # if this fails, the delimiter is still there for the next call
        stream.cut(found, region.field)
        self._empty_open = stream.offset + end if region.bounces and start == end else None
        self._region, self._opened = region, found
        watch = None if region.end is None else region.end()
        stream.rest(None if region.internal else region.field, region.dirty, watch)
        if not region.internal:
            captures = captures_in(found) if self._shows_captures else {}
            stream.begin_region(**({"captures": captures} if captures else {}))

    def _bounces(self, found: Found) -> bool:
        """Whether an empty close stands where the region's own empty open was: there it does not count."""
        _, start, end, _ = found
        here = self.stream.offset + start
        return start == end and self._opened is not None and here == self._empty_open

    def _close_implicit(self, found: Found) -> None:
        stream, region = self.stream, self._format.implicit
        stream.cut(found, None if region is None else region.field)
        if found[1] == found[2] and not stream.is_open:
            # Nothing to close and nothing read: it would fire for ever. Drop the rest.
            stream.rest(None, False, None)
            return
        self._end_region(found)

    def _close_region(self, region: Region, found: Found) -> None:
        self.stream.cut(found, region.field)
        self._end_region(found)

    def _end_region(self, closed: Found | None, at_end: bool = False) -> None:
        """The region ends: by its delimiter, by the next region's, or (`at_end`) with the response."""
        stream, region, opened = self.stream, self._region, self._opened
        if region is None or region.internal or not stream.is_open:
            self._rest()
            return
        body = stream.body_text()
        stream.close()
        self._rest()
        cut_off = at_end and self._lacks_end(region)
        try:
            value = self._value(region, body, opened, closed, cut_off and not self._raises)
        except ValueError as error:
            self._refuse(region, body, error, cut_off)
        else:
            self._keep(region, value)

    def _lacks_end(self, region: Region) -> bool:
        """Whether the text ends and the region's close is not there."""
        end = self._format.between if region is self._format.implicit else region.end
        return end is not None and end().lacks_end(self.stream.text)

    def _value(
        self, region: Region, body: str, opened: Found | None, closed: Found | None, cut_off: bool
    ) -> Any:
        if cut_off and region.complete is not None:
            region.complete(body)
        return region.value_of(body, opened, closed, self._cast_call)

    def _keep(self, region: Region, value: Any) -> None:
        region.keep(self.message, value)
        event = {"type": "region_close", "field": region.field, "value": value}
        self.stream.events.append(event)

    def _refuse(self, region: Region, body: str, error: ValueError, cut_off: bool) -> None:
        """The region has no value."""
        stream = self.stream
        if self._raises:
            raise self._error(region.field, body, error) from error
        event: Any = {
            "type": "region_malformed",
            "field": region.field,
            "text": body,
            "reason": self._reason(region, error, cut_off),
            "error": str(error),
            "start": stream.body_offset,
            "end": stream.body_offset + len(body),
        }
        stream.events.append(event)
        self.malformed.append(event)

    def _error(self, field: str, body: str, reason: ValueError) -> ParseError:
        """What is wrong with the text `body` of a region; nothing else is lost."""
        return ParseError(
            str(reason),
            field=field,
            offset=self.stream.body_offset,
            text=body,
            message=dict(self.message),
            events=list(self.stream.events),
        )

    def _reason(self, region: Region, error: ValueError, cut_off: bool) -> str:
        stage = stage_of(error)
        return "unterminated" if cut_off and region.dirty and stage == "content" else stage

    # A close that begins inside a string of a JSON region may be text

    def _close_json(self, region: Region, strings: Callable[[], JsonStrings], found: Found) -> None:
        """Close the region, unless the close begins inside a string: then that has to be read first."""
        stream, start = self.stream, found[1]
        stream.take(start)
        if self._strings is None:
            if self._closes_well(region, found):
                return
            self._strings = strings()
            self._strings.unread = stream.scanned = [stream.body_text()]
        closer = self._strings.open_string()
        stream.scanned = self._strings.unread
        fires = stream.offset + start <= self._fires.get(closer, stream.begin - 1)
        if not closer or fires:
            self._close_region(region, found)
            return
        judgement = self._strings.judge(stream.text, start)
        self._judged = (found, stream.offset, judgement)
        stream.hold(judgement)

    def _closes_well(self, region: Region, found: Found) -> bool:
        """Close the region if its text, up to here, is JSON."""
        stream, body = self.stream, self.stream.body_text()
        try:
            value = self._value(region, body, self._opened, found, cut_off=False)
        except ValueError as error:
            if stage_of(error) == "content":
                return False
            self._close_region(region, found)
            return True
        stream.cut(found, region.field)
        stream.close()
        self._rest()
        self._keep(region, value)
        return True

    def _judge(self, found: Found, offset: int, judgement: Judgement, at_end: bool) -> bool:
        """Go on behind the string, or close the region, once that is decided."""
        if judgement.verdict is None and not at_end:
            return False
        stream, region, self._judged = self.stream, self._region, None
        stream.release()
        found = moved(found, offset - stream.offset)  # text before may have been forgotten since
        if judgement.verdict and judgement.end is not None:
            stream.take(found[1] + judgement.end)
        elif region is not None:
            if judgement.closer != '"':
                length = float("inf") if judgement.end is None else judgement.end
                place = stream.offset + found[1] + length - len(judgement.closer)
                self._fires[judgement.closer] = place
            self._close_region(region, found)
        return True
