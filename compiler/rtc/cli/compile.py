"""`rtc compile`: a template in, the source of its parser out."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from rtc.cli.console import say, say_diagnostics, say_found, write_source
from rtc.cli.files import write_file

if TYPE_CHECKING:
    from typing import Literal

    from rtc.pipeline import Compiled, Options
    from rtc.source import Source


def _split_renames(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Each OLD=NEW in two. A name with an equals sign can be the new one."""
    pairs = [value.partition("=") for value in values]
    for old, sign, _ in pairs:
        if not sign:
            raise click.BadParameter(f"{old!r} is not OLD=NEW", context, parameter)
    return tuple((old, new) for old, _, new in pairs)


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
    type=click.Choice(["functions", "report", "repair"]),
    multiple=True,
    help="Add a feature; functions: Python functions as tools; report: what became of each argument; "
    "repair: repairs of what is almost JSON, or escaped once too often, by name.",
)
@click.option(
    "--rename",
    "renames",
    metavar="OLD=NEW",
    multiple=True,
    callback=_split_renames,
    help="Give a field another name in the message and the events.",
)
@click.option(
    "--internal",
    metavar="FIELD",
    multiple=True,
    help="Give no events for a field that only discards text.",
)
def compile_command(
    template: str,
    output: str | None,
    runtime: Literal["inline", "import"],
    features: tuple[str, ...],
    renames: tuple[tuple[str, str], ...],
    internal: tuple[str, ...],
) -> None:
    """Compile TEMPLATE into one Python file that needs the standard library alone."""
    from rtc.locate import read_template
    from rtc.pipeline import Options

    if output is not None and _same_file(template, output):
        raise click.UsageError("the output would replace the template")
    source = read_template(template)
    say_found(source)
    options = Options(
        runtime=runtime, features=frozenset(features), renames=renames, internal=internal
    )
    compiled = _compile(source, options)
    say_diagnostics(compiled.diagnostics, source)
    if compiled.code is None:
        sys.exit(1)
    if output is None or output == "-":
        write_source(compiled.code)
    else:
        write_file(output, compiled.code.encode("utf-8"))
        say(f"wrote {output} ({compiled.code.count(chr(10))} lines)")


def _compile(source: Source, options: Options) -> Compiled:
    from rtc.adapt import OptionError
    from rtc.pipeline import compile_source

    try:
        return compile_source(source, options)
    except OptionError as error:
        raise click.UsageError(f"{source.name}: {error}") from None


def _same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
