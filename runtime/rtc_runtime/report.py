"""What became of each region of a response, and whose fault it is where one has no value.

The *stage* that owns a fault: `generation` (the model broke the format), `parser` (a limit of this parser).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from .matching import Found
from .parser import RegionParser
from .recording import RecordingCoercion, ValueReport, snapshot
from .regions import Format, Region
from .responses import recovered
from .text_casts import MISSING

# How the errors begin that tell of a limit, not of a mistake in the text.
LIMITS = re.compile(
    r"(?:not JSON: |not a list of calls: )?"
    r"(?:more than [0-9]+ nested|an integer with too many digits|integer beyond|number too large)"
)


class RegionReport(NamedTuple):
    """What became of one region.

    - `start`, `end`: where its text is in the generation (negative: in the prefix); `text`: that text.
    - `parsed`: the value before arguments were cast; `value`: after that. None where it was malformed.
    - `arguments`: what was done with each value in the arguments of its calls.
    - `stage`, `reason`, `error`: for a malformed region whose fault it is, the reason of its event, and what is
      wrong in words; else None, "" and "".
    - `repaired`: each repair by its name, with what was done; then `reason` is "repaired", and `error` is what is
      wrong with the text as it is.
    """

    field: str
    start: int
    end: int
    text: str
    parsed: Any
    value: Any
    arguments: tuple[ValueReport, ...]
    stage: str | None
    reason: str
    error: str
    repaired: tuple[tuple[str, str], ...] = ()


class ReportingParser(RegionParser):
    """Adds to `report` what becomes of each region."""

    recorder: type[RecordingCoercion] = RecordingCoercion

    def __init__(
        self,
        report: list[RegionReport],
        format: Format,
        begun: str,
        cast_call: Callable[..., Any] | None = None,
        *options: Any,
    ) -> None:
        self.report = report
        self._recorder = self.recorder(cast_call)
        self._body = ""
        super().__init__(format, begun, self._recorder, *options)

    def _value(
        self, region: Region, body: str, opened: Found | None, closed: Found | None, cut_off: bool
    ) -> Any:
        self._recorder.begin()
        self._body = body
        return super()._value(region, body, opened, closed, cut_off)

    def _keep(self, region: Region, value: Any) -> None:
        super()._keep(region, value)
        self._add(region, self._body, value, None, "", "")

    def _refuse(self, region: Region, body: str, error: ValueError, cut_off: bool) -> None:
        stage = "parser" if LIMITS.match(str(error)) else "generation"
        reason = self._reason(region, error, cut_off)
        self._add(region, body, None, stage, reason, str(error))
        super()._refuse(region, body, error, cut_off)

    def _add(
        self, region: Region, body: str, value: Any, stage: str | None, reason: str, error: str
    ) -> None:
        recorder, start = self._recorder, self.stream.body_offset
        parsed = snapshot(value, {}) if recorder.parsed is MISSING else recorder.parsed
        place = (region.field, start, start + len(body), body)
        fault = (stage, reason, error)
        self.report.append(RegionReport(*place, parsed, value, tuple(recorder.arguments), *fault))


def report_message(
    report: list[RegionReport],
    format: Format,
    begun: str,
    response: str,
    cast_call: Callable[..., Any] | None,
    make: Callable[..., ReportingParser] = ReportingParser,
) -> Any:
    """The message of a response, with a report; raises ParseError."""
    parser = make(report, format, begun, cast_call)
    parser.feed(response)
    return parser.finalize()[0]


def report_recovered(
    format: Format,
    begun: str,
    response: str,
    cast_call: Callable[..., Any] | None,
    make: Callable[..., ReportingParser] = ReportingParser,
) -> tuple[Any, ...]:
    """The message of a response, its malformed regions, the required fields that it lacks, and the report."""
    parser = make([], format, begun, cast_call, "event")
    return (*recovered(parser, response), parser.report)
