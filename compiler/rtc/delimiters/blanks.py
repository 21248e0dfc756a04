"""What stands behind the blanks with which a match may begin: text without it holds no delimiter."""

from __future__ import annotations

from dataclasses import dataclass

from rtc.delimiters.charset import BLANK, MAX_LEAD_CHARACTERS, CharSet
from rtc.delimiters.nodes import At, Branch, Chars, Group, Look, Node, Place, Repeat, Sequence

_BLANKS = frozenset(BLANK.members(MAX_LEAD_CHARACTERS) or "")
_MAX_CHARACTERS = 64


@dataclass(frozen=True, slots=True)
class Start:
    """How the matches of a node can begin, somewhere behind the start of the text.

    - `first`: the characters that can be the first which is no blank; None: not known.
    - `blanks`: the blanks that can stand before it.
    - `empty`, `blank`: whether it can be passed without a character, or with blanks alone.
    """

    first: frozenset[str] | None = frozenset()
    blanks: frozenset[str] = frozenset()
    empty: bool = False
    blank: bool = False

    @property
    def passes(self) -> bool:
        return self.empty or self.blank


_UNKNOWN = Start(first=None)
_NOTHING = Start(empty=True)


def start_after_blanks(tree: Node) -> Start | None:
    """How a delimiter begins; None where it could be anything, or blanks alone."""
    start = _start(tree)
    return None if start.first is None or start.passes else start


def _start(node: Node) -> Start:
    match node:
        case Chars(charset):
            return _characters(charset)
        case Sequence(items):
            return _sequence(items)
        case Branch(options):
            return _either([_start(option) for option in options])
        case Group():
            return _start(node.body)
        case Repeat(body, low, _, _):
            start = _start(body)
            return _either([start, _NOTHING]) if low == 0 else start
        case Look(body, behind=False, negated=False):
            start = _start(body)
            return _NOTHING if start.passes else start
        case At(Place.LAST_LINE_END):
            return Start(blanks=frozenset("\n"))
        case At(Place.END | Place.START):
            return Start()  # nothing follows the end, and no text begins behind its start
        case Look() | At():
            return _NOTHING
        case _:
            return _UNKNOWN


def _characters(charset: CharSet) -> Start:
    members = charset.members(_MAX_CHARACTERS)
    if members is None:
        return _UNKNOWN
    blanks = _BLANKS.intersection(members)
    return Start(frozenset(members) - _BLANKS, blanks, blank=bool(blanks))


def _sequence(items: tuple[Node, ...]) -> Start:
    passed = _NOTHING
    for item in items:
        start = _start(item)
        if passed.first is None or start.first is None:
            return _UNKNOWN
        passed = Start(
            passed.first | start.first,
            passed.blanks | start.blanks,
            passed.empty and start.empty,
            (passed.blank and start.passes) or (passed.empty and start.blank),
        )
        if not passed.passes:
            break
    return passed


def _either(starts: list[Start]) -> Start:
    first: frozenset[str] = frozenset()
    for start in starts:
        if start.first is None:
            return _UNKNOWN
        first |= start.first
    return Start(
        first,
        frozenset().union(*(start.blanks for start in starts)),
        any(start.empty for start in starts),
        any(start.blank for start in starts),
    )
