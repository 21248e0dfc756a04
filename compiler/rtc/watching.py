r"""Watch lists: which delimiters count at one time, and how they are looked for together.

Two facts, found here once, make the generated code simple and fast:

- *exclusive* delimiters never begin at the same place, so the first that matches there is the one;
- a leading `\s*` is no part of what is searched for: the rest is found first and the blanks before it
  counted back. Searching for `\s*X` would try every blank of a long run again and again.
"""

from __future__ import annotations

from dataclasses import replace

from rtc.delimiters.analysis import exclusive, first_characters, nullable
from rtc.delimiters.charset import CharSet, disjoint, ranges_of
from rtc.delimiters.literals import factored
from rtc.delimiters.nodes import Branch, Chars, Node, Repeat, Sequence, sequence
from rtc.ir import Delimiter, Watch

MAX_LEAD_CHARACTERS = 32


def watch_list(delimiters: list[Delimiter]) -> Watch:
    """The watch list of `delimiters`, given in the order in which they win a tie."""
    stripped = _without_leads(delimiters)
    if stripped is not None:
        delimiters = stripped
    trees = [delimiter.tree for delimiter in delimiters]
    apart = _all_exclusive(trees)
    return Watch(
        delimiters=tuple(delimiters),
        tree=factored(trees) if apart else _either(trees),
        lead="".join(sorted(set().union(*(delimiter.lead for delimiter in delimiters)))),
        exclusive=apart,
    )


def _either(trees: list[Node]) -> Node:
    return trees[0] if len(trees) == 1 else Branch(tuple(trees))


def _all_exclusive(trees: list[Node]) -> bool:
    return all(exclusive(one, other) for place, one in enumerate(trees) for other in trees[:place])


def _without_leads(delimiters: list[Delimiter]) -> list[Delimiter] | None:
    """`delimiters` with their leads apart, or None where a lead could be part of another match."""
    split = [_split_lead(delimiter) for delimiter in delimiters]
    leads = [delimiter.lead for delimiter in split if delimiter.lead]
    trees = [delimiter.tree for delimiter in split]
    if not leads or not _all_exclusive(trees):
        return None
    firsts = [None if nullable(tree) else first_characters(tree) for tree in trees]
    for first in firsts:
        if first is None or any(not _apart(first, lead) for lead in leads):
            return None
    return split


def _split_lead(delimiter: Delimiter) -> Delimiter:
    tree = delimiter.tree
    if not isinstance(tree, Sequence) or len(tree.items) < 2:
        return delimiter
    head, rest = tree.items[0], tree.items[1:]
    if not isinstance(head, Repeat) or not isinstance(head.body, Chars):
        return delimiter
    members = head.body.charset.members(MAX_LEAD_CHARACTERS)
    if (head.low, head.high) != (0, None) or members is None:
        return delimiter
    return replace(delimiter, tree=sequence(list(rest)), lead=members)


def _apart(first: tuple[CharSet, ...], lead: str) -> bool:
    blanks = CharSet(ranges_of(lead))
    return all(disjoint(charset, blanks) for charset in first)
