"""The command line of a generated parser: raw text in, message out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from .errors import ParseError


def run_command(parser_class: Callable[..., Any], arguments: list[str] | None = None) -> int:
    """Parse a file or standard input and print the message as JSON; returns the exit code."""
    import argparse

    command = argparse.ArgumentParser(
        description="Parse raw model output; print the message as JSON."
    )
    command.add_argument(
        "file", nargs="?", metavar="FILE", help="raw output (default: standard input)"
    )
    command.add_argument("--events", action="store_true", help="print the events too, one a line")
    command.add_argument(
        "--prefix-file", metavar="F", help='the prompt (default: none, as prefix="")'
    )
    command.add_argument(
        "--tools", metavar="F", help="a JSON list of tool schemas that type the arguments"
    )
    options = command.parse_args(arguments)
    try:
        prefix = read_text(options.prefix_file) if options.prefix_file else ""
        tools = json.loads(read_text(options.tools)) if options.tools else None
        parser = parser_class(prefix, tools=tools)
        events = [*parser.initial_events, *parser.feed(read_text(options.file))]
        message, last = parser.finalize()
    except ParseError as error:
        print(f"cannot parse the output: {error}", file=sys.stderr)
        return 1
    except (OSError, ValueError, TypeError, RecursionError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for event in (*events, *last) if options.events else ():
        print_json(event, None)
    print_json(message, 2)
    return 0


def read_text(path: str | None) -> str:
    """The text of a file, or of standard input: UTF-8, its line ends as they are."""
    if path is None:
        return sys.stdin.buffer.read().decode("utf-8")
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def print_json(value: Any, indent: int | None) -> None:
    """Print `value`; in escapes where standard output cannot take the characters."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=indent)
    print(text)
