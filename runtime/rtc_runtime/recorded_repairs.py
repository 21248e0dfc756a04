"""Repairs in a report: what was done in each region and argument. The fault is the generation's, mended or not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .json_repair import JsonMender
from .matching import Found
from .recording import RecordingCoercion
from .regions import Region
from .repairs import (
    ESCAPED_NEWLINES,
    RepairingCoercion,
    RepairingParser,
    Repairs,
    unescape_entry,
)
from .report import ReportingParser


class RecordingRepairs(RecordingCoercion):
    """Records the repairs too, where `caster` is a coercion that makes them."""

    def __init__(self, caster: Callable[..., Any] | None) -> None:
        super().__init__(caster)
        self.unescapes = isinstance(caster, RepairingCoercion)

    def cast_entry(
        self, tool: str, holder: Any, key: Any, branch: Any, texts: Any, quoted: bool, path: Any
    ) -> Any:
        below = super().cast_entry(tool, holder, key, branch, texts, quoted, path)
        told = unescape_entry(holder, key, branch) if self.unescapes and path is not None else ""
        if told:
            self.arguments[-1] = self.arguments[-1]._replace(
                value=holder[key],
                done="repaired",
                stage="generation",
                reason="text that was escaped once too often",
                repaired=((ESCAPED_NEWLINES, told),),
            )
        return below


class ReportedRepairs(RepairingParser, ReportingParser):
    """Takes the repairs, then what a ReportingParser takes."""

    recorder = RecordingRepairs

    def _mended_value(
        self,
        region: Region,
        mender: JsonMender,
        body: str,
        opened: Found | None,
        closed: Found | None,
    ) -> Any:
        try:
            return super()._mended_value(region, mender, body, opened, closed)
        except ValueError:
            self._recorder.begin()  # the text was refused as it is, and nothing of it was parsed
            raise

    def _keep(self, region: Region, value: Any) -> None:
        super()._keep(region, value)
        if self.repaired:
            self.report[-1] = self.report[-1]._replace(
                stage="generation", reason="repaired", error=self.refusal, repaired=self.repaired
            )


def reporter(repairs: Repairs) -> Callable[..., ReportingParser]:
    """What makes the parsers that repair and report."""
    return partial(ReportedRepairs, repairs)
