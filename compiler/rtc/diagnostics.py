"""Problems as values: where a value stands, what is wrong with it, and how a person sees that.

Everything shown comes from untrusted text, so rendering escapes whatever is not printable: control
characters, lone surrogates, line separators, text direction marks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rtc.source import Source

Severity = Literal["error", "warning"]

MAX_MESSAGE_LENGTH = 1_000
MAX_POINTER_LENGTH = 160
MAX_QUOTED_LENGTH = 60
# A source line longer than this is cut to what surrounds the caret.
MAX_EXCERPT_LENGTH = 100
TAB = " " * 4


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value stands: its JSON pointer in the template, its line and column (from 1)."""

    pointer: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem of a template. `code` is a row of the table in `rtc.rules`."""

    code: str
    severity: Severity
    message: str
    origin: Origin
    hint: str | None = None


class TemplateError(ValueError):
    """A template that cannot be compiled. `str()` gives all its diagnostics as a person reads them."""

    def __init__(self, diagnostics: Iterable[Diagnostic], rendered: str) -> None:
        self.diagnostics = tuple(diagnostics)
        self.rendered = rendered
        # Both are in `args`, so that the error can be pickled.
        super().__init__(self.diagnostics, rendered)

    def __str__(self) -> str:
        return self.rendered


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def render_all(diagnostics: Iterable[Diagnostic], source: Source) -> str:
    return "\n".join(render(diagnostic, source) for diagnostic in diagnostics)


def render(diagnostic: Diagnostic, source: Source) -> str:
    """The diagnostic as lines of printable text: head, source line with a caret, hint."""
    origin = diagnostic.origin
    head = (
        f"{source.name}:{origin.line}:{origin.column}: "
        f"{diagnostic.severity}[{diagnostic.code}]: {_clip(diagnostic.message, MAX_MESSAGE_LENGTH)}"
    )
    if origin.pointer:
        head += f" (at {_clip(origin.pointer, MAX_POINTER_LENGTH)})"
    lines = [printable(head), *_excerpt(origin, source)]
    if diagnostic.hint is not None:
        lines.append(printable(f"  hint: {_clip(diagnostic.hint, MAX_MESSAGE_LENGTH)}"))
    return "\n".join(lines)


def printable(text: str) -> str:
    """`text` on one line, with everything a terminal could take for a command escaped."""
    return "".join(map(_shown, text))


def quote(text: str) -> str:
    """`text` between quotes, as it is put into a message: short and on one line."""
    return repr(_clip(text, MAX_QUOTED_LENGTH))


def _clip(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _shown(character: str) -> str:
    if character == "\t":
        return TAB
    return character if character.isprintable() else repr(character)[1:-1]


def _excerpt(origin: Origin, source: Source) -> list[str]:
    """The source line and a caret below the column; nothing when there is no text to show."""
    text = source.line(origin.line)
    if not text.strip():
        return []
    before, after = text[: origin.column - 1], text[origin.column - 1 :]
    if len(text) > MAX_EXCERPT_LENGTH:
        half = MAX_EXCERPT_LENGTH // 2
        before = before if len(before) <= half else "…" + before[1 - half :]
        after = _clip(after, half)
    before = printable(before)
    gutter = f"{origin.line:>5} | "
    caret = " " * _cells(before) + "^"
    return [(gutter + before + printable(after)).rstrip(), f"{'|':>7} {caret}"]


def _cells(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    return sum(map(_character_cells, text))


def _character_cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "FW" else 1
