"""A pattern as an automaton of its single characters, to count the ways in which it can read a text.

Each character of the pattern is a state; reading a character of a text leads from state to state. A
backtracking engine that finds no match tries every way through this automaton. What it leaves out only
removes ways: anchors, what lookarounds ask for beyond one character, how high a repeat may count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import Union

from rtc.delimiters.analysis import first_characters, width
from rtc.delimiters.charset import MAX_CODEPOINT, CharSet, render_charset
from rtc.delimiters.nodes import (
    At,
    Backreference,
    Branch,
    Chars,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
    walk,
)

# A repeat that is counted higher than this is as good as endless: that many ways are too many.
MAX_COPIES = 16
# Beyond these a pattern is not looked at; no pattern that a person wrote comes near.
MAX_STATES = 1_000
MAX_LINKS = 50_000
MAX_SETS = 200
Loop = Union[Repeat, Backreference]
MANY = 2  # ways from one state to another; how many more does not matter
# Beyond ASCII: cased letters that fold strangely, other letters, digits, marks, blanks, symbols, no character.
_SAMPLES = "éßİıſK中א١²\u0300\u200d\x85\xa0\u1680\u2003\u3000—😀\ud800"


class TooLarge(Exception):
    """The pattern is too large to be looked at in this way."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How many ways there are, and (as bits) what lookarounds on them ask of the characters beside them."""

    count: int
    after: int
    before: int

    def __add__(self, other: Ways) -> Ways:
        after, before = self.after | other.after, self.before | other.before
        return Ways(min(self.count + other.count, MANY), after, before)

    def __mul__(self, other: Ways) -> Ways:
        after, before = self.after & other.after, self.before & other.before
        return Ways(min(self.count * other.count, MANY), after, before)


FREE = Ways(1, -1, -1)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the pattern: the states that it can begin and end with, and the ways to skip it, if any."""

    first: dict[int, Ways]
    last: dict[int, Ways]
    empty: Ways | None


NOTHING = Part({}, {}, FREE)


@dataclass(slots=True)
class Readings:
    """`accepts`: for each state the sampled characters it takes, as bits. `loops`: the innermost repeat
    without end that it stands in. `follow`: the states after it, each with the ways that lead there.
    """

    accepts: list[int] = field(default_factory=list)
    loops: list[Loop | None] = field(default_factory=list)
    follow: list[dict[int, Ways]] = field(default_factory=list)
    links: int = 0

    def add(self, accepts: int, loop: Loop | None) -> int:
        if len(self.accepts) == MAX_STATES:
            raise TooLarge
        self.accepts.append(accepts)
        self.loops.append(loop)
        self.follow.append({})
        return len(self.accepts) - 1

    def link(self, last: dict[int, Ways], first: dict[int, Ways]) -> None:
        self.links += len(last) * len(first)
        if self.links > MAX_LINKS:
            raise TooLarge
        for (before, left), (after, right) in product(last.items(), first.items()):
            ways = left * right
            if self.accepts[before] & ways.before and self.accepts[after] & ways.after:
                known = self.follow[before].get(after)
                self.follow[before][after] = ways if known is None else known + ways

    def takes(self, before: int, after: int) -> int:
        """The characters that lead from one state to the next."""
        return self.accepts[after] & self.follow[before][after].after


def readings_of(tree: Node) -> Readings:
    """The automaton of a search for `tree`; raises TooLarge.

    State 0 stands for the search: it takes any character, and the pattern may start at each.
    """
    sets = {node.charset for node in walk(tree) if isinstance(node, Chars)}
    if len(sets) > MAX_SETS:
        raise TooLarge
    sample = _sample(sets)
    bits = {charset: _bits(charset, sample) for charset in sets}
    groups = {node.number: node.body for node in walk(tree) if isinstance(node, Group)}
    builder = _Builder(bits, groups)
    search = builder.readings.add((1 << len(sample)) - 1, None)
    whole = builder.build(tree, None)
    builder.readings.link({search: FREE}, {search: FREE, **whole.first})
    return builder.readings


def _sample(sets: Iterable[CharSet]) -> str:
    """Characters of which each combination of `sets` that has members has one."""
    edges = [
        code
        for charset in sets
        for low, high in charset.ranges
        for code in (low - 1, low, high, high + 1)
    ]
    near = {chr(code) for code in edges if 0 <= code <= MAX_CODEPOINT}
    cased = {other for one in near for other in (*one.upper(), *one.lower())}
    return "".join(sorted({*map(chr, range(128)), *_SAMPLES, *near, *cased}))


def _bits(charset: CharSet, sample: str) -> int:
    accepts = re.compile(render_charset(charset), re.DOTALL).match
    return sum(1 << place for place, one in enumerate(sample) if accepts(one))


@dataclass(slots=True)
class _Builder:
    bits: dict[CharSet, int]
    groups: dict[int, Node]
    readings: Readings = field(default_factory=Readings)

    def build(self, node: Node, loop: Loop | None) -> Part:
        match node:
            case Chars(charset):
                return self.character(self.bits[charset], loop)
            case Sequence(items):
                return self.joined([self.build(item, loop) for item in items])
            case Branch(options):
                return _either([self.build(option, loop) for option in options])
            case Group(body):
                return self.build(body, loop)
            case Repeat():
                return self.repeat(node, loop)
            case Look():
                return self.look(node, loop)
            case At():
                return NOTHING
            case Backreference():
                return self.reference(node)

    def joined(self, parts: list[Part]) -> Part:
        whole = NOTHING
        for part in parts:
            self.readings.link(whole.last, part.first)
            first = _sum(whole.first, _times(part.first, whole.empty))
            last = _sum(part.last, _times(whole.last, part.empty))
            empty = None
            if whole.empty is not None and part.empty is not None:
                empty = whole.empty * part.empty
            whole = Part(first, last, empty)
        return whole

    def repeat(self, node: Repeat, loop: Loop | None) -> Part:
        most = node.low if node.high is None else node.high
        if most > MAX_COPIES or node.high is None:
            copies = min(max(node.low, 1), MAX_COPIES)
            parts = [self.build(node.body, loop) for _ in range(copies - 1)]
            body = self.build(node.body, node)
            self.readings.link(body.last, body.first)
            return self.joined([*parts, body if node.low else _either([body, NOTHING])])
        rest = NOTHING
        for _ in range(most - node.low):
            rest = _either([self.joined([self.build(node.body, loop), rest]), NOTHING])
        return self.joined([*(self.build(node.body, loop) for _ in range(node.low)), rest])

    def look(self, node: Look, loop: Loop | None) -> Part:
        """Ahead: a way that leads nowhere, beside the one that goes on."""
        if node.behind:
            return Part({}, {}, Ways(1, -1, self.asked(node, last_characters(node.body))))
        body = self.build(node.body, loop)
        return Part(body.first, {}, Ways(1, self.asked(node, first_characters(node.body)), -1))

    def asked(self, node: Look, sets: tuple[CharSet, ...] | None) -> int:
        """What the lookaround asks of the one character beside it."""
        if sets is None or (node.negated and not isinstance(node.body, Chars)):
            return -1
        bits = 0
        for charset in sets:
            bits |= self.bits[charset]
        return ~bits if node.negated else bits

    def reference(self, node: Backreference) -> Part:
        """What a group took: any of its characters, as many as it can take."""
        body, accepts = self.groups[node.number], 0
        for part in walk(body):
            accepts |= self.bits[part.charset] if isinstance(part, Chars) else 0
        most, whole = width(body)[1], NOTHING
        if most > MAX_COPIES:
            whole = self.character(accepts, node)
            self.readings.link(whole.last, whole.first)
            return _either([whole, NOTHING])
        for _ in range(most):
            whole = _either([self.joined([self.character(accepts, None), whole]), NOTHING])
        return whole

    def character(self, accepts: int, loop: Loop | None) -> Part:
        state = self.readings.add(accepts, loop)
        return Part({state: FREE}, {state: FREE}, None)


def last_characters(node: Node) -> tuple[CharSet, ...] | None:
    """The sets that the last character of a lookbehind can be in: it holds characters only."""
    match node:
        case Chars(charset):
            return (charset,)
        case Sequence(items) if items:
            return last_characters(items[-1])
        case Branch(options):
            found = [last_characters(option) for option in options]
            return None if None in found else tuple(one for sets in found for one in sets or ())
        case _:
            return None


def _either(parts: list[Part]) -> Part:
    whole = Part({}, {}, None)
    for part in parts:
        empty = part.empty if whole.empty is None else whole.empty
        if whole.empty is not None and part.empty is not None:
            empty = whole.empty + part.empty
        whole = Part(_sum(whole.first, part.first), _sum(whole.last, part.last), empty)
    return whole


def _sum(one: dict[int, Ways], other: dict[int, Ways]) -> dict[int, Ways]:
    total = dict(one)
    for state, ways in other.items():
        total[state] = total[state] + ways if state in total else ways
    return total


def _times(part: dict[int, Ways], ways: Ways | None) -> dict[int, Ways]:
    return {} if ways is None else {state: one * ways for state, one in part.items()}
