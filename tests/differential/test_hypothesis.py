"""Compiled parsers against the reference on texts that hypothesis draws and shrinks.

`run.py` covers far more; these are here because their failures come small.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.differential import oracle, texts
from tests.differential.check import Case, check_case
from tests.differential.published import published_templates
from tests.differential.random_templates import random_template
from tests.differential.sources import bundled, prototype
from tests.support import chunkings

KNOWN = {**published_templates(), **prototype(), **bundled()}

_SETTINGS = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
_FILLERS = (
    "a",
    "1",
    " ",
    "\n",
    "<",
    "é",
    "\u2028",
    '{"name": "f", "arguments": {"a": 1}}',
    "{",
    '"',
)


@pytest.mark.parametrize("name", sorted(KNOWN))
@settings(_SETTINGS, max_examples=60)
@given(data=st.data())
def test_known_template_equals_the_reference(name: str, data: st.DataObject) -> None:
    _check(KNOWN[name], data)


@settings(_SETTINGS, max_examples=150)
@given(seed=st.integers(0, 10_000), data=st.data())
def test_random_template_equals_the_reference(seed: int, data: st.DataObject) -> None:
    template = random_template(random.Random(seed))
    try:
        oracle.load_template(template)
    except ValueError:
        return
    _check(template, data)


def _check(template: dict[str, Any], data: st.DataObject) -> None:
    piece = st.sampled_from(_pieces(template)) | st.text(max_size=3)
    text = "".join(data.draw(st.lists(piece, max_size=9), label="pieces"))
    split = data.draw(st.integers(0, len(text)), label="prefix ends at")
    prefix, generation = text[:split], text[split:]
    cuts = data.draw(st.lists(st.integers(0, len(generation)), max_size=4), label="cuts")
    for chunks in (chunkings.cut(generation, cuts), list(generation)):
        problem = check_case(Case(template, tuple(chunks), prefix))
        assert problem is None or problem.explained, (problem, template, prefix, chunks)


def _pieces(template: dict[str, Any]) -> list[str]:
    """Delimiters, beginnings of them and fillers, the same at every call."""
    rng = random.Random(0)
    source = texts.TextSource(template, rng)
    delimiters = sorted(source.delimiters)
    return [*delimiters, *(text[:-1] for text in delimiters if len(text) > 1), *_FILLERS]
