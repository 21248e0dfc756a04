"""Recovering mode, and raising past every error, against the executable model."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest

from tests.differential import oracle, recovering_model
from tests.differential.explained import explanation
from tests.differential.recovering_model import Recovered
from tests.differential.sources import CASES, bundled
from tests.support import chunkings
from tests.support.fixtures import Fixture, read_fixtures
from tests.support.mutations import mutate
from tests.support.outcomes import Outcome
from tests.support.parsers import Refusal, load, load_parser
from tests.support.recovery import Recovery, recover, whole_spans, without_reasons

Tools = Sequence[Any] | None

# How many bad outputs each template is tried on.
_OF_BUNDLED = 40
_OF_REPORTS = 6

_BUNDLED = bundled()
_FIXTURES: dict[str, list[Fixture]] = {}
for _fixture in read_fixtures():
    _FIXTURES.setdefault(_fixture.format, []).append(_fixture)
_REPORTS = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", sorted(_BUNDLED))
def test_bundled_template_recovers_as_the_model_does(name: str) -> None:
    rng = random.Random(name)
    for number in range(_OF_BUNDLED):
        fixture = rng.choice(_FIXTURES[name])
        text = fixture.raw[: rng.randint(0, len(fixture.raw))] if number % 4 == 0 else fixture.raw
        if number % 4:
            text = mutate(text, rng)
        _check(_BUNDLED[name], text, fixture.prefix, fixture.tools, rng)


@pytest.mark.parametrize("report", _REPORTS, ids=[report["id"] for report in _REPORTS])
def test_template_of_a_report_recovers_as_the_model_does(report: dict[str, Any]) -> None:
    rng = random.Random(report["id"])
    for template in filter(None, (report["template"], report["attempt"], report["alt"])):
        if isinstance(load(template), Refusal):
            continue
        texts = [report["raw"], *(mutate(report["raw"], rng) for _ in range(_OF_REPORTS - 1))]
        for text in texts:
            _check(template, text, report["prefix"], report["tools"], rng)


_PLAIN = {"open": "<x>", "close_pattern": "\\s*</x>", "content": "json", "repeats": True}
_DIALECT = {"unquoted_keys": True, "string_delims": [["<|", "|>"], ["``", "''"]]}
_JSON_TEMPLATES: dict[str, dict[str, Any]] = {
    "plain": {"x": _PLAIN, "rest": {}},
    "dialect": {"x": {**_PLAIN, "content_args": _DIALECT}},
    "calls": {"x": {**_PLAIN, "transform": "{content.a}"}, "rest": {}},
}
_BEGINNINGS = ("[", '["', '{"a": "', '{"a": 1, "', "{a: <|", "[``", '["a", "', '"', "[1 ")
_PIECES = ('"', "\\", "\\\\", '\\"', "</x>", " </x>", "\n", " ", ",", ":", "}", "]", "[", "a", "1", "|>", "|", "''", "<|", "<x>")  # fmt: skip


@pytest.mark.parametrize("name", _JSON_TEMPLATES)
def test_closes_and_ends_of_strings_in_any_order_are_read_as_the_model_does(name: str) -> None:
    template = {"start_anchor": "<a>", "fields": _JSON_TEMPLATES[name]}
    rng = random.Random(11)
    for _ in range(400):
        pieces = rng.choices(_PIECES, k=rng.randint(1, 9))
        if rng.random() < 0.7:  # a close in a string, and how that may go on
            pieces[:0] = [rng.choice(("", "\\", '\\"')), "</x>"]
            pieces += [rng.choice(('"', "|>", "''", "")), rng.choice(",:]} "), "1]</x>"]
        text = "<x>" + rng.choice(_BEGINNINGS) + "".join(pieces)
        _check(template, text, "", None, rng)


def test_a_prefix_may_hold_what_is_malformed() -> None:
    rng = random.Random(5)
    for name, template in sorted(_BUNDLED.items()):
        fixture = rng.choice(_FIXTURES[name])
        text = mutate(fixture.raw, rng)
        place = rng.randint(0, len(text))
        _check(template, text[place:], fixture.prefix + text[:place], fixture.tools, rng)


def _check(
    template: dict[str, Any], text: str, prefix: str, tools: Tools, rng: random.Random
) -> None:
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


def test_bad_outputs_reach_every_rule() -> None:
    rng = random.Random(7)
    reasons: set[str] = set()
    in_strings = 0
    for name, template in sorted(_BUNDLED.items()):
        for fixture in _FIXTURES[name][:12]:
            text = mutate(fixture.raw, rng)
            found = recovering_model.parse(template, text, fixture.prefix, fixture.tools)
            reasons.update(one.reason for one in found.malformed)
            in_strings += found.closes_in_strings
    # No bundled template joins what may be no text.
    assert reasons == {"content", "transform", "unterminated"}
    assert in_strings >= 8
