"""Checking what reading tags can cost: parts of a pattern that can share out the same text."""

from __future__ import annotations

from rtc import rules_content as rules
from rtc.delimiters import Pattern
from rtc.delimiters.growth import Growth, growth
from rtc.delimiters.nodes import Backreference, Repeat
from rtc.delimiters.tag_cost import is_limited, split_tag, takes_the_rest
from rtc.diagnostics import quote
from rtc.place import Place


def check_tag_cost(pattern: Pattern, place: Place) -> None:
    """Report a pattern that stdlib `re` does not match in linear time; `place` is where it stands.

    That a search may begin a match at many places is no fault of the pattern: the parser sees to it.
    """
    if split_tag(pattern.tree) is not None:
        return
    cost = growth(pattern.tree)
    if cost.attempt != 1:
        place.report(rules.TAG_NOT_LINEAR, *_attempt(pattern, cost))
    elif cost.search != 1 and is_limited(pattern.tree) and not takes_the_rest(pattern.tree):
        place.report(rules.TAG_NOT_LINEAR, *_search(pattern, cost))


def _attempt(pattern: Pattern, cost: Growth) -> tuple[str, str]:
    if cost.rivals is None:
        message = "the pattern is too large to tell how its cost grows with the text"
        return (
            message,
            "shorten it: alternatives and counted repeats count as often as they can come",
        )
    one, other = (_part(pattern, loop) for loop in cost.rivals)
    if not cost.attempt:
        message = f"{one} can read one text in a number of ways that doubles with its length"
        return message, "let what is repeated, and what follows it, begin with different characters"
    message = f"{one} and {other} can share out the same text: the cost grows with power {cost.attempt} of it"
    return message, "leave characters out of one of them, so that it ends where the other begins"


def _search(pattern: Pattern, cost: Growth) -> tuple[str, str]:
    again = (
        "" if cost.reread is None else f": {_part(pattern, cost.reread)} reads it again each time"
    )
    message = f"what a group takes decides on the match, from each place where one may start{again}"
    hint = (
        "write the end of a tag without its key, or end the pattern with an alternative that takes the "
        "rest: (?:...|.*)"
    )
    return message, hint


def _part(pattern: Pattern, loop: Repeat | Backreference) -> str:
    start, end = loop.span
    return f"{quote(pattern.source[start:end])} (at character {start + 1} of the pattern)"
