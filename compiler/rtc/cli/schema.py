"""`rtc schema`: where the types of tools end, and what still arrives there."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from rtc.cli.console import say_diagnostics, write_json, write_line
from rtc.cli.files import read_bytes
from rtc.diagnostics import has_errors, printable

if TYPE_CHECKING:
    from rtc.notations import Notation
    from rtc.schema_ends import End
    from rtc.source import Source
    from rtc.tools_file import Tool

    Report = list[tuple[Tool, tuple[End, ...], bool]]


@click.command("schema")
@click.argument("tools", metavar="TOOLS")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def schema_command(tools: str, as_json: bool) -> None:
    """Show where the types of the TOOLS in a JSON file ("-": standard input) end.

    Below such a place values are what the notation of the model's calls makes of them; the notations of
    the bundled templates come first. Away from a terminal each line has its fields between tabs:
    `notation`, its name, what it carries, the templates; `tool`, its name, how many ends it has; `end`,
    the tool, the JSON pointer in its parameters, line:column, what the schema says, then what arrives
    where the notation is typed, guessed and text. Places where only keys that the schema does not mention
    are untyped are a `note` in the place of `end`.
    """
    from rtc.notations import bundled_notations
    from rtc.schema_ends import find_ends
    from rtc.tools_file import read_tools

    found, source, diagnostics = read_tools(
        read_bytes(tools), "<stdin>" if tools == "-" else os.path.basename(tools)
    )
    say_diagnostics(diagnostics, source)
    if has_errors(diagnostics):
        sys.exit(1)
    report = [(tool, *find_ends(tool)) for tool in found]
    if as_json:
        write_json(_as_data(bundled_notations(), report, source), indent=2)
    elif sys.stdout is not None and sys.stdout.isatty():
        _print_tables(bundled_notations(), report)
    else:
        _write_lines(bundled_notations(), report, source)


def _place(tool: Tool, end: End, source: Source) -> tuple[int, int]:
    origin = source.origin(f"{tool.pointer}/parameters{end.pointer}")
    return origin.line, origin.column


def _summary(ends: tuple[End, ...], more: bool) -> str:
    count = sum(not end.note for end in ends)
    if more:
        return f"more than {len(ends)} ends"
    return f"{count or 'no'} end{'' if count == 1 else 's'}"


def _as_data(notations: tuple[Notation, ...], report: Report, source: Source) -> dict[str, Any]:
    from rtc.notations import MEANING

    return {
        "notations": [
            {
                "name": notation.name,
                "carries": notation.carries,
                "meaning": MEANING[notation.carries],
                "templates": list(notation.templates),
            }
            for notation in notations
        ],
        "tools": [
            {
                "name": tool.name,
                "more": more,
                "ends": [_end_as_data(tool, end, source) for end in ends],
            }
            for tool, ends, more in report
        ],
    }


def _end_as_data(tool: Tool, end: End, source: Source) -> dict[str, Any]:
    from rtc.notations import MEANING

    line, column = _place(tool, end, source)
    return {
        "pointer": end.pointer,
        "line": line,
        "column": column,
        "kind": end.kind,
        "note": end.note,
        "message": end.message,
        "carried": {carries: end.carried(carries) for carries in MEANING},
    }


def _write_lines(notations: tuple[Notation, ...], report: Report, source: Source) -> None:
    from rtc.notations import MEANING

    for notation in notations:
        _write_row("notation", notation.name, notation.carries, ", ".join(notation.templates))
    for tool, ends, more in report:
        _write_row("tool", tool.name, _summary(ends, more))
        for end in ends:
            kind = "note" if end.note else "end"
            place = "{}:{}".format(*_place(tool, end, source))
            carried = [f"{carries}: {end.carried(carries)}" for carries in MEANING]
            _write_row(kind, tool.name, end.pointer, place, end.message, *carried)


def _write_row(*cells: str) -> None:
    write_line("\t".join(map(printable, cells)))


def _print_tables(notations: tuple[Notation, ...], report: Report) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from rtc.notations import MEANING

    console = Console()
    colours = {"typed": "green", "guessed": "yellow", "text": "red"}
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for notation in notations:
        meaning = Text(MEANING[notation.carries], colours[notation.carries])
        names = Text(", ".join(notation.templates), "dim")
        table.add_row(Text(notation.name, "bold"), Text.assemble(meaning, "\n", names))
    console.print(table)
    # Text, not strings, since what a schema says is no markup.
    for tool, ends, more in report:
        title = Text.assemble((printable(tool.name), "bold cyan"), f": {_summary(ends, more)}")
        console.print()
        console.print(title)
        if not ends:
            continue
        table = Table(pad_edge=False, box=None, padding=(0, 2, 0, 0))
        for heading in ("parameters", "the schema says", "typed", "text"):
            table.add_column(heading, header_style="dim", overflow="fold")
        for end in ends:
            texts = [end.pointer or "(all)", end.message]
            cells = [Text(printable(text), "dim" if end.note else "") for text in texts]
            carried = [Text(end.carried(c), colours[c]) for c in MEANING if c != "guessed"]
            table.add_row(*cells, *carried)
        console.print(table)
