"""The recorded outputs of the package canitoolcall, and its verdict on what a bundled parser makes of them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from canitoolcall.checks import case_status, run_checks
from canitoolcall.fixtures import Family, Fixture, load_families, load_fixtures
from canitoolcall.results import Observation, ParsedToolCall, ParseResult

from tests.conformance.chunked import chunkings
from tests.conformance.parsers import Message, bundled_parser, parse, template_for
from tests.conformance.verdicts import Verdict, unserved


@lru_cache(maxsize=1)
def fixtures() -> tuple[Fixture, ...]:
    return tuple(load_fixtures())


@lru_cache(maxsize=1)
def families() -> dict[str, Family]:
    return dict(load_families())


def family_of(fixture: Fixture) -> Family:
    return families()[fixture.family]


def prefix_of(fixture: Fixture) -> str:
    """The generation prompt: the fixture's own, else its model's usual one."""
    if fixture.generation_prompt is not None:
        return fixture.generation_prompt
    reference = family_of(fixture).reference_for(fixture.reference_model)
    return (reference.default_generation_prompt if reference is not None else None) or ""


def judge_all() -> list[Verdict]:
    return [judge(fixture) for fixture in fixtures()]


def judge(fixture: Fixture) -> Verdict:
    """What canitoolcall says of the parser that the index gives for the fixture's first model."""
    template = template_for(fixture.reference_model)
    if template is None:
        return unserved(fixture.id, fixture.family)
    family = family_of(fixture)
    rows = run_checks(fixture, family, _observe(fixture, family, template.name))
    status = case_status(rows)
    why = next((f"{row.check}: {row.detail}" for row in rows if row.status == status), "")
    return Verdict(fixture.id, fixture.family, template.name, status.value, why)


def _observe(fixture: Fixture, family: Family, name: str) -> Observation:
    module, prefix, tools = bundled_parser(name), prefix_of(fixture), list(fixture.tools)
    text = fixture.raw_output
    whole = parse(module, text, prefix, tools)
    streams = {
        label: parse(module, text, prefix, tools, chunks)
        for label, chunks in chunkings(text, family.markers).items()
    }
    return Observation(
        nonstream=_result(whole),
        streams={label: _result(message) for label, message in streams.items()},
    )


def _result(message: Message) -> ParseResult:
    """A message as an engine's answer: arguments are JSON text there."""
    return ParseResult(
        content=message.get("content"),
        reasoning_content=message.get("reasoning_content"),
        tool_calls=tuple(map(_call, message.get("tool_calls", ()))),
    )


def _call(call: Any) -> ParsedToolCall:
    function = call["function"]
    arguments = function.get("arguments", {}) if isinstance(function, dict) else None
    name = function.get("name", "") if isinstance(function, dict) else ""
    return ParsedToolCall(str(name), json.dumps(arguments, ensure_ascii=False))
