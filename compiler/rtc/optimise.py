r"""IR -> IR: facts about delimiters that make the generated code simple and fast.

- *exclusive* delimiters never begin at the same place, so the first that matches there is the one;
- a *lead* (a leading `\s*`) is no part of what is searched for: the rest is found first and the blanks
  before it are counted back. Searching for `\s*X` would try every blank of a long run again and again;
- text without any of the *first* characters holds no delimiter; nor does text without the *starts*, texts
  which come first but for blanks, if it does not end in those blanks or in part of one;
- only delimiters without an end in sight need an automaton.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rtc.delimiters.analysis import (
    exclusive,
    first_characters,
    left_context,
    nullable,
    reach,
    start_characters,
    stumble,
)
from rtc.delimiters.blanks import (
    any_of,
    before_blanks,
    looked_back_at,
    shortest,
    start_of,
    text_before,
    waits,
)
from rtc.delimiters.charset import MAX_LEAD_CHARACTERS, CharSet, disjoint, is_wide, ranges_of, union
from rtc.delimiters.edge import render_edge
from rtc.delimiters.growth import is_steady, rival_loops
from rtc.delimiters.nodes import Branch, Chars, Node, Repeat, Sequence, sequence
from rtc.ir import Delimiter, Machine, Region, Watch
from rtc_runtime.matching import WINDOW, edge

# So that searching one window costs some 100,000 steps at worst, and mostly some hundred.
WINDOWS = (WINDOW, 256, 48, 16)
MAX_MARKS = 4
MAX_STARTS = 16
MAX_BEHIND = 8


def optimise_machine(machine: Machine) -> Machine:
    """`machine` after all passes, in order."""
    for improve in PASSES:
        machine = _with_watches(machine, improve)
    return machine


def _with_watches(machine: Machine, improve: Callable[[Watch], Watch]) -> Machine:
    """`machine` with every watch list improved, and its regions' delimiters as those now have them."""
    between = None if machine.between is None else improve(machine.between)
    regions = tuple(_with_watch(region, improve, between) for region in machine.regions)
    return replace(machine, regions=regions, between=between)


def _with_watch(region: Region, improve: Callable[[Watch], Watch], between: Watch | None) -> Region:
    watch = None if region.watch is None else improve(region.watch)
    watched = [*(between.delimiters if between else ()), *(watch.delimiters if watch else ())]
    return replace(
        region,
        watch=watch,
        open=_same(region.open, watched),
        close=_same(region.close, watched),
    )


def _same(delimiter: Delimiter | None, watched: list[Delimiter]) -> Delimiter | None:
    """The watched form of `delimiter`."""
    if delimiter is None:
        return None
    place = (delimiter.field, delimiter.side)
    return next(one for one in watched if (one.field, one.side) == place)


def separate_leads(watch: Watch) -> Watch:
    """Set the one lead apart where it could not be part of another delimiter's match."""
    split = tuple(map(_split_lead, watch.delimiters))
    leads = {delimiter.lead for delimiter in split if delimiter.lead}
    if len(leads) != 1 or not _all_exclusive(split):
        return watch
    lead = leads.pop()
    if any(_may_begin_with(delimiter.tree, lead) for delimiter in split):
        return watch
    return replace(watch, delimiters=split, lead=lead)


def _split_lead(delimiter: Delimiter) -> Delimiter:
    tree = delimiter.tree
    if not isinstance(tree, Sequence) or len(tree.items) < 2:
        return delimiter
    head, rest = tree.items[0], tree.items[1:]
    if not isinstance(head, Repeat) or not isinstance(head.body, Chars):
        return delimiter
    members = head.body.charset.members(MAX_LEAD_CHARACTERS)
    if (head.low, head.high) != (0, None) or members is None:
        return delimiter
    return replace(delimiter, tree=sequence(list(rest)), lead=members)


def _may_begin_with(tree: Node, lead: str) -> bool:
    first = None if nullable(tree) else first_characters(tree)
    blanks = CharSet(ranges_of(lead))
    return first is None or any(not disjoint(charset, blanks) for charset in first)


def mark_exclusive(watch: Watch) -> Watch:
    """Note whether the first delimiter that matches at a place is the only one there."""
    return replace(watch, exclusive=_all_exclusive(watch.delimiters))


def _all_exclusive(delimiters: tuple[Delimiter, ...]) -> bool:
    return all(
        exclusive(one.tree, other.tree)
        for place, one in enumerate(delimiters)
        for other in delimiters[:place]
    )


def find_first(watch: Watch) -> Watch:
    """Note the characters that can stand where something watched for starts."""
    found: list[CharSet] = []
    for delimiter in watch.delimiters:
        first = start_characters(delimiter.tree)
        if first is None:
            return replace(watch, first=None)
        found.extend(first)
    merged = union(found) if found else None
    return replace(watch, first=None if merged is None or is_wide(merged) else merged)


def find_starts(watch: Watch) -> Watch:
    """Note the texts that must be there for a delimiter, and the blanks that may stand before them."""
    start = start_of(_any_delimiter(watch))
    # A lead counts whatever the starts are.
    watch = replace(watch, blanks="".join(sorted(watch.lead)))
    if start is None:
        return watch
    starts, blanks, after = {*start.texts, *start.after}, {*watch.lead, *start.blanks}, start.after
    if after & blanks:  # what is behind one might wait with the blanks, out of sight
        return watch
    marks = {text[0] for text in starts}
    if not marks or len(marks) > MAX_MARKS or (watch.lead and blanks != set(watch.lead)):
        return watch
    watch = replace(watch, blanks="".join(sorted(blanks)))
    context = max(left_context(delimiter.tree) for delimiter in watch.delimiters)
    certain = len(starts) <= MAX_STARTS and (context or _all_begin(watch, starts))
    texts = shortest(starts if certain else marks)
    watch = replace(watch, starts=texts, context=context, after="".join(sorted(after)))
    watch = replace(watch, delimiters=tuple(map(_with_starts, watch.delimiters)))
    watch = _note_following(watch, alone=after.isdisjoint(text[0] for text in start.texts))
    return _note_blanks(replace(watch, preceded=_preceded(watch)))


def _with_starts(delimiter: Delimiter) -> Delimiter:
    start = start_of(delimiter.tree)
    known = start is not None and not start.after
    return replace(delimiter, starts=start.texts if start is not None and known else ())


def _any_delimiter(watch: Watch) -> Node:
    return Branch(tuple(delimiter.tree for delimiter in watch.delimiters))


def _note_following(watch: Watch, alone: bool) -> Watch:
    """Note the text that delimiters follow and what comes behind that, or behind `after` where none begins *with* it."""
    tree = _any_delimiter(watch)
    if watch.blanks and not watch.lead:
        watch = replace(watch, follows=text_before(tree))
    first = start_characters(tree) if watch.follows or (watch.after and alone) else None
    return replace(watch, following=union([*first]) if first else None)


def _preceded(watch: Watch) -> str:
    """The characters, blanks aside, of which one stands before each start; none: not known."""
    known = any_of([looked_back_at(delimiter.tree) for delimiter in watch.delimiters]) or ()
    useful = not (watch.lead or watch.after) and len(known) <= MAX_BEHIND
    return "".join(sorted(known)) if useful else ""


def _all_begin(watch: Watch, starts: set[str]) -> bool:
    """Whether each part of a start, where the text ends with it, may be the beginning of a delimiter."""
    begins = edge("|".join(render_edge(delimiter.tree) for delimiter in watch.delimiters)).match
    return all(begins(text[:end]) for text in starts for end in range(1, len(text)))


def _note_blanks(watch: Watch) -> Watch:
    """Note what is known of blanks at the end of a text."""
    trees = [delimiter.tree for delimiter in watch.delimiters]
    blanks = frozenset(watch.blanks)
    if not blanks or watch.lead:
        return watch
    known = any_of([before_blanks(tree) for tree in trees]) or frozenset()
    useful = len(known) <= MAX_BEHIND and not known & blanks
    return replace(
        watch,
        waits=any(waits(tree, watch.blanks) for tree in trees),
        behind="".join(sorted(known)) if useful else "",
    )


def choose_window(watch: Watch) -> Watch:
    """How much of a delimiter to search in one go: the less, the more ways backtracking has to try."""
    trees = [delimiter.tree for delimiter in watch.delimiters]
    window = WINDOWS[min(max(map(rival_loops, trees)), len(WINDOWS) - 1)]
    return replace(
        watch,
        window=window,
        endless=any(reach(tree) >= window for tree in trees),
        far=any(stumble(tree) >= window for tree in trees),
        steady=all(map(is_steady, trees)),
    )


PASSES: tuple[Callable[[Watch], Watch], ...] = (
    separate_leads,
    mark_exclusive,
    find_first,
    find_starts,
    choose_window,
)
