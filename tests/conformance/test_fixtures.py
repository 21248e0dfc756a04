"""The fixtures of every bundled format, through its parser as compiled now."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.hostile.layouts import LAYOUTS
from tests.hostile.values import markers_of
from tests.support import chunkings, replay
from tests.support.equality import identical
from tests.support.fixtures import FIXTURES, ROOT, Fixture, read_fixtures, template_of
from tests.support.parsers import load_parser

ALL = read_fixtures()
_IDS = [f"{fixture.format}: {fixture.name}" for fixture in ALL]
# Beyond this length, a text is split in two at the places that `chunkings.places` samples.
_SPLIT_LIMIT = 300


@pytest.mark.parametrize("fixture", ALL, ids=_IDS)
def test_fixture_gives_its_message_under_every_chunking(fixture: Fixture) -> None:
    module = load_parser(template_of(fixture.format))
    for chunks in _chunkings(fixture):
        if fixture.refused:
            with pytest.raises(module.ParseError):
                replay.stream(module, chunks, fixture.prefix, fixture.tools)
            continue
        message, _ = replay.stream(module, chunks, fixture.prefix, fixture.tools)
        assert identical(message, fixture.expected), chunks


def _chunkings(fixture: Fixture) -> Iterator[list[str]]:
    yield [fixture.raw]
    yield chunkings.characters(fixture.raw)
    markers = markers_of(LAYOUTS[fixture.format])
    for place in chunkings.places(fixture.raw, markers, _SPLIT_LIMIT):
        yield chunkings.cut(fixture.raw, [place])


@pytest.mark.parametrize("fixture", ALL, ids=_IDS)
def test_fixture_gives_its_message_in_one_shot(fixture: Fixture) -> None:
    module = load_parser(template_of(fixture.format))
    if fixture.refused:
        with pytest.raises(module.ParseError):
            module.parse_response(fixture.raw, prefix=fixture.prefix, tools=fixture.tools)
        return
    message = module.parse_response(fixture.raw, prefix=fixture.prefix, tools=fixture.tools)
    assert identical(message, fixture.expected)


def test_every_bundled_template_has_fixtures() -> None:
    bundled = {path.stem for path in (ROOT / "templates").glob("*.json") if path.stem != "index"}
    assert bundled == {path.stem for path in FIXTURES.glob("*.json")}
