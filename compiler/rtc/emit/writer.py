"""Writes indented lines of Python."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class CodeWriter:
    """Collects lines; `with writer.block("if x:")` indents what is written inside."""

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self.depth = depth

    def line(self, text: str = "") -> None:
        self.lines.append("    " * self.depth + text if text else "")

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        self.line(header)
        self.depth += 1
        yield
        self.depth -= 1

    def text(self) -> str:
        return "\n".join(self.lines)
