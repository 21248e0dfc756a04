"""`rtc parse`: compile a template in memory and parse raw model output with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rtc.cli.console import InputProblem, write_json
from rtc.cli.files import read_chunks, read_text, read_tools
from rtc.cli.loading import load_or_leave

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType


@click.command("parse")
@click.argument("template")
@click.argument("file", default="-")
@click.option(
    "--events", is_flag=True, help="Print each event as it comes, one JSON object a line."
)
@click.option(
    "--chunk",
    type=click.IntRange(min=1),
    metavar="N",
    help="Feed N characters at a time, as they arrive. Default: everything at once.",
)
@click.option(
    "--prefix-file", metavar="FILE", help='The prompt that was generated from. Default: prefix="".'
)
@click.option("--tools", "tools_file", metavar="FILE", help="A JSON list of tool schemas.")
def parse_command(
    template: str,
    file: str,
    events: bool,
    chunk: int | None,
    prefix_file: str | None,
    tools_file: str | None,
) -> None:
    """Parse the raw model output in FILE (default: standard input) and print the message as JSON."""
    module = load_or_leave(template)
    prefix = "" if prefix_file is None else read_text(prefix_file)
    tools = None if tools_file is None else read_tools(tools_file)
    show = _write_events if events else _drop
    try:
        message = _parse(module, read_chunks(file, chunk), prefix, tools, show)
    except module.ParseError as error:
        show(error.events)
        raise InputProblem(f"cannot parse the output: {error}") from None
    write_json(message, indent=2)


def _parse(
    module: ModuleType,
    chunks: Iterable[str],
    prefix: str,
    tools: list[Any] | None,
    show: Callable[[Iterable[object]], None],
) -> object:
    """The message of `chunks`; `show` gets the events as they come."""
    parser = module.ResponseParser(prefix, tools=tools)
    show(parser.initial_events)
    for chunk in chunks:
        show(parser.feed(chunk))
    message, last = parser.finalize()
    show(last)
    return message


def _write_events(events: Iterable[object]) -> None:
    for event in events:
        write_json(event)


def _drop(events: Iterable[object]) -> None:
    pass
