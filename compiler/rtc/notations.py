"""What the notations of tool calls carry beside text, and which bundled templates have which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rtc.ast import Content, Field
from rtc.bundled import read_index
from rtc.parse import parse_template
from rtc.source import JsonValue, read_file

# typed: numbers, booleans, null, lists and objects are told from strings by how they are written.
# guessed: what reads as JSON becomes that, everything else is a string.
# text: every argument is a string until a schema types it.
Carries = Literal["typed", "guessed", "text"]

MEANING: dict[Carries, str] = {
    "typed": "carries numbers, booleans, null, lists and objects itself",
    "guessed": "takes what reads as JSON for JSON, anything else for a string",
    "text": "carries text only: an argument is a string unless the schema types it",
}


@dataclass(frozen=True, slots=True)
class Notation:
    """A notation of tool calls and the bundled templates that read it."""

    name: str
    carries: Carries
    templates: tuple[str, ...]


@lru_cache(maxsize=1)
def bundled_notations() -> tuple[Notation, ...]:
    """The notations of the bundled templates' tool calls, each once, by name."""
    found: dict[tuple[str, Carries], list[str]] = {}
    for entry in sorted(read_index(), key=lambda entry: entry.name):
        template, _ = parse_template(read_file(entry.path))
        for field in () if template is None else template.fields:
            if _makes_calls(field):
                key = field.content.name, carries(field.content)
                names = found.setdefault(key, [])
                names += [] if entry.name in names else [entry.name]
    return tuple(Notation(*key, tuple(names)) for key, names in sorted(found.items()))


def _makes_calls(field: Field) -> bool:
    """Whether a field's value is a tool call or a list of them."""
    transform: JsonValue = field.transform
    if isinstance(transform, list) and transform:
        transform = transform[0]
    return field.name == "tool_calls" or (isinstance(transform, dict) and "function" in transform)


def carries(content: Content) -> Carries:
    """What the arguments of a call in this content are before any schema."""
    if content.name in ("xml-inline", "kv-lines"):
        return "text" if content.value_parser is None else carries(content.value_parser)
    if content.name == "json":
        return "guessed" if content.args.get("allow_non_json") else "typed"
    return "typed" if content.name == "python-call-list" else "text"
