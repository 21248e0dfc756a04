"""Differences from the reference that are meant, each under its heading in docs/differences.md.

A predicate looks at one run and says whether its heading accounts for the difference. Dependence on
chunking is never explained.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import regex

from tests.support.outcomes import Outcome

Predicate = Callable[[Mapping[str, Any], str, Outcome, Outcome], bool]

_WORD_SYNTAX = re.compile(r"\\[wWdDbB]|\(\?[a-z]*i")


def explanation(
    template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome
) -> str | None:
    """The heading that accounts for the difference between two outcomes, or None."""
    for heading, predicate in EXPLANATIONS.items():
        if predicate(template, text, expected, got):
            return heading
    return None


def _words_beyond_ascii(
    template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome
) -> bool:
    return any(map(_classes_differ, set(text))) and _asks_for_words(json.dumps(template))


def _reserved_controls(
    template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome
) -> bool:
    return (
        expected.error is not None and "reserved sentinel characters" in expected.error
    ) and not got.crashed


def _nested_deeply(template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome) -> bool:
    """Past our own limit, which is the same on every Python; the interpreter's lies somewhere higher."""
    return got.error is not None and "more than 512 nested" in got.error and not got.crashed


@cache
def _classes_differ(character: str) -> bool:
    """Whether `re` and `regex` disagree on what `character` is."""
    if character < "\x80":
        return False
    differ = any(
        bool(re.match(escape, character)) != bool(regex.match(escape, character))
        for escape in (r"\w", r"\d")
    )
    return differ or character in "\u0130\u0131\u017f\u212a"


def _asks_for_words(template: str) -> bool:
    """Whether a template, as JSON, holds a class of words or digits, a word edge or a flag for case."""
    return "unquoted_keys" in template or _WORD_SYNTAX.search(template) is not None


EXPLANATIONS: dict[str, Predicate] = {
    "Words and digits beyond ASCII": _words_beyond_ascii,
    "Control characters beside string_delims": _reserved_controls,
    "JSON nested deeper than 512": _nested_deeply,
}
