"""Waiting for a delimiter that is under way for long."""

from __future__ import annotations

from functools import lru_cache

from .automaton import Automaton, Search
from .matching import Delimiter

automaton_of = lru_cache(maxsize=None)(Automaton)


class Waiting:
    """Searches for all delimiters of a watch list, from `position` on, side by side.

    `before` is the text in front, for lookbehinds; positions are those of the generation.
    """

    def __init__(
        self, delimiters: list[Delimiter], before: str, at_start: bool, position: int
    ) -> None:
        self.searches = [
            (one, Search(automaton_of(one.program), before, at_start)) for one in delimiters
        ]
        self.position = position
        self.hold = position

    def read(self, text: str) -> None:
        for _, search in self.searches:
            search.read(text, self.position)
        self.position += len(text)

    def finish(self) -> list[Delimiter]:
        """The text ends; returns the delimiters that are nowhere in it."""
        for _, search in self.searches:
            search.finish()
        return [one for one, search in self.searches if search.candidate is None]

    def earliest(self) -> int | None:
        """Where the first delimiter starts that is there or may be; None if there is none."""
        starts = [search.earliest for _, search in self.searches]
        return min((start for start in starts if start is not None), default=None)

    def certain(self, position: int) -> list[Delimiter]:
        """The delimiters that match at `position`, if no other may still turn out to."""
        here = [(one, search) for one, search in self.searches if search.earliest == position]
        return [one for one, _ in here] if all(search.decided for _, search in here) else []
