"""Searching for a pattern in text that comes in pieces, with bounded work for each character.

The ordinary search looks at a delimiter that is under way again with every piece, which is quick as
long as it is short. An automaton remembers how far it has come instead.

A state is a list of *groups*, one for each place where a match may have started, the earliest first;
a group is a list of *threads*, the steps of the program that may come next, the preferred one first.
A later thread at the same step as an earlier one cannot win any more and is dropped, so a state never
has more threads than the program has steps. States and their transitions are made when first needed.
"""

from __future__ import annotations

import re
from typing import Any, FrozenSet, NamedTuple, Tuple

# A step, and what lookaheads still ask of the text from here on: (their kind, their threads, whether one
# of them has matched).
Thread = Tuple[int, FrozenSet[Any]]

MAX_STATES = 2000
NOTHING_MORE = "end of the text"  # instead of the next character


class Here(NamedTuple):
    """What can be known of a position from the text before it."""

    at_start: bool
    behind: tuple[frozenset[int], ...]  # for each lookbehind, the steps that may come next
    ends_here: tuple[bool, ...]  # and whether it matches up to here
    previous: tuple[bool, ...]  # which sets the character before is in


class State:
    """Threads after some text; `searching`: whether a match may still start."""

    def __init__(self, groups: tuple[tuple[Thread, ...], ...], here: Here, searching: bool) -> None:
        self.groups = groups
        self.here = here
        self.searching = searching
        self.moves: dict[str, Move] = {}
        self.by_class: dict[Any, Move] = {}
        self.leave: dict[Any, Any] = {}


class Move(NamedTuple):
    """Where a character leads. `origins`: for each new group, the old one it goes on (-1: a new start).

    `found`: the old group that has a match now, or None; it ends before the character (0), after it
    (1), or somewhere before (-1: a lookahead decided it later).
    """

    state: State
    origins: tuple[int, ...] | None  # None: all as they were
    found: int | None
    end: int


def judge(kind: str, threads: Any, matched: bool) -> bool | None:
    """Whether a lookahead holds, from the threads it has left; None if more text decides.

    One of the kind "capture" is not decided before its preferred path is: that has the captures.
    """
    if threads and (kind == "capture" or not matched):
        return None
    return matched != (kind == "not_ahead")


def demand(kind: str, threads: Any, matched: bool) -> Any:
    """What a lookahead asks for; only for captures does the order of its threads count."""
    return (kind, tuple(threads) if kind == "capture" else frozenset(threads), matched)


class Automaton:
    """The program of one pattern, with the states that have come up so far.

    A step is `(set, next)`, `("or", step, ...)`, `("at", place, set, next)`, `("behind", negated,
    number, next)`, `("ahead", kind, step, next)` or, at an end, `()`.
    """

    def __init__(self, program: str) -> None:
        self.sources: list[str] = []
        self.behinds: list[int] = []
        self.steps: list[tuple[Any, ...]] = []
        codes = program.split(" ")
        for place, code in enumerate(codes):
            code, arrow, then = code.partition("→")
            self.steps.append(self.read_step(code, int(then) if arrow else place + 1, codes))
        self.accepts = [re.compile(source, re.DOTALL).match for source in self.sources]
        self.states: dict[Any, State] = {}

    def read_step(self, code: str, then: int, codes: list[str]) -> tuple[Any, ...]:
        if not code.startswith("·"):
            return (self.set_number(code), then)
        kind, _, argument = code[1:].partition(":")
        if kind == "end":
            return ()
        if kind in ("or", "from", "to"):  # where groups begin and end is for tracers
            return ("or", *map(int, argument.split(","))) if kind == "or" else ("or", then)
        if kind == "at":
            place, _, neighbour = argument.partition(",")
            return ("at", place, self.set_number(codes[int(neighbour)]) if neighbour else -1, then)
        if kind in ("ahead", "not_ahead", "capture"):
            return ("ahead", kind, int(argument), then)
        self.behinds.append(int(argument))
        return ("behind", kind == "not_behind", len(self.behinds) - 1, then)

    def set_number(self, source: str) -> int:
        if source not in self.sources:
            self.sources.append(source)
        return self.sources.index(source)

    def classify(self, character: str) -> tuple[bool, ...]:
        """Which of the sets the character is in."""
        return tuple(accept(character) is not None for accept in self.accepts)

    def initial(self, before: str, at_start: bool) -> State:
        """The state at a position; `before`: the text before it, as far as lookbehinds look."""
        nothing = (False,) * len(self.behinds)
        empty: tuple[frozenset[int], ...] = (frozenset(),) * len(self.behinds)
        here = Here(at_start, empty, nothing, (False,) * len(self.accepts))
        for character in before:
            here = self.after(here, self.classify(character))
        return self.state((), here, True)

    def state(self, groups: tuple[tuple[Thread, ...], ...], here: Here, searching: bool) -> State:
        key = (groups, here, searching)
        found = self.states.get(key)
        if found is None:
            if len(self.states) >= MAX_STATES:
                self.states.clear()
            found = self.states[key] = State(groups, here, searching)
        return found

    def after(self, here: Here, kind: tuple[bool, ...]) -> Here:
        """The position behind a character of the sets `kind`."""
        behind, ends = [], []
        for entry, waiting in zip(self.behinds, here.behind):
            steps, ended = self.plain_steps([entry, *waiting], kind)
            behind.append(steps)
            ends.append(ended)
        return Here(False, tuple(behind), tuple(ends), kind)

    def plain_steps(self, steps: list[int], kind: tuple[bool, ...]) -> tuple[frozenset[int], bool]:
        """Inside a lookbehind, where only characters are: the steps after one, and if one is the end."""
        taken: set[int] = set()
        for number in self.choices(steps):
            step = self.steps[number]
            if step and kind[step[0]]:
                taken.update(self.choices([step[1]]))
        ended = any(not self.steps[number] for number in taken)
        return frozenset(number for number in taken if self.steps[number]), ended

    def choices(self, steps: list[int]) -> set[int]:
        """The steps that take a character, or end, among `steps` and the options they lead to."""
        found, pending = set(), list(steps)
        while pending:
            number = pending.pop()
            step = self.steps[number]
            if step and step[0] == "or":
                pending.extend(step[1:])
            else:
                found.add(number)
        return found

    def expand(
        self, threads: Any, here: Here, following: Any, seen: set[Thread]
    ) -> tuple[list[Thread], bool]:
        """Follow all steps that take no character, in order, up to the first that ends the pattern.

        `following` is the next character's sets, NOTHING_MORE, or None if not known: then what asks
        for it waits. Returns the threads, and whether the pattern ended.
        """
        found: list[Thread] = []
        pending = list(reversed(list(threads)))
        while pending:
            thread = pending.pop()
            number, demands = thread
            if thread in seen or (number, frozenset()) in seen:
                continue
            seen.add(thread)
            step = self.steps[number]
            if not step:
                if not demands:
                    return found, True
                found.append(thread)
            elif step[0] == "or":
                pending.extend((option, demands) for option in reversed(step[1:]))
            elif step[0] == "ahead":
                self.look_ahead(step, demands, here, following, pending)
            elif isinstance(step[0], str):
                holds = self.holds(step, here, following)
                if holds is None:
                    found.append(thread)
                elif holds:
                    pending.append((step[3], demands))
            else:
                found.append(thread)
        return found, False

    def look_ahead(
        self,
        step: tuple[Any, ...],
        demands: frozenset[Any],
        here: Here,
        following: Any,
        pending: list[Thread],
    ) -> None:
        """Go on behind a lookahead: at once where it is decided, else with a demand on the text."""
        kind, entry, after = step[1:]
        threads, matched = self.expand([(entry, frozenset())], here, following, set())
        verdict = judge(kind, threads, matched)
        if verdict is None:
            pending.append((after, demands | {demand(kind, threads, matched)}))
        elif verdict:
            pending.append((after, demands))

    def holds(self, step: tuple[Any, ...], here: Here, following: Any) -> bool | None:
        """Whether a step's condition is met; None where the next character decides."""
        kind, what, which = step[0], step[1], step[2]
        if kind == "behind":
            return bool(here.ends_here[which] != what)
        if what == "start":
            return here.at_start
        if what == "line_start":
            return here.at_start or here.previous[which]
        if following is None:
            return None
        if what == "end":
            return following is NOTHING_MORE
        next_is = following is not NOTHING_MORE and following[which]
        if what == "line_end":
            return following is NOTHING_MORE or next_is
        return bool((here.previous[which] != next_is) == (what == "word_edge"))

    def meet(
        self, demands: frozenset[Any], here: Here, kind: tuple[bool, ...], after: Here
    ) -> frozenset[Any] | None:
        """What `demands` still ask for after a character; None where one is not met."""
        rest = set()
        for mode, threads, met in demands:
            waiting, matched = self.expand(threads, here, kind, set())
            matched = matched or met
            if judge(mode, waiting, matched) is None:
                waiting, end = self.take(waiting, here, kind, after, set())
                matched = matched or end is not None
            verdict = judge(mode, waiting, matched)
            if verdict is None:
                rest.add(demand(mode, waiting, matched))
            elif not verdict:
                return None
        return frozenset(rest)

    def move(self, state: State, character: str) -> Move:
        """The transition for a character, made if it is new."""
        kind = self.classify(character)
        move = state.by_class.get(kind)
        if move is None:
            move = state.by_class[kind] = self.make_move(state, kind)
        if len(state.moves) >= MAX_STATES:
            state.moves.clear()
        state.moves[character] = move
        return move

    def make_move(self, state: State, kind: tuple[bool, ...]) -> Move:
        here, after = state.here, self.after(state.here, kind)
        groups = list(enumerate(state.groups))
        if state.searching:
            groups.append((-1, ((0, frozenset()),)))
        seen_here: set[Thread] = set()
        seen_after: set[Thread] = set()
        new_groups, origins, found, end = [], [], None, None
        for origin, group in groups:
            threads, ended = self.expand(group, here, kind, seen_here)
            going, end = self.take(threads, here, kind, after, seen_after)
            if going:
                new_groups.append(tuple(going))
                origins.append(origin)
            if end is not None or ended:
                found = origin
                break
        unchanged = origins == list(range(len(state.groups)))
        new_state = self.state(tuple(new_groups), after, state.searching and found is None)
        return Move(new_state, None if unchanged else tuple(origins), found, end or 0)

    def take(
        self,
        threads: list[Thread],
        here: Here,
        kind: tuple[bool, ...],
        after: Here,
        seen: set[Thread],
    ) -> tuple[list[Thread], int | None]:
        """The threads of one group, or of a lookahead, after a character; where a match ended if one did."""
        going: list[Thread] = []
        for number, demands in threads:
            left = self.meet(demands, here, kind, after) if demands else demands
            step = self.steps[number]
            if left is None:
                continue
            if not step:
                if not left:
                    return going, -1
                if (number, left) not in seen:
                    seen.add((number, left))
                    going.append((number, left))
            elif kind[step[0]]:
                more, ended = self.expand([(step[1], left)], after, None, seen)
                going.extend(more)
                if ended:
                    return going, 1
        return going, None

    def at_end(self, state: State) -> int | None:
        """The group that matches if the text ends here (-1: a new start), or None."""
        groups = list(enumerate(state.groups))
        if state.searching:
            groups.append((-1, ((0, frozenset()),)))
        seen: set[Thread] = set()
        for origin, group in groups:
            threads, ended = self.expand(group, state.here, NOTHING_MORE, seen)
            if ended or any(self.met_at_end(thread, state.here) for thread in threads):
                return origin
        return None

    def met_at_end(self, thread: Thread, here: Here) -> bool:
        """Whether a thread is at the end of its pattern and nothing it demands is open."""
        number, demands = thread
        if self.steps[number]:
            return False
        for mode, threads, met in demands:
            waiting, matched = self.expand(threads, here, NOTHING_MORE, set())
            matched = matched or met or any(self.met_at_end(one, here) for one in waiting)
            if matched == (mode == "not_ahead"):
                return False
        return True

    def leaving(self, state: State, character: str) -> Any:
        """Finds the next character that could lead elsewhere than `character`, which changes nothing."""
        kind = self.classify(character)
        search = state.leave.get(kind)
        if search is None:
            alternatives = [
                f"(?!{source}).|" if inside else f"{source}|"
                for source, inside in zip(self.sources, kind)
            ]
            pattern = "".join(alternatives)[:-1] or "(?!)"
            search = state.leave[kind] = re.compile(pattern, re.DOTALL).search
        return search
