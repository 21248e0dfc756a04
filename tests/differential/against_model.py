"""A compiled parser against the executable model, on one text."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from tests.differential import oracle, recovering_model
from tests.differential.explained import explanation
from tests.differential.recovering_model import Recovered
from tests.support import chunkings
from tests.support.outcomes import Outcome
from tests.support.parsers import load_parser
from tests.support.recovery import Recovery, recover, whole_spans, without_reasons

Tools = Sequence[Any] | None


def check_against_model(
    template: dict[str, Any], text: str, prefix: str, tools: Tools, rng: random.Random
) -> None:
    """In both modes, whole and in chunks; `recover` checks that spans tile and that no text is lost."""
    module = load_parser(template)
    for mode, wanted in _models(template, text, prefix, tools):
        for chunks in ([text], *_chunkings(text, rng)):
            got = recover(module, chunks, prefix, tools, mode=mode)
            if got is None:
                assert any(event.get("start", 0) < 0 for event in _malformed(wanted))
            elif not _equal(wanted, got):
                whole = oracle.truncate(oracle.load_template(template), prefix) + text
                assert _explained(template, whole, wanted, got), (template, prefix, chunks)
        if mode == "event":
            assert _one_shot(module, text, prefix, tools) == _summary(got), (prefix, text)


def _models(
    template: dict[str, Any], text: str, prefix: str, tools: Tools
) -> Iterator[tuple[str, Recovered]]:
    for mode in ("event", "raise"):
        yield mode, recovering_model.parse(
            template, text, prefix, tools, cut_off_closes=mode == "raise"
        )


def _chunkings(text: str, rng: random.Random) -> Iterator[list[str]]:
    yield chunkings.at_marks(text, rng)
    yield rng.choice((chunkings.at_random, chunkings.in_two))(text, rng)
    if len(text) < 300:
        yield chunkings.characters(text)


def _malformed(wanted: Recovered) -> list[dict[str, Any]]:
    return [event for event in wanted.events if event["type"] == "region_malformed"]


def _equal(wanted: Recovered, got: Recovery) -> bool:
    reasons = tuple(one.reason for one in wanted.malformed)
    return (
        got.message == repr(wanted.message)
        and got.events == repr(without_reasons(wanted.events))
        and got.reasons in (reasons, ())
        and list(got.spans) == whole_spans(wanted.spans)
    )


def _explained(template: dict[str, Any], whole: str, wanted: Recovered, got: Recovery) -> bool:
    """Whether the difference is one that is meant; not a close in a string: the model knows those."""
    expected = Outcome(repr(wanted.message), error="; ".join(wanted.errors) or None)
    outcome = Outcome(got.message, error="; ".join(got.errors) or None)
    heading = explanation(template, whole, expected, outcome)
    return heading not in (None, "A close inside a string of JSON")


def _one_shot(module: ModuleType, text: str, prefix: str, tools: Tools) -> tuple[str, ...]:
    result = module.parse_full(text, prefix=prefix, tools=tools, coercion="reference")
    ends = [
        *result.malformed,
        *({"type": "field_missing", "field": field} for field in result.missing),
    ]
    return (repr(result.message), *(repr(event) for event in ends))


def _summary(got: Recovery | None) -> tuple[str, ...]:
    return () if got is None else (got.message, *got.ends)
