"""Named groups: which of them share a name, and which always take part in a match."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rtc.delimiters.errors import PatternError
from rtc.delimiters.nodes import Backreference, Branch, Group, Look, Node, Repeat, children, walk


@dataclass(frozen=True, slots=True)
class Capture:
    """A name, the numbers of the groups that carry it, and whether one of them always matches."""

    name: str
    numbers: tuple[int, ...]
    certain: bool


def captures(tree: Node) -> tuple[Capture, ...]:
    """The captures of `tree`, in the order of their first group."""
    numbers: dict[str, list[int]] = {}
    for node in walk(tree):
        if isinstance(node, Group) and node.name is not None:
            numbers.setdefault(node.name, []).append(node.number)
    return tuple(
        Capture(name, tuple(found), _certain(tree, name)) for name, found in numbers.items()
    )


def _certain(node: Node, name: str) -> bool:
    """Whether every match of `node` gives `name` a text."""
    match node:
        case Group() if node.name == name:
            return True
        case Branch(options):
            return all(_certain(option, name) for option in options)
        case Repeat(body, low, _, _):
            return low > 0 and _certain(body, name)
        case Look(body, _, negated):
            return not negated and _certain(body, name)
        case _:
            return any(_certain(child, name) for child in children(node))


def check_group_names(tree: Node) -> None:
    """Refuse a name twice where both groups could take part in one match (the last would win)."""
    names = [node.name for node in walk(tree) if isinstance(node, Group) and node.name]
    for name, count in Counter(names).items():
        if count > 1 and _may_meet(tree, name):
            raise PatternError(
                f"unsupported construct: group name '{name}' twice in one alternative",
                0,
                "unsupported",
                "a name may come again only in another alternative",
            )


def _may_meet(node: Node, name: str) -> bool:
    holders = [child for child in children(node) if _holds(child, name)]
    if isinstance(node, Group) and node.name == name and holders:
        return True
    repeated = isinstance(node, Repeat) and node.high != 1
    if repeated and sum(_is_named(part, name) for part in walk(node)) > 1:
        return True
    if not isinstance(node, Branch) and len(holders) > 1:
        return True
    return any(_may_meet(child, name) for child in holders)


def _holds(node: Node, name: str) -> bool:
    return any(_is_named(part, name) for part in walk(node))


def _is_named(node: Node, name: str) -> bool:
    return isinstance(node, Group) and node.name == name


def referenced(tree: Node) -> frozenset[int]:
    """The numbers of the groups that a backreference refers to."""
    return frozenset(node.number for node in walk(tree) if isinstance(node, Backreference))
