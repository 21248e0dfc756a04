"""`rtc list`: the bundled templates."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from rtc.cli.console import write_line

if TYPE_CHECKING:
    from rtc.bundled import BundledTemplate

HEADINGS = ("template", "families", "emits", "needs")


@click.command("list")
def list_command() -> None:
    """Show the bundled templates: a table on a terminal, tab-separated lines elsewhere."""
    from rtc.bundled import read_index

    rows = [_row(template) for template in read_index()]
    if sys.stdout is not None and sys.stdout.isatty():
        _print_table(rows)
        return
    for row in rows:
        write_line("\t".join(row))


def _row(template: BundledTemplate) -> tuple[str, ...]:
    return (
        template.name,
        ", ".join(template.families),
        ", ".join(template.emits),
        template.needs,
    )


def _print_table(rows: list[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*HEADINGS, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*row)
    Console().print(table)
