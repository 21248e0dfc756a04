"""Following the program of a pattern through a text as `re` would, but reading nothing twice.

The preferred way comes first, and no choice is made twice at one place: what failed there once fails
again, wherever the match started. So the steps grow with the text, however the pattern's loops share it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict, Tuple, Union

from .matching import compiled

# A step: its kind, its argument, and the step behind it.
TracedStep = Tuple[str, Any, int]
# What a way has met, the last first: (what, its name or number, place, what was before). Groups begin
# ("from") and end ("to"), and what more text has to tell is left "open". Choices are made ("or"): the same at
# several places in a row, as a loop makes it, is one mark with the first and the last of them.
Marks = Union[None, Tuple[str, Any, Any, Any]]
# Where a way ends, and its marks.
Way = Tuple[int, Marks]

# In place of where a way leads to.
FAILS = -1
CUT_OFF = -2  # more text has to tell

# What is known of a choice at a place, 0 if nothing is: its ways fail, or one comes to its end, or may.
FAILED = 1
HOLDS = 2
OPEN = 3
# It is kept for so many places at a time.
PAGE = 4096
# What is known of so many characters is kept for each set.
MAX_MEMBERS = 4096


class Members(Dict[str, bool]):
    """Which characters a set holds, asked once for each."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.accepts = compiled(source).match

    def __missing__(self, character: str) -> bool:
        if len(self) >= MAX_MEMBERS:
            self.clear()
        self[character] = holds = self.accepts(character) is not None
        return holds


@lru_cache(maxsize=None)
def traced_steps(program: str) -> list[TracedStep]:
    """The steps of a program."""
    codes = program.split(" ")
    steps = [read_traced_step(code, place + 1, codes) for place, code in enumerate(codes)]
    return [
        (kind, widths(steps, what) if kind in ("behind", "not_behind") else what, then)
        for kind, what, then in steps
    ]


def read_traced_step(code: str, then: int, codes: list[str]) -> TracedStep:
    code, arrow, target = code.partition("→")
    then = int(target) if arrow else then
    if not code.startswith("·"):
        return "take", Members(code), then
    kind, _, argument = code[1:].partition(":")
    if kind == "or":
        first, *others = map(int, argument.split(","))
        return kind, (first, *reversed(others)), then
    if kind == "at":
        place, _, neighbour = argument.partition(",")
        return kind, (place, Members(codes[int(neighbour)]) if neighbour else None), then
    if kind in ("end", "from", "to", "same", "same_letters"):
        return kind, argument, then
    return kind, int(argument), then


def widths(steps: list[TracedStep], entry: int) -> list[tuple[int, int]]:
    """The alternatives of a lookbehind, and how many characters each takes."""
    kind, what, _ = steps[entry]
    found = []
    for option in what if kind == "or" else (entry,):
        step, width = steps[option], 0
        while step[0] != "end":
            width += step[0] == "take"
            step = steps[step[1][0] if step[0] == "or" else step[2]]
        found.append((option, width))
    return found


class Pending:
    """Ways that were left aside: from `step` on at each place from `first` to `last`, where `marks` are met."""

    __slots__ = ("step", "first", "last", "marks")

    def __init__(self, step: int, at: int, marks: Marks) -> None:
        self.step = step
        self.first = self.last = at
        self.marks = marks

    def takes_in(self, step: int, at: int, marks: Marks) -> bool:
        """Whether the way from `step` at `at` is the next one of a loop's, and part of these now."""
        if step != self.step or at != self.last + 1:
            return False
        mine = self.marks
        if mine is not marks:
            if mine is None or marks is None or mine[:2] != marks[:2] or mine[3] is not marks[3]:
                return False
            if mine[0] != "or" or marks[2] != (mine[2][0], at):
                return False
        self.last, self.marks = at, marks
        return True


def next_way(pending: list[Pending]) -> tuple[int, int, Marks]:
    """The last of the pending ways, which is pending no more."""
    ways = pending[-1]
    at, marks = ways.last, ways.marks
    if at == ways.first:
        pending.pop()
    else:
        ways.last -= 1
        if marks is not None and marks[0] == "or" and marks[2][1] == at:
            ways.marks = ("or", marks[1], (marks[2][0], at - 1), marks[3])
    return ways.step, at, marks


def chosen(number: int, at: int, marks: Marks) -> Marks:
    """`marks` and a choice."""
    if marks is not None and marks[0] == "or" and marks[1] == number and marks[2][1] == at - 1:
        return "or", number, (marks[2][0], at), marks[3]
    return "or", number, (at, at), marks


class Tracer:
    """A program and a text. `begins`, `ends`: whether the response does with it; else other text stands there."""

    def __init__(self, program: str, text: str, begins: bool = True, ends: bool = True) -> None:
        self.text = text
        self.begins = begins
        self.beyond = FAILS if ends else CUT_OFF
        self.steps = traced_steps(program)
        self.choices = [number for number, step in enumerate(self.steps) if step[0] == "or"]
        self.known: dict[tuple[int, int], bytearray] = {}

    def match(self, start: int, forbidden: int = FAILS) -> Way | None:
        """The preferred way from `start` on, if it does not end at `forbidden`.

        Matches are looked for from left to right: what is known of the places inside this one is not kept right.
        """
        way = self.run(0, start, None, "", forbidden)
        if way is not None and way[0] >= 0:
            for number in self.choices:  # the way went on from here: that did not fail
                self.learn(number, way[0], 0)
            if self.beyond == CUT_OFF and has_open(way[1]):
                return CUT_OFF, None
        return way

    def run(
        self, entry: int, start: int, marks: Marks, look: str, forbidden: int = FAILS
    ) -> Way | None:
        """Where the preferred way from step `entry` at `start` ends; None if all fail.

        `look`: the kind of lookahead that is entered. Where it is not for its captures, any way will do, and all
        are tried before more text has to tell.
        """
        if look:  # the choices of its own begin here
            marks = ("look", look, start, marks)
        outer, cut_off = marks, False
        pending = [Pending(entry, start, marks)]
        while pending:
            at, marks = self.follow(pending, look != "")
            if at == FAILS or at == forbidden:
                continue
            if look == "" or look == "capture":
                return at, marks
            if self.conclude(marks, outer, HOLDS if at >= 0 else OPEN):
                return at, marks
            cut_off = True
        return (CUT_OFF, outer) if cut_off else None

    def follow(self, pending: list[Pending], notes_choices: bool) -> Way:
        """Go the last of the pending ways until it ends or fails; what it leaves aside is pending then."""
        text, steps, length = self.text, self.steps, len(self.text)
        number, at, marks = next_way(pending)
        while at >= 0:
            kind, what, then = steps[number]
            if kind == "take":
                if at == length:
                    return self.beyond, marks
                at = at + 1 if what[text[at]] else FAILS
            elif kind == "or":
                known = self.look_up(number, at)
                if known:
                    return (FAILS if known == FAILED else CUT_OFF if known == OPEN else at), marks
                marks = chosen(number, at, marks) if notes_choices else marks
                for option in what[1:]:
                    if not (pending and pending[-1].takes_in(option, at, marks)):
                        pending.append(Pending(option, at, marks))
                then = what[0]
            elif kind == "end":
                break
            else:
                at, marks = self.step_over(kind, what, at, marks)
            number = then
        return at, marks

    def look_up(self, number: int, at: int) -> int:
        """What is known of a choice at a place. From now on it has failed, if nobody says otherwise."""
        page = self.known.get((number, at // PAGE))
        if page is None:
            page = self.known[number, at // PAGE] = bytearray(PAGE)
        before = page[at % PAGE]
        page[at % PAGE] = before or FAILED
        return before

    def learn(self, number: int, at: int, verdict: int) -> bool:
        """Correct what is known of a choice at a place; returns whether that is new."""
        page = self.known.get((number, at // PAGE))
        if page is None or page[at % PAGE] == verdict:
            return False
        page[at % PAGE] = verdict
        return True

    def conclude(self, marks: Marks, outer: Marks, verdict: int) -> bool:
        """Note `verdict` for all choices since `outer`; returns whether it is for good.

        Those before something open are open too. Where that was known, it is for all that were made before.
        """
        while marks is not outer and marks is not None:
            kind, number, places, marks = marks
            if kind == "or":
                first, last = places
                for at in range(last, first - 1, -1):
                    if not self.learn(number, at, verdict) and verdict == OPEN:
                        return False
            elif kind == "open":
                verdict = OPEN
        return verdict != OPEN

    def step_over(self, kind: str, what: Any, at: int, marks: Marks) -> Way:
        """Go on behind a step that takes no character of its own."""
        if kind == "from" or kind == "to":
            return at, (kind, what, at, marks)
        if kind == "capture":
            return self.capture(what, at, marks)
        if kind == "at":
            return self.at_place(at, *what), marks
        if kind == "behind" or kind == "not_behind":
            options = ((entry, at - width) for entry, width in what if width <= at)
            found = any(self.run(entry, start, marks, kind) is not None for entry, start in options)
            return at if found == (kind == "behind") else FAILS, marks
        way = self.run(what, at, marks, kind)
        if way is not None and way[0] == CUT_OFF:
            return at, ("open", "", at, marks)
        return at if (way is not None) == (kind == "ahead") else FAILS, marks

    def capture(self, entry: int, at: int, marks: Marks) -> Way:
        """Go on behind a lookahead with the groups of its preferred way."""
        way = self.run(entry, at, marks, "capture")
        if way is None:
            return FAILS, marks
        end, found = way
        if self.conclude(found, marks, 0 if end >= 0 else OPEN):
            return at, found
        return at, ("open", "", at, marks)

    def at_place(self, at: int, place: str, neighbours: Members | None) -> int:
        """`at` if it is such a place."""
        text = self.text
        if place == "start" or place == "line_start":
            holds = at == 0 and self.begins
            before = neighbours is not None and at > 0 and neighbours[text[at - 1]]
            return at if holds or before else FAILS
        ends = at == len(text)
        if ends and self.beyond == CUT_OFF:
            return CUT_OFF
        following = neighbours is not None and not ends and neighbours[text[at]]
        if place == "end" or place == "line_end":
            return at if ends or following else FAILS
        before = neighbours is not None and at > 0 and neighbours[text[at - 1]]
        return at if (before != following) == (place == "word_edge") else FAILS


def has_open(marks: Marks) -> bool:
    """Whether more text has to tell of something that a way went past."""
    while marks is not None:
        if marks[0] == "open":
            return True
        marks = marks[3]
    return False


class Traced:
    """A match, with what is asked of one of `re`."""

    def __init__(self, text: str, start: int, end: int, marks: Marks) -> None:
        self.place = start, end
        self.texts: dict[str, str] = {}
        closed: dict[str, int] = {}
        while marks is not None:
            side, name, position, marks = marks
            if side == "to":
                closed.setdefault(name, position)
            elif side == "from" and name in closed and name not in self.texts:
                self.texts[name] = text[position : closed[name]]
        self.lastindex = len(self.texts) or None

    def start(self) -> int:
        return self.place[0]

    def end(self) -> int:
        return self.place[1]

    def __getitem__(self, group: str) -> Any:
        return self.texts.get(group)

    def groupdict(self) -> dict[str, str]:
        """The texts of the groups that took part."""
        return self.texts
