"""Whether a close can begin within JSON, outside of its strings: where it cannot, the value is read before it is looked for."""

from __future__ import annotations

from rtc.delimiters.blanks import looked_back_at
from rtc.delimiters.charset import CharSet, disjoint, ranges_of
from rtc.delimiters.nodes import At, Branch, Chars, Group, Look, Node, Place, Repeat, Sequence

_BLANKS = " \t\n\r"
_ENDS = "]}"
# What is behind no bracket may stand inside a number or word, NaN and Infinity among them.
_TOKENS = '{}[],:"-+.0123456789eE' + "".join(sorted(set("truefalsenullNaNInfinity")))


def values_before(closes: list[Node], lead: str) -> str:
    """The brackets with which a JSON value may begin so that none of `closes` begins before its end, but in strings.

    `lead`: the characters that belong to a close where they stand before it.
    """
    ways = [way for close in closes for way in _ways(close)]
    if not set(lead).isdisjoint(_ENDS) or any(map(_begins_inside, ways)):
        return ""
    return "".join(one for one in "[{" if not any(_matches(way, one, "") for way in ways))


def _ways(tree: Node) -> list[Node]:
    """The alternatives of a close."""
    match tree:
        case Group(body):
            return _ways(body)
        case Branch(options):
            return [way for option in options for way in _ways(option)]
        case _:
            return [tree]


def _begins_inside(way: Node) -> bool:
    """Whether `way` may match behind the first character of a JSON array or object, outside of its strings."""
    before = looked_back_at(way)
    behind_end = before is not None and before <= set(_ENDS)
    return _matches(way, "," + _ENDS if behind_end else _TOKENS, _BLANKS)


def _matches(way: Node, following: str, blanks: str) -> bool:
    """Whether `way` may match where some `blanks` stand, and then one of `following`."""
    try:
        return _passes(way, CharSet(ranges_of(following)), CharSet(ranges_of(blanks)))
    except _Meets:
        return True


class _Meets(Exception):
    """A pattern can take a character of JSON that is no blank."""


def _passes(node: Node, following: CharSet, blanks: CharSet) -> bool:
    """Whether some of `blanks`, or nothing, can be all that `node` takes or sees ahead.

    Raises _Meets where it can be one of `following`.
    """
    match node:
        case Chars(charset):
            if not disjoint(charset, following):
                raise _Meets
            return not disjoint(charset, blanks)
        case Sequence(items):
            return all(_passes(item, following, blanks) for item in items)
        case Branch(options):
            passed = [_passes(option, following, blanks) for option in options]  # each may raise
            return any(passed)
        case Group(body):
            return _passes(body, following, blanks)
        case Repeat(body, low, _, _):
            return _passes(body, following, blanks) or low == 0
        case Look(body, behind=False, negated=False):
            return _passes(body, following, blanks)
        case At(Place.END | Place.LAST_LINE_END):
            return False  # the value's own end is still to come
        case Look() | At():
            return True
        case _:
            raise _Meets
