"""Delimiters, and looking for them in text that may not be complete yet."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

# So many characters of a delimiter are looked at in one go, unless its watch list says otherwise.
WINDOW = 1024

MAX_TAILS = 1024

MAY_BE_CUT_OFF = re.compile("«([^»]*)»")
CHARACTER = re.compile(r"\[(?:\\.|[^\]\\])*\]|\\x..|\\u.{4}|\\U.{8}|\\?.", re.DOTALL)


@lru_cache(maxsize=None)
def compiled(pattern: str) -> re.Pattern[str]:
    """`pattern`, compiled when it is first needed, so that importing a parser costs nothing."""
    return re.compile(pattern, re.DOTALL)


@lru_cache(maxsize=None)
def edge(pattern: str) -> re.Pattern[str]:
    """An edge pattern, compiled: it also matches a delimiter that the end of the text cuts off.

    Each character between « and » may be the end of the text instead, remembered in a group; «» is
    that end alone.
    """

    def written_out(marked: re.Match[str]) -> str:
        return CHARACTER.sub(r"(?:\g<0>|(\\Z))", marked[1]) or r"(\Z)"

    return re.compile(MAY_BE_CUT_OFF.sub(written_out, pattern), re.DOTALL)


class Delimiter:
    """What opens the region `opens`, or (None) closes the one that text goes to.

    `pattern` matches it, `edge_pattern` also where the text cuts it off, `program` is the pattern for
    the automaton. All three begin behind the blanks that stand before it, where `blanks` says that
    those belong to it. `renamed`: groups that stand for a capture whose name is taken.
    """

    def __init__(
        self,
        opens: str | None,
        pattern: str,
        edge_pattern: str,
        program: str,
        blanks: bool = False,
        renamed: dict[str, str] | None = None,
    ) -> None:
        self.opens = opens
        self.match = compiled(pattern).match
        self.edge_pattern = edge_pattern
        self.edge_match = edge(edge_pattern).match
        self.program = program
        self.blanks = blanks
        self.renamed = renamed or {}
        self.literal = ""


def literal(opens: str | None, text: str) -> Delimiter:
    """A delimiter that is one text."""
    characters = [f"\\u{ord(one):04x}" if one in " «»·→" else re.escape(one) for one in text]
    edge_pattern = characters[0] + (f"«{''.join(characters[1:])}»" if len(text) > 1 else "")
    program = " ".join((*characters, "·end"))
    delimiter = Delimiter(opens, re.escape(text), edge_pattern, program)
    delimiter.literal = text
    return delimiter


class Watch:
    """The delimiters that count at one time. Of two that start at one place the longer wins, else the first.

    - `head` is a text that all of them begin with, `first` a pattern for the characters that can stand where
      one starts ("": any can).
    - `marks`: text without any of these characters holds no delimiter, if it does not end in one of `blanks`,
      which may stand before the marks; what they begin then depends on `context` characters before them. No
      marks: not known.
    - `leads`: the blanks that end a text always have to wait for what follows: delimiters may take them in.
    - `alike`: more than one may begin at one place.
    - `window`: so many characters of a delimiter are looked at in one go; what is longer is waited for.
    - `far`: an attempt to match may read further than that and fail, so text is searched in windows too.
    """

    def __init__(
        self,
        *delimiters: Delimiter,
        head: str = "",
        first: str = "",
        marks: str = "",
        blanks: str = "",
        context: int = 0,
        leads: bool = False,
        alike: bool = False,
        window: int = WINDOW,
        far: bool = False,
    ) -> None:
        self.delimiters = delimiters
        self.head = head
        first = re.escape(head[:1]) or first
        self.first = compiled(first).search if first else None
        self.marks = marks
        few = marks if len(marks) <= 3 else ""
        self.three_marks = (few[:1], few[1:2] or few[:1], few[-1:])
        self.blanks = blanks
        self.endings = frozenset(blanks)
        self.context = context
        self.leads = leads
        self.alike = alike
        self.window = window
        self.far = far
        pattern = edge("|".join(one.edge_pattern for one in delimiters))
        self.search, self.match = pattern.search, pattern.match
        self.find_mark = compiled(f"[{re.escape(marks)}]").search if marks else pattern.search
        self.tails: dict[str, int] = {}
        self.literal = delimiters[0].literal if len(delimiters) == 1 else ""

    def waiting_blanks(self, text: str, start: int) -> int:
        """How many of the blanks with which `text` ends, from `start` on, may begin a delimiter.

        There are few such endings, so they are remembered.
        """
        ending = text[max(0, start - self.context) :]
        waiting = self.tails.get(ending)
        if waiting is None:
            places = range(start, len(text))
            first = next((at for at in places if self.match(text, at) is not None), len(text))
            waiting = len(text) - first
            if len(self.tails) >= MAX_TAILS:
                self.tails.clear()
            self.tails[ending] = waiting
        return waiting


class Found:
    """A delimiter in the text. `match`: of its pattern, None where a plain text was looked for."""

    __slots__ = ("delimiter", "start", "end", "match")

    def __init__(self, delimiter: Delimiter, start: int, end: int, match: Any) -> None:
        self.delimiter = delimiter
        self.start = start
        self.end = end
        self.match = match

    def captures(self) -> dict[str, str]:
        """The captures that took part in the match."""
        if self.match is None or self.match.lastindex is None:
            return {}
        captures: dict[str, str] = {}
        for group, text in self.match.groupdict().items():
            if text is not None:
                captures.setdefault(self.delimiter.renamed.get(group, group), text)
        return captures


def partial_start(text: str, start: int, literal: str) -> int:
    """Where, from `start` on, `text` ends in a beginning of `literal`; its length if it does not."""
    at = max(start, len(text) - len(literal) + 1)
    while (at := text.find(literal[0], at)) >= 0:
        if literal.startswith(text[at:]):
            return at
        at += 1
    return len(text)


def one_of(match: re.Match[str], *groups: str) -> Any:
    """The text of the one group, among those of one name, that took part in the match; None if none."""
    return next((match[group] for group in groups if match[group] is not None), None)


def took_part(text: str | None, group: str) -> str:
    """The text of a group that a value cannot do without."""
    if text is None:
        raise ValueError(f"a tag without a {group}")
    return text
