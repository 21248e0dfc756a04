"""Searching for tags by patterns whose cost in `re` can grow faster than the text.

A text for which that cannot be much is left to `re`. Any other is searched here: the pattern's program is
followed as `re` would, the preferred way first, but no step is tried twice at one place. What failed there
once fails again, wherever the match started.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Dict, Tuple, Union

from .matching import WINDOW, compiled

# So many tags of a long text are read by `re`.
MAX_STARTS = 256
# So many choices for each character are allowed where one may have to be made again.
MAX_CHOICES = 16
# What is known of choices is kept for so many places at a time.
PAGE = 4096

# Where the groups of a way began and ended, the last one first: ("from" or "to", name, place, earlier ones).
Marks = Union[None, Tuple[str, Any, int, Any]]

# What is known of a choice at a place; 0 is nothing.
FAILED = 1
HOLDS = 2


class Tag:
    """A match, with what is asked of one of `re`."""

    def __init__(self, text: str, start: int, end: int, marks: Marks) -> None:
        self.place = start, end
        self.texts: dict[str, str] = {}
        closed: dict[str, int] = {}
        while marks is not None:
            side, name, position, marks = marks
            if side == "to":
                closed.setdefault(name, position)
            elif name in closed and name not in self.texts:
                self.texts[name] = text[position : closed[name]]

    def start(self) -> int:
        return self.place[0]

    def end(self) -> int:
        return self.place[1]

    def __getitem__(self, group: str) -> Any:
        return self.texts.get(group)


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
        return FewStarts(pattern, program, text, starts).matches()
    if is_cheap(text, window, starts):
        return compiled(pattern).finditer(text)
    return TagSearch(program, text).matches()


def tag_search(
    pattern: str, program: str, text: str, window: int, starts: str = "", begins: bool = False
) -> Callable[[int], Any]:
    """The function that finds the first match from a place on, or None; the places may only grow."""
    if begins and len(text) > window:
        return FewStarts(pattern, program, text, starts).search
    if is_cheap(text, window, starts):
        return partial(compiled(pattern).search, text)
    return TagSearch(program, text).search


class FewStarts:
    """One search for the tags of a text, all of which begin with `starts`: by `re` at first."""

    def __init__(self, pattern: str, program: str, text: str, starts: str) -> None:
        self.match = compiled(pattern).match
        self.program = program
        self.text = text
        self.starts = starts
        self.left = MAX_STARTS
        self.others: TagSearch | None = None

    def search(self, position: int) -> Any:
        """The first match from `position` on."""
        while self.left:
            at = self.text.find(self.starts, position)
            if at < 0:
                return None
            self.left -= 1  # even a match may have been read further than it goes
            match = self.match(self.text, at)
            if match is not None:
                return match
            position = at + 1
        if self.others is None:
            self.others = TagSearch(self.program, self.text)
        return self.others.search(position)

    def matches(self) -> Iterator[Any]:
        position = 0
        while (tag := self.search(position)) is not None:
            yield tag
            position = tag.end()


class Members(Dict[str, bool]):
    """Which characters a set holds, asked once for each."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.accepts = compiled(source).match

    def __missing__(self, character: str) -> bool:
        self[character] = holds = self.accepts(character) is not None
        return holds


class TagSearch:
    """One search for the tags of a text. The program is that of an automaton, with other steps:

    - `·if:SOURCE`: only where this pattern, which takes no character, matches;
    - `·from:NAME`, `·to:NAME`: here a group begins, ends;
    - `·same:NAME`: what the group has taken, `·same_letters:NAME`: in any case.

    Where a step depends on what a group has taken, nothing is known of a place for good: then the number of
    steps is limited, and ValueError raised beyond.
    """

    def __init__(self, program: str, text: str) -> None:
        self.text = text
        self.program: list[tuple[str, Any, int]] = []
        for place, code in enumerate(program.split(" ")):
            code, arrow, then = code.partition("→")
            self.program.append(self.read_step(code, int(then) if arrow else place + 1))
        self.remembers = "·same" not in program and "·capture" not in program
        self.left = MAX_CHOICES * (len(text) + WINDOW)
        self.choices = [number for number, step in enumerate(self.program) if step[0] == "or"]
        self.known: dict[tuple[int, int], bytearray] = {}

    def read_step(self, code: str, then: int) -> tuple[str, Any, int]:
        if not code.startswith("·"):
            return "take", Members(code), then
        kind, _, argument = code[1:].partition(":")
        if kind == "or":
            first, *others = map(int, argument.split(","))
            return kind, (first, *reversed(others)), then
        if kind == "if":
            return kind, compiled(argument).match, then
        if kind in ("ahead", "not_ahead", "capture"):
            return kind, int(argument), then
        return kind, argument, then

    def matches(self) -> Iterator[Tag]:
        position, empty_at = 0, -1
        while (tag := self.search(position, empty_at)) is not None:
            yield tag
            position = tag.end()
            empty_at = position if tag.start() == position else -1

    def search(self, position: int, empty_at: int = -1) -> Tag | None:
        """The first match from `position` on that is not an empty one at `empty_at`."""
        for number in self.choices:  # the last match went on from here: that did not fail
            self.learn(number, position, 0)
        for start in range(position, len(self.text) + 1):
            found = self.run(0, start, None, empty_at)
            if found is not None:
                return Tag(self.text, start, *found)
        return None

    def run(
        self, entry: int, start: int, marks: Marks, forbidden: int = -1, looks: bool = False
    ) -> tuple[int, Marks] | None:
        """Where the preferred way from step `entry` at `start` ends, and its groups.

        `looks`: only whether there is such a way is asked; the choices on it stand in place of groups.
        """
        text, program, length = self.text, self.program, len(self.text)
        pending = [(entry, start, marks)]
        while pending:
            number, at, marks = pending.pop()
            while at >= 0:
                kind, what, then = program[number]
                if kind == "take":
                    at = at + 1 if at < length and what[text[at]] else -1
                elif kind == "or":
                    known = self.look_up(number, at)
                    if known == HOLDS:
                        return at, marks
                    if known == FAILED:
                        break
                    marks = ("or", number, at, marks) if looks else marks
                    pending.extend([(one, at, marks) for one in what[1:]])
                    then = what[0]
                elif kind == "end":
                    if at != forbidden:
                        return at, marks
                    break
                else:
                    at, marks = self.step_over(kind, what, at, marks)
                number = then
        return None

    def look_up(self, number: int, at: int) -> int:
        """What is known of a choice at a place. From now on it has failed, if nobody says otherwise."""
        if not self.remembers:
            self.count(1)
            return 0
        page = self.known.get((number, at // PAGE))
        if page is None:
            page = self.known[number, at // PAGE] = bytearray(PAGE)
        before = page[at % PAGE]
        page[at % PAGE] = before or FAILED
        return before

    def learn(self, number: int, at: int, verdict: int) -> None:
        """Correct what is known of a choice at a place."""
        page = self.known.get((number, at // PAGE))
        if page is not None:
            page[at % PAGE] = verdict

    def count(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise ValueError("the tags can be read in too many ways")

    def step_over(self, kind: str, what: Any, at: int, marks: Marks) -> tuple[int, Marks]:
        """Go on behind a step that takes no character of its own; to -1 where it does not match."""
        if kind == "from" or kind == "to":
            return at, (kind, what, at, marks)
        if kind == "if":
            return at if what(self.text, at) is not None else -1, marks
        if kind == "ahead":
            return at if self.holds(what, at, marks) else -1, marks
        if kind == "not_ahead":
            return -1 if self.holds(what, at, marks) else at, marks
        if kind == "capture":
            ahead = self.run(what, at, marks)
            return (-1, marks) if ahead is None else (at, ahead[1])
        taken = self.last_taken(what, marks)
        self.count(len(taken or ""))
        end = at + len(taken or "")
        found = self.text[at:end]
        if taken is not None and kind == "same_letters":
            found, taken = found.lower(), taken.lower()
        return end if found == taken else -1, marks

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

    def holds(self, entry: int, at: int, marks: Marks) -> bool:
        """Whether the steps from `entry` on match at `at`."""
        if not self.remembers:
            return self.run(entry, at, marks) is not None
        found = self.run(entry, at, None, looks=True)
        choices = found[1] if found is not None else None
        while choices is not None:
            side, number, place, choices = choices
            if side == "or":
                self.learn(number, place, HOLDS)
        return found is not None
