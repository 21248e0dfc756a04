"""What stands behind the blanks with which a match may begin: text without it holds no delimiter."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import takewhile

from rtc.delimiters.charset import BLANK, MAX_LEAD_CHARACTERS, CharSet
from rtc.delimiters.nodes import At, Branch, Chars, Group, Look, Node, Place, Repeat, Sequence
from rtc.delimiters.readings import last_characters

_BLANKS = frozenset(BLANK.members(MAX_LEAD_CHARACTERS) or "")
_MAX_CHARACTERS = 64
_MAX_TEXTS = 16
_MAX_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Start:
    """How the matches of a node can begin, somewhere behind the start of the text.

    - `texts`: with one of these, none of which begins with a blank, or with another.
    - `blanks`: the blanks that can stand before it.
    - `after`: or with anything, right behind one of these characters.
    """

    texts: tuple[str, ...]
    blanks: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()


# A text that matches begin with, and whether what follows in the pattern can prolong it. While it is empty,
# nothing but blanks was passed.
_Path = tuple[str, bool]
_PASSED = ("", True)


class _Unknown(Exception):
    """A match can begin with too many characters."""


def start_of(tree: Node) -> Start | None:
    """How a delimiter begins; None where that could be anything, anywhere."""
    start = start_after_blanks(tree)
    if start is not None:
        return start
    match tree:
        case Group(body):
            return start_of(body)
        case Branch(options):
            starts = [start_of(option) for option in options]
            known = [start for start in starts if start is not None]
            return _any_start(known) if len(known) == len(starts) else None
        case _:
            after = looked_back_at(tree)
            return None if after is None else Start((), after=after)


def _any_start(starts: list[Start]) -> Start:
    return Start(
        shortest({text for start in starts for text in start.texts}),
        frozenset().union(*(start.blanks for start in starts)),
        frozenset().union(*(start.after for start in starts)),
    )


def start_after_blanks(tree: Node) -> Start | None:
    """How a delimiter begins; None where it could be anything, or blanks alone."""
    reader = _Reader()
    try:
        texts = {text for text, _ in reader.prolong(tree, [_PASSED])}
    except _Unknown:
        return None
    return None if "" in texts else Start(shortest(texts), frozenset(reader.blanks))


def shortest(texts: set[str]) -> tuple[str, ...]:
    """Those of `texts` that begin with no other, in order."""
    kept: list[str] = []
    for text in sorted(texts):  # what a text begins with comes before it
        if not kept or not text.startswith(kept[-1]):
            kept.append(text)
    return tuple(kept)


def stopped(paths: list[_Path]) -> list[_Path]:
    """The same texts, which nothing prolongs any more."""
    return [(text, not text) for text, _ in paths]


def few(paths: list[_Path]) -> list[_Path]:
    """Each path once; if they are many, no more than their first characters."""
    found = dict.fromkeys(paths)
    if len(found) <= _MAX_TEXTS:
        return list(found)
    return list(dict.fromkeys((text[:1], not text) for text, _ in found))


class _Reader:
    """Follows the ways into a pattern; `blanks` are those that it came across."""

    def __init__(self) -> None:
        self.blanks: set[str] = set()

    def prolong(self, node: Node, paths: list[_Path]) -> list[_Path]:
        """`paths` with what `node` adds to them, all at once: one by one their number would double again and again."""
        match node:
            case Sequence(items):
                for item in items:
                    paths = self.prolong(item, paths)
                return paths
            case Branch(options):
                return few([path for option in options for path in self.prolong(option, paths)])
            case Group(body):
                return self.prolong(body, paths)
            case Repeat():
                return few(self.rounds(node, paths))
        found: list[_Path] = []
        for text, growing in paths:
            found += self.step(node, text) if growing else [(text, growing)]
        return few(found)

    def rounds(self, node: Repeat, paths: list[_Path]) -> list[_Path]:
        entering = [path for path in paths if path[1] and (node.low or not path[0])]
        passing = [(text, not text) for text, growing in paths if not (growing and node.low)]
        once = self.prolong(node.body, entering)
        return passing + (once if (node.low, node.high) == (1, 1) else stopped(once))

    def step(self, node: Node, text: str) -> list[_Path]:
        """How `text` goes on with a single character, or stops with what takes none."""
        if isinstance(node, Chars):
            return self.grown(node.charset, text) if text else self.begun(node.charset)
        return [(text, False)] if text else self.nothing(node)

    def grown(self, charset: CharSet, text: str) -> list[_Path]:
        single = charset.character()
        if single is None or len(text) >= _MAX_LENGTH:
            return [(text, False)]
        return [(text + single, True)]

    def begun(self, charset: CharSet) -> list[_Path]:
        members = charset.members(_MAX_CHARACTERS)
        if members is None:
            raise _Unknown
        blanks = _BLANKS.intersection(members)
        self.blanks |= blanks
        paths = [(one, True) for one in members if one not in blanks]
        return [*paths, _PASSED] if blanks else paths

    def nothing(self, node: Node) -> list[_Path]:
        """What takes no character, with nothing but blanks before it."""
        match node:
            case Look(body, behind=False, negated=False):
                return stopped(self.prolong(body, [_PASSED]))
            case At(Place.LAST_LINE_END):
                self.blanks.add("\n")
                return []
            case At(Place.END | Place.START):
                return []  # nothing follows the end, and no text begins behind its start
            case Look() | At():
                return [_PASSED]
            case _:
                raise _Unknown


def waits(tree: Node, blanks: str) -> bool:
    """Whether any run of `blanks` may be the beginning of a match, if the text ends with it."""
    match tree:
        case Group(body):
            return waits(body, blanks)
        case Branch(options):
            return any(waits(option, blanks) for option in options)
        case Sequence(items) if items:
            return waits(items[0], blanks)
        case Repeat(Chars(charset), low, None, _):
            return low <= 1 and set(blanks) <= set(charset.members(_MAX_CHARACTERS) or "")
        case _:
            return False


def before_blanks(tree: Node) -> frozenset[str] | None:
    """The characters of which one stands before a match that begins with blanks; None: not known."""
    start = start_after_blanks(tree)
    if start is not None and not start.blanks:
        return frozenset()
    match tree:
        case Group(body):
            return before_blanks(body)
        case Branch(options):
            return any_of([before_blanks(option) for option in options])
        case _:
            return looked_back_at(tree)


def looked_back_at(tree: Node) -> frozenset[str] | None:
    """The characters of which one stands before a match; None: not known."""
    match tree:
        case Group(body):
            return looked_back_at(body)
        case Branch(options):
            return any_of([looked_back_at(option) for option in options])
        case Sequence(items) if items:
            return looked_back_at(items[0])
        case Look(body, behind=True, negated=False):
            sets = last_characters(body)
            members = [charset.members(_MAX_CHARACTERS) for charset in sets or ()]
            return any_of([None if one is None else frozenset(one) for one in members or [None]])
        case _:
            return None


def text_before(tree: Node) -> str:
    """The text right behind which each match begins; "" where there is none."""
    match tree:
        case Group(body):
            return text_before(body)
        case Branch(options):
            return _common_end([text_before(option) for option in options])
        case Sequence(items) if items:
            return text_before(items[0])
        case Look(body, behind=True, negated=False):
            return _end_of(body)
        case _:
            return ""


def _end_of(node: Node) -> str:
    """The text with which all matches of what a lookbehind holds end."""
    match node:
        case Chars(charset):
            return charset.character() or ""
        case Branch(options):
            return _common_end([_end_of(option) for option in options])
        case Sequence(items):
            singles = (_end_of(item) if isinstance(item, Chars) else "" for item in items[::-1])
            return "".join(takewhile(bool, singles))[::-1]
        case _:
            return ""


def _common_end(texts: list[str]) -> str:
    return os.path.commonprefix([text[::-1] for text in texts])[::-1]


def any_of(sets: list[frozenset[str] | None]) -> frozenset[str] | None:
    """All characters of `sets`; None where one of them is not known."""
    known = [one for one in sets if one is not None]
    return frozenset().union(*known) if len(known) == len(sets) else None
