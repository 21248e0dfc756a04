"""A value of the template together with where it stands and where its problems go."""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rtc.diagnostics import Origin, quote
from rtc.positions import join_pointer
from rtc.problems import Problems
from rtc.rule import Rule
from rtc.rules_fields import FLAG_TYPE
from rtc.source import JsonValue, Source

# The way from the template to a value, last step first. Pointers are built from it only where one is
# needed: those of all values of a hostile template together can be far longer than the template.
Path: TypeAlias = "tuple[Path, str] | None"

_MAX_GUESSED_LENGTH = 40
_MAX_SHOWN_NUMBER = 20


@dataclass(frozen=True, slots=True)
class Place:
    source: Source
    problems: Problems
    value: JsonValue
    path: Path = None

    @property
    def pointer(self) -> str:
        tokens: list[str] = []
        path = self.path
        while path is not None:
            path, token = path
            tokens.append(token)
        return join_pointer(reversed(tokens))

    @property
    def origin(self) -> Origin:
        return self.source.origin(self.pointer)

    @property
    def members(self) -> dict[str, JsonValue]:
        """The members of an object; nothing for any other value."""
        return self.value if isinstance(self.value, dict) else {}

    def __contains__(self, key: str) -> bool:
        return key in self.members

    def child(self, key: str) -> Place:
        """A member of an object; null stands for one that is missing."""
        return Place(self.source, self.problems, self.members.get(key), (self.path, key))

    def children(self) -> Iterator[tuple[str, Place]]:
        """The keys and values of an object, the indices and values of a list."""
        items = enumerate(self.value) if isinstance(self.value, list) else self.members.items()
        for key, value in items:
            yield str(key), Place(self.source, self.problems, value, (self.path, str(key)))

    def report(self, rule: Rule, message: str, hint: str | None = None) -> None:
        """Report a problem of the value."""
        self.problems.report(rule, message, lambda: self.origin, hint)

    def report_key(self, rule: Rule, message: str, hint: str | None = None) -> None:
        """Report a problem of the key under which the value stands."""
        self.problems.report(rule, message, lambda: self.source.key_origin(self.pointer), hint)


def parse_flag(owner: Place, key: str, default: bool) -> bool:
    """The flag under `key`. What is no boolean counts as Python's truth has it, with a warning."""
    if key not in owner:
        return default
    flag = owner.child(key)
    truth = bool(flag.value)
    if not isinstance(flag.value, bool):
        message = f"{key} is not a boolean: {describe(flag.value)} counts as {str(truth).lower()}"
        flag.report(FLAG_TYPE, message, "write true or false")
    return truth


def walk(place: Place) -> Iterator[Place]:
    """A value and all values in it, in the order of the text, containers before what they hold."""
    stack = [place]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed([child for _, child in current.children()]))


def describe(value: JsonValue) -> str:
    """What a value is, as messages say it."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    text = json.dumps(value)
    return text if len(text) <= _MAX_SHOWN_NUMBER else "a long number"


def did_you_mean(word: str, known: Collection[str]) -> str | None:
    """A hint that names the known word nearest to this one."""
    if len(word) > _MAX_GUESSED_LENGTH:
        return None
    near = difflib.get_close_matches(word, known, n=1)
    return f"did you mean {near[0]!r}?" if near else None
