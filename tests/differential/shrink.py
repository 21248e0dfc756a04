"""Make a failing case smaller while it keeps failing in the same way."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tests.differential.check import Case

Candidates = Callable[[Case], Iterator[Case]]

_ATTEMPTS = 4000
# A smaller template must be compiled, which takes far longer than a parse.
_TEMPLATE_COST = 25
_ROUNDS = 3


class _Spent(Exception):
    """The attempts are used up."""


def shrink(case: Case, fails: Callable[[Case], bool]) -> Case:
    """The smallest failing case that leaving out one thing at a time leads to."""
    attempts = _ATTEMPTS
    smallest = case

    def counted(candidate: Case) -> bool:
        nonlocal attempts, smallest
        attempts -= 1 if candidate.template == smallest.template else _TEMPLATE_COST
        if attempts < 0:
            raise _Spent
        if not fails(candidate):
            return False
        smallest = candidate
        return True

    try:
        for _ in range(_ROUNDS):
            for candidates in (_fewer_inputs, _fewer_fields, _two_chunks, _less_text, _less_prefix):
                _exhaust(smallest, candidates, counted)
            _exhaust(smallest, _simpler_templates, counted)
    except _Spent:
        pass
    return smallest


def _exhaust(case: Case, candidates: Candidates, fails: Callable[[Case], bool]) -> None:
    """Follow the candidates of one kind for as long as one of them fails."""
    found: Case | None = case
    while found is not None:
        found = next((smaller for smaller in candidates(found) if fails(smaller)), None)


def _fewer_inputs(case: Case) -> Iterator[Case]:
    if case.tools is not None:
        yield replace(case, tools=None)
        yield from (replace(case, tools=tools) for tools in _deletions(list(case.tools)))
    if case.prefix:
        yield replace(case, prefix="")


def _fewer_fields(case: Case) -> Iterator[Case]:
    fields = case.template["fields"]
    if len(fields) > 1:
        for name in fields:
            fewer = {key: value for key, value in fields.items() if key != name}
            yield replace(case, template={**case.template, "fields": fewer})


def _two_chunks(case: Case) -> Iterator[Case]:
    """Whole, in two, and with two neighbouring chunks joined."""
    text, chunks = case.text, case.chunks
    if len(chunks) > 1:
        yield replace(case, chunks=(text,))
    if len(chunks) > 2:
        for place in range(1, len(text)):
            yield replace(case, chunks=(text[:place], text[place:]))
        for place in range(len(chunks) - 1):
            joined = chunks[place] + chunks[place + 1]
            yield replace(case, chunks=(*chunks[:place], joined, *chunks[place + 2 :]))


def _less_text(case: Case) -> Iterator[Case]:
    for start, end in _spans(len(case.text)):
        yield replace(case, chunks=tuple(_without(case.chunks, start, end)))


def _less_prefix(case: Case) -> Iterator[Case]:
    for start, end in _spans(len(case.prefix)):
        yield replace(case, prefix=case.prefix[:start] + case.prefix[end:])


def _deletions(items: list[Any]) -> Iterator[list[Any]]:
    for place in range(len(items)):
        yield items[:place] + items[place + 1 :]


def _spans(length: int) -> Iterator[tuple[int, int]]:
    """Spans to leave out, the longest first, from the end backwards."""
    size = length
    while size:
        for start in range(length - size, -1, -max(1, size // 2)):
            yield start, start + size
        size //= 2


def _without(chunks: tuple[str, ...], start: int, end: int) -> Iterator[str]:
    """The chunks less a span of their text; the cuts stay where they were."""
    offset = 0
    for chunk in chunks:
        low, high = max(0, start - offset), max(0, end - offset)
        rest = chunk[:low] + chunk[high:]
        offset += len(chunk)
        if rest:
            yield rest


def _simpler_templates(case: Case) -> Iterator[Case]:
    yield from (replace(case, template=template) for template in _simpler(case.template))


def _simpler(template: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Templates with one key less in a field or at the top, or one literal less in a list."""
    for key in ("version", "defaults"):
        if key in template:
            yield {k: v for k, v in template.items() if k != key}
    for name, field in template["fields"].items():
        for key, value in field.items():
            changed = copy.deepcopy(template)
            del changed["fields"][name][key]
            yield changed
            if isinstance(value, list) and len(value) > 1 and key in ("open", "close"):
                for fewer in _deletions(value):
                    changed = copy.deepcopy(template)
                    changed["fields"][name][key] = fewer
                    yield changed
