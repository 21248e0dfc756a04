"""`rtc explain`: what became of each region and argument of raw model output, and who is at fault."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from rtc.cli.console import write_json, write_line
from rtc.cli.files import read_text, read_tools
from rtc.cli.loading import load_or_leave
from rtc.diagnostics import printable

if TYPE_CHECKING:
    from rich.text import Text

_COLOURS = ("cyan", "green", "magenta", "blue", "yellow")
_LONGEST = 200
_FIXES = {
    "generation": "generate again, or constrain the decoding to the format and the schema",
    "parser": "ask the model for less: so large or deep a value is not read",
    "schema": "give the place a type in the tool's parameters; rtc schema shows all such places",
}
_UNKNOWN_TOOL = "add the tool to --tools, or tell the model which tools there are"
_OWNERS = {"generation": "the model", "parser": "the parser", "schema": "the schema"}


@click.command("explain")
@click.argument("template")
@click.argument("raw")
@click.option("--tools", "tools_file", metavar="FILE", help="A JSON list of tool schemas.")
@click.option(
    "--prefix",
    "prefix_file",
    metavar="FILE",
    help='The prompt that was generated from. Default: prefix="".',
)
@click.option(
    "--repair",
    "repairs",
    type=click.Choice(["escaped-newlines", "json"]),
    multiple=True,
    help="Repair what can be, and show it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def explain_command(
    template: str,
    raw: str,
    tools_file: str | None,
    prefix_file: str | None,
    repairs: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show what becomes of the model output in the file RAW ("-": standard input).

    For each region its place and text beside the value, for each argument of a call what was done with it
    and by which place of the tool's schema, then a line for each fault: whose it is and what would fix it.
    Away from a terminal each line has its fields between tabs: `region`, the field, start, end, text,
    value; `argument`, the tool, path, notation, text, value, what was done, the place in the schema; `dropped`,
    start, end, text; `fault`, the stage (generation, parser or schema), the place, what is wrong, what would
    fix it.
    """
    module = load_or_leave(template, "report", "repair")
    prefix = "" if prefix_file is None else read_text(prefix_file)
    tools = None if tools_file is None else read_tools(tools_file)
    explained = _explain(module, read_text(raw), prefix, tools, repairs)
    if as_json:
        write_json(explained, indent=2)
    elif sys.stdout is not None and sys.stdout.isatty():
        _print(explained)
    else:
        _write_lines(explained)


def _explain(
    module: Any, raw: str, prefix: str, tools: list[Any] | None, repairs: tuple[str, ...]
) -> dict[str, Any]:
    """All there is to say, as data."""
    parser = module.ResponseParser(
        prefix, tools=tools, on_malformed="event", spans=True, report=True, repair=repairs
    )
    events = [*parser.initial_events, *parser.feed(raw)]
    message, last = parser.finalize()
    missing = [event["field"] for event in (*events, *last) if event["type"] == "field_missing"]
    regions = [_region(region) for region in parser.report]
    dropped = [
        {"start": span.start, "end": span.end, "text": raw[max(span.start, 0) : span.end]}
        for span in parser.spans
        if span.kind == "dropped" and span.end > 0
    ]
    faults = [fault for region in regions for fault in _faults(region)]
    faults += [_fault("generation", field, "the required field never came") for field in missing]
    return {"message": message, "regions": regions, "dropped": dropped, "faults": faults}


def _region(region: Any) -> dict[str, Any]:
    values = [
        {**value._asdict(), "path": list(value.path), "repaired": dict(value.repaired)}
        for value in region.arguments
    ]
    return {**region._asdict(), "arguments": values, "repaired": dict(region.repaired)}


def _is_malformed(region: dict[str, Any]) -> bool:
    return region["stage"] is not None and not region["repaired"]


def _faults(region: dict[str, Any]) -> list[dict[str, Any]]:
    """What is wrong in a region, each with whose fault it is."""
    found = []
    place = f"{region['field']} at {region['start']}"
    if region["stage"] is not None:
        what = f"{region['reason']}{_repairs(region)}: {region['error']}"
        found.append(_fault(region["stage"], place, what))
    for value in region["arguments"]:
        if value["stage"] is not None:
            where = f"{place}, {value['tool']}({_path(value)})"
            fix = _UNKNOWN_TOOL if value["pointer"] is None else _FIXES[value["stage"]]
            found.append(_fault(value["stage"], where, value["reason"] + _repairs(value), fix))
    return found


def _repairs(repaired: dict[str, Any]) -> str:
    """What was done in a region or an argument, by the name of each repair."""
    told = "; ".join(f"{name}, {done}" for name, done in repaired["repaired"].items())
    return f" ({told})" if told else ""


def _fault(stage: str, where: str, what: str, fix: str = "") -> dict[str, Any]:
    return {"stage": stage, "where": where, "what": what, "fix": fix or _FIXES[stage]}


def _path(value: dict[str, Any]) -> str:
    return ".".join(map(str, value["path"]))


def _shown(value: Any) -> str:
    """A value as JSON, a text as it is, on one line and not too long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    shown = printable(text[:_LONGEST])
    return f"{shown}..." if len(text) > _LONGEST else shown


def _value(value: Any) -> str:
    """As `_shown`, but a text has quotes, so that "7" and 7 differ."""
    return _shown(json.dumps(value, ensure_ascii=False))


def _written(value: dict[str, Any]) -> str:
    return _shown(value["written"]) if value["notation"] == "guess" else _value(value["written"])


def _cells(value: dict[str, Any]) -> tuple[str, ...]:
    """Of an argument: path, notation, what was written, its value, what was done, the place in the schema."""
    pointer = "(no tool)" if value["pointer"] is None else value["pointer"] or "(parameters)"
    if value["done"] == "missing":
        return _path(value), "", "", "", "missing", pointer
    texts = (_written(value), _value(value["value"]))
    return _path(value), value["notation"], *texts, value["done"], pointer


# Lines, away from a terminal


def _write_lines(explained: dict[str, Any]) -> None:
    for region in explained["regions"]:
        value = "" if _is_malformed(region) else _value(region["value"])
        place = (region["field"], region["start"], region["end"])
        _write_row("region", *place, _shown(region["text"]), value)
        for argument in region["arguments"]:
            _write_row("argument", argument["tool"], *_cells(argument))
    for gap in explained["dropped"]:
        _write_row("dropped", gap["start"], gap["end"], _shown(gap["text"]))
    for fault in explained["faults"]:
        _write_row("fault", fault["stage"], fault["where"], fault["what"], fault["fix"])


def _write_row(*cells: object) -> None:
    write_line("\t".join(printable(str(cell)) for cell in cells))


# A terminal


def _print(explained: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    fields = list(dict.fromkeys(region["field"] for region in explained["regions"]))
    # Text, not strings, since what a model writes is no markup.
    for region in explained["regions"]:
        colour = _COLOURS[fields.index(region["field"]) % len(_COLOURS)]
        console.print(_title(region, colour))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
        malformed = _is_malformed(region)
        value = Text("malformed", "bold red") if malformed else Text(_value(region["value"]))
        table.add_row(Text(_shown(region["text"]), colour), value)
        console.print(table)
        if region["arguments"]:
            console.print(_arguments_table(region["arguments"]))
    for gap in explained["dropped"]:
        place = f"dropped {gap['start']}-{gap['end']}: "
        console.print(Text.assemble((place, "bold"), (_shown(gap["text"]), "dim")))
    console.print()
    for fault in explained["faults"]:
        console.print(_fault_line(fault))
    if not explained["faults"]:
        console.print(Text("no faults", "bold green"))


def _title(region: dict[str, Any], colour: str) -> Text:
    from rich.text import Text

    name = (printable(region["field"]), f"bold {colour}")
    return Text.assemble(name, (f"  {region['start']}-{region['end']}", "dim"))


def _arguments_table(arguments: list[dict[str, Any]]) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    for heading in ("argument", "notation", "written", "value", "done", "schema"):
        table.add_column(heading, header_style="dim", overflow="fold")
    styles = {None: "", "generation": "red", "parser": "magenta", "schema": "yellow"}
    for argument in arguments:
        style = styles[argument["stage"]]
        table.add_row(*(Text(printable(cell), style) for cell in _cells(argument)))
    return table


def _fault_line(fault: dict[str, Any]) -> Text:
    from rich.text import Text

    owner = f"{_OWNERS[fault['stage']]}: "
    said = printable(f"{fault['where']}: {fault['what']}")
    return Text.assemble((owner, "bold red"), said, (f" - {fault['fix']}", "dim"))
