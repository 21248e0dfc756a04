"""How the cost of a backtracking search grows with the text, and which parts of the pattern are to blame.

It grows as the number of ways to read the text does. That number has no limit just where a loop of the
pattern can be left for a later loop at any of many places: some text leads from one state to itself, from
that state to another, and from the other to itself (Weber and Seidl, "On the degree of ambiguity of
finite automata", 1991). If there are two ways from a state to itself, it doubles again and again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rtc.delimiters.nodes import Node, Repeat, walk
from rtc.delimiters.readings import MANY, Loop, Readings, TooLarge, readings_of

# So many combinations of states are looked at; the largest published pattern needs half of them.
MAX_LOOKED_AT = 300_000
# Of delimiters, which may be many.
MAX_LOOKED_AT_IN_DELIMITERS = 30_000


@dataclass(frozen=True, slots=True)
class Growth:
    """The powers of the length that limit the cost: `attempt` to match at one place, `search` in a whole text.

    0: there is no such power, or (`known` is False) the pattern is too large to tell. `rivals` are the two
    loops that can read the same text in an attempt, in their order; `reread` is one that a search goes
    through again from each place where a match may start. None where there are no such loops.
    """

    attempt: int
    search: int
    rivals: tuple[Loop, Loop] | None = None
    reread: Loop | None = None
    known: bool = True


def growth(tree: Node, most: int = MAX_LOOKED_AT) -> Growth:
    """How the cost of a search for `tree` grows with the text. `most`: so much work may it take to tell."""
    try:
        return _Growth(readings_of(tree), most).measure()
    except TooLarge:
        return Growth(0, 0, known=False)


@lru_cache(maxsize=1024)
def delimiter_growth(tree: Node) -> Growth:
    """The growth of a delimiter: these may be many, so each is looked at but once, and not for long."""
    return growth(tree, MAX_LOOKED_AT_IN_DELIMITERS)


def is_steady(tree: Node) -> bool:
    """Whether a search for a delimiter in a whole text costs no more than so much for each character."""
    return delimiter_growth(tree).search == 1


def rival_loops(tree: Node) -> int:
    """How many more loops than one an attempt to match a delimiter may lead the same text through.

    Where it is too large to tell: as if all of its loops could.
    """
    cost = delimiter_growth(tree)
    endless = [node for node in walk(tree) if isinstance(node, Repeat) and node.high is None]
    return (cost.attempt or max(1, len(endless))) - 1


class _Growth:
    def __init__(self, readings: Readings, most: int) -> None:
        self.readings = readings
        self.most = most
        self.components = components([list(after) for after in readings.follow])
        self.takes = readings.takes
        self.ahead = readings.follow
        self.back: list[dict[int, None]] = [{} for _ in readings.follow]
        for before, followers in enumerate(readings.follow):
            for after in followers:
                self.back[after][before] = None
        self.looked_at = 0

    def measure(self) -> Growth:
        loops = [one for one in self.components if self.is_loop(one)]
        for loop in loops:
            owner = self.owner(loop)
            if owner is not None and self.doubles(loop):
                return Growth(0, 0, (owner, owner))
        return self.longest_chains(loops)

    def owner(self, component: list[int]) -> Loop | None:
        """The repeat that a loop is of; None for the search."""
        return self.readings.loops[component[0]]

    def is_loop(self, component: list[int]) -> bool:
        return len(component) > 1 or component[0] in self.readings.follow[component[0]]

    def look(self, states: int = 1) -> None:
        self.looked_at += states
        if self.looked_at > self.most:
            raise TooLarge

    def doubles(self, loop: list[int]) -> bool:
        """Whether two ways lead from a state of the loop back to it, with the same text."""
        follow, inside = self.readings.follow, set(loop)
        edges = (edge for one in loop for edge in follow[one].items())
        if any(ways.count >= MANY and after in inside for after, ways in edges):
            return True
        ahead: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        parted = self.reached({(one, one) for one in loop}, inside, ahead)
        back: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        for pair, afters in ahead.items():
            for after in afters:
                back.setdefault(after, set()).add(pair)
        meeting = {pair for pair in parted if pair[0] == pair[1]}
        pending = list(meeting)
        while pending:
            for pair in back.get(pending.pop(), ()):
                if pair[0] != pair[1]:
                    return True
                if pair not in meeting:
                    meeting.add(pair)
                    pending.append(pair)
        return False

    def reached(
        self,
        starts: set[tuple[int, ...]],
        inside: set[int],
        ahead: dict[tuple[int, ...], set[tuple[int, ...]]],
    ) -> set[tuple[int, ...]]:
        """All pairs of states that one text leads to from `starts`; `ahead` is filled with the steps."""
        seen, pending = set(starts), list(starts)
        while pending:
            one, other = current = pending.pop()
            ahead[current] = set()
            for left in self.readings.follow[one].keys() & inside:
                for right in self.readings.follow[other].keys() & inside:
                    self.look()
                    if self.takes(one, left) & self.takes(other, right):
                        ahead[current].add((left, right))
                        if (left, right) not in seen:
                            seen.add((left, right))
                            pending.append((left, right))
        return seen

    def longest_chains(self, loops: list[list[int]]) -> Growth:
        """The most loops in a row that each share text with the next."""
        powers: list[int] = []
        rivals: tuple[Loop, Loop] | None = None
        reread: Loop | None = None
        for loop in loops:  # a component comes after those that it leads to; the search comes last
            owner, later, power = self.owner(loop), self.reach(loop, self.ahead), 0
            for rival, its_power in zip(loops, powers):
                its_owner = self.owner(rival)
                shares = rival[0] in later and self.share(loop, rival, later)
                if shares and its_power >= power:
                    reread = its_owner if owner is None else reread
                    rivals = (owner, its_owner) if owner and its_owner else rivals
                if rival[0] in later:
                    power = max(power, its_power + shares)
            powers.append(power)
        attempt = 1 + max(powers[:-1], default=0)
        return Growth(attempt, max(attempt, 1 + powers[-1]), rivals, reread)

    def share(self, loop: list[int], rival: list[int], later: set[int]) -> bool:
        """Whether a text goes round `loop`, from it to `rival`, and round `rival`. `later`: what follows it."""
        between = self.reach(rival, self.back) & later
        return any(
            self.goes((one, one, other), (one, other, other), (set(loop), between, set(rival)))
            for one in loop
            for other in rival
        )

    def reach(self, states: list[int], steps: Sequence[Collection[int]]) -> set[int]:
        """All states that `steps` lead to from these, and these."""
        seen, pending = set(states), list(states)
        while pending:
            self.look()
            fresh = set(steps[pending.pop()]) - seen
            seen |= fresh
            pending.extend(fresh)
        return seen

    def goes(
        self,
        start: tuple[int, int, int],
        goal: tuple[int, int, int],
        inside: tuple[set[int], set[int], set[int]],
    ) -> bool:
        """Whether one text leads from each state of `start` to that of `goal`, each inside its states."""
        follow, takes = self.readings.follow, self.takes
        seen, pending = {start}, [start]
        while pending:
            one, other, third = pending.pop()
            for first in follow[one].keys() & inside[0]:
                for second in follow[other].keys() & inside[1]:
                    shared = takes(one, first) & takes(other, second)
                    for last in follow[third].keys() & inside[2] if shared else ():
                        self.look()
                        after = (first, second, last)
                        if shared & takes(third, last) and after not in seen:
                            if after == goal:
                                return True
                            seen.add(after)
                            pending.append(after)
        return False


def components(follow: list[list[int]]) -> list[list[int]]:
    """The strongly connected components, each after all that it leads to (Tarjan, without recursion)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    open_states: list[int] = []
    is_open: set[int] = set()
    found: list[list[int]] = []
    for root in range(len(follow)):
        if root in number:
            continue
        work = [(root, iter(follow[root]))]
        number[root] = low[root] = len(number)
        open_states.append(root)
        is_open.add(root)
        while work:
            state, after = work[-1]
            child = next(after, None)
            if child is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == number[state]:
                    place = open_states.index(state)
                    found.append(open_states[place:])
                    is_open.difference_update(open_states[place:])
                    del open_states[place:]
            elif child not in number:
                number[child] = low[child] = len(number)
                open_states.append(child)
                is_open.add(child)
                work.append((child, iter(follow[child])))
            elif child in is_open:
                low[state] = min(low[state], number[child])
    return found
