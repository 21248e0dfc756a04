"""What the commands say and write on the standard streams, and errors without tracebacks."""

from __future__ import annotations

import json
import os
import sys
from typing import IO, TYPE_CHECKING, Any, NoReturn, TextIO

import click

from rtc.diagnostics import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rtc.diagnostics import Diagnostic
    from rtc.source import Source


class InputProblem(click.ClickException):
    """Something that was given to read is wrong. Exit code 1."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        say(printable(f"rtc: error: {self.message}"))


class OutputProblem(InputProblem):
    """A place that was given to write to cannot be written. Exit code 2."""

    exit_code = 2


def say(text: str) -> None:
    """Write a message, which is printable already, to standard error if that is open."""
    if sys.stderr is not None:
        click.echo(text, err=True)


def say_diagnostics(diagnostics: Iterable[Diagnostic], source: Source) -> None:
    from rtc.diagnostics import render

    for diagnostic in diagnostics:
        say(render(diagnostic, source))


def say_found(source: Source) -> None:
    """Say which template a name stood for, where it was no name of a template."""
    if source.found_as:
        say(printable(f"rtc: {source.found_as}"))


def write_line(text: str) -> None:
    """Write a line, which is printable already, to standard output."""
    stream = _standard_output()
    _send(stream, f"{text}\n".encode(stream.encoding, "backslashreplace"))


def write_json(value: object, indent: int | None = None) -> None:
    """Write `value` as JSON; where standard output cannot show a character, all of it is escaped ASCII."""
    stream = _standard_output()
    try:
        data = _dump(value, indent, ascii_only=False).encode(stream.encoding)
    except UnicodeEncodeError:
        data = _dump(value, indent, ascii_only=True).encode(stream.encoding)
    _send(stream, data)


def _dump(value: object, indent: int | None, ascii_only: bool) -> str:
    try:
        return json.dumps(value, indent=indent, ensure_ascii=ascii_only) + "\n"
    except RecursionError:
        raise InputProblem("the message is nested too deeply to be printed") from None


def write_source(code: str) -> None:
    """Write Python source to standard output: UTF-8 and `\\n` everywhere, since that is what it is."""
    _send(_standard_output(), code.encode("utf-8"))


def _standard_output() -> TextIO:
    if sys.stdout is None:
        raise OutputProblem("standard output is closed")
    return sys.stdout


def _send(stream: TextIO, data: bytes) -> None:
    try:
        stream.buffer.write(data)
        stream.buffer.flush()
    except BrokenPipeError:
        _leave(stream)
    except OSError as error:
        _forget(stream)
        raise OutputProblem(f"cannot write to standard output: {error.strerror}") from None


def _leave(stream: TextIO) -> NoReturn:
    """Whoever read the output is gone and wants no more of it: end without a word."""
    _forget(stream)
    sys.exit(1)


def _forget(stream: TextIO) -> None:
    """Send what is still buffered nowhere, so that the interpreter does not try again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
