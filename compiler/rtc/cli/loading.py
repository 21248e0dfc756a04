"""Compiling a template in memory, for the commands that parse with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rtc.cli.console import say, say_found

if TYPE_CHECKING:
    from types import ModuleType


def load_or_leave(template: str, *features: str) -> ModuleType:
    """The parser of a template; where it has errors, they are said and the command ends."""
    from rtc.api import load_source
    from rtc.diagnostics import TemplateError
    from rtc.locate import read_template
    from rtc.pipeline import Options

    source = read_template(template)
    say_found(source)
    try:
        return load_source(source, Options(features=frozenset(features)))
    except TemplateError as error:
        say(str(error))
        raise SystemExit(1) from None
