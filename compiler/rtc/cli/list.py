"""`rtc list`: the bundled templates."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from rtc.cli.console import InputProblem, write_line

if TYPE_CHECKING:
    from rtc.bundled import BundledTemplate


@click.command("list")
@click.option("--model", metavar="ID", help="Show only the template that serves this model.")
def list_command(model: str | None) -> None:
    """Show the bundled templates: for each its model families, what these write, and what it needs.

    On a terminal that is a table; elsewhere each line has the name, the families, what they write, the
    keys of the message, the need, the models and what the notation cannot carry, between tabs.
    """
    templates = _templates(model)
    if sys.stdout is not None and sys.stdout.isatty():
        _print_table(templates)
        return
    for template in templates:
        write_line("\t".join((template.name, *_details(template))))


def _templates(model: str | None) -> list[BundledTemplate]:
    """All bundled templates by name, or the one that serves `model`."""
    from rtc.bundled import read_index
    from rtc.models import UnknownModelError, find_template

    templates = sorted(read_index(), key=lambda template: template.name)
    if model is None:
        return templates
    try:
        path = find_template(model)
    except UnknownModelError as error:
        raise InputProblem(str(error)) from None
    return [template for template in templates if template.path == path]


def _details(template: BundledTemplate) -> tuple[str, ...]:
    need = "kept" if template.special_tokens else "kept or dropped"
    return (
        ", ".join(template.families),
        template.emits,
        ", ".join(template.fields),
        f"special tokens {need}",
        ", ".join(template.models),
        " ".join(template.ambiguities),
    )


def _print_table(templates: list[BundledTemplate]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 1, 0))
    table.add_column(no_wrap=True, style="bold cyan")
    table.add_column()
    for template in templates:
        families, emits, fields, need, models, _ = _details(template)
        # Text, since the brackets of a tag are no markup.
        details = Text.assemble(
            (families, "bold"), f"\n{emits}\n", (f"{fields}; {need}\n{models}", "dim")
        )
        for ambiguity in template.ambiguities:
            details.append(f"\n! {ambiguity}")
        table.add_row(template.name, details)
    Console().print(table)
