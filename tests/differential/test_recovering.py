"""Recovering mode, and raising past every error, against the executable model."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.differential import recovering_model
from tests.differential.against_model import check_against_model
from tests.differential.sources import CASES, bundled
from tests.support.fixtures import Fixture, read_fixtures
from tests.support.mutations import mutate
from tests.support.parsers import Refusal, load

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
        check_against_model(_BUNDLED[name], text, fixture.prefix, fixture.tools, rng)


@pytest.mark.parametrize("report", _REPORTS, ids=[report["id"] for report in _REPORTS])
def test_template_of_a_report_recovers_as_the_model_does(report: dict[str, Any]) -> None:
    rng = random.Random(report["id"])
    for template in filter(None, (report["template"], report["attempt"], report["alt"])):
        if isinstance(load(template), Refusal):
            continue
        texts = [report["raw"], *(mutate(report["raw"], rng) for _ in range(_OF_REPORTS - 1))]
        for text in texts:
            check_against_model(template, text, report["prefix"], report["tools"], rng)


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
        check_against_model(template, text, "", None, rng)


def test_a_prefix_may_hold_what_is_malformed() -> None:
    rng = random.Random(5)
    for name, template in sorted(_BUNDLED.items()):
        fixture = rng.choice(_FIXTURES[name])
        text = mutate(fixture.raw, rng)
        place = rng.randint(0, len(text))
        check_against_model(
            template, text[place:], fixture.prefix + text[:place], fixture.tools, rng
        )


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
