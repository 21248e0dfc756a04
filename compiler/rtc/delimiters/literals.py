"""Literal delimiters as patterns: a list of texts becomes a tree that shares beginnings (a trie)."""

from __future__ import annotations

from rtc.delimiters.nodes import EMPTY, Branch, Chars, Node, Sequence, literal, sequence

MAX_SHARING = 20


def literal_tree(texts: tuple[str, ...]) -> Node:
    """A tree that prefers, of two texts that both match, the longer one."""
    return factored([literal(text) for text in sorted(texts, key=len, reverse=True)])


def factored(options: list[Node], levels: int = MAX_SHARING) -> Node:
    """`options` in order, equal beginnings merged, for a bounded number of `levels` of sharing.

    Options that begin with different characters must rule each other out, as those of literals do.
    """
    if not levels:
        return Branch(tuple(options))
    groups: dict[Node, list[Node]] = {}
    for option in options:
        head, rest = _split(option)
        groups.setdefault(head, []).append(rest)
    merged = [_join(head, rests, levels) for head, rests in groups.items()]
    return merged[0] if len(merged) == 1 else Branch(tuple(merged))


def _split(option: Node) -> tuple[Node, Node]:
    """The leading character and the rest; an option that has none is its own head."""
    if isinstance(option, Sequence) and option.items and isinstance(option.items[0], Chars):
        return option.items[0], sequence(list(option.items[1:]))
    return option, EMPTY


def _join(head: Node, rests: list[Node], levels: int) -> Node:
    """`head`, whatever else all of `rests` begin with, and then the first of what remains."""
    shared = [head]
    while len(rests) > 1 and len(splits := {_split(rest)[0] for rest in rests}) == 1:
        if not isinstance(next(iter(splits)), Chars):
            break
        shared.extend(splits)
        rests = list(dict.fromkeys(_split(rest)[1] for rest in rests))
    rest = rests[0] if len(rests) == 1 else factored(rests, levels - 1)
    return sequence([*shared, rest])
