"""What can be wrong with a pattern."""

from __future__ import annotations

from typing import Literal

Kind = Literal["syntax", "unsupported", "costly"]


class PatternError(ValueError):
    """A pattern that is no regex, uses a construct we refuse, or is too costly.

    `position` is an index in the pattern's text.
    """

    def __init__(self, message: str, position: int, kind: Kind, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.kind = kind
        self.hint = hint
