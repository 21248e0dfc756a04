"""The page: targets first, then all that was measured."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.bundled_trials import GROWTH, streaming_bound
from benchmarks.bundled_trials import TABLE as BUNDLED
from benchmarks.contenders import FLOOR, HARMONY, OURS, TRANSFORMERS
from benchmarks.figures import (
    Growth,
    find,
    growths,
    nominal_size,
    per_kilobyte,
    ratio,
    size_name,
)
from benchmarks.results import Measurement, Results, unique
from benchmarks.tables import NONE, figure, pair, table
from benchmarks.targets import judge
from benchmarks.workload_trials import HARMONY_DELTAS
from benchmarks.workloads import workloads

MARKS = {True: "pass", False: "**miss**", None: "not measured"}
WAYS = {"stream": "In chunks of four characters", "one-shot": "In one go"}

INTRODUCTION = """\
What a generated parser costs: against a floor in Python, against other parsers, and as the text grows.
`{command}` wrote this page, `performance.json` and the plot.

The ratios are what counts. They are of the best of many runs in one process, in which all that is
compared takes turns; those of the medians stand in brackets beside them. The times are those of this
machine: {machine}. Versions: {versions}."""

METHOD = """\
- Times are of the clock on the wall, with the garbage collector off. Before anything is timed its result
  is compared: with what code written by hand finds in a text, and for adversarial texts with the message
  of transformers. A parser that gives something else is not timed.
- Parsers are files that `rtc compile` would write, imported as modules. They run without
  `tools`, but with bundled templates on their fixtures and in the rows called `tools`. These have the tools that
  are called, the same objects each time, whose schemas have the types of the calls' own arguments: nothing has
  to be cast, and that has to be found out. In one go the floor of these rows has the tools too: it looks up the type
  of each argument that is a text, which is what code by hand does to have arguments typed; without that it is the
  floor of the row without tools.
- Streaming is a new parser, all its feeds and `finalize`. W1 to W6 come in chunks of two to six
  characters, special tokens whole; the texts that grow in chunks of exactly four, which cut them.
- The floor of streaming is a `feed` that keeps the chunk and returns one event. The floor in one go is
  find, slice and `json.loads` (`ast` for calls in Python) written by hand for the one format, without a thought for
  what is malformed (`by_hand.py`, `notations.py`, `turns.py`); for plain and adversarial texts that grow, one
  search for each marker where code by hand could not read them. W1 has none.
- transformers reads its template before the time runs. openai-harmony reads token ids, and the texts of
  those tokens go to our parser; neither pays for the tokenizer. `deltas` asks it for channel and text
  after each token, which is what our events carry.
- A run that takes too long is stopped, and larger sizes are left out.
- Memory is what `tracemalloc` sees beyond what was there before the parser, against the size of the
  region's text as Python stores it: one byte for a character, or two in a text with any beyond Latin-1.
- An import is timed in fresh processes that have imported `re`, `json` and `typing`, with the bytecode
  on the disk.
- W1 to W6 have the templates that are published for their models, or a plain one where there is none:
  they lie in `benchmarks/templates`. Rows called `bundled` have the ones that ship with rtc, which read
  more of what models write; they do not count for the targets."""


def render_page(results: Results) -> str:
    sections = [
        "# Performance",
        _introduction(results),
        "## Targets",
        _targets(results),
        "## Streaming",
        _workloads(),
        "Microseconds per chunk, and how many times the floor's, or as fast as transformers.",
        _ratios_table(results, "streaming"),
        "## One-shot",
        "Microseconds per text, and how many times the floor's, or as fast as transformers.",
        _ratios_table(results, "one-shot"),
        "## Bundled templates",
        _bundled(results),
        "## By the token",
        _tokens(results),
        "## Growth",
        "![Cost against size](performance.svg)",
        _growth_text(results),
        *_growth_sections(results),
        "## Memory",
        _memory(results),
        "## Import",
        _imports(results),
        "## Not measured",
        _absent(results),
        "## How",
        METHOD,
    ]
    return "\n\n".join(sections) + "\n"


def _introduction(results: Results) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    return INTRODUCTION.format(command=results.command, machine=results.machine, versions=versions)


def _targets(results: Results) -> str:
    lines = [
        (verdict.target, verdict.bound, verdict.figure, MARKS[verdict.met])
        for verdict in judge(results)
    ]
    return table(("target", "bound", "measured", "verdict"), lines, names=4)


def _workloads() -> str:
    titles = "; ".join(f"{work.name} {work.title}" for work in workloads())
    return (
        f"{titles}. `tools` are the same with the tools that are called. `W1 blanks` is W1 with a template "
        "whose call opens with `\\s*`."
    )


def _ratios_table(results: Results, name: str) -> str:
    """One line for each row, times of one feed."""
    measurements = results.of(name)
    lines = []
    for row in unique(one.row for one in measurements):
        floor, ours, peer = (
            find(measurements, row, contender) for contender in (FLOOR, OURS, TRANSFORMERS)
        )
        first = next(one for one in measurements if one.row == row)
        lines.append(
            (
                row,
                f"`{first.template}`",
                f"{first.size:,}",
                *(_microseconds(one) for one in (floor, ours, peer)),
                pair(ratio(ours, floor), ratio(ours, floor, median=True)),
                pair(ratio(peer, ours), ratio(peer, ours, median=True)),
            )
        )
    heads = ("workload", "template", "characters", FLOOR, OURS, TRANSFORMERS)
    return table((*heads, "times the floor", "as fast as transformers"), lines, names=2)


def _microseconds(one: Measurement | None) -> str:
    if one is None:
        return NONE
    if one.best is None or one.median is None:
        return one.note
    return pair(one.best * 1e6 / one.feeds, one.median * 1e6 / one.feeds)


def _bundled(results: Results) -> str:
    """One line for each template."""
    measurements = results.of(BUNDLED)
    grown = {(one.row, one.way): figure(one.against_floor) for one in growths(results, GROWTH)}
    lines = [
        (
            f"`{name}`",
            *_bundled_cells([one for one in measurements if one.row == name]),
            f"{streaming_bound(name):.1f}",
            *(grown.get((name, way), NONE) for way in WAYS),
        )
        for name in unique(one.row for one in measurements)
    ]
    heads = (
        *("template", "characters", "us per chunk", "times the floor", "us in one go"),
        *("times the floor", "us per 1,000 characters", "streaming bound"),
        *("growth in chunks", "in one go"),
    )
    return (
        "Each on its own longest fixture, in chunks of four characters and in one go, with the fixture's "
        "tools: the same thought, answer and three calls in every notation that carries them. The floor in "
        "one go is code written by hand for the one format, with the tools as in the rows called `tools`. Where a "
        "delimiter may begin with any white space, text that ends in it waits: the bound in chunks is then that of W1 with such a delimiter. `growth` is "
        f"that of the cost per character at {size_name(results.large)} by that at {size_name(results.small)}, "
        "divided by the floor's, when a line each of thought, answer and an argument is repeated.\n\n"
        + table(heads, lines)
    )


def _bundled_cells(measurements: Sequence[Measurement]) -> tuple[str, ...]:
    cells: list[str] = [f"{measurements[0].size:,}"]
    for way in ("stream", "one-shot"):
        floor, ours = (
            next(one for one in measurements if (one.way, one.contender) == (way, contender))
            for contender in (FLOOR, OURS)
        )
        cells += [
            _microseconds(ours),
            pair(ratio(ours, floor), ratio(ours, floor, median=True)),
        ]
    return (*cells, figure(per_kilobyte(ours)))


def _tokens(results: Results) -> str:
    measurements = results.of("tokens")
    if not measurements:
        return f"{HARMONY} {results.absent.get(HARMONY, 'was not measured')}."
    lines = []
    for one in measurements:
        ours = find(measurements, one.row, OURS)
        times = [pair(ratio(one, ours), ratio(one, ours, median=True))]
        lines.append((one.contender, _microseconds(one), *times))
    first = measurements[0]
    return "\n\n".join(
        (
            f"W4 as {first.feeds:,} tokens, microseconds per token. `{HARMONY_DELTAS}` is judged.",
            table(("parser", "per token", "times rtc's"), lines),
        )
    )


def _growth_text(results: Results) -> str:
    small, large = size_name(results.small), size_name(results.large)
    return (
        f"Microseconds per 1,000 characters by size. `growth` is that at {large} by that at {small}; "
        "the floor's own growth divides it to give what the target is about. W7 is plain text, or one "
        "call with a long piece of code as its argument."
    )


def _growth_sections(results: Results) -> list[str]:
    sections = []
    for name, title in (("growth", "W7 texts"), ("adversarial", "Adversarial texts")):
        for way, subtitle in WAYS.items():
            chosen = [one for one in growths(results, name) if one.way == way]
            if chosen:
                sections += [f"### {title}. {subtitle}", _growth_table(chosen)]
    return sections


def _growth_table(chosen: Sequence[Growth]) -> str:
    sizes = sorted(
        {nominal_size(one.size) for growth in chosen for one in growth.points.get(FLOOR, ())}
    )
    lines = []
    for growth in chosen:
        lines.append(
            (
                f"{growth.row} (`{growth.template}`)",
                *(_cost(growth, OURS, size) for size in sizes),
                figure(growth.ours),
                figure(growth.floors),
                figure(growth.against_floor),
                _peer(growth),
            )
        )
    heads = ("text", *map(size_name, sizes), "growth", "floor's", "divided", TRANSFORMERS)
    return table(heads, lines)


def _cost(growth: Growth, contender: str, size: int) -> str:
    for one in growth.points.get(contender, ()):
        if nominal_size(one.size) == size:
            return figure(per_kilobyte(one)) if one.best is not None else one.note
    return growth.note(contender) if contender not in growth.points else NONE


def _peer(growth: Growth) -> str:
    """The last cost of transformers, and where it went no further."""
    reached = [one for one in growth.points.get(TRANSFORMERS, ()) if one.best is not None]
    said = []
    if reached:
        last = reached[-1]
        said.append(f"{figure(per_kilobyte(last))} at {size_name(nominal_size(last.size))}")
    note = growth.note(TRANSFORMERS)
    return "; ".join([*said, note] if note else said) or NONE


def _memory(results: Results) -> str:
    lines = []
    for one in results.memory:
        resident = NONE if one.resident is None else f"{one.resident / one.size:.2f}"
        lines.append(
            (
                one.row,
                f"{one.size / 1e6:.1f} MB",
                f"{one.streaming / one.size:.2f}",
                f"{one.whole / one.size:.2f}",
                resident,
            )
        )
    heads = ("region", "its text", "peak of all feeds", "with finalize", "resident, whole process")
    return (
        "Times the size of the region's text, the closing delimiter's feed included. The last column "
        "is what the process itself took more, as the system counts it.\n\n" + table(heads, lines)
    )


def _imports(results: Results) -> str:
    lines = [
        (
            f"`{one.template}`",
            pair(one.best * 1e3, one.median * 1e3),
            ", ".join(one.foreign) or "none",
        )
        for one in results.imports
    ]
    return "Milliseconds.\n\n" + table(("parser of", "import", "foreign modules"), lines)


def _absent(results: Results) -> str:
    lines = [f"- {name}: {reason}." for name, reason in results.absent.items()]
    lines += [f"- {note}" for note in results.notes]
    return "\n".join(lines) or "Everything was."
