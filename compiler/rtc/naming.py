"""Template names -> Python identifiers: readable, distinct, never a keyword or a name in use."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

FALLBACK = "field"
MAX_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Name:
    """One template name in the three spellings that Python code uses."""

    original: str
    snake: str

    @property
    def upper(self) -> str:
        return self.snake.upper()

    @property
    def camel(self) -> str:
        return camel_case(self.snake)


def camel_case(snake: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in snake.split("_"))


def snake_case(text: str) -> str:
    """An identifier that resembles `text`: ASCII, lower case, not starting with a digit."""
    words = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:MAX_LENGTH].rstrip("_")
    if not words or words[0].isdigit():
        words = f"{FALLBACK}_{words}".strip("_")
    return f"{words}_" if keyword.iskeyword(words) else words


def assign_names(originals: Iterable[str]) -> dict[str, Name]:
    """Distinct names for `originals`; later ones get a number where two would look alike."""
    names: dict[str, Name] = {}
    taken: set[str] = set()
    for original in originals:
        base = snake_case(original)
        snake, number = base, 2
        while _look(snake) in taken:
            snake, number = f"{base}_{number}", number + 1
        taken.add(_look(snake))
        names[original] = Name(original, snake)
    return names


def _look(snake: str) -> str:
    """What two names must not share, so that no spelling of one is a spelling of the other."""
    return snake.replace("_", "")


def free_name(wanted: str, taken: Collection[str]) -> str:
    """`wanted`, or the first of `wanted_2`, `wanted_3`... that is not taken."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


def is_plain_key(text: str) -> bool:
    """Whether `text` can be a field of a class body as it is."""
    plain = text.isascii() and text.isidentifier() and not keyword.iskeyword(text)
    return plain and not text.startswith("__")
