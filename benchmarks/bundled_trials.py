"""Every bundled template on its own longest fixture: in chunks of four characters, and in one go.

That is a turn of some 5,500 characters: a thought, an answer and calls with code and JSON in them. The
floor in one go is code written by hand for the format. Then the same turn with long texts in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks import contenders
from benchmarks.chunks import fixed_chunks
from benchmarks.contenders import FLOOR, OURS, normal_form
from benchmarks.parsers import load_parser
from benchmarks.places import FIXTURES
from benchmarks.results import Measurement
from benchmarks.settings import Settings
from benchmarks.timing import Plan
from benchmarks.trials import Runner, Trial, run_trial
from benchmarks.turns import turn_reader

TABLE = "bundled"
GROWTH = "bundled growth"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A raw output with its message."""

    raw: str
    prefix: str
    tools: Any
    expected: Any


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
    rows = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    row = max((row for row in rows if "expected" in row), key=lambda row: len(row["raw"]))
    return Fixture(
        raw=row["raw"],
        prefix=row.get("prefix", ""),
        tools=row.get("tools"),
        expected=row["expected"],
    )


def stretched(fixture: Fixture, size: int) -> Fixture:
    """The same output, of about `size` characters: a line each of its thought, its answer and an argument is long."""
    found = [_own_line(texts, fixture.raw) for texts in _texts(fixture.expected)]
    lines = [line for line in found if line]
    room = (size - len(fixture.raw)) // len(lines)
    raw, message = fixture.raw, json.dumps(fixture.expected, ensure_ascii=False)
    for line in lines:
        repeated = " ".join([line] * (1 + room // (len(line) + 1)))
        raw, message = raw.replace(line, repeated), message.replace(line, repeated)
    return replace(fixture, raw=raw, expected=json.loads(message))


def _texts(message: Any) -> list[list[str]]:
    """The texts of the calls' arguments, and those of each other field."""
    calls = [call["function"]["arguments"] for call in message.get("tool_calls", ())]
    values = [value for arguments in calls for value in arguments.values()]
    fields = [[value] for key, value in message.items() if key != "role"]
    return [[text for text in texts if isinstance(text, str)] for texts in (values, *fields)]


def _own_line(texts: Sequence[str], raw: str) -> str:
    """The longest line of the texts that the output has once, and as JSON has it; "" if there is none."""
    lines = (line for text in texts for line in text.splitlines())
    plain = (line for line in lines if json.dumps(line, ensure_ascii=False) == f'"{line}"')
    return max((line for line in plain if raw.count(line) == 1), key=len, default="")


def measure_bundled(name: str, folder: Path, settings: Settings) -> Iterator[Measurement]:
    """Ours against the floor, both ways, and as the fixture grows. With its tools, which its message may need."""
    fixture, module = longest_fixture(name), load_parser(name, folder)
    limit = settings.limit
    yield from _measure_fixture(TABLE, name, module, fixture, limit, settings.bundled_plan)
    for size in (settings.small, settings.large):
        longer = stretched(fixture, size)
        yield from _measure_fixture(GROWTH, name, module, longer, limit, settings.growth_plan)


def _measure_fixture(
    table: str, name: str, module: Any, fixture: Fixture, limit: float, plan: Plan
) -> Iterator[Measurement]:
    """In one go first: what is on the heap slows down copies of a long text, and chunks are many."""
    raw, right = fixture.raw, normal_form(fixture.expected)

    def timed(way: str, feeds: int, floor: Runner, ours: Callable[[], Any]) -> list[Measurement]:
        runner = Runner(ours, limit, plan, lambda message: bool(message == fixture.expected))
        trial = Trial(table, name, name, way, len(raw), feeds)
        return run_trial(trial, {FLOOR: floor, OURS: runner})

    read = partial(turn_reader(name, fixture.tools), raw)
    parse = partial(module.parse_response, raw, prefix=fixture.prefix, tools=fixture.tools)
    yield from timed(
        "one-shot", 1, Runner(read, limit, plan, lambda found: bool(found == right)), parse
    )
    chunks = fixed_chunks(raw)
    keep = partial(contenders.stream_to_floor, chunks)
    stream = partial(_stream, module, chunks, fixture)
    yield from timed("stream", len(chunks), Runner(keep, limit, plan), stream)


def _stream(module: Any, chunks: list[str], fixture: Fixture) -> Any:
    parser = module.ResponseParser(fixture.prefix, tools=fixture.tools)
    feed = parser.feed
    for chunk in chunks:
        feed(chunk)
    return parser.finalize()[0]
