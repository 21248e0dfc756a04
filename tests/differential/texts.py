"""Random generations and prefixes for a template: built from its delimiters, whole, damaged and cut."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.differential import bodies
from tests.differential.samples import sample

LONGEST = 420
_POOL_SIZE = 10
_PLACEHOLDER = re.compile(r"\{(\w+(?:\.\w+)*)\}")


@dataclass(frozen=True, slots=True)
class FieldTexts:
    """Ready-made delimiters of one field, and what its bodies need."""

    opens: tuple[str, ...]
    closes: tuple[str, ...]
    content: str
    args: Mapping[str, Any]
    wanted: bodies.Wanted


class TextSource:
    """Draws texts for one template; everything comes from the generator it is given.

    `delimiters` holds ready-made texts for the delimiters of all fields.
    """

    def __init__(self, template: Mapping[str, Any], rng: random.Random) -> None:
        fields = [_field_texts(field, rng) for field in template["fields"].values()]
        self._explicit = [field for field in fields if field.opens]
        self._implicit = [field for field in fields if not field.opens]
        self._anchors = _delimiter_texts(template, "start_anchor", rng)
        self.delimiters = [
            text for field in fields for text in (*field.opens, *field.closes) if text
        ] or [""]
        self._alphabet = sorted(set("".join(self.delimiters))) or ["a"]

    def generation(self, rng: random.Random) -> str:
        kind = rng.random()
        pieces = (
            self._letters(rng)
            if kind < 0.2
            else self._soup(rng) if kind < 0.4 else self._regions(rng)
        )
        text = "".join(pieces)[:LONGEST]
        if rng.random() < 0.15:
            place = rng.randint(0, len(text))
            text = text[:place] + self._delimiter(rng) + text[place:]
        if rng.random() < 0.15:
            text = text[: rng.randint(0, len(text))]
        return self._with_run(text, rng) if rng.random() < 0.003 else text

    def _with_run(self, text: str, rng: random.Random) -> str:
        """The text with one character many times over, to leave the paths for short texts."""
        place = rng.randint(0, len(text))
        run = rng.choice(("x" * 3000, "é" * 3000, " " * 150, rng.choice(self._alphabet) * 150))
        return text[:place] + run + text[place:]

    def prefix(self, rng: random.Random) -> str:
        """Mostly empty or a prompt that ends in the anchor and perhaps a prefilled beginning."""
        kind = rng.random()
        if kind < 0.5 or not self._anchors:
            return ""
        anchor = rng.choice(self._anchors)
        if kind < 0.7:
            return f"user: hi\n{anchor}"
        if kind < 0.9:
            return f"x{anchor}{self.generation(rng)}{anchor}" + self._prefill(rng)
        return bodies.damage(anchor, rng) + self._prefill(rng)

    def split_delimiter(self, rng: random.Random) -> tuple[str, str]:
        """A prefix and a generation that share one delimiter."""
        anchor = rng.choice(self._anchors) if self._anchors else ""
        delimiter = self._delimiter(rng)
        place = rng.randint(0, len(delimiter))
        return anchor + delimiter[:place], delimiter[place:] + self.generation(rng)

    def _prefill(self, rng: random.Random) -> str:
        text = self.generation(rng)
        return text[: rng.randint(0, len(text))]

    def _delimiter(self, rng: random.Random) -> str:
        text = rng.choice(self.delimiters)
        return bodies.damage(text, rng) if rng.random() < 0.2 else text

    def _letters(self, rng: random.Random) -> Iterator[str]:
        """Characters of the delimiters, in no order."""
        for _ in range(rng.choice((3, 6, 12, 30))):
            yield rng.choice(self._alphabet)

    def _soup(self, rng: random.Random) -> Iterator[str]:
        for _ in range(rng.randint(0, 10)):
            yield self._delimiter(rng) if rng.random() < 0.6 else bodies.prose(rng)

    def _regions(self, rng: random.Random) -> Iterator[str]:
        for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
            if rng.random() < 0.4:
                yield self._between(rng)
            if self._explicit:
                yield from self._region(rng.choice(self._explicit), rng)
        yield self._between(rng)

    def _between(self, rng: random.Random) -> str:
        if not self._implicit:
            return bodies.prose(rng)
        field = self._implicit[0]
        close = rng.choice(field.closes) if field.closes and rng.random() < 0.5 else ""
        return bodies.body(field.content, field.args, rng, field.wanted) + close

    def _region(self, field: FieldTexts, rng: random.Random) -> Iterator[str]:
        yield self._damaged(rng.choice(field.opens), rng)
        yield bodies.body(field.content, field.args, rng, field.wanted)
        if field.closes and rng.random() < 0.95:
            yield self._damaged(rng.choice(field.closes), rng)

    def _damaged(self, text: str, rng: random.Random) -> str:
        return bodies.damage(text, rng) if rng.random() < 0.06 else text


def _field_texts(field: Mapping[str, Any], rng: random.Random) -> FieldTexts:
    return FieldTexts(
        opens=_delimiter_texts(field, "open", rng),
        closes=_delimiter_texts(field, "close", rng),
        content=field.get("content", "text"),
        args=field.get("content_args", {}),
        wanted=bodies.Wanted(
            keys=tuple(_wanted_keys(field)),
            each=field.get("transform_each", False),
            are_arguments="'arguments': '{content}'" in repr(field.get("transform")),
        ),
    )


def _delimiter_texts(holder: Mapping[str, Any], key: str, rng: random.Random) -> tuple[str, ...]:
    literal, pattern = holder.get(key), holder.get(f"{key}_pattern")
    if isinstance(literal, str):
        return (literal,)
    if literal is not None:
        return tuple(literal)
    if pattern is None:
        return ()
    drawn = [sample(pattern, rng, _name_groups(rng)) for _ in range(_POOL_SIZE)]
    return tuple(text if text is not None else "" for text in drawn)


def _name_groups(rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.3:
        return {}
    # The last one has a dot, which most patterns for a name stop at.
    return {"name": lambda: rng.choice((*bodies.FUNCTIONS[:-1] * 4, bodies.FUNCTIONS[-1]))}


def _wanted_keys(field: Mapping[str, Any]) -> Iterator[str]:
    """The keys that the transform looks for in the content."""
    for path in _paths(field.get("transform")):
        root, *rest = path.split(".")
        if field.get("transform_each"):
            yield root
        elif root == "content" and rest:
            yield rest[0]


def _paths(transform: Any) -> Iterator[str]:
    if isinstance(transform, str):
        match = _PLACEHOLDER.fullmatch(transform)
        if match:
            yield match[1]
    elif isinstance(transform, dict):
        for value in transform.values():
            yield from _paths(value)
    elif isinstance(transform, list):
        for value in transform:
            yield from _paths(value)


# Schemas that say nothing, or say it badly.
_SLOPPY: tuple[Any, ...] = (
    {}, None, "integer", {"type": 3}, {"type": ["integer", 5]}, {"type": None, "nullable": 1}, {"anyOf": None},
    {"anyOf": [5, {"type": "integer"}]}, {"type": "integer", "oneOf": [{"type": "null"}]}, {"type": "Integer"}, {"enum": [1]},
)  # fmt: skip


def tools(rng: random.Random) -> Sequence[dict[str, Any]] | None:
    """Schemas for the functions that bodies call, or None."""
    if rng.random() < 0.5:
        return None
    return [_tool(name, rng) for name in bodies.FUNCTIONS if rng.random() < 0.9]


def _tool(name: str, rng: random.Random) -> dict[str, Any]:
    properties = {key: _schema(rng) for key in bodies.PARAMETERS if rng.random() < 0.9}
    function = {"name": name, "parameters": {"type": "object", "properties": properties}}
    return {"type": "function", "function": function} if rng.random() < 0.8 else function


def _schema(rng: random.Random, depth: int = 0) -> Any:
    kinds = ("integer", "number", "boolean", "null", "object", "array", "string")
    choice = rng.random()
    if choice < 0.65:
        plain: dict[str, Any] = {"type": rng.choice(kinds)}
        return {**plain, "nullable": True} if rng.random() < 0.2 else plain
    if choice < 0.8:
        return {"type": rng.sample(kinds, 2), "nullable": rng.random() < 0.5}
    if choice < 0.95 and depth < 2:
        union = rng.choice(("anyOf", "oneOf"))
        return {union: [_schema(rng, depth + 1) for _ in range(rng.randint(0, 2))]}
    return rng.choice(_SLOPPY)
