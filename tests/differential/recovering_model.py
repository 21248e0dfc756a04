"""Recovering mode as an executable model, one-shot and slow, on top of the reference's pieces.

Its delimiters, content parsers, transform and coercion are the reference's; the rules are:

- A close that starts inside a string of an explicit `json` region (without `allow_non_json`) is undecided
  until that string ends. It is text if the next non-blank then is one of `, : } ]`. Otherwise, or if the
  string breaks or the stream ends, it fires where it stood. A close where the body parses always fires.
- A region whose content, transform or join fails is malformed: it gives no value, and parsing goes on.
- A region that has a close and is open when the stream ends: text kinds close as they are. `json` (now
  without `allow_non_json`) and `python-call-list` close if they parse, and are unterminated otherwise;
  `xml-inline` and `kv-lines` are unterminated.
- JSON nested over 512 levels is none.
- An empty close where the region's own empty open was does not count; it is sought from the next
  character on. (The reference hangs.)

`cut_off_closes` gives the other mode: what is open when the stream ends closes, as in the reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from transformers.utils.chat_parsing import ResponseParser
from transformers.utils.chat_parsing.content_parsers import parse_content, process_field
from transformers.utils.chat_parsing.response_templates import (
    ResponseTemplate,
    load_response_template,
)

from tests.differential.json_strings import AFTER_STRING, BLANKS, open_string, string_end

Tools = Sequence[Any] | None
Event = dict[str, Any]

DEPTH_LIMIT = 512
TEXT_KINDS = ("text", "int", "float", "bool")
SELF_DELIMITING = ("json", "python-call-list")
# All that the reference raises on a region.
_FAULTS = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


class Malformed(NamedTuple):
    """A region that gives no value; `reason` is content, transform, join or unterminated."""

    field: str
    text: str
    reason: str


class Span(NamedTuple):
    """A piece of truncated prefix and generation; `kind` is body, delimiter or dropped."""

    kind: str
    field: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a text gives. Spans are the non-empty ones; events have one chunk for each region."""

    message: dict[str, Any]
    malformed: list[Malformed]
    missing: list[str]
    spans: list[Span]
    events: list[Event]
    errors: list[str]


def parse(
    template: Mapping[str, Any] | ResponseTemplate,
    text: str,
    prefix: str = "",
    tools: Tools = None,
    *,
    cut_off_closes: bool = False,
) -> Recovered:
    """What recovering mode makes of a whole generation, with the reference's coercion."""
    model = _Model(load_response_template(template), text, prefix, tools, cut_off_closes)
    model.run()
    return model.recovered()


class _Fault(Exception):
    """Why a region gives no value: `reason` is the kind, the message what the reference says."""

    def __init__(self, reason: str, error: object = "") -> None:
        super().__init__(str(error))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class _Found:
    """A delimiter of `field`, and where it stands."""

    field: Any
    opens: bool
    match: Any

    @property
    def rank(self) -> tuple[int, int, bool, str]:
        start, end = self.match.span()
        return (start, start - end, not self.opens, self.field.name)

    @property
    def captures(self) -> dict[str, str]:
        groups = self.match.groupdict()
        return {name: text for name, text in groups.items() if text is not None}


@dataclass(frozen=True, slots=True)
class _Region:
    """The region that text goes to; `field` is None where it is dropped."""

    field: Any
    explicit: bool = False
    captures: dict[str, str] = field(default_factory=dict)
    empty_open: bool = False


class _Model:
    def __init__(
        self,
        template: ResponseTemplate,
        text: str,
        prefix: str,
        tools: Tools,
        cut_off_closes: bool,
    ) -> None:
        before = template.truncate_past_last_anchor(prefix) if prefix else ""
        self.template = template
        self.buffer = before + text
        self.begin = -len(before)
        self.caster = ResponseParser(template, prefix="", tools=tools)
        self.cut_off_closes = cut_off_closes
        self.position = 0
        self.region = self._between()
        self.output: dict[str, Any] = deepcopy(template.defaults)
        self.malformed: list[Malformed] = []
        self.errors: list[str] = []
        self.spans: list[Span] = []
        self.events: list[Event] = []

    def recovered(self) -> Recovered:
        missing = [
            name
            for name, declared in self.template.fields.items()
            if not declared.optional and name not in self.output
        ]
        message = {
            name: value
            for name, value in self.output.items()
            if name in self.template.defaults or not _is_empty(value)
        }
        events = [*self.events, *({"type": "field_missing", "field": name} for name in missing)]
        return Recovered(message, self.malformed, missing, self.spans, events, self.errors)

    def run(self) -> None:
        while (found := self._next()) is not None:
            start, end = found.match.span()
            opened = self.region.explicit or start > self.position
            if not found.opens:
                self.region.captures.update(found.captures)
            self._end_region(start, cut_off=False)
            self._span("delimiter", found.field.name, start, end)
            self.position = end
            if found.opens:
                self.region = _Region(found.field, True, found.captures, start == end)
            elif not opened and start == end:  # it would fire again and again: the rest is dropped
                self.region = _Region(None)
                break
        self._end_region(len(self.buffer), cut_off=True)

    def _between(self) -> _Region:
        implicit = self.template.implicit
        return _Region(None if implicit is None else self.template.fields[implicit])

    # Delimiters

    def _next(self) -> _Found | None:
        """The delimiter that fires next."""
        if self.region.explicit:
            match = self._close(self.region.field)
            return None if match is None else _Found(self.region.field, False, match)
        watched = [(one, True, one.open_re) for one in self.template.fields.values()]
        if self.region.field is not None:
            watched.append((self.region.field, False, self.region.field.close_re))
        candidates = [
            _Found(one, opens, match)
            for one, opens, pattern in watched
            if pattern is not None and (match := pattern.search(self.buffer, self.position))
        ]
        return min(candidates, key=lambda found: found.rank, default=None)

    def _close(self, declared: Any) -> Any:
        """The match of an explicit region's close that ends it."""
        start = self.position
        while declared.close_re is not None and start <= len(self.buffer):
            match = declared.close_re.search(self.buffer, start)
            if match is None:
                return None
            its_own = self.region.empty_open and match.end() == self.position
            if not its_own and not self._is_text(declared, match.start()):
                return match
            start = match.start() + 1
        return None

    def _is_text(self, declared: Any, at: int) -> bool:
        """Whether a close at `at` is part of a JSON string."""
        args = declared.content_args
        if declared.content != "json" or args.get("allow_non_json"):
            return False
        body = self.buffer[self.position : at]
        closer = open_string(body, args)
        if closer is None or _parses(declared, body):
            return False
        end = string_end(self.buffer, at, closer)
        return end is not None and self.buffer[end:].lstrip(BLANKS).startswith(AFTER_STRING)

    # Regions

    def _end_region(self, end: int, cut_off: bool) -> None:
        """The region takes the text up to `end` and gives its value, if it has one."""
        region, start = self.region, self.position
        self.region = self._between()
        if region.field is None:
            self._span("dropped", None, start, end)
            return
        if not region.explicit and start == end:
            return
        name, body = region.field.name, self.buffer[start:end]
        self._span("body", name, start, end)
        self.events.append({"type": "region_open", "field": name})
        if body:
            dirty = region.field.content not in TEXT_KINDS
            self.events.append(
                {"type": "region_chunk", "field": name, "text": body, "dirty": dirty}
            )
        try:
            value = self._value(region, body, cut_off and not self.cut_off_closes)
        except _Fault as fault:
            self.malformed.append(Malformed(name, body, fault.reason))
            self.errors.append(str(fault))
            ended = {"type": "region_malformed", "field": name, "text": body}
            ended |= {"reason": fault.reason, "start": start + self.begin, "end": end + self.begin}
        else:
            self._store(region.field, value)
            ended = {"type": "region_close", "field": name, "value": value}
        self.events.append(ended)

    def _value(self, region: _Region, body: str, cut_off: bool) -> Any:
        declared = region.field
        cut_off = cut_off and declared.close_re is not None
        content = _content_of_cut_off(declared, body) if cut_off else _content(declared, body)
        try:
            value = content
            if declared.transform is not None:
                value = process_field(body, declared, region.captures)
            if self.caster._tool_params:
                value = self.caster._coerce_tool_calls(value)
        except _FAULTS as error:
            raise _Fault("transform", error) from error
        if declared.join is not None and not isinstance(value, str):
            raise _Fault("join", f"{value!r:.80} is no text")
        return value

    def _store(self, declared: Any, value: Any) -> None:
        name, earlier = declared.name, self.output.get(declared.name)
        if declared.join is not None:
            self.output[name] = value if earlier is None else earlier + declared.join + value
        elif declared.repeats:
            self.output.setdefault(name, []).append(value)
        else:
            self.output[name] = value

    def _span(self, kind: str, name: str | None, start: int, end: int) -> None:
        if start < end:
            self.spans.append(Span(kind, name, start + self.begin, end + self.begin))


def _content(declared: Any, body: str) -> Any:
    try:
        value = parse_content(body, declared.content, declared.content_args)
        if declared.content == "json" and _is_deep(value):
            raise RecursionError(f"more than {DEPTH_LIMIT} nested arrays and objects")
    except RecursionError as error:
        if declared.content == "json" and declared.content_args.get("allow_non_json"):
            return body.strip()
        raise _Fault("content", error) from error
    except _FAULTS as error:
        raise _Fault("content", error) from error
    return value


def _content_of_cut_off(declared: Any, body: str) -> Any:
    """The content of a region whose close never came."""
    if declared.content in TEXT_KINDS:
        return _content(declared, body)
    if declared.content not in SELF_DELIMITING:
        raise _Fault("unterminated", "cut off")
    args = {**declared.content_args, "allow_non_json": False}
    try:
        return _content(replace(declared, content_args=args), body)
    except _Fault as fault:
        raise _Fault("unterminated", fault) from fault


def _parses(declared: Any, body: str) -> bool:
    try:
        _content(declared, body)
    except _Fault:
        return False
    return True


def _is_deep(value: Any) -> bool:
    """Whether `value` nests deeper than rtc reads."""
    level, depth = [value], 0
    while level and depth <= DEPTH_LIMIT:
        containers = [one for one in level if isinstance(one, (dict, list))]
        depth += bool(containers)
        level = [
            item for one in containers for item in (one.values() if isinstance(one, dict) else one)
        ]
    return depth > DEPTH_LIMIT


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", [], {})
