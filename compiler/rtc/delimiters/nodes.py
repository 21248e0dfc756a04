"""The tree of a pattern: what the author's regex says, free of any engine's notation.

Everything about matching is derived from this tree: the stdlib source, the edge pattern, first
characters, prefixes. Only constructs that can be matched exactly while text streams in have a node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Union

from rtc.delimiters.charset import CharSet, single

Span = tuple[int, int]


class Place(Enum):
    """A position, not a character."""

    START = "start of the text"
    LINE_START = "start of a line"
    END = "end of the text"
    LAST_LINE_END = "end of the text, or before its last newline"
    LINE_END = "end of a line"
    WORD_EDGE = "word boundary"
    NO_WORD_EDGE = "no word boundary"


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of a set."""

    charset: CharSet


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Alternatives, the first that leads to a match wins."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group. `number` counts from 1 in the author's order."""

    body: Node
    number: int
    name: str | None


@dataclass(frozen=True, slots=True)
class Repeat:
    """`low` to `high` times (None: any number), as many or (lazy) as few as possible.

    `span`: from where to where it stands in the pattern's text, for messages only.
    """

    body: Node
    low: int
    high: int | None
    lazy: bool
    span: Span = field(default=(0, 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Look:
    """Lookahead, or lookbehind of fixed width; zero-width either way."""

    body: Node
    behind: bool
    negated: bool


@dataclass(frozen=True, slots=True)
class At:
    place: Place
    ascii_only: bool = False


@dataclass(frozen=True, slots=True)
class Backreference:
    """What group `number` matched, once more. Not in delimiters. `span`: as that of a repeat."""

    number: int
    ignore_case: bool = False
    span: Span = field(default=(0, 0), compare=False, repr=False)


Node = Union[Chars, Sequence, Branch, Group, Repeat, Look, At, Backreference]

EMPTY = Sequence(())


def sequence(items: list[Node]) -> Node:
    """`items` one after the other, without needless nesting."""
    flat: list[Node] = []
    for item in items:
        flat.extend(item.items if isinstance(item, Sequence) else (item,))
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def literal(text: str) -> Node:
    return sequence([Chars(single(character)) for character in text])


def children(node: Node) -> tuple[Node, ...]:
    match node:
        case Sequence(items):
            return items
        case Branch(options):
            return options
        case Group() | Repeat() | Look():
            return (node.body,)
        case _:
            return ()


def walk(node: Node) -> list[Node]:
    """`node` and all below it."""
    found, pending = [], [node]
    while pending:
        current = pending.pop()
        found.append(current)
        pending.extend(reversed(children(current)))
    return found
