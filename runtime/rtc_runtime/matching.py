"""Looking for delimiters in text that may not be complete yet."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=None)
def compiled(pattern: str) -> re.Pattern[str]:
    """`pattern`, compiled when it is first needed, so that importing a parser costs nothing."""
    return re.compile(pattern, re.DOTALL)


MAY_BE_CUT_OFF = re.compile("«([^»]*)»")
CHARACTER = re.compile(r"\[(?:\\.|[^\]\\])*\]|\\x..|\\u.{4}|\\U.{8}|\\?.", re.DOTALL)


@lru_cache(maxsize=None)
def edge(pattern: str) -> re.Pattern[str]:
    """An edge pattern, compiled: it also matches a delimiter that the end of the text cuts off.

    Each character between « and » may be the end of the text instead, remembered in a group; «» is
    that end alone.
    """

    def written_out(marked: re.Match[str]) -> str:
        return CHARACTER.sub(r"(?:\g<0>|(\\Z))", marked[1]) or r"(\Z)"

    return re.compile(MAY_BE_CUT_OFF.sub(written_out, pattern), re.DOTALL)


def undecided(match: re.Match[str] | None) -> bool:
    """Whether an edge pattern's match ran out of text, so that more text decides what it is."""
    return match is not None and match.lastindex is not None


def partial_start(text: str, start: int, literal: str) -> int:
    """Where, from `start` on, `text` ends in a beginning of `literal`; its length if it does not."""
    at = max(start, len(text) - len(literal) + 1)
    while (at := text.find(literal[0], at)) >= 0:
        if literal.startswith(text[at:]):
            return at
        at += 1
    return len(text)


def present(captures: dict[str, str | None]) -> dict[str, str]:
    """The captures that took part in the match."""
    return {name: text for name, text in captures.items() if text is not None}


def one_of(match: re.Match[str], *groups: str) -> str | None:
    """The text of the one group, among those of one name, that took part in the match."""
    return next((match[group] for group in groups if match[group] is not None), None)


def took_part(text: str | None, group: str) -> str:
    """The text of a group that a value cannot do without."""
    if text is None:
        raise ValueError(f"a tag without a {group}")
    return text
