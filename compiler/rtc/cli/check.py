"""`rtc check`: diagnostics without a result, and whether generated files are fresh."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rtc.cli.console import InputProblem, say, say_diagnostics, say_found, write_line
from rtc.diagnostics import printable


@click.command("check")
@click.argument("templates", metavar="[TEMPLATE]...", nargs=-1)
@click.option(
    "--generated",
    metavar="[FOLDER]",
    is_flag=False,
    flag_value="generated",
    help="Compare the parsers in FOLDER (default: generated) with the bundled templates compiled anew.",
)
def check_command(templates: tuple[str, ...], generated: str | None) -> None:
    """Report every problem of each TEMPLATE, or of a folder of generated files."""
    if not templates and generated is None:
        raise click.UsageError("name a template, or ask for --generated")
    good = [_check_template(template) for template in templates]
    if generated is not None:
        good.append(_check_folder(generated))
    if not all(good):
        sys.exit(1)


def _check_template(template: str) -> bool:
    from rtc.locate import read_template
    from rtc.pipeline import check_source

    source = read_template(template)
    say_found(source)
    diagnostics = check_source(source)
    say_diagnostics(diagnostics, source)
    errors = sum(diagnostic.severity == "error" for diagnostic in diagnostics)
    warnings = len(diagnostics) - errors
    summary = f"{_counted(errors, 'error')}, {_counted(warnings, 'warning')}"
    write_line(f"{printable(source.name)}: {summary}")
    return errors == 0


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _check_folder(folder: str) -> bool:
    """Compare a folder with what the bundled templates compile to now, byte for byte."""
    from rtc.bundled import bundled_names

    if not Path(folder).is_dir():
        raise InputProblem(f"{folder}: no such folder")
    names = bundled_names()
    problems = [problem for name in names if (problem := _staleness(Path(folder), name))]
    expected = {f"{name}_parser.py" for name in names}
    problems += [
        f"{path}: unknown, no bundled template compiles to it"
        for path in sorted(Path(folder).glob("*.py"))
        if path.name not in expected
    ]
    for problem in problems:
        say(printable(problem))
    write_line(f"{printable(folder)}: {len(names)} templates, {_counted(len(problems), 'problem')}")
    return not problems


def _staleness(folder: Path, name: str) -> str | None:
    """What is wrong with the generated file of a bundled template, if anything."""
    from rtc.api import compile_template
    from rtc.diagnostics import TemplateError

    path = folder / f"{name}_parser.py"
    try:
        if path.read_bytes() == compile_template(name).encode("utf-8"):
            return None
    except FileNotFoundError:
        return f"{path}: missing"
    except OSError as error:
        return f"{path}: cannot be read: {error.strerror}"
    except TemplateError:
        return f"{path}: the template {name} has errors"
    return f"{path}: stale, compile {name} again"
