r"""Lazy runs that `re` reads faster: `.*?</p>` as `(?:[^<]*(?:<[^<]*){0,1024}?|.*?)</p>`.

At each character of a lazy run `re` tries what comes behind it. Where that can only begin with certain characters,
all others are taken at once. `re` remembers some hundred bytes for each round of a group, so there is a limit to them;
beyond it the run goes on as it was written. What matches is the same, and so is the order in which it is tried.
"""

from __future__ import annotations

from dataclasses import replace

from rtc.delimiters.analysis import first_characters, nullable, possible_first, width
from rtc.delimiters.charset import CharSet, Range, normalise, ranges_of, union
from rtc.delimiters.nodes import Branch, Chars, Group, Look, Node, Repeat, Sequence, sequence

ROUNDS = 1024
MAX_ENDS = 4

Sets = tuple[CharSet, ...]


def hasten(node: Node, behind: Sets | None = None) -> Node:
    """The same pattern with its lazy runs written out. `behind`: what comes next begins with one of these."""
    match node:
        case Group(body):
            return replace(node, body=hasten(body, behind))
        case Branch(options):
            return Branch(tuple(hasten(option, behind) for option in options))
        case Sequence(items):
            return _hasten_items(items, behind)
        case Repeat(Chars(charset), low, None, True) if behind is not None:
            return _written_out(node, charset, low, behind)
        case _:
            return node


def _hasten_items(items: tuple[Node, ...], behind: Sets | None) -> Node:
    found: list[Node] = []
    for item in reversed(items):
        found.append(hasten(item, behind))
        behind = _begins(item, behind)
    return sequence(found[::-1])


def _begins(item: Node, behind: Sets | None) -> Sets | None:
    """What `item` and all behind it begins with; None: anything, or nothing at all."""
    while isinstance(item, Group):
        item = item.body
    if isinstance(item, Look) and not item.behind and not item.negated:
        return first_characters(item.body) or behind
    if not nullable(item):
        return first_characters(item)
    if width(item)[1] == 0:
        return behind
    first = possible_first(item)
    return None if first is None or behind is None else first + behind


def _written_out(run: Repeat, charset: CharSet, low: int, behind: Sets) -> Node:
    merged = union(list(behind))
    ends = None if merged is None else merged.members(MAX_ENDS)
    plain = charset.negated and not (charset.categories or charset.ignore_case)
    if not ends or not plain or low > 1:
        return run
    others = replace(charset, ranges=normalise([*charset.ranges, *ranges_of(ends)]))
    inside = "".join(one for one in ends if not _holds(charset.ranges, one))
    if not inside:
        return replace(run, lazy=False)
    rest = Repeat(Chars(others), 0, None, False)
    more = Sequence((Chars(CharSet(ranges_of(inside))), rest))
    rounds = Sequence((rest, Repeat(more, 0, ROUNDS, True)))
    either = Branch((rounds, replace(run, low=0)))
    return sequence([*[Chars(charset)] * low, either])


def _holds(ranges: tuple[Range, ...], character: str) -> bool:
    return any(low <= ord(character) <= high for low, high in ranges)
