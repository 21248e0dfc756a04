"""Every bundled template on its own longest fixture: in chunks of four characters, and in one go.

That is a turn of some 5,500 characters: a thought, an answer and calls with code and JSON in them. The
floor in one go is one search for each of the format's tokens, and what no reader can avoid: slices for the
texts of the message, and `json.loads` of each call's arguments.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks import contenders
from benchmarks.by_hand import message_reader
from benchmarks.chunks import fixed_chunks
from benchmarks.contenders import FLOOR, OURS
from benchmarks.parsers import load_parser
from benchmarks.places import FIXTURES
from benchmarks.results import Measurement
from benchmarks.settings import Settings
from benchmarks.trials import Runner, Trial, run_trial

TABLE = "bundled"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A raw output with its message; `markers`: the tokens that its format is known by."""

    raw: str
    prefix: str
    tools: Any
    expected: Any
    markers: tuple[str, ...]


def bundled_names() -> tuple[str, ...]:
    import rtc

    return tuple(sorted(template.name for template in rtc.bundled_templates()))


@cache
def streaming_bound(name: str) -> float:
    """How many times the floor a template may take: that of W1, which is higher with an opener led by blanks.

    So it is here where a delimiter may begin with any white space: text that ends in it has to wait.
    """
    from rtc.locate import read_template
    from rtc.lower import lower_template
    from rtc.optimise import optimise_machine
    from rtc.parse import parse_template

    template, _ = parse_template(read_template(name))
    assert template is not None
    machine = optimise_machine(lower_template(template))
    blank_led = any({" ", "\n"} <= set(watch.blanks) for watch in machine.watches)
    return 4.0 if blank_led else 3.0


def longest_fixture(name: str) -> Fixture:
    """Of those that give a message."""
    import rtc

    rows = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    row = max((row for row in rows if "expected" in row), key=lambda row: len(row["raw"]))
    (entry,) = (template for template in rtc.bundled_templates() if template.name == name)
    return Fixture(
        raw=row["raw"],
        prefix=row.get("prefix", ""),
        tools=row.get("tools"),
        expected=row["expected"],
        markers=(*entry.special_tokens, *entry.stop),
    )


def measure_bundled(name: str, folder: Path, settings: Settings) -> list[Measurement]:
    """Ours against the floor, both ways. With the fixture's tools, which its message may need."""
    fixture = longest_fixture(name)
    chunks = fixed_chunks(fixture.raw)
    read = message_reader(fixture.raw, fixture.markers, fixture.expected)
    module = load_parser(name, folder)
    return [
        *_measure(
            Trial(TABLE, name, name, "stream", len(fixture.raw), len(chunks)),
            lambda: contenders.stream_to_floor(chunks),
            lambda: _stream(module, chunks, fixture),
            fixture,
            settings,
        ),
        *_measure(
            Trial(TABLE, name, name, "one-shot", len(fixture.raw), 1),
            read,
            lambda: module.parse_response(fixture.raw, prefix=fixture.prefix, tools=fixture.tools),
            fixture,
            settings,
        ),
    ]


def _stream(module: Any, chunks: list[str], fixture: Fixture) -> Any:
    parser = module.ResponseParser(fixture.prefix, tools=fixture.tools)
    feed = parser.feed
    for chunk in chunks:
        feed(chunk)
    return parser.finalize()[0]


def _measure(
    trial: Trial,
    floor: Callable[[], object],
    ours: Callable[[], Any],
    fixture: Fixture,
    settings: Settings,
) -> list[Measurement]:
    runners = {
        FLOOR: Runner(floor, settings.limit, settings.bundled_plan),
        OURS: Runner(
            ours,
            settings.limit,
            settings.bundled_plan,
            lambda message: bool(message == fixture.expected),
        ),
    }
    return run_trial(trial, runners)
