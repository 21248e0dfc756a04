r"""Patterns that look back, told to look at one character first: `(?<=<a)x|\Z` as `(?:(?<=a)|\Z)(?:(?<=<a)x|\Z)`.

Where nothing is known of how a match begins, `re` tries all alternatives at every character.
"""

from __future__ import annotations

from rtc.delimiters.analysis import width
from rtc.delimiters.blanks import any_of, looked_back_at
from rtc.delimiters.charset import CharSet, ranges_of
from rtc.delimiters.nodes import At, Branch, Chars, Look, Node, Place, Sequence, sequence

MAX_CHARACTERS = 4


def guard(tree: Node) -> Node:
    """The same pattern behind what must stand before each of its matches, where that is known."""
    options = tree.options if isinstance(tree, Branch) else (tree,)
    others = [one for one in options if not _only_at_end(one)]
    known = any_of([looked_back_at(one) for one in others])
    if not others or not known or len(known) > MAX_CHARACTERS:
        return tree
    before = Look(Chars(CharSet(ranges_of("".join(sorted(known))))), behind=True, negated=False)
    may_be_end = len(others) < len(options)
    return sequence([Branch((before, At(Place.END))) if may_be_end else before, tree])


def _only_at_end(option: Node) -> bool:
    """Whether the option can match only at the end of the text, where it begins."""
    for item in option.items if isinstance(option, Sequence) else (option,):
        if item == At(Place.END):
            return True
        if width(item) != (0, 0):
            return False
    return False
