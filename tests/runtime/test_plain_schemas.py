"""Casting without reading the schema gives what casting by the whole schema gives."""

from __future__ import annotations

import copy
import random
import sys
from typing import Any

import pytest

from rtc_runtime import coercion, unread
from rtc_runtime.coercion import CoercionStep, DeepCoercion
from rtc_runtime.plain_schemas import CAST_BEGINNINGS, may_be_cast, stays
from rtc_runtime.text_casts import MISSING, cast_word, exact_json
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
    "TRUE",
    "\u3000false\u2028",
    "-0",
    "the tree",
    "none",
)


TEXT = {"type": "string"}
ONE = {"enum": [1]}


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


def usual_schema(rng: random.Random, depth: int = 3) -> dict[str, Any]:
    """As tools have them: the type is said, and little else."""
    kind = rng.choice(TYPES[: 7 if depth else 5])
    schema: dict[str, Any] = {"type": kind}
    if kind == "object":
        schema["properties"] = {key: usual_schema(rng, depth - 1) for key in "abc"}
    elif kind == "array":
        schema["items"] = usual_schema(rng, depth - 1)
    elif kind == "string" and rng.random() < 0.3:
        schema = rng.choice(({"anyOf": [TEXT, {"type": "null"}]}, {"enum": ["1", 1]}))
    if rng.random() < 0.3:
        schema[rng.choice(("description", "required", "nullable"))] = []
    return schema


def usual_value(rng: random.Random, schema: dict[str, Any]) -> Any:
    """As models write them: now and then a text where another type is wanted."""
    if rng.random() < 0.05:
        return random_value(rng)
    match schema.get("type"):
        case "object":
            keys = rng.sample("abcd", rng.randrange(4))
            fields = {**schema["properties"], "d": TEXT}
            return {key: usual_value(rng, fields[key]) for key in keys}
        case "array":
            return [usual_value(rng, schema["items"]) for _ in range(rng.randrange(3))]
        case "integer" | "number" | "boolean" | "null":
            return rng.choice((1, 1.5, True, None, None, 2, "1"))
    return rng.choice(TEXTS)


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
def test_usual_calls_give_the_same_with_and_without_a_report(seed: int) -> None:
    rng, staying = random.Random(seed), 0
    for _ in range(1_000):
        schema: dict[str, Any] = {"type": "object", "required": ["a"], "properties": {}}
        schema["properties"] = {key: usual_schema(rng) for key in "abc"}
        value, quoted = usual_value(rng, schema), rng.random() < 0.7
        expected = cast(schema, value, quoted, record=ignore)
        assert repr(cast(schema, value, quoted)) == repr(expected), (schema, value, quoted)
        staying += stays(schema, value, quoted)
    assert 300 < staying < 900


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


def test_text_that_cannot_be_cast_is_told_by_its_ends() -> None:
    rng, certain = random.Random(1), 0
    for _ in range(30_000):
        text = "".join(
            rng.choices('tTrReEfFaAlLsSnNuUoO01-."{}[], \u3000\u2028x', k=rng.randrange(7))
        )
        if text[:1] in CAST_BEGINNINGS and may_be_cast(text):
            continue
        certain += 1
        word = text.strip()
        assert exact_json(word) is MISSING
        assert all(cast_word(kind, word) is MISSING for kind in TYPES), text
    assert certain > 10_000
    for text in ("true", "FALSE", "null", "None", "-1.5e3", "[1]", '{"a": 1}', '"x"', "\x1f 1 "):
        assert text[:1] in CAST_BEGINNINGS and may_be_cast(text)


def test_every_blank_may_stand_before_what_is_cast() -> None:
    blanks = {one for one in map(chr, range(sys.maxunicode + 1)) if one.isspace()}
    assert blanks < set(CAST_BEGINNINGS)


def test_no_schema_is_asked_where_no_text_can_be_cast(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = {"$ref": "#/$defs/all", "$defs": {"all": {"oneOf": [{"type": "object"}]}}}
    value = {"a": "Oslo", "b": [1, "the tower", {"c": "2 km"}], "d": {"e": ["", None]}}
    monkeypatch.delattr(coercion, "schema_root")
    assert cast(schema, value, True) == value
    with pytest.raises(NameError):
        cast(schema, {"a": "1"}, True)


@pytest.mark.parametrize("more", [{"title": "t"}, {}])
@pytest.mark.parametrize("quoted", [True, False])
@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "array", "prefixItems": [{"type": "integer"}]}, ["1"]),
        ({"type": "array", "items": [{"type": "integer"}]}, ["1"]),
        ({"type": "array", "items": {"type": "string", "properties": {"n": {"type": "null"}}}}, []),
        ({"type": "object", "required": [], "allOf": [{"properties": {"n": {"const": 1}}}]}, {}),
        ({"type": "object", "required": [], "additionalProperties": {"type": "integer"}}, {}),
        ({"type": "object", "properties": {"n": TEXT}, "patternProperties": {"n": ONE}}, {}),
        ({"type": "object", "properties": {"n": {"type": "string", "enum": ["a", 1]}}}, {}),
        ({"type": "object", "properties": {"n": {"type": "string", "nullable": True}}}, {}),
        ({"type": "object", "properties": {"n": None}, "additionalProperties": False}, {}),
        ({"type": "object", "properties": {"n": ["string"]}}, {}),
        ({"type": "object", "properties": [], "required": ["n"]}, {}),
    ],
)
def test_schema_with_as_many_keys_as_a_plain_one_is_looked_through(
    schema: dict[str, Any], value: Any, quoted: bool, more: dict[str, Any]
) -> None:
    for text in ("1", "null", "a"):
        given = {"n": text} if value == {} else value or [{"n": text}]
        told = cast({**schema, **more}, given, quoted, record=ignore)
        assert repr(cast({**schema, **more}, given, quoted)) == repr(told)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {"type": "object", "additionalProperties": True},
        {"type": "object", "properties": {"a": {"type": ["string", "null"]}}},
        {"type": "object", "properties": {"a": {"type": "array", "items": {}}}},
    ],
)
def test_call_of_a_schema_that_says_little_needs_no_reading(schema: dict[str, Any]) -> None:
    array = schema.get("properties", {}).get("a", {}).get("type") == "array"
    assert stays(schema, {"a": ["1", {"b": "2"}] if array else "1"}, True)
