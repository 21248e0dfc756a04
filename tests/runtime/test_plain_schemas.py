"""Casting without reading the schema gives what casting by the whole schema gives."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from rtc_runtime import coercion, unread
from rtc_runtime.coercion import CoercionStep, DeepCoercion
from rtc_runtime.plain_schemas import stays
from rtc_runtime.values import guessed

TYPES = ("string", "integer", "number", "boolean", "null", "object", "array")
TEXTS = (
    "3",
    "3.0",
    "x",
    "",
    " true",
    "null",
    "None",
    "1",
    "[1]",
    '["x"]',
    '{"a": "1"}',
    "[",
    '"q"',
    "1e400",
)


def random_schema(rng: random.Random, depth: int = 3) -> Any:
    if depth == 0 or rng.random() < 0.05:
        return rng.choice(({}, True, False, None, {"type": "string"}))
    schema: dict[str, Any] = {"description": "d"} if rng.random() < 0.3 else {}
    if rng.random() < 0.85:
        schema["type"] = rng.choice(TYPES) if rng.random() < 0.85 else rng.sample(TYPES, 2)
    if schema.get("type") == "object" or rng.random() < 0.2:
        schema["properties"] = {key: random_schema(rng, depth - 1) for key in "ab"}
        if rng.random() < 0.3:
            schema["additionalProperties"] = random_schema(rng, depth - 1)
        if rng.random() < 0.1:
            schema["patternProperties"] = {"^[bc]": random_schema(rng, depth - 1)}
    if schema.get("type") == "array" or rng.random() < 0.1:
        schema["items"] = random_schema(rng, depth - 1)
        if rng.random() < 0.2:
            schema["prefixItems"] = [random_schema(rng, depth - 1)]
    for keyword, chance in (("anyOf", 0.15), ("oneOf", 0.05), ("allOf", 0.05)):
        if rng.random() < chance:
            schema[keyword] = [random_schema(rng, depth - 1) for _ in range(2)]
    if rng.random() < 0.1:
        schema["enum"] = rng.sample(TEXTS, 2) + [1, None]
    if rng.random() < 0.05:
        schema["const"] = rng.choice((*TEXTS, 1))
    if rng.random() < 0.05:
        schema["nullable"] = True
    if rng.random() < 0.03:
        schema["$ref"] = "#/properties/a"
    return schema


def random_value(rng: random.Random, depth: int = 3) -> Any:
    choice = rng.random() if depth else 0
    if choice < 0.6:
        return rng.choice(TEXTS) if rng.random() < 0.7 else rng.choice((1, 1.5, True, None))
    if choice < 0.8:
        return {key: random_value(rng, depth - 1) for key in rng.sample("abcd", rng.randrange(4))}
    return [random_value(rng, depth - 1) for _ in range(rng.randrange(3))]


def call(arguments: Any) -> dict[str, Any]:
    return {"function": {"name": "f", "arguments": copy.deepcopy(arguments)}}


def cast(schema: Any, value: Any, quoted: bool, record: Any = None) -> Any:
    return DeepCoercion({"f": schema}, record)(call(value), quoted)["function"]["arguments"]


def with_guesses(rng: random.Random, value: Any) -> Any:
    """`value` with its texts as a lenient parser leaves them, most of them."""
    if isinstance(value, str):
        return unread(value, value) if rng.random() < 0.8 else value
    if isinstance(value, dict):
        return {key: with_guesses(rng, one) for key, one in value.items()}
    return [with_guesses(rng, one) for one in value] if isinstance(value, list) else value


def cast_guesses(schema: Any, texts: Any, record: Any = None) -> Any:
    value = guessed(call(texts))
    return DeepCoercion({"f": schema}, record)(value, False, call(texts))["function"]["arguments"]


def ignore(step: CoercionStep) -> None:
    """Being told of each value makes the coercion read the schema."""


@pytest.mark.parametrize("seed", range(4))
def test_casting_gives_the_same_with_and_without_a_report(seed: int) -> None:
    rng, staying = random.Random(seed), 0
    for _ in range(2_500):
        schema, value, quoted = random_schema(rng), random_value(rng), rng.random() < 0.5
        expected = cast(schema, value, quoted, record=ignore)
        assert repr(cast(schema, value, quoted)) == repr(expected), (schema, value, quoted)
        if stays(schema, value, quoted):
            staying += isinstance(value, (dict, list, str))
            assert repr(expected) == repr(value), (schema, value, quoted)
    assert staying > 30


@pytest.mark.parametrize("seed", range(4))
def test_guesses_give_the_same_with_and_without_a_report(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(2_500):
        schema, texts = random_schema(rng), with_guesses(rng, random_value(rng))
        expected = cast_guesses(schema, texts, record=ignore)
        assert repr(cast_guesses(schema, texts)) == repr(expected), (schema, texts)


def test_schema_of_a_call_that_needs_no_cast_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = {
        "text": {"type": "string"},
        "unit": {"type": "string", "enum": ["c", "f"]},
        "note": {"anyOf": [{"type": "null"}, {"type": "string"}]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "place": {"type": "object", "properties": {"lat": {"type": "number"}}},
    }
    value = {"text": "3", "unit": "c", "note": "null", "tags": ["1"], "place": {"lat": 1.5}}
    monkeypatch.delattr(coercion, "schema_root")
    assert cast({"type": "object", "properties": fields}, value, True) == value
