"""Random bytes, and recorded outputs made bad, through every bundled parser: as the executable model has it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.conformance.recordings import Recording, recordings
from tests.differential.against_model import check_against_model
from tests.differential.sources import bundled
from tests.support import chunkings
from tests.support.fixtures import Fixture, read_fixtures
from tests.support.mutations import mutate, random_text

_BUNDLED = bundled()
_FIXTURES: dict[str, list[Fixture]] = {}
for _fixture in read_fixtures():
    _FIXTURES.setdefault(_fixture.format, []).append(_fixture)
_RECORDED: dict[str, list[Recording]] = {}
for _recording in recordings():
    if _recording.template is not None and len(_recording.raw) < 2_000:
        _RECORDED.setdefault(_recording.template, []).append(_recording)

# How many texts of each kind each template is tried on.
_RUNS = 20


@pytest.mark.parametrize("name", sorted(_BUNDLED))
def test_random_bytes_recover_as_the_model_does(name: str) -> None:
    """Alone, between the pieces of a real output, and where a prefix ends."""
    rng = random.Random(f"bytes {name}")
    for number in range(_RUNS):
        fixture = rng.choice(_FIXTURES[name])
        pieces = chunkings.at_marks(fixture.raw[:400], rng) if number % 4 else []
        soup = rng.choices([*pieces, *pieces, random_text(rng), random_text(rng)], k=12)
        text = "".join(soup) if number % 2 else fixture.raw[:400] + random_text(rng)
        split = rng.randint(0, len(text)) if number % 3 == 0 else 0
        prefix = fixture.prefix + text[:split]
        check_against_model(_BUNDLED[name], text[split:], prefix, fixture.tools, rng)


@pytest.mark.parametrize("name", sorted(_RECORDED))
def test_recorded_outputs_made_bad_recover_as_the_model_does(name: str) -> None:
    rng = random.Random(f"recorded {name}")
    for _ in range(_RUNS):
        one = rng.choice(_RECORDED[name])
        text = mutate(one.raw, rng)
        place = rng.randint(0, len(text))
        text = text[:place] + random_text(rng) + text[place:] if rng.random() < 0.2 else text
        check_against_model(_BUNDLED[name], text, one.prefix, one.tools, rng)


# What parses the implicit field, and pieces of which its text is made.
_IMPLICIT: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "json": ({}, ("{", '"a": 1', "}", "[", "]", "1", '"')),
    "json ": ({"allow_non_json": True}, ("{", '"a": 1', "}", "[", "]", "1", "a")),
    "int": ({}, ("1", "a", " ")),
    "kv-lines": ({}, ("a: 1", "b", ":", " ")),
    "xml-inline": ({"tag_pattern": "<(?P<key>a)>(?P<value>[^<]*)"}, ("<a>", "1", "<", "b")),
    "python-call-list": ({}, ("[", "]", "f(a=1)", ",", "f(")),
}
_CLOSES: tuple[dict[str, Any], ...] = (
    {},
    {"close": "<end>"},
    {"close_pattern": r"\s*(?:<end>|<stop>)"},
    {"close_pattern": r"<end>|\Z"},
)


@pytest.mark.parametrize("close", _CLOSES, ids=json.dumps)
@pytest.mark.parametrize("content", _IMPLICIT)
def test_implicit_field_that_is_cut_off_recovers_as_the_model_does(
    content: str, close: dict[str, Any]
) -> None:
    """With a close it is cut off where the text ends without it; else it has no other end."""
    args, pieces = _IMPLICIT[content]
    rest = {"content": content.strip(), "content_args": args, "repeats": True, **close}
    template = {
        "start_anchor": "@",
        "fields": {"x": {"open": "<x>", "close": "</x>"}, "rest": rest},
    }
    rng = random.Random(f"{content} {close}")
    for _ in range(25):
        ends = ("<end>", "<x>b</x>", "<x>", "\n", "<stop>", "<en")
        text = "".join(rng.choices([*pieces, *pieces, *ends], k=rng.randint(1, 6)))
        check_against_model(template, text, "", None, rng)
