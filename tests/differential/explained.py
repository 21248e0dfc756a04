"""Differences from the reference that are meant, each under its heading in docs/differences.md.

A predicate looks at one run (its text with the truncated prefix in front) and says whether its heading
accounts for the difference. Dependence on chunking is never explained.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import regex

from tests.differential import oracle, recovering_model
from tests.support.outcomes import Outcome

Predicate = Callable[[Mapping[str, Any], str, Outcome, Outcome], bool]

_WORD_SYNTAX = re.compile(r"\\[wWdDbB]|\(\?[a-z]*i")
_ODD_KEY = re.compile(
    r"[{,][ \t\n\r]*(?!\w+[ \t\n\r]*:)[^\s\"'`(){}\[\]<>|=,:\\][^\"'`(){}\[\]<>|=,:\\]*:"
)
_TUPLE = re.compile(r"[=(\[,:]\s*\(")
_NEGATED_ALTERNATIVES = re.compile(r"\[\^\\?.\]\|(?:[^()|]*\|)*\[\^\\?.\]")


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


def _negated_alternatives(
    template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome
) -> bool:
    """`regex` reads `[^a]|[^b]`, which any character matches, as `[^ab]`."""
    return _NEGATED_ALTERNATIVES.search(json.dumps(template).replace("\\\\", "\\")) is not None


def _tuples(template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome) -> bool:
    """The reference has no tuples: where it fails on one, ours is a list or another error."""
    if expected.error is None or got.crashed or _TUPLE.search(text) is None:
        return False
    return "python-call-list" in json.dumps(template)  # as a value parser too


def _odd_keys(template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome) -> bool:
    """The reference puts quotes around words alone: where it fails on another key, ours may not."""
    if expected.error is None or got.crashed or _ODD_KEY.search(text) is None:
        return False
    return "unquoted_keys" in json.dumps(template)


def _nested_deeply(template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome) -> bool:
    """Past our own limit, which is the same on every Python; the interpreter's lies somewhere higher."""
    return got.error is not None and "more than 512 nested" in got.error and not got.crashed


def _empty_close_at_its_own_empty_open(
    template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome
) -> bool:
    """Where the reference fails on the empty region before it would go round for ever."""
    if expected.error is None or got.crashed:
        return False
    try:
        oracle.parse_whole(oracle.load_template(_lenient(template)), text)
    except oracle.NoOracle:
        return True
    return False


def _close_in_a_string(
    template: Mapping[str, Any], text: str, expected: Outcome, got: Outcome
) -> bool:
    """The reference closes there, and what it then has is no JSON. The model says what it should have."""
    if expected.error is None or got.crashed or not any(map(_reads_json, _fields(template))):
        return False
    model = recovering_model.parse(template, text, cut_off_closes=True)
    if got.error is not None:
        return bool(model.malformed or model.missing)
    return not model.malformed and repr(model.message) == got.message


def _fields(template: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(template["fields"].values())


def _reads_json(field: Mapping[str, Any]) -> bool:
    """Whether the strings of JSON may hold what would end the region."""
    explicit = field.keys() & {"open", "open_pattern"} and field.keys() & {"close", "close_pattern"}
    lenient = (field.get("content_args") or {}).get("allow_non_json")
    return bool(explicit) and field.get("content") == "json" and not lenient


def _lenient(template: Mapping[str, Any]) -> dict[str, Any]:
    """The template with the same delimiters and values that cannot fail."""
    keys = ("open", "open_pattern", "close", "close_pattern")
    fields = {
        name: {"transform": "{content}", **{key: field[key] for key in keys if key in field}}
        for name, field in template["fields"].items()
    }
    return {"start_anchor": "<", "fields": fields}


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
    "Alternatives that are negated characters": _negated_alternatives,
    "Bare keys of several words": _odd_keys,
    "Tuples in a list of calls": _tuples,
    "JSON nested over 512 levels": _nested_deeply,
    "An empty close where the region's own empty open was": _empty_close_at_its_own_empty_open,
    "A close inside a string of JSON": _close_in_a_string,
}
