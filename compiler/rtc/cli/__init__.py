"""The command `rtc`: one command per file, no compile logic in any of them.

Exit codes: 0 when all is well, 1 for a problem in what was given to read (a template with errors, output
that does not parse, stale files), 2 for a problem in how the command was called (wrong arguments, a place
that cannot be written). Results go to standard output, everything said about them to standard error.
"""

from __future__ import annotations

import click

from rtc import __version__
from rtc.cli.check import check_command
from rtc.cli.compile import compile_command
from rtc.cli.explain import explain_command
from rtc.cli.list import list_command
from rtc.cli.parse import parse_command
from rtc.cli.schema import schema_command

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="rtc")
def main() -> None:
    """Compile response templates into standalone Python parsers.

    A TEMPLATE is the name of a bundled template (`rtc list` shows them), a JSON file, a
    tokenizer_config.json that holds a response_template, a model folder with one, or the id of a model that
    a bundled template serves. A bundled name always means the bundled template: write ./NAME for a file or
    folder of that name. A file or folder counts before the id of a model.
    """


for command in (
    compile_command,
    parse_command,
    explain_command,
    list_command,
    check_command,
    schema_command,
):
    main.add_command(command)
