"""The long turns among the fixtures are fresh, long, and come back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conformance.parsers import bundled_parser
from tests.hostile.layouts import LAYOUTS
from tests.hostile.long_texts import ANSWER, CALLS, THOUGHT, TOOLS
from tests.hostile.long_turns import NAME, long_turn, path_of, row
from tests.support.chunkings import characters
from tests.support.equality import identical
from tests.support.replay import stream


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_long_turn_is_fresh(name: str) -> None:
    rows = json.loads(path_of(name).read_text("utf-8"))
    found = [one for one in rows if one["name"] == NAME]
    assert identical(found, [row(name)]), "run: python -m tests.hostile.long_turns"


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_long_turn_comes_back(name: str) -> None:
    module, written = bundled_parser(name), row(name)
    raw, prefix, tools = written["raw"], written["prefix"], written["tools"]
    result = module.parse_full(raw, prefix=prefix, tools=tools)
    assert identical(result.message, written["expected"]) and not result.malformed
    assert identical(stream(module, characters(raw), prefix, tools)[0], written["expected"])


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_long_turn_says_all_that_the_format_carries(name: str) -> None:
    layout = LAYOUTS[name]
    turn, raw = long_turn(layout), row(name)["raw"]
    assert len(turn.calls) == min(layout.calls, len(CALLS))
    assert (turn.thought is not None) == (layout.thinking is not None)
    if turn.texts:
        assert ANSWER in turn.texts[0] and len(raw) > 5_000
        assert turn.thought == THOUGHT or turn.texts[0].startswith(THOUGHT)
    assert len(raw) > 2_500


def test_calls_have_arguments_of_every_type_and_some_length() -> None:
    types: dict[str, Any] = {
        tool["function"]["name"]: tool["function"]["parameters"]["properties"] for tool in TOOLS
    }
    assert all(set(call.arguments) == set(types[call.name]) for call in CALLS)
    found = {one["type"] for properties in types.values() for one in properties.values()}
    assert found == {"string", "integer", "number", "boolean", "array", "object"}
    assert all(len(json.dumps(call.arguments)) > 800 for call in CALLS)
