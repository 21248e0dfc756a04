"""A pattern as a program for the automaton: what may come next, in order of preference.

A step is `(set, next)`: a character of that set, then the step `next`. Other steps take no character:

- `("or", step, step, ...)`: go on at any of these, the first that leads to a match wins;
- `("at", place, set, next)`: only at this place; `set` is what the place asks its neighbours for;
- `("behind", negated, number, next)`: only where lookbehind `number` ends (or does not);
- `("ahead", negated, step, next)`: only where what starts at `step` matches from here (or does not);
- `()`: the end of the pattern, or of what a lookaround looks for.

The program starts at step 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from rtc.delimiters.charset import CharSet, render_charset, single
from rtc.delimiters.nodes import (
    At,
    Backreference,
    Branch,
    Chars,
    Group,
    Look,
    Node,
    Place,
    Repeat,
    Sequence,
    walk,
)

Step = tuple[Union[int, str, bool], ...]
_WORD = CharSet(categories=("w",))
_NEWLINE = single("\n")
_PLACES = {
    Place.START: ("start", None),
    Place.LINE_START: ("line start", _NEWLINE),
    Place.END: ("end", None),
    Place.LINE_END: ("line end", _NEWLINE),
    Place.WORD_EDGE: ("word edge", _WORD),
    Place.NO_WORD_EDGE: ("no word edge", _WORD),
}


@dataclass(frozen=True, slots=True)
class Program:
    """`sets`: sources of one-character patterns. `behinds`: where each lookbehind starts."""

    sets: tuple[str, ...]
    steps: tuple[Step, ...]
    behinds: tuple[int, ...]


def has_endless_repeat(tree: Node) -> bool:
    """Whether matches of `tree`, lookaround included, can look at any number of characters."""
    return any(isinstance(node, Repeat) and node.high is None for node in walk(tree))


def compile_program(tree: Node) -> Program:
    """The program of `tree`, which holds no backreference."""
    builder = _Builder()
    entry = builder.sequence((tree,), builder.add(()))
    return builder.finished(entry)


@dataclass(slots=True)
class _Builder:
    """Steps are added from the end of the pattern to its start, so `next` is always known."""

    steps: list[Step] = field(default_factory=list)
    sets: dict[str, int] = field(default_factory=dict)
    behinds: list[int] = field(default_factory=list)

    def add(self, step: Step) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    def set(self, charset: CharSet) -> int:
        return self.sets.setdefault(render_charset(charset), len(self.sets))

    def sequence(self, items: tuple[Node, ...], then: int) -> int:
        for item in reversed(items):
            then = self.node(item, then)
        return then

    def node(self, node: Node, then: int) -> int:
        match node:
            case Chars(charset):
                return self.add((self.set(charset), then))
            case Sequence(items):
                return self.sequence(items, then)
            case Branch(options):
                return self.add(("or", *(self.node(option, then) for option in options)))
            case Group(body):
                return self.node(body, then)
            case Repeat():
                return self.repeat(node, then)
            case Look():
                return self.look(node, then)
            case At():
                return self.place(node, then)
            case Backreference():
                raise AssertionError("backreferences are refused in delimiters")

    def repeat(self, node: Repeat, then: int) -> int:
        if node.high is None:
            head = self.add(())
            again = self.node(node.body, head)
            self.steps[head] = self._choice(node, again, then)
            then = head
        else:
            end = then
            for _ in range(node.high - node.low):
                then = self.add(self._choice(node, self.node(node.body, then), end))
        for _ in range(node.low):
            then = self.node(node.body, then)
        return then

    def _choice(self, node: Repeat, again: int, leave: int) -> Step:
        return ("or", leave, again) if node.lazy else ("or", again, leave)

    def look(self, node: Look, then: int) -> int:
        body = self.node(node.body, self.add(()))
        if not node.behind:
            return self.add(("ahead", node.negated, body, then))
        self.behinds.append(body)
        return self.add(("behind", node.negated, len(self.behinds) - 1, then))

    def place(self, at: At, then: int) -> int:
        if at.place is Place.LAST_LINE_END:  # as `(?=\n?\Z)`
            end = self.add(("at", "end", -1, self.add(())))
            newline = self.add((self.set(_NEWLINE), end))
            return self.add(("ahead", False, self.add(("or", end, newline)), then))
        name, charset = _PLACES[at.place]
        if charset is None:
            return self.add(("at", name, -1, then))
        word = CharSet(categories=("w",), ascii_only=at.ascii_only)
        return self.add(("at", name, self.set(word if charset == _WORD else charset), then))

    def finished(self, entry: int) -> Program:
        """The program with its steps in reading order, the entry first."""
        order = self._reading_order(entry)
        number = {old: new for new, old in enumerate(order)}
        steps = tuple(self._renumbered(self.steps[old], number) for old in order)
        return Program(tuple(self.sets), steps, tuple(number[entry] for entry in self.behinds))

    def _reading_order(self, entry: int) -> list[int]:
        order: dict[int, None] = {}
        pending = [*reversed(self.behinds), entry]
        while pending:
            step = pending.pop()
            if step not in order:
                order[step] = None
                pending.extend(reversed(targets(self.steps[step])))
        return list(order)

    def _renumbered(self, step: Step, number: dict[int, int]) -> Step:
        if not step:
            return step
        kept = len(step) - len(targets(step))
        return (*step[:kept], *(number[target] for target in targets(step)))


def targets(step: Step) -> tuple[int, ...]:
    """The steps that `step` leads to, which stand last in it."""
    if not step:
        return ()
    kept = {"or": 1, "at": 3, "behind": 3, "ahead": 2}.get(str(step[0]), 1)
    return tuple(int(target) for target in step[kept:])
