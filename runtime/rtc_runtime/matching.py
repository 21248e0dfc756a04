"""Delimiters, and looking for them in text that may not be complete yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Tuple, Union

# So many characters of a delimiter are looked at in one go, unless its watch list says otherwise.
WINDOW = 1024

MAX_TAILS = 1024

# A text to look for, or how to search for several and the length of the longest.
Start = Union[str, Tuple[Any, int]]

MAY_BE_CUT_OFF = "«([^»]*)»"
CHARACTER = r"\[(?:\\.|[^\]\\])*\]|\\x..|\\u.{4}|\\U.{8}|\\?."


@lru_cache(maxsize=None)
def compiled(pattern: str) -> re.Pattern[str]:
    """`pattern`, compiled when it is first needed, so that importing a parser costs nothing."""
    return re.compile(pattern, re.DOTALL)


@lru_cache(maxsize=None)
def edge(pattern: str) -> re.Pattern[str]:
    """An edge pattern, compiled: it also matches a delimiter that the end of the text cuts off.

    The text may end at each character between « and » instead, which a group remembers; «» is that end alone.
    """

    def written_out(marked: re.Match[str]) -> str:
        # One group for all of them: a match costs what its groups are.
        cut_off = re.sub(CHARACTER, r"(?:\g<0>|\\Z)", marked[1], flags=re.DOTALL)
        return rf"(?:{marked[1]}|({cut_off})\Z)" if marked[1] else r"(\Z)"

    return re.compile(re.sub(MAY_BE_CUT_OFF, written_out, pattern), re.DOTALL)


class Delimiter:
    """What opens the region `opens`, or (None) closes the one that text goes to.

    `pattern` matches it, `edge_pattern` also where the text cuts it off, `program` is the pattern for
    the automaton. All three begin behind the blanks that stand before it, where `blanks` says that
    those belong to it. `renamed`: groups that stand for a capture whose name is taken. `starts`: it begins with
    one of these texts, blanks aside; empty: not known.
    """

    def __init__(
        self,
        opens: str | None,
        pattern: str,
        edge_pattern: str,
        program: str,
        blanks: bool = False,
        renamed: dict[str, str] | None = None,
        starts: tuple[str, ...] = (),
    ) -> None:
        self.opens = opens
        self.match, self.search = compiled(pattern).match, compiled(pattern).search
        self.edge_pattern = edge_pattern
        self.edge_match = edge(edge_pattern).match
        self.program = program
        self.blanks = blanks
        self.renamed = renamed or {}
        self.groups = tuple(compiled(pattern).groupindex)
        self.literal = ""
        self.starts = starts

    def may_begin(self, text: str) -> bool:
        """Whether it can begin with one of the starts of a watch list, blanks aside."""
        return not self.starts or any(
            text.startswith(one) or one.startswith(text) for one in self.starts
        )


def escaped(text: str) -> list[str]:
    """The characters of a text as patterns and programs have them."""
    return [f"\\u{ord(one):04x}" if one in " «»·→" else re.escape(one) for one in text]


def cut_off(text: str, before: str = "") -> str:
    """The edge pattern of a text. `before`: the characters that may stand there, if not all may."""
    first, *others = escaped(text)
    elsewhere = f"(?<![^{''.join(escaped(before))}]{first})" if before else ""
    return first + elsewhere + (f"«{''.join(others)}»" if others else "")


def common_beginning(texts: tuple[str, ...]) -> str:
    """What all of them begin with."""
    first, last = min(texts, default=""), max(texts, default="")
    length = 0
    while first[length : length + 1] == last[length : length + 1] != "":
        length += 1
    return first[:length]


def grouped(starts: Sequence[str]) -> tuple[Start, ...]:
    """What to look for one after the other: texts, or what finds those that begin with one character."""
    groups: dict[str, list[str]] = {}
    for one in starts:
        groups.setdefault(one[0], []).append(one)
    return tuple(group[0] if len(group) == 1 else any_of_group(group) for group in groups.values())


def any_of_group(texts: Sequence[str]) -> Start:
    return compiled("|".join(map(re.escape, texts))).search, max(map(len, texts))


def literal(opens: str | None, text: str) -> Delimiter:
    """A delimiter that is one text."""
    program = " ".join((*escaped(text), "·end"))
    delimiter = Delimiter(opens, re.escape(text), cut_off(text), program)
    delimiter.literal = text
    delimiter.starts = (text,)
    return delimiter


class Watch:
    """The delimiters that count at one time. Of two that start at one place the longer wins, else the first.

    - `first` is a pattern for the characters that can stand where one starts ("": any can).
    - `starts`: text without any of these texts holds no delimiter, if it does not end in part of one or in one
      of `blanks`, which may stand before them; what they begin then depends on `context` characters before
      them. None: not known. `head` is the text that all of them begin with, `marks` are their first characters.
      `after`: starts of one character right behind which a delimiter may begin with anything. `preceded`: where a
      start begins a delimiter, one of these or of `blanks` stands before it; empty: not known. `unlike`: all, where
      they begin with several characters.
    - `follows`: the text right behind which each begins. `following`: a pattern for what comes behind that, or behind
      `after`, where a delimiter begins and the text goes on. `led`: complete texts are searched for both of them; else
      for starts, if there are any (`quick`).
    - `leads`: delimiters take in all the blanks before them. `waits`: the blanks that end a text always have to
      wait for what follows. `behind`: they need not where another character than one of these is before them.
    - `alike`: more than one may begin at one place.
    - `window`: so many characters of a delimiter are looked at in one go; what is longer is waited for.
    - `far`: an attempt to match may read further than that and fail, so text is searched in windows too; `steady`:
      yet all attempts in a text together cost no more than so much for each character (`risky`: that is not so).
      `only`: the search of the only delimiter, where it is not.
    - `endless`: one may be under way for longer than that. `steep`: the cost of matching it with `re` then can grow
      faster than its length.
    """

    # More attributes than instances without slots are quick with.
    __slots__ = (
        *("delimiters", "first", "starts", "after", "head", "marks", "three_marks", "blanks"),
        *("before", "endings", "context", "behind", "leads", "waits", "alike", "window", "far"),
        *("search", "match", "find_start", "find_whole_start", "steep", "direct", "by_start"),
        *("tails", "begun", "literal", "endless", "preceded", "unlike", "only", "risky"),
        *("find_after", "others", "follows", "led", "quick"),
    )

    def __init__(
        self,
        *delimiters: Delimiter,
        first: str = "",
        starts: tuple[str, ...] = (),
        after: str = "",
        follows: str = "",
        following: str = "",
        preceded: str = "",
        blanks: str = "",
        context: int = 0,
        behind: str = "",
        waits: bool = False,
        leads: bool = False,
        alike: bool = False,
        window: int = WINDOW,
        far: bool = False,
        steady: bool = False,
    ) -> None:
        self.delimiters = delimiters
        self.first = compiled(first).search if first else None
        self.starts, self.after = starts, frozenset(after)
        head = common_beginning(starts)
        self.head = head if len(head) > 1 and not preceded else ""
        self.marks = marks = "".join(sorted({one[0] for one in starts}))
        few = marks if len(marks) <= 3 else ""
        self.three_marks = (few[:1], few[1:2] or few[:1], few[-1:])
        self.others = () if follows else grouped([one for one in starts if one not in after])
        self.unlike = grouped(starts) if len(marks) > 1 and not preceded else ()
        self.blanks = blanks
        self.before = "" if leads else blanks
        self.endings = frozenset(blanks)
        self.context = context
        self.leads = leads
        self.waits = waits or leads
        self.behind = "" if self.waits else behind
        self.alike = alike
        self.window = window
        self.far = far
        self.risky = far and not steady
        pattern = edge("|".join(one.edge_pattern for one in delimiters))
        self.search, self.match = pattern.search, pattern.match
        before = preceded and preceded + blanks
        self.preceded = frozenset(before)
        begun = "|".join(cut_off(one, before) for one in starts)
        self.find_start = edge(begun).search if starts else pattern.search
        whole = begun.replace("«", "").replace("»", "")
        # Where there is a head to look for, it is not needed.
        self.find_whole_start = self.find_start if self.head else compiled(whole).search
        self.steep = window < WINDOW
        self.direct = not (self.before or after)
        ahead = rf"(?={following}|\Z)" if following else ""
        before_it = "|".join(map(re.escape, [follows] if follows else after))
        self.find_after = compiled(f"(?:{before_it}){ahead}").finditer
        self.follows = follows
        self.led = follows != "" or (after != "" and not self.before)
        self.quick = bool(starts) and not self.led
        alone = len(delimiters) == 1 and not (self.risky or self.steep)
        self.only = delimiters[0].search if alone else None
        # Which of them a start may begin, blanks aside.
        self.by_start = {
            text: [one for one in delimiters if one.may_begin(text)] for text in starts
        }
        self.tails: dict[str, int] = {}
        self.begun: set[tuple[str, str]] = set()
        self.literal = delimiters[0].literal if len(delimiters) == 1 else ""
        self.endless = not self.literal and all(one.program for one in delimiters)

    def lacks_end(self, text: str) -> bool:
        """Whether it has closes, and none of them is at the end of the text, not even an empty one."""
        closes = [one for one in self.delimiters if one.opens is None]
        return bool(closes) and not any(one.match(text, len(text)) for one in closes)

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

    def note_begun(self, before: str, text: str) -> None:
        """A delimiter is under way from the beginning of `text` on. Few texts are such beginnings: they are remembered."""
        if len(self.begun) >= MAX_TAILS:
            self.begun.clear()
        self.begun.add((before, text))


# A delimiter in a text, where it begins and ends there, and the match of its pattern (None where a plain text was
# looked for). Every delimiter of a response costs one of these, and a tuple costs half of what an object does.
Found = Tuple[Delimiter, int, int, Any]


def moved(found: Found, by: int) -> Found:
    """The same, where the text stands elsewhere."""
    delimiter, start, end, match = found
    return delimiter, start + by, end + by, match


def captures_in(found: Found) -> dict[str, str]:
    """The captures that took part in the match."""
    delimiter, _, _, match = found
    if match is None or match.lastindex is None:
        return {}
    renamed, groups = delimiter.renamed, delimiter.groups
    if len(groups) == 1:
        only = groups[0]
        return {renamed.get(only, only): match[only]}
    taken: dict[str, str] = match.groupdict()
    if not renamed and None not in taken.values():
        return taken
    captures: dict[str, str] = {}
    for group, text in taken.items():
        if text is not None:
            captures.setdefault(renamed.get(group, group), text)
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
