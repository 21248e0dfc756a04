"""Every bundled template against hostile values: each turn comes back, or its kind is a known ambiguity."""

from __future__ import annotations

import json

import pytest

from rtc.bundled import ambiguities_everywhere, bundled_names, read_index
from tests.conformance.parsers import bundled_parser
from tests.hostile.cases import NESTED, TEXT, THOUGHT, VALUE, Case, cases
from tests.hostile.judge import LOST, MALFORMED, WRONG, judge
from tests.hostile.judge import TEXT as OTHER_TEXT
from tests.hostile.known import KNOWN, cell_of, known
from tests.hostile.layouts import LAYOUTS
from tests.hostile.layouts_json import LISTS, OBJECTS
from tests.hostile.run import findings
from tests.hostile.turns import Call, Turn

BY_NAME = {template.name: template for template in read_index()}


def test_every_bundled_template_has_a_layout() -> None:
    assert set(LAYOUTS) == set(bundled_names())


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_hostile_turns_come_back_or_are_known_ambiguities(name: str) -> None:
    found = {cell_of(finding): finding for finding in findings(name)}
    new = {cell: found[cell] for cell in set(found) - set(known(name))}
    assert not new, f"python -m tests.hostile.run --show {name}"
    assert set(known(name)) <= set(found), "no longer fails: python -m tests.hostile.run --write"


def test_known_kinds_are_explained_by_the_index() -> None:
    data = json.loads(KNOWN.read_text("utf-8"))
    assert set(data) <= set(LAYOUTS)
    for name, entries in data.items():
        told = (*BY_NAME[name].ambiguities, *ambiguities_everywhere())
        for ambiguity in entries:
            assert ambiguity, name
            assert sum(text.startswith(ambiguity) for text in told) == 1, (name, ambiguity)


def test_what_holds_everywhere_explains_texts_and_thoughts_only() -> None:
    for name in LAYOUTS:
        for cell, ambiguity in known(name).items():
            if any(text.startswith(ambiguity) for text in ambiguities_everywhere()):
                assert cell.place in (TEXT, THOUGHT), (name, cell)


@pytest.mark.parametrize("name", sorted({**OBJECTS, **LISTS}))
def test_json_calls_carry_every_name_key_and_value(name: str) -> None:
    places = {cell.place for cell in known(name)}
    assert places <= {TEXT, THOUGHT}


def test_cases_are_the_same_on_every_run() -> None:
    layout = LAYOUTS["qwen3_coder"]
    assert list(cases("qwen3_coder", layout)) == list(cases("qwen3_coder", layout))
    places = {case.place for case in cases("qwen3_coder", layout)}
    assert {VALUE, NESTED, TEXT, THOUGHT} <= places


def outcome_of(name: str, *parts: str | Call) -> str | None:
    finding = judge(bundled_parser(name), LAYOUTS[name], Case(VALUE, "plain", Turn(parts)))
    return None if finding is None else finding.outcome


def _thinks_by_lines(name: str) -> bool:
    """Whether <think> opens a thought only where the response or a line begins."""
    opening = json.loads(BY_NAME[name].path.read_text("utf-8"))["fields"].get("reasoning_content")
    return opening is not None and opening.get("open_pattern", "").endswith(r"(?<=\n))<think>")


BY_LINES = sorted(name for name in LAYOUTS if _thinks_by_lines(name))


@pytest.mark.parametrize("name", BY_LINES)
def test_think_tag_in_the_middle_of_a_line_is_text(name: str) -> None:
    finding = judge(
        bundled_parser(name), LAYOUTS[name], Case(TEXT, "prose", Turn(("Write <think> first.",)))
    )
    assert finding is None, finding


def test_outcomes_are_told_apart() -> None:
    call, quoting = Call("f", {"a": "x"}), Call("f", {"a": "x<escape>,b:<escape>y"})
    assert outcome_of("functiongemma", "Look.", call) is None
    assert outcome_of("functiongemma", "Look.<end_of_turn>", call) == OTHER_TEXT
    assert outcome_of("functiongemma", Call("f", {"a(b": "x"})) == MALFORMED
    assert outcome_of("functiongemma", call, quoting) == WRONG
    assert outcome_of("qwen3", "A <think>", call) == LOST
