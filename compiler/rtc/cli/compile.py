"""`rtc compile`: a template in, the source of its parser out."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from rtc.cli.console import say, say_diagnostics, write_source
from rtc.cli.files import write_file

if TYPE_CHECKING:
    from typing import Literal


@click.command("compile")
@click.argument("template")
@click.option("-o", "--output", metavar="FILE", help="Write to FILE instead of standard output.")
@click.option(
    "--runtime",
    type=click.Choice(["inline", "import"]),
    default="inline",
    show_default=True,
    help="Whether the parser holds the runtime pieces it needs or imports rtc_runtime.",
)
@click.option(
    "--with",
    "features",
    type=click.Choice(["functions"]),
    multiple=True,
    help="Add a feature; functions: Python functions as tools.",
)
def compile_command(
    template: str,
    output: str | None,
    runtime: Literal["inline", "import"],
    features: tuple[str, ...],
) -> None:
    """Compile TEMPLATE into one Python file that needs the standard library alone."""
    from rtc.locate import read_template
    from rtc.pipeline import Options, compile_source

    if output is not None and _same_file(template, output):
        raise click.UsageError("the output would replace the template")
    source = read_template(template)
    compiled = compile_source(source, Options(runtime=runtime, features=frozenset(features)))
    say_diagnostics(compiled.diagnostics, source)
    if compiled.code is None:
        sys.exit(1)
    if output is None or output == "-":
        write_source(compiled.code)
    else:
        write_file(output, compiled.code.encode("utf-8"))
        say(f"wrote {output} ({compiled.code.count(chr(10))} lines)")


def _same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
