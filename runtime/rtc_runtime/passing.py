"""What of a chunk no delimiter can be in, told without a search from where the last one ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .matching import Watch
from .searching import run_start

# So many characters are looked through by themselves.
SHORT = 64


def before_start(watch: Watch, text: str, found: Any, recent: Callable[[int], str]) -> int:
    """How much of `text` is certain to be no part of a delimiter. `found`: the first start in it, which may be cut off.

    Below zero: not known, or one is complete; then `~` of it is where, or the length of the text.
    `recent` gives so many of the characters before `text`.
    """
    if found is None:
        return before_blanks(watch, text, len(text.rstrip(watch.blanks)), recent)
    if found.lastindex is not None and not watch.context:
        at: int = found.start()  # the end of the text cuts it off: nothing is complete
        if watch.waits or text[at - 1 : at] not in watch.endings:
            return run_start(text, 0, at, watch.blanks)
    return first_beginning(watch, recent(watch.context) if watch.context else "", text)


def before_blanks(watch: Watch, text: str, end: int, recent: Callable[[int], str]) -> int:
    """The same, where no mark is and only the blanks from `end` on can be part of a delimiter."""
    if watch.waits or end == len(text) or len(text) - end > SHORT:
        return end
    if watch.behind and (text[end - 1] if end else recent(1)) not in watch.behind:
        return len(text)
    before = recent(watch.context) if end < watch.context else ""
    return len(text) - watch.waiting_blanks(before + text, len(before) + end)


def first_beginning(watch: Watch, before: str, text: str) -> int:
    """Where a delimiter begins that `text`, which is short, may cut off; its length: nowhere.

    Below zero: as in `before_start`. `before` is what the patterns may look back at.
    """
    if len(text) > SHORT or len(text) > watch.window:
        return ~len(text)
    if (before, text) in watch.begun:
        return 0
    match = watch.search(before + text, len(before))
    if match is not None and match.lastindex is None:
        return ~(match.start() - len(before))
    end = len(text) if match is None else match.start() - len(before)
    if end == 0:
        watch.note_begun(before, text)
    return run_start(text, 0, end, watch.blanks) if watch.leads else end
