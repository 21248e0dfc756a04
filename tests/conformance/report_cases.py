"""Faults that users reported against other parsers, through the bundled parser of the model's family."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.conformance.parsers import bundled_parser, parse, template_for
from tests.conformance.verdicts import Verdict, unserved
from tests.support.equality import same

Report = dict[str, Any]

_FOLDER = Path(__file__).parent
_CASES = _FOLDER.parent / "cases" / "bug-reports.jsonl"
_MODELS = _FOLDER / "data" / "report_models.json"
_NOTATIONS = _FOLDER / "data" / "report_notations.json"


@lru_cache(maxsize=1)
def reports() -> list[Report]:
    return [json.loads(line) for line in _CASES.read_text("utf-8").splitlines()]


@lru_cache(maxsize=1)
def report_models() -> dict[str, str]:
    """A model of each family of reports."""
    return dict(json.loads(_MODELS.read_text("utf-8")))


@lru_cache(maxsize=1)
def report_notations() -> dict[str, dict[str, str]]:
    """Reports whose text is in another notation than their family's: the `template` of it, and `why`."""
    return dict(json.loads(_NOTATIONS.read_text("utf-8")))


def template_of(report: Report) -> str | None:
    """The bundled template for the text of a report: that of its notation, else of its family's model."""
    other = report_notations().get(report["id"])
    if other is not None:
        return other["template"]
    template = template_for(report_models()[report["family"]])
    return None if template is None else template.name


def judge_all() -> list[Verdict]:
    return [judge(report) for report in reports()]


def judge(report: Report) -> Verdict:
    """Whether the message is the expected one, whole, per character and in the report's own chunks."""
    template = template_of(report)
    if template is None:
        return unserved(report["id"], report["family"])
    module = bundled_parser(template)
    if "error" in report["expected"]:
        why = _error_fault(module, report)
        status = "fail" if why else "pass"
    else:
        status, why = _compared(module, report)
    return Verdict(report["id"], report["family"], template, status, why)


def _compared(module: ModuleType, report: Report) -> tuple[str, str]:
    """How the messages compare with the expected one: status and finding."""
    expected, status, why = _in_our_words(report["expected"]), "pass", ""
    for chunks in _chunkings(report):
        message = parse(module, report["raw"], report["prefix"], report["tools"], chunks)
        if not same(_without_empty_ids(message), expected):
            return "fail", f"{message!r} instead of {expected!r}"
        if not same(message, expected):
            status, why = "soft_pass", 'a call has "id": "" where the model wrote none'
    return status, why


def _error_fault(module: ModuleType, report: Report) -> str:
    """Where an error is right, the parser that raises has to raise one."""
    try:
        message = module.parse_response(
            report["raw"], prefix=report["prefix"], tools=report["tools"]
        )
    except module.ParseError:
        return ""
    return f"{message!r} instead of an error"


def _in_our_words(expected: dict[str, Any]) -> dict[str, Any]:
    """Bundled templates call every thought `reasoning_content`."""
    return {
        "reasoning_content" if key == "thinking" else key: value for key, value in expected.items()
    }


def _without_empty_ids(message: dict[str, Any]) -> dict[str, Any]:
    """The message without the ids that the model did not write: a transform cannot leave a key out."""
    calls = message.get("tool_calls")
    if not isinstance(calls, list):
        return message
    bare = [
        {key: value for key, value in call.items() if (key, value) != ("id", "")} for call in calls
    ]
    return {**message, "tool_calls": bare}


def _chunkings(report: Report) -> Iterator[list[str] | None]:
    yield None
    yield list(report["raw"])
    if report["chunks"] is not None:
        yield report["chunks"]
