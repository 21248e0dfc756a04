"""Looking for the first delimiter in a text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Union

from .matching import Delimiter, Found, Start, Watch, partial_start

# A delimiter; where one may be under way; or nothing up to the end of the text.
Outcome = Union[Found, int, None]

# So many blanks are tried one by one.
SHORT_RUN = 16

# So many characters are searched for one start after the other.
NEAR = 512

# So many characters are not copied twice if that can be avoided.
LONG = 4096


def search_text(
    watch: Watch, text: str, start: int, at_end: bool, absent: Collection[Delimiter] = ()
) -> Outcome:
    """The first delimiter in `text` from `start` on; `at_end`: no more text will follow.

    `absent` are those that are known not to come any more.
    """
    if watch.literal:
        return search_literal(watch, text, start, at_end)
    position, end = start, len(text)
    mark = 0  # the one before which there are more blanks than are tried one by one
    while position < end:
        if watch.starts and position >= mark:
            outcome = search_starts(watch, text, position, start, at_end, absent)
            if not isinstance(outcome, Skipped):
                return outcome
            position, mark = outcome.position, outcome.mark
        elif watch.far:
            position = next_beginning(watch, text, position)
            if position < 0:
                return None
        limit = min(position + watch.window, end) if watch.far else end
        match = watch.search(text, position, limit)
        if match is None or match.start() == limit:
            position = limit
            continue
        at, maybe = match.start(), match.lastindex is not None
        if maybe and at > position and limit < end:
            position = at  # once more, with a whole window
            continue
        several = maybe or watch.alike
        candidates = delimiters_at(watch, text, at, at_end, absent) if several else watch.delimiters
        if candidates is None:
            return at
        found = longest(watch, candidates, text, at, start)
        if found is not None:
            return found
        position = at + 1
    return None


def search_literal(watch: Watch, text: str, position: int, at_end: bool) -> Outcome:
    at = text.find(watch.literal, position)
    if at >= 0:
        return watch.delimiters[0], at, at + len(watch.literal), None
    partial = len(text) if at_end else partial_start(text, position, watch.literal)
    return partial if partial < len(text) else None


class Skipped:
    """Up to `position` there is no delimiter; from there to the next `mark` the text has to be searched."""

    __slots__ = ("position", "mark")

    def __init__(self, position: int, mark: int) -> None:
        self.position = position
        self.mark = mark


def search_starts(
    watch: Watch,
    text: str,
    position: int,
    start: int,
    at_end: bool,
    absent: Collection[Delimiter],
) -> Outcome | Skipped:
    """As `search_text`, where a delimiter begins at a start or at the blanks before one."""
    while position < len(text):
        mark = next_start(watch, text, position, at_end)
        if mark == len(text) and position and not watch.after and text[-1] not in watch.endings:
            return None  # most text behind a delimiter is told without more calls
        begins, places = places_before(watch, text, position, mark)
        if not places:
            return Skipped(begins, mark)
        for at in places:
            candidates = delimiters_at(watch, text, at, at_end, absent)
            if candidates is None:
                return at
            found = longest(watch, candidates, text, at, start) if candidates else None
            if found is not None:
                return found
        position = mark + 1
    return None


def places_before(watch: Watch, text: str, position: int, mark: int) -> tuple[int, Sequence[int]]:
    """Where the blanks before a mark begin, and where a delimiter can that the mark belongs to.

    No places: there are more blanks than are tried one by one.
    """
    # Starts say nothing of what begins with `^`, or right behind one.
    first = position == 0 or text[position - 1] in watch.after
    if not watch.before:
        there = (mark,) if mark < len(text) else ()
        return mark, (position, *there) if first and position < mark else there
    begins = run_start(text, position, mark, watch.before)
    if mark - begins > SHORT_RUN:
        return position if first else begins, ()
    places = range(begins, min(mark + 1, len(text)))
    return begins, (position, *places) if first and position < begins else places


def next_start(watch: Watch, text: str, position: int, at_end: bool) -> int:
    """Where the next of the starts is, or part of one if the text goes on; its length if there is none."""
    if at_end and watch.head:
        at = text.find(watch.head, position)
        return at if at >= 0 else len(text)
    start = (watch.find_whole_start if at_end else watch.find_start)(text, position)
    return start.start() if start is not None else len(text)


def nearest(starts: Iterable[Start], text: str, position: int) -> tuple[int, str]:
    """Where the first of the starts is, from `position` on, and which; -1 and "" if there is none."""
    size = NEAR
    while position < len(text):
        at, start = first_of(starts, text, position, position + size)
        if start:
            return at, start
        position, size = at, 4 * size
    return -1, ""


def first_of(starts: Iterable[Start], text: str, position: int, end: int) -> tuple[int, str]:
    """The same before `end`, or `end` and "". Those of each character are looked for by themselves: a pattern of all
    takes several times as long.
    """
    found = ""
    for start in starts:
        if isinstance(start, str):
            at = text.find(start, position, end + len(start) - 1)
            if at >= 0:
                end, found = at, start
        else:
            search, longest_start = start
            match = search(text, position, end + longest_start - 1)
            if match is not None and match.start() < end:
                end, found = match.start(), match[0]
    return end, found


def places_behind(watch: Watch, text: str, position: int) -> Iterator[int]:
    """Where delimiters may begin of which all, or some, do so right behind a text; from left to right, some twice."""
    size, first, back = NEAR, position, len(watch.follows)
    if not back:
        yield position
    while position < len(text):
        end, other = first_of(watch.others, text, position, position + size)
        for behind in watch.find_after(text, max(0, position - back), end):
            if not back:
                yield behind.start()
            if first <= behind.end() < len(text):
                yield behind.end()
        position, size = end, 4 * size
        if other:
            yield end
            position, size = end + 1, NEAR


def next_beginning(watch: Watch, text: str, position: int) -> int:
    """Where, from `position` on, a delimiter may begin; -1: nowhere."""
    if watch.first is None:
        return position
    begins = watch.first(text, position)
    return -1 if begins is None else begins.start()


def delimiters_at(
    watch: Watch, text: str, at: int, at_end: bool = True, absent: Collection[Delimiter] = ()
) -> Sequence[Delimiter] | None:
    """The delimiters that can be at `at`; None where more text has to tell."""
    if at_end and at + watch.window >= len(text):  # no window cuts them off: matching tells
        return watch.delimiters
    candidates = []
    for delimiter in watch.delimiters:
        if delimiter.literal and at + len(delimiter.literal) <= len(text):
            if not text.startswith(delimiter.literal, at):
                continue
        else:
            match = delimiter.edge_match(text, at, at + watch.window)
            if match is None:
                continue
            if match.lastindex is not None:
                if at_end and delimiter in absent:
                    continue
                return None
        candidates.append(delimiter)
        if not watch.alike:
            break
    return candidates


def longest(
    watch: Watch, candidates: Iterable[Delimiter], text: str, at: int, start: int
) -> Found | None:
    """Of the candidates that match at `at`, the longest, or the first of the longest.

    The blanks before it, back to `start`, belong to it where it takes them in.
    """
    best: Found | None = None
    for delimiter in candidates:
        match = None
        if delimiter.literal:
            if not text.startswith(delimiter.literal, at):
                continue
            end = at + len(delimiter.literal)
        else:
            match = delimiter.match(text, at)
            if match is None:
                continue
            end = match.end()
        if best is None or end > best[2]:
            begins = run_start(text, start, at, watch.blanks) if delimiter.blanks else at
            best = delimiter, begins, end, match
            if not watch.alike:
                break
    return best


def run_start(text: str, start: int, end: int, blanks: str) -> int:
    """Where the run of `blanks` that ends at `end` begins, not before `start`."""
    if end <= start or text[end - 1] not in blanks:
        return end
    near = end - SHORT_RUN
    if near > start and (kept := text[near:end].rstrip(blanks)):
        return near + len(kept)
    return start + len(text[start:end].rstrip(blanks))


def trimmed(text: str, start: int, end: int, blanks: str) -> str:
    """`text` from `start` to `end` without the `blanks` that end it; what is very long is copied but once."""
    if end - start < LONG:
        return text[start:end].rstrip(blanks)
    return text[start : run_start(text, start, end, blanks)]
