"""The conformance run: its counts are pinned, its page is fresh, and what does not pass is explained."""

from __future__ import annotations

import pytest

from tests.conformance import cuts
from tests.conformance.page import PUBLISHED, render_page
from tests.conformance.parsers import Message, template_for
from tests.conformance.parts import PARTS, Part, run_part
from tests.conformance.report_cases import report_models, report_notations, reports, template_of
from tests.conformance.run import PAGE, counts, pinned
from tests.conformance.verdicts import Verdict

HINT = "if the change is wanted: make conformance"


@pytest.mark.parametrize("name", PARTS)
def test_counts_are_the_pinned_ones(name: str) -> None:
    assert counts()[name] == pinned()[name], HINT


@pytest.mark.parametrize("name", PARTS)
def test_everything_that_does_not_pass_is_explained_and_nothing_else(name: str) -> None:
    assert run_part(name).problems() == []


def test_page_is_fresh() -> None:
    assert PAGE.read_text("utf-8") == render_page(), HINT


def test_published_scores_add_up() -> None:
    for engine, _, supported, *scores in PUBLISHED:
        assert sum(scores) == supported, engine


def test_every_family_of_reports_has_a_model() -> None:
    assert set(report_models()) == {report["family"] for report in reports()}


def test_reports_in_another_notation_are_reports_that_their_family_would_not_serve() -> None:
    by_name = {report["id"]: report for report in reports()}
    for name, notation in report_notations().items():
        family = template_for(report_models()[by_name[name]["family"]])
        assert template_of(by_name[name]) == notation["template"]
        assert family is not None and family.name != notation["template"]


def test_stale_and_missing_explanations_are_problems() -> None:
    passing, failing = Verdict("a", "f", "t", "pass", ""), Verdict("b", "f", "t", "fail", "wrong")
    assert Part("p", (passing, failing), {"b": "why"}).problems() == []
    assert Part("p", (passing, failing), {"t: fail": "why"}).problems() == []
    assert Part("p", (passing, failing), {}).problems() == ["p: b: wrong"]
    stale = Part("p", (passing, failing), {"b": "why", "a": "why", "c": "why"}).problems()
    assert stale == ["p: stale explanation: a", "p: stale explanation: c"]


WHOLE: Message = {"content": "So be it.", "tool_calls": [{"name": "f"}]}


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ({}, None),
        ({"content": "So be"}, None),
        ({"content": "So be <too"}, None),
        (WHOLE, None),
        ({"content": "So be <tool>"}, "leak"),
        ({"content": "So we"}, "text"),
        ({"reasoning_content": "So"}, "text"),
        ({"tool_calls": [{"name": "g"}]}, "call"),
        ({"tool_calls": [{"name": "f"}, {"name": "f"}]}, "call"),
        ({"content": "<tool>", "tool_calls": [{"name": "g"}]}, "call"),
    ],
)
def test_cut_has_its_kind_of_fault(part: Message, kind: str | None) -> None:
    found = cuts.fault(WHOLE, part, ["<tool>"])
    assert (found[0] if found is not None else None) == kind


def test_recorded_outputs_pass_as_many_as_promised() -> None:
    assert run_part("fixtures").counts()["pass"] >= 467


def test_reports_pass_as_many_as_promised() -> None:
    counts = run_part("reports").counts()
    assert counts["pass"] >= 125
    assert counts["pass"] >= 0.9 * len(reports())


def test_beginnings_of_outputs_leave_no_marker_and_make_no_call() -> None:
    faults = {one.name for one in run_part("cuts").verdicts if one.kind in ("call", "leak")}
    assert faults == set()


def test_stop_tokens_that_are_kept_change_nothing() -> None:
    assert "stop" not in run_part("variants").counts()
