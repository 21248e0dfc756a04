"""Every behaviour case, whole, in its own chunks, per character and at every two-way split."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.behaviour.reader import BehaviourCase, read_cases
from tests.differential import oracle
from tests.support import chunkings, replay
from tests.support.outcomes import merge_events
from tests.support.parsers import load_parser

PAGES = sorted((Path(__file__).parent / "cases").glob("*.md"))
CASES = [case for page in PAGES for case in read_cases(page)]


def _names(cases: list[BehaviourCase]) -> list[str]:
    return [case.name for case in cases]


@pytest.mark.parametrize("case", CASES, ids=_names(CASES))
def test_case_gives_its_events_and_message_under_every_chunking(case: BehaviourCase) -> None:
    module = load_parser(case.template)
    for chunks in (case.chunks, *chunkings.standard(case.text)):
        _check(case, module, chunks)


@pytest.mark.parametrize("case", CASES, ids=_names(CASES))
def test_case_gives_its_message_in_one_shot(case: BehaviourCase) -> None:
    outcome = replay.parse_whole(
        load_parser(case.template), case.text, case.prefix, case.tools, "reference"
    )
    if case.error is None:
        assert outcome.error is None and outcome.message == repr(case.message), outcome.show()
    else:
        assert outcome.error is not None and not outcome.crashed, outcome.show()


@pytest.mark.parametrize("case", CASES, ids=_names(CASES))
def test_case_is_what_the_reference_gives_in_one_feed(case: BehaviourCase) -> None:
    agrees = _reference_agrees(case)
    assert agrees == (case.reference is None), case.reference


def test_pages_are_found() -> None:
    assert len(PAGES) >= 8
    assert len(set(_names(CASES))) == len(CASES)


def _check(case: BehaviourCase, module: ModuleType, chunks: list[str]) -> None:
    if case.error is not None:
        field, reason = case.error
        with pytest.raises(module.ParseError, match=None) as caught:
            replay.stream(module, chunks, case.prefix, case.tools, "reference")
        assert (caught.value.field or "-") == field, chunks
        assert reason in str(caught.value), chunks
        return
    message, events = replay.stream(module, chunks, case.prefix, case.tools, "reference")
    assert repr(message) == repr(case.message), chunks
    if case.events is not None:
        assert _shown(merge_events(events)) == _shown(case.events), chunks
    if case.initial is not None:
        initial = module.ResponseParser(case.prefix, tools=case.tools).initial_events
        assert _shown(merge_events(initial)) == _shown(case.initial)


def _shown(events: list[dict[str, object]]) -> list[str]:
    """Events as text, so that 1 and True differ and a failure shows the odd line out."""
    return [repr(sorted(event.items())) for event in events]


def _reference_agrees(case: BehaviourCase) -> bool:
    try:
        template = oracle.load_template(case.template)
        outcome = oracle.parse_whole(template, case.text, case.prefix, case.tools)
    except oracle.NoOracle:
        return False
    if case.error is not None:
        return outcome.error is not None
    if outcome.error is not None or outcome.message != repr(case.message):
        return False
    return case.events is None or _same_events(outcome.events, case.events)


def _same_events(shown: str, events: list[dict[str, object]]) -> bool:
    return shown == repr([_in_order(event) for event in events])


def _in_order(event: dict[str, object]) -> dict[str, object]:
    keys = ("type", "field", "text", "dirty", "value")
    return {key: event[key] for key in keys if key in event}
