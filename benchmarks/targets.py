"""What the project has set itself, and whether a run shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.bundled_trials import GROWTH, streaming_bound
from benchmarks.bundled_trials import TABLE as BUNDLED
from benchmarks.contenders import FLOOR, HARMONY, OURS, TRANSFORMERS
from benchmarks.figures import (
    Growth,
    find,
    geometric_mean,
    growths,
    ratio,
    size_name,
)
from benchmarks.results import Results, unique
from benchmarks.workload_trials import HARMONY_DELTAS

COUNTED = ("W1", "W2", "W3", "W4", "W5", "W6")
ONE_SHOT = COUNTED[1:]
WITH_TOOLS = tuple(f"{name} tools" for name in ONE_SHOT)  # W1 calls nothing
PLAIN = ("W1", "W1 blanks")
BLANK_LED = "W1 blanks"
UNMEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`met` is None where nothing was measured that could tell."""

    target: str
    bound: str
    figure: str
    met: bool | None


def judge(results: Results) -> list[Verdict]:
    return [
        *_against_floor(results),
        *_against_transformers(results),
        *_bundled(results),
        _against_harmony(results),
        *_one_shot(results),
        *_growth(results),
        _memory(results),
        *_imports(results),
    ]


def _against_floor(results: Results) -> list[Verdict]:
    ratios = _ratios(results, "streaming", COUNTED, OURS, FLOOR)
    with_tools = _ratios(results, "streaming", (COUNTED[0], *WITH_TOOLS), OURS, FLOOR)
    blank_led = _ratios(results, "streaming", (BLANK_LED,), OURS, FLOOR)
    what = "streaming, times the floor"
    return [
        _mean(f"{what}: geometric mean of W1-W6", ratios, "<= 2.0", lambda mean: mean <= 2.0),
        _worst(f"{what}: the worst of W1-W6", ratios, "<= 3.0", max, lambda worst: worst <= 3.0),
        _mean(
            f"{what}: geometric mean of W1-W6 with tools",
            with_tools,
            "<= 2.0",
            lambda mean: mean <= 2.0,
        ),
        _worst(
            f"{what}: the worst of W1-W6 with tools",
            with_tools,
            "<= 3.0",
            max,
            lambda worst: worst <= 3.0,
        ),
        _worst(
            f"{what}: W1 with an opener led by blanks",
            blank_led,
            "<= 4.0",
            max,
            lambda worst: worst <= 4.0,
        ),
    ]


def _against_transformers(results: Results) -> list[Verdict]:
    ratios = _ratios(results, "streaming", COUNTED, TRANSFORMERS, OURS)
    what = "streaming, times as fast as transformers"
    return [
        _mean(f"{what}: geometric mean of W1-W6", ratios, ">= 8", lambda mean: mean >= 8),
        _worst(f"{what}: the least of W1-W6", ratios, ">= 6", min, lambda worst: worst >= 6),
    ]


def _bundled(results: Results) -> list[Verdict]:
    """On their longest fixtures. Those with a delimiter led by blanks are allowed what W1 is with such a one."""
    rows = unique(one.row for one in results.of(BUNDLED))
    what = "streaming, times the floor: the bundled templates, longest fixtures"
    streamed = [
        _each_bundled(
            results, target, "stream", [row for row in rows if streaming_bound(row) == bound], bound
        )
        for target, bound in ((what, 3.0), (f"{what}, delimiters led by blanks", 4.0))
    ]
    what = "one-shot, times the code by hand: the bundled templates, longest fixtures"
    return [*streamed, _each_bundled(results, what, "one-shot", rows, 2.0)]


def _each_bundled(
    results: Results, target: str, way: str, rows: Sequence[str], bound: float
) -> Verdict:
    measurements = [one for one in results.of(BUNDLED) if one.way == way]
    ratios: dict[str, float] = {}
    written = f"<= {bound:.1f} each"
    for row in rows:
        ours = find(measurements, row, OURS)
        value = ratio(ours, find(measurements, row, FLOOR))
        if value is None:
            return _without(target, written, f"{row}: {ours.note if ours else UNMEASURED}")
        ratios[row] = value
    if not ratios:
        return _without(target, written, UNMEASURED)
    shown, met = _each_holds(ratios, bound, len(ratios))
    return Verdict(target, written, shown, met)


def _each_holds(factors: dict[str, float], bound: float, total: int) -> tuple[str, bool]:
    """How many of `total` rows are within the bound, and which is the worst; whether all are."""
    holding = sum(factor <= bound for factor in factors.values())
    shown = f"{holding} of {total} hold"
    if factors:
        worst = max(factors, key=factors.__getitem__)
        shown += f"; worst {factors[worst]:.2f} ({worst})"
    return shown, holding == total


def _against_harmony(results: Results) -> Verdict:
    ratios = _ratios(results, "tokens", ("W4",), HARMONY_DELTAS, OURS)
    return _worst(
        f"streaming W4, times as fast as {HARMONY} by the token",
        ratios,
        ">= 3",
        min,
        lambda worst: worst >= 3,
    )


def _one_shot(results: Results) -> list[Verdict]:
    what = "one-shot, times the code by hand: the worst of W2-W6"
    return [
        *(
            _worst(
                target,
                _ratios(results, "one-shot", rows, OURS, FLOOR),
                "<= 2.0",
                max,
                lambda worst: worst <= 2.0,
            )
            for target, rows in ((what, ONE_SHOT), (f"{what} with tools", WITH_TOOLS))
        ),
        _plain_one_shot(results),
    ]


def _plain_one_shot(results: Results) -> Verdict:
    found = [find(results.measurements, row, OURS, "one-shot") for row in PLAIN]
    times = [one.best * 1e6 for one in found if one is not None and one.best is not None]
    complete = len(times) == len(PLAIN)
    return Verdict(
        "one-shot, 20 kB of plain text with either template, on this machine",
        "<= 150 us",
        f"{max(times):.0f} us" if complete else UNMEASURED,
        max(times) <= 150 if complete else None,
    )


def _growth(results: Results) -> list[Verdict]:
    """From the small size to the large one, after dividing by the growth of the floor."""
    verdicts = []
    span = f"{size_name(results.large)} against {size_name(results.small)}"
    for table, title in (
        ("growth", "W7 texts"),
        ("adversarial", "adversarial texts"),
        (GROWTH, "bundled templates"),
    ):
        for way in ("stream", "one-shot"):
            chosen = [one for one in growths(results, table) if one.way == way]
            verdicts.append(
                _growth_verdict(f"growth per character, {span}: {title}, {way}", chosen)
            )
    return verdicts


def _growth_verdict(target: str, chosen: Sequence[Growth]) -> Verdict:
    if not chosen:
        return Verdict(target, "<= 1.5 each", UNMEASURED, None)
    known = {one.row: one.against_floor for one in chosen if one.against_floor is not None}
    figure, met = _each_holds(known, 1.5, len(chosen))
    if len(known) < len(chosen):
        figure += f"; {len(chosen) - len(known)} did not get there"
    return Verdict(target, "<= 1.5 each", figure, met)


def _memory(results: Results) -> Verdict:
    target = "memory at its peak while a long region streams in, times its size"
    if not results.memory:
        return Verdict(target, "<= 3", UNMEASURED, None)
    factor, row = max((one.streaming / one.size, one.row) for one in results.memory)
    return Verdict(target, "<= 3", f"{factor:.2f} ({row})", factor <= 3)


def _imports(results: Results) -> list[Verdict]:
    target = "import of a generated parser beyond re, json and typing, on this machine"
    modules = "modules outside the standard library that it imports"
    if not results.imports:
        return [
            Verdict(target, "<= 5 ms", UNMEASURED, None),
            Verdict(modules, "none", UNMEASURED, None),
        ]
    best, template = max((one.best * 1e3, one.template) for one in results.imports)
    foreign = sorted({name for one in results.imports for name in one.foreign})
    return [
        Verdict(target, "<= 5 ms", f"{best:.1f} ms ({template})", best <= 5),
        Verdict(modules, "none", ", ".join(foreign) or "none", not foreign),
    ]


def _ratios(
    results: Results, table: str, rows: Sequence[str], one: str, other: str
) -> dict[str, float] | str:
    """By row; or why one of them is not known: what is wrong with ours, or that nobody measured."""
    found = {}
    for row in rows:
        ours = find(results.measurements, row, OURS, table)
        if ours is not None and ours.note:
            return f"{row}: {ours.note}"
        value = ratio(
            find(results.measurements, row, one, table),
            find(results.measurements, row, other, table),
        )
        if value is None:
            return UNMEASURED
        found[row] = value
    return found


def _mean(
    target: str, ratios: dict[str, float] | str, bound: str, holds: Callable[[float], bool]
) -> Verdict:
    if isinstance(ratios, str):
        return _without(target, bound, ratios)
    mean = geometric_mean(list(ratios.values()))
    return Verdict(target, bound, f"{mean:.2f}", holds(mean))


def _worst(
    target: str,
    ratios: dict[str, float] | str,
    bound: str,
    choose: Callable[..., str],
    holds: Callable[[float], bool],
) -> Verdict:
    if isinstance(ratios, str):
        return _without(target, bound, ratios)
    row = choose(ratios, key=ratios.__getitem__)
    return Verdict(target, bound, f"{ratios[row]:.2f} ({row})", holds(ratios[row]))


def _without(target: str, bound: str, reason: str) -> Verdict:
    """No figure. A parser of ours that fails misses the target."""
    return Verdict(target, bound, reason, None if reason == UNMEASURED else False)
