"""Captures of a match, as an expression."""

from __future__ import annotations

from collections.abc import Sequence

from rtc import ir
from rtc.emit.literals import py_literal
from rtc.emit.patterns import group_names


def group_text(groups: Sequence[ir.GroupUse], group: ir.GroupUse, match: str) -> str:
    """The text of a capture: of its one group, or of that which took part."""
    names = [py_literal(group_names(groups)[number]) for number in group.groups]
    if len(names) == 1:
        return f"{match}[{names[0]}]"
    return f"one_of({match}, {', '.join(names)})"
