"""Raw outputs to try variants of: canitoolcall's, and the fixtures of the bundled templates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from canitoolcall.fixtures import Fixture as EngineFixture

from rtc.bundled import find_by_name
from tests.conformance import engine_fixtures
from tests.conformance.parsers import template_for
from tests.support.fixtures import read_fixtures


@dataclass(frozen=True, slots=True)
class Recording:
    """A raw output, with the bundled template that reads it (None: there is none).

    `markers`: texts that no reader should see. `stop`: the tokens that end a turn. `truncated`: it stops short.
    """

    name: str
    family: str
    template: str | None
    raw: str
    prefix: str
    tools: list[Any]
    markers: tuple[str, ...]
    stop: tuple[str, ...]
    truncated: bool


@lru_cache(maxsize=1)
def recordings() -> tuple[Recording, ...]:
    """Those of canitoolcall and the fixtures of the bundled templates."""
    return (*map(_of_engines, engine_fixtures.fixtures()), *_own())


def _of_engines(fixture: EngineFixture) -> Recording:
    template = template_for(fixture.reference_model)
    return Recording(
        name=fixture.id,
        family=fixture.family,
        template=template.name if template is not None else None,
        raw=fixture.raw_output,
        prefix=engine_fixtures.prefix_of(fixture),
        tools=list(fixture.tools),
        markers=engine_fixtures.family_of(fixture).markers,
        stop=template.stop if template is not None else (),
        truncated=fixture.truncated,
    )


def _own() -> Iterable[Recording]:
    for fixture in read_fixtures():
        yield Recording(
            name=f"{fixture.format}: {fixture.name}",
            family=f"{fixture.format} (own)",
            template=fixture.format,
            raw=fixture.raw,
            prefix=fixture.prefix,
            tools=fixture.tools or [],
            markers=_markers_of(fixture.format),
            stop=_stop_of(fixture.format),
            truncated=fixture.refused or "cut_off" in fixture.name,
        )


def _stop_of(template: str) -> tuple[str, ...]:
    entry = find_by_name(template)
    return entry.stop if entry is not None else ()


@cache
def _markers_of(template: str) -> tuple[str, ...]:
    """What must not be seen of a format: its special tokens, and the markers of its engines' family."""
    entry = find_by_name(template)
    own = entry.special_tokens + entry.stop if entry is not None else ()
    served = (one for one in engine_fixtures.fixtures() if _serves(template, one))
    first = next(served, None)
    return own if first is None else (*own, *engine_fixtures.family_of(first).markers)


def _serves(template: str, fixture: EngineFixture) -> bool:
    found = template_for(fixture.reference_model)
    return found is not None and found.name == template
