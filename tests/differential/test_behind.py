"""Delimiters that begin with anything, right behind a character: no chunk may be passed on that completes one."""

from __future__ import annotations

import random
from types import ModuleType

import pytest

from tests.differential.check import Case, check_case
from tests.support.parsers import load, source_of

PIECES = ("]", "}", "\n", " ", "\n ", ",", "x", "</s>", "</", "[C]", "<", "y" * 70, " " * 20)
# The end of a region of text; whether that of the text between regions looks back too.
CLOSES = (
    r"</s>|(?<=[\]}])(?:\s*\Z|[^\S\n]*\n\s*(?=[^\s,\]}<\[]))",
    r"(?<=\])\s*\n\s*(?=[^\s,])",
    r"(?<=\])[^,]|</s>\s*",
    r"(?:(?<=\])|(?<=x\}))(?:\n|\s+x)",
    r"\s*</s>|(?<=\])[^,]",
    r"(?<=\n)\s*",
)
# Here the character is one of the blanks that wait.
BLANK_CLOSE = r"\s*<|(?<=\n)[^,]"


@pytest.mark.parametrize("close", [*CLOSES, BLANK_CLOSE])
@pytest.mark.parametrize("implicit", [False, True])
def test_delimiters_behind_a_character_equal_the_reference(close: str, implicit: bool) -> None:
    calls = {"open": "[C]", "close_pattern": close, "content": "text", "repeats": True, "join": "|"}
    content = {"content": "text", "repeats": True, "join": "|"}
    if implicit:
        content["close_pattern"] = close
    template = {"start_anchor": "@", "fields": {"calls": calls, "content": content}}
    module = load(template)
    assert isinstance(module, ModuleType)
    assert ("after=" in source_of(module)) == (close in CLOSES)
    rng = random.Random(close)
    for _ in range(400):
        text = "".join(rng.choices(PIECES, k=rng.randint(1, 14)))
        text = ("[C]" if rng.random() < 0.5 else "x") + text
        size = rng.choice((1, 2, 3, 5, 9))
        chunks = tuple(text[at : at + size] for at in range(0, len(text), size))
        case = Case(template, chunks)
        problem = check_case(case)
        assert problem is None or problem.explained, (chunks, problem)
