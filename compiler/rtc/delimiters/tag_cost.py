"""What reading tags with stdlib `re` can cost, and for which texts it may be used all the same."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rtc.delimiters.analysis import first_characters, fixed_beginning
from rtc.delimiters.charset import ANY, disjoint
from rtc.delimiters.gaps import Gap, split_at_gap
from rtc.delimiters.growth import growth
from rtc.delimiters.nodes import (
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
from rtc_runtime.matching import WINDOW


@dataclass(frozen=True, slots=True)
class Limit:
    """Texts that `re` can be given: up to `window` characters, or those in which `starts` is not often.

    `starts`: a text that stands, or ends, wherever reading a match can take long; "" if that does not help.
    `begins`: all matches begin with it. `ends`: a match that is tried for long is one, if only of all the rest.
    """

    window: int
    starts: str
    begins: bool = False
    ends: bool = False


_REST = Repeat(Chars(ANY), 0, None, False)


def limit_of(tree: Node) -> Limit | None:
    """What `re` can be given to find all matches of `tree`; None: everything."""
    cost = growth(tree)
    if cost.search == 1:
        return None
    if cost.search == 0:
        return Limit(0, "")
    window = int(WINDOW ** (1 / (cost.search - 1)))
    if cost.attempt != 1:
        return Limit(window, "")
    starts = _costly_start(tree)
    begins = starts != "" and fixed_beginning((tree,)) == starts
    return Limit(window, starts, begins, ends=starts == "" and _fails_at_once(tree))


def split_tag(tree: Node) -> Gap | None:
    """`tree` as two searches, where that gives the same and the second is linear."""
    gap = split_at_gap(tree)
    return gap if gap is not None and growth(gap.tail).search == 1 else None


def _fails_at_once(tree: Node) -> bool:
    """Whether `tree` is `...|C.*`, and where C does not match, no alternative can begin."""
    match tree:
        case Branch((*others, Sequence((Chars(charset), rest)))) if rest == _REST:
            begins = first_characters(Branch(tuple(others)))
            without = replace(charset, negated=not charset.negated)
            if begins is None or any(map(_looks_far, others)):
                return False
            return all(disjoint(one, without) for one in begins)
        case _:
            return False


def _looks_far(tree: Node) -> bool:
    looks = (part for part in walk(tree) if isinstance(part, Look))
    return any(isinstance(part, Repeat) for look in looks for part in walk(look.body))


def _costly_start(tree: Node) -> str:
    """What all alternatives that hold a repeat begin with, or look back at."""
    options = tree.options if isinstance(tree, Branch) else (tree,)
    starts = [
        _start(option) for option in options if any(isinstance(n, Repeat) for n in walk(option))
    ]
    return fixed_beginning(part for start in starts for part in start)


def _start(node: Node) -> tuple[Node, ...]:
    """The parts of which one stands where `node` starts, or ends there."""
    match node:
        case Group(body) | Look(body, True, False):
            return _start(body)
        case Sequence(items) if items and isinstance(items[0], (Group, Look, Branch)):
            looks = _start(items[0])
            return looks if _looks_back(items[0]) else (node,)
        case Branch(options):
            return tuple(part for option in options for part in _start(option))
        case _:
            return (node,)


def _looks_back(node: Node) -> bool:
    match node:
        case Group(body):
            return _looks_back(body)
        case Branch(options):
            return all(map(_looks_back, options))
        case Look(_, behind, negated):
            return behind and not negated
        case _:
            return False


def is_limited(tree: Node) -> bool:
    """Whether a match depends on what its groups took, so that no matcher is linear on every text."""
    return any(
        isinstance(node, Backreference)
        or isinstance(node, Look)
        and any(isinstance(part, Group) and part.name for part in walk(node.body))
        for node in walk(tree)
    )


def takes_the_rest(tree: Node) -> bool:
    """Whether what holds a repeat ends with an alternative for all text there is: no search goes on behind it."""
    options = tree.options if isinstance(tree, Branch) else (tree,)
    costly = [one for one in options if any(isinstance(part, Repeat) for part in walk(one))]
    return options[-1] == _REST or all(map(_ends_with_the_rest, costly))


def _ends_with_the_rest(option: Node) -> bool:
    last = option.items[-1] if isinstance(option, Sequence) and option.items else option
    return (last.options[-1] if isinstance(last, Branch) else last) == _REST
