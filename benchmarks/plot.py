"""The plot: cost for a thousand characters against size, both logarithmic, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from benchmarks.contenders import FLOOR, OURS, TRANSFORMERS
from benchmarks.figures import Growth, growths, nominal_size, per_kilobyte, size_name
from benchmarks.results import Results

# Told apart by people who do not see all colours; ours is drawn last.
COLOURS = {FLOOR: "#8a8a8a", TRANSFORMERS: "#d55e00", OURS: "#0072b2"}
PANELS = (
    ("growth", "stream", "W7 texts, in chunks of 4 characters"),
    ("growth", "one-shot", "W7 texts, in one go"),
    ("adversarial", "stream", "adversarial texts, in chunks of 4 characters"),
    ("adversarial", "one-shot", "adversarial texts, in one go"),
)
WIDTH, HEIGHT = 460, 300
LEFT, RIGHT, TOP, BOTTOM = 70, 26, 40, 44
LEGEND = 46


@dataclass(frozen=True, slots=True)
class Scale:
    """From a power of ten to another, on `length` pixels."""

    low: int
    high: int
    length: float

    def at(self, value: float) -> float:
        return (math.log10(value) - self.low) / (self.high - self.low) * self.length

    def ticks(self) -> list[int]:
        return list(range(self.low, self.high + 1))


def render_plot(results: Results) -> str:
    """One panel for each table and way; a line for each text and parser."""
    width, height = 2 * WIDTH, LEGEND + 2 * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *_legend(),
    ]
    for number, (table, way, title) in enumerate(PANELS):
        chosen = [one for one in growths(results, table) if one.way == way]
        left, top = number % 2 * WIDTH, LEGEND + number // 2 * HEIGHT
        parts += [f'<g transform="translate({left} {top})">', *_panel(title, chosen), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _legend() -> Iterator[str]:
    yield _text(16, 20, "microseconds per 1,000 characters, against the size of the text", "start")
    for number, (name, colour) in enumerate(COLOURS.items()):
        left = 16 + 110 * number
        yield f'<path d="M{left} 36h24" stroke="{colour}" stroke-width="2"/>'
        yield _text(left + 30, 40, name, "start")
    yield _text(16 + 110 * len(COLOURS), 40, "a cross: stopped at the next size", "start")


def _panel(title: str, chosen: Sequence[Growth]) -> Iterator[str]:
    yield _text(LEFT, TOP - 14, title, "start", bold=True)
    points = [point for growth in chosen for name in COLOURS for point in _points(growth, name)]
    if not points:
        yield _text(LEFT, TOP + 14, "not measured", "start")
        return
    across = _scale([size for size, _ in points], WIDTH - LEFT - RIGHT)
    up = _scale([cost for _, cost in points], HEIGHT - TOP - BOTTOM)
    yield from _axes(across, up)
    for name in COLOURS:
        for growth in chosen:
            yield from _curves(growth, name, across, up)


def _scale(values: Sequence[float], length: float) -> Scale:
    low = math.floor(math.log10(min(values)) + 1e-9)
    high = math.ceil(math.log10(max(values)) - 1e-9)
    return Scale(low, max(high, low + 1), length)


def _axes(across: Scale, up: Scale) -> Iterator[str]:
    bottom = TOP + up.length
    for power in across.ticks():
        x = LEFT + across.at(10.0**power)
        yield f'<path d="M{x:.1f} {TOP}V{bottom:.1f}" stroke="#e0e0e0"/>'
        yield _text(x, bottom + 18, size_name(10**power), "middle")
    for power in up.ticks():
        y = bottom - up.at(10.0**power)
        yield f'<path d="M{LEFT} {y:.1f}h{across.length:.1f}" stroke="#e0e0e0"/>'
        yield _text(LEFT - 8, y + 4, f"{10.0**power:,g}", "end")


def _curves(growth: Growth, name: str, across: Scale, up: Scale) -> Iterator[str]:
    colour = COLOURS[name]
    points = _points(growth, name)
    if not points:
        return
    places = [(LEFT + across.at(x), TOP + up.length - up.at(y)) for x, y in points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    yield (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5" '
        f'stroke-opacity="0.7"><title>{escape(f"{name}: {growth.row}")}</title></polyline>'
    )
    if any(one.stopped_after is not None for one in growth.points[name]):
        x, y = places[-1]
        yield f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8" stroke="{colour}"/>'


def _points(growth: Growth, name: str) -> list[tuple[float, float]]:
    """Size and cost of the runs that came to their end."""
    costs = [(one.size, per_kilobyte(one)) for one in growth.points.get(name, ())]
    return [(float(nominal_size(size)), cost) for size, cost in costs if cost is not None]


def _text(x: float, y: float, text: str, anchor: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
