"""Faults that users reported against other parsers, as inputs with the right answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support import chunkings, replay
from tests.support.equality import identical, same
from tests.support.parsers import Refusal, load, load_parser

Report = dict[str, Any]

_PATH = Path(__file__).parents[1] / "cases" / "bug-reports.jsonl"
# Every two-way split of a longer text takes too long for what it finds.
_SPLIT_LIMIT = 250

REPORTS: list[Report] = [json.loads(line) for line in _PATH.read_text("utf-8").splitlines()]

# Templates with a construct that cannot be decided while text streams in, and how the diagnostic names it.
REFUSED = {
    "glm-delimiters-inside-value": "lookbehind of variable width",
    "mistral-v11-marker-in-string": "lookbehind of variable width",
}

# What the reference's coercion gets wrong and the default gets right, and a template where the case has none.
TYPED = [
    "granite4-arguments-as-string",
    "minimax-m3-repeated-tags-to-array",
    "qcoder-nested-item-coercion",
    "qcoder-number-notation",
    "qcoder-ref-schema",
    "qcoder-union-integer-or-string",
]
TYPED_REPORTS = [report for report in REPORTS if report["id"] in TYPED]
KINDS = re.compile("string vs number|anyOf|nested object|big integer|boolean|float")

RIGHT = [
    report
    for report in REPORTS
    if report["template"] is not None and report["hf_verdict"] == "right"
]


def _ids(reports: list[Report]) -> list[str]:
    return [report["id"] for report in reports]


COMPILED = [report for report in RIGHT if report["id"] not in REFUSED]


@pytest.mark.parametrize("report", COMPILED, ids=_ids(COMPILED))
def test_report_gives_the_right_message_under_every_chunking(report: Report) -> None:
    module = load_parser(report["template"])
    for chunks in _chunkings(report):
        _check(report, module, chunks)


@pytest.mark.parametrize("report", COMPILED, ids=_ids(COMPILED))
def test_report_gives_the_right_message_in_one_shot(report: Report) -> None:
    module = load_parser(report["template"])
    if "error" in report["expected"]:
        with pytest.raises(module.ParseError):
            module.parse_response(report["raw"], prefix=report["prefix"], tools=report["tools"])
        return
    message = module.parse_response(report["raw"], prefix=report["prefix"], tools=report["tools"])
    assert same(message, report["expected"])


@pytest.mark.parametrize("report", TYPED_REPORTS, ids=_ids(TYPED_REPORTS))
def test_report_on_types_gives_the_right_message(report: Report) -> None:
    module = load_parser(report["template"] or report["attempt"])
    for chunks in _chunkings(report):
        message, _ = replay.stream(module, chunks, report["prefix"], report["tools"])
        assert identical(message, report["expected"]), chunks
    before, _ = replay.stream(
        module, [report["raw"]], report["prefix"], report["tools"], "reference"
    )
    assert not identical(before, report["expected"])


def test_every_report_on_types_is_right() -> None:
    on_types = {report["id"] for report in REPORTS if KINDS.search(report["kind"])}
    assert len(on_types) >= 11
    assert on_types <= {*TYPED, *_ids(COMPILED)}


@pytest.mark.parametrize("identifier", sorted(REFUSED))
def test_report_with_a_construct_beyond_us_is_refused_by_its_name(identifier: str) -> None:
    (report,) = (report for report in RIGHT if report["id"] == identifier)
    refusal = load(report["template"])
    assert isinstance(refusal, Refusal)
    assert all(REFUSED[identifier] in message for message in refusal.messages)


def test_reports_are_mostly_compiled() -> None:
    assert len(RIGHT) >= 121
    assert len(REFUSED) <= 2
    assert set(REFUSED) <= set(_ids(RIGHT))


def _chunkings(report: Report) -> Iterator[list[str]]:
    if report["chunks"] is not None:
        yield report["chunks"]
    yield from chunkings.standard(report["raw"], _SPLIT_LIMIT)


def _check(report: Report, module: ModuleType, chunks: list[str]) -> None:
    if "error" in report["expected"]:
        with pytest.raises(module.ParseError):
            replay.stream(module, chunks, report["prefix"], report["tools"])
        return
    message, _ = replay.stream(module, chunks, report["prefix"], report["tools"])
    assert same(message, report["expected"]), chunks
