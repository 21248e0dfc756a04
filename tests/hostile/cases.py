"""Turns with hostile values for a layout, by the kind of the value and the place where it stands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.hostile.turns import AFTER, ALONE, BEFORE, BETWEEN, Call, Layout, Turn
from tests.hostile.values import (
    KEYS,
    NAMES,
    STRINGS,
    THOUGHTS,
    VALUES,
    Kinds,
    markers_of,
    strings_of_calls,
    strings_of_markers,
)

VALUE, NESTED, KEY, NAME, TYPED = "value", "nested string", "key", "name", "typed value"
TEXT, THOUGHT = "text", "thought"
# How many values of a kind are tried; what the kinds of markers hold more is left to chance.
_LIMIT = 12
_PLAIN = Call("get_time", {})
_SECOND = Call("search", {"query": "news", "limit": 3})


@dataclass(frozen=True, slots=True)
class Case:
    """One turn: where its hostile value stands, and of what kind that is."""

    place: str
    kind: str
    turn: Turn


def cases(name: str, layout: Layout) -> Iterator[Case]:
    """All turns for a template; the same on every run."""
    rng = random.Random(name)
    strings = STRINGS | strings_of_markers(markers_of(layout))
    if layout.calls:
        strings = strings | strings_of_calls(layout)
        yield from _of_strings(layout, strings, rng)
        yield from _of_calls(layout)
    texts = {kind: texts for kind, texts in strings.items() if kind in _IN_TEXTS}
    yield from _of_texts(layout, texts, rng)
    if layout.thinking is not None:
        yield from _of_thoughts(layout, texts, rng)


_IN_TEXTS = {*STRINGS, "marker", "part of a marker"} - {
    "empty",
    "only blanks",
    "only newlines",
    "controls",
}


def _some(values: list[str], rng: random.Random) -> list[str]:
    """All of a few values, some of many."""
    return values if len(values) <= _LIMIT else rng.sample(values, _LIMIT)


def _of_strings(layout: Layout, strings: Kinds, rng: random.Random) -> Iterator[Case]:
    for kind, values in strings.items():
        for number, value in enumerate(_some(values, rng)):
            for turn in _around(layout, value, number, len(values) < 4):
                yield Case(VALUE, kind, turn)
            nested = (
                {"a": {"b": [value, 1], "c": value}} if number % 2 else {"a": [value], "b": "x"}
            )
            yield Case(NESTED, kind, Turn((Call("f", nested),)))


def _around(layout: Layout, value: str, number: int, every: bool) -> list[Turn]:
    """Turns with a value in each of the places that a string may have, or in one of them."""
    only, first = Call("f", {"a": value}), Call("write", {"a": value, "b": "x"})
    last = Call("write", {"n": 1, "b": value})
    turns = [Turn((only,)), Turn((last,)), Turn((first,))]
    if layout.calls > 1:
        turns += [Turn((first, _SECOND)), Turn((_PLAIN, last)), Turn((only, only, _PLAIN))]
    if BEFORE in layout.places:
        turns.append(Turn(("Look.", last)))
    if AFTER in layout.places:
        turns.append(Turn((only, "Done.")))
    if layout.thinking is not None:
        turns.append(Turn((first,), thought="Hm."))
    return turns if every else [turns[number % len(turns)]]


def _of_calls(layout: Layout) -> Iterator[Case]:
    """Names, keys, values that are no strings, and calls without arguments."""
    more = (_SECOND,) if layout.calls > 1 else ()
    for kind, names in NAMES.items():
        for name in names:
            yield Case(NAME, kind, Turn((Call(name, {"a": "x"}), *more)))
            yield Case(NAME, kind, Turn((Call(name, {}),)))
    for kind, keys in KEYS.items():
        for key in keys:
            yield Case(KEY, kind, Turn((Call("f", {key: "x", "b": 1}), *more)))
    for kind, values in VALUES.items():
        for value in values:
            yield Case(TYPED, kind, Turn((Call("f", {"a": value}), *more)))
            yield Case(TYPED, kind, Turn((Call("f", {"a": "x", "b": value, "c": "y"}),)))
    yield Case(TYPED, "no arguments", Turn((_PLAIN,)))
    if layout.calls > 1:
        yield Case(TYPED, "no arguments", Turn((_PLAIN, _SECOND, _PLAIN)))


def _of_texts(layout: Layout, texts: Kinds, rng: random.Random) -> Iterator[Case]:
    for kind, values in texts.items():
        for value in _some(values, rng):
            for place in layout.places:
                yield Case(TEXT, kind, _with_text(layout, place, value))


def _with_text(layout: Layout, place: str, value: str) -> Turn:
    call = Call("f", {"a": "x"})
    more = (_PLAIN,) if layout.calls > 1 else ()
    parts: dict[str, tuple[str | Call, ...]] = {
        ALONE: (value,),
        BEFORE: (value, call, *more),
        BETWEEN: (call, value, *more),
        AFTER: (call, *more, value),
    }
    return Turn(parts[place])


def _of_thoughts(layout: Layout, texts: Kinds, rng: random.Random) -> Iterator[Case]:
    call = Call("f", {"a": "x"})
    for kind, values in texts.items():
        if kind in THOUGHTS or kind not in STRINGS:
            for number, value in enumerate(_some(values, rng)):
                parts: tuple[str | Call, ...] = (
                    ("Done.",) if number % 2 or not layout.calls else (call,)
                )
                yield Case(THOUGHT, kind, Turn(parts, thought=value))
