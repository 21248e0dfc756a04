"""Tag patterns that find a beginning, then anything up to an end: two searches instead of one.

`<p=(?P<key>[^>]+)>\\s*(?P<value>.*?)\\s*</p>` as one regex looks for `</p>` anew from each `<p=`, and
tries all ways to share out blanks. Split, each part of the text is read once: where no end is left,
no further tag can match.
"""

from __future__ import annotations

from dataclasses import dataclass

from rtc.delimiters.analysis import first_characters, nullable, plain_text
from rtc.delimiters.captures import referenced
from rtc.delimiters.charset import ANY, MAX_LEAD_CHARACTERS, CharSet, disjoint
from rtc.delimiters.nodes import Chars, Group, Node, Repeat, Sequence, sequence, walk


@dataclass(frozen=True, slots=True)
class Gap:
    """`head`, then any text, then `tail`. `blanks` at the end of that text are no part of the value.

    `most` is how many of the blanks: None for all there are.
    """

    head: Node
    tail: Node
    blanks: str
    most: int | None

    @property
    def tail_text(self) -> str | None:
        """The one text that the tail is, where it is one."""
        return plain_text(self.tail)


def split_at_gap(tree: Node) -> Gap | None:
    """`tree` split around its group `value`, where that gives the same matches."""
    if not isinstance(tree, Sequence):
        return None
    place = next((place for place, item in enumerate(tree.items) if _is_gap(item)), None)
    if place is None:
        return None
    head, lead_in = _without_trailing_blanks(tree.items[:place])
    lead_out, tail = _blanks_first(tree.items[place + 1 :])
    if not tail or nullable(sequence(list(tail))) or not _ends_in_one_place(head):
        return None
    if not _names(head) == {"key"} or _names(tail) or referenced(tree):
        return None
    first = first_characters(sequence(list(tail)))
    margins = [margin.body.charset for margin in (lead_in, lead_out) if margin is not None]
    if first is None or any(not disjoint(one, margin) for one in first for margin in margins):
        return None
    blanks = "" if lead_out is None else lead_out.body.charset.members(MAX_LEAD_CHARACTERS)
    if blanks is None:
        return None
    whole_head = sequence([*head, *([lead_in.repeat] if lead_in else [])])
    return Gap(whole_head, sequence(list(tail)), blanks, lead_out.repeat.high if lead_out else None)


@dataclass(frozen=True, slots=True)
class _Margin:
    """`\\s*` or `\\n?`: greedy blanks beside the gap."""

    repeat: Repeat
    body: Chars


def _names(items: tuple[Node, ...]) -> set[str]:
    parts = walk(sequence(list(items)))
    return {part.name for part in parts if isinstance(part, Group) and part.name is not None}


def _is_gap(node: Node) -> bool:
    if not isinstance(node, Group) or node.name != "value":
        return False
    body = node.body
    lazy_any = isinstance(body, Repeat) and body.lazy and body.body == Chars(ANY)
    return lazy_any and isinstance(body, Repeat) and (body.low, body.high) == (0, None)


def _margin(node: Node) -> _Margin | None:
    if not isinstance(node, Repeat) or node.lazy or node.low or node.high not in (1, None):
        return None
    return _Margin(node, node.body) if isinstance(node.body, Chars) else None


def _without_trailing_blanks(items: tuple[Node, ...]) -> tuple[tuple[Node, ...], _Margin | None]:
    margin = _margin(items[-1]) if items else None
    return (items[:-1], margin) if margin is not None else (items, None)


def _blanks_first(items: tuple[Node, ...]) -> tuple[_Margin | None, tuple[Node, ...]]:
    margin = _margin(items[0]) if items else None
    return (margin, items[1:]) if margin is not None else (None, items)


def _ends_in_one_place(items: tuple[Node, ...]) -> bool:
    """Whether a match has one end for each start, and later starts have no earlier ends.

    So it is where each run of varying length ends at the first character that it cannot hold.
    """
    run: list[CharSet] = []
    for item in _flat(items):
        if isinstance(item, Repeat) and isinstance(item.body, Chars):
            run.append(item.body.charset)
        elif not isinstance(item, Chars):
            return False
        elif run and not all(disjoint(item.charset, held) for held in run):
            run.append(item.charset)
        else:
            run = []
    return bool(items) and not run


def _flat(items: tuple[Node, ...]) -> list[Node]:
    found: list[Node] = []
    for item in items:
        while isinstance(item, Group):
            item = item.body
        found.extend(_flat(item.items) if isinstance(item, Sequence) else [item])
    return found
