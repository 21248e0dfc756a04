"""Waiting for a delimiter that is under way for long."""

from __future__ import annotations

from functools import lru_cache

from .automaton import Automaton, Move
from .matching import Delimiter

automaton_of = lru_cache(maxsize=None)(Automaton)

# After so many characters that change nothing, the next one that does is searched for.
LONG_RUN = 16


class Search:
    """One search with an automaton, from a position on; positions are those of the generation."""

    def __init__(self, automaton: Automaton, before: str, at_start: bool) -> None:
        self.automaton = automaton
        self.state = automaton.initial(before, at_start)
        self.starts: list[int] = []
        # The best match so far; an end of -1 is not known.
        self.candidate: tuple[int, int] | None = None
        self.decided = False

    @property
    def earliest(self) -> int | None:
        """Where the earliest match starts that is found or may be under way."""
        if self.candidate is None:
            return self.starts[0] if self.starts else None
        return min(self.candidate[0], *self.starts[:1]) if self.starts else self.candidate[0]

    def read(self, text: str, position: int) -> None:
        """Go on with `text`, which stands at `position`."""
        index, run, length = 0, 0, len(text)
        while index < length and not self.decided:
            character = text[index]
            state = self.state
            move = state.moves.get(character) or self.automaton.move(state, character)
            if move.state is state and move.origins is None and move.found is None:
                run += 1
                index += 1
                if run >= LONG_RUN:
                    leave = self.automaton.leaving(state, character)(text, index)
                    index = leave.start() if leave is not None else length
                    run = 0
                continue
            self.follow(move, position + index)
            index += 1
            run = 0

    def follow(self, move: Move, position: int) -> None:
        """Take the transition of the character at `position`."""
        starts = self.starts
        if move.found is not None:
            start = starts[move.found] if move.found >= 0 else position
            self.candidate = (start, position + move.end if move.end >= 0 else -1)
        if move.origins is not None:
            self.starts = [starts[one] if one >= 0 else position for one in move.origins]
        self.state = move.state
        self.decided = not self.starts and self.candidate is not None

    def finish(self) -> None:
        """The text ends here."""
        if not self.decided:
            origin = self.automaton.at_end(self.state)
            if origin is not None and origin >= 0:  # nothing starts where the text ends
                self.candidate = (self.starts[origin], -1)
            self.starts = []
            self.decided = True


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
        self.begin = self.hold = position

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
