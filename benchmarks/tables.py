"""Markdown tables, and numbers in them."""

from __future__ import annotations

from collections.abc import Sequence

NONE = "-"


def table(heads: Sequence[str], lines: Sequence[Sequence[str]], names: int = 1) -> str:
    """The first columns hold names, the others figures, to the right."""
    rule = ["---" if column < names else "---:" for column in range(len(heads))]
    return "\n".join(_line(cells) for cells in (heads, rule, *lines))


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def figure(value: float | None) -> str:
    """Three digits that count."""
    if value is None:
        return NONE
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def pair(best: float | None, median: float | None) -> str:
    """The best with the median beside it."""
    return NONE if best is None else f"{figure(best)} ({figure(median)})"
