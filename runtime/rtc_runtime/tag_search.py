"""Searching for tags by patterns whose cost in `re` can grow faster than the text.

A text for which that cannot be much is left to `re`. Any other is searched by following the pattern's program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .matching import WINDOW, compiled
from .tracing import FAILS, Marks, Traced, Tracer, Way

# So many tags of a long text are read by `re`.
MAX_STARTS = 256
# So many choices for each character are allowed where one may have to be made again.
MAX_CHOICES = 16


def is_cheap(text: str, window: int, starts: str) -> bool:
    """Whether `re` reads `text` in bounded time for each character.

    That is so for short ones (`window`), and where few tags can begin, if each is read but once: all
    stand at `starts`, where that is not empty.
    """
    return len(text) <= window or (starts != "" and text.count(starts) <= MAX_STARTS)


def find_tags(
    pattern: str, program: str, text: str, window: int, starts: str = "", begins: bool = False
) -> Iterator[Any]:
    """All matches, as of `finditer`. `begins`: each begins with `starts`, so that none has to be counted ahead."""
    if begins and len(text) > window:
        return FewStarts(pattern, program, starts).matches(text)
    if is_cheap(text, window, starts):
        return compiled(pattern).finditer(text)
    return TagSearch(program, text).matches()


def tag_search(
    pattern: str, program: str, text: str, window: int, starts: str = "", begins: bool = False
) -> Callable[[str, int], Any]:
    """The function that finds the first match in `text` from a place on, or None; the places may only grow."""
    if begins and len(text) > window:
        return FewStarts(pattern, program, starts).search
    if is_cheap(text, window, starts):
        return compiled(pattern).search
    tags = TagSearch(program, text)
    return lambda text, position: tags.search(position)


class FewStarts:
    """One search for the tags of a text, all of which begin with `starts`: by `re` at first."""

    def __init__(self, pattern: str, program: str, starts: str) -> None:
        self.match = compiled(pattern).match
        self.program = program
        self.starts = starts
        self.left = MAX_STARTS
        self.others: TagSearch | None = None

    def search(self, text: str, position: int) -> Any:
        """The first match from `position` on. The text is always the same, and the places only grow."""
        while self.left:
            at = text.find(self.starts, position)
            if at < 0:
                return None
            self.left -= 1  # even a match may have been read further than it goes
            match = self.match(text, at)
            if match is not None:
                return match
            position = at + 1
        if self.others is None:
            self.others = TagSearch(self.program, text)
        return self.others.search(position)

    def matches(self, text: str) -> Iterator[Any]:
        position = 0
        while (tag := self.search(text, position)) is not None:
            yield tag
            position = tag.end()


class TagSearch(Tracer):
    """One search for the tags of a text.

    Where a step depends on what a group has taken, nothing is known of a place for good: then the number of
    choices is limited, and ValueError raised beyond.
    """

    def __init__(self, program: str, text: str) -> None:
        super().__init__(program, text)
        self.remembers = "·same" not in program and "·capture" not in program
        self.left = MAX_CHOICES * (len(text) + WINDOW)

    def matches(self) -> Iterator[Traced]:
        position, empty_at = 0, FAILS
        while (tag := self.search(position, empty_at)) is not None:
            yield tag
            position = tag.end()
            empty_at = position if tag.start() == position else FAILS

    def search(self, position: int, empty_at: int = FAILS) -> Traced | None:
        """The first match from `position` on that is not an empty one at `empty_at`."""
        for start in range(position, len(self.text) + 1):
            found = self.match(start, empty_at)
            if found is not None:
                return Traced(self.text, start, *found)
        return None

    def look_up(self, number: int, at: int) -> int:
        if self.remembers:
            return super().look_up(number, at)
        self.count(1)
        return 0

    def count(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise ValueError("the tags can be read in too many ways")

    def step_over(self, kind: str, what: Any, at: int, marks: Marks) -> Way:
        if not kind.startswith("same"):
            return super().step_over(kind, what, at, marks)
        taken = self.last_taken(what, marks)
        self.count(len(taken or ""))
        end = at + len(taken or "")
        found = self.text[at:end]
        if taken is not None and kind == "same_letters":
            found, taken = found.lower(), taken.lower()
        return end if found == taken else FAILS, marks

    def last_taken(self, name: str, marks: Marks) -> str | None:
        """What a group took last; None if it took no part."""
        end = -1
        while marks is not None:
            self.count(1)
            side, group, at, marks = marks
            if group == name and side == "to":
                end = at
            elif group == name and end >= 0:
                return self.text[at:end]
        return None
