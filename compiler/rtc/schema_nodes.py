"""Reading a JSON Schema without trusting it: its nodes, their types, where references lead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from rtc.positions import join_pointer, pointer_tokens
from rtc.source import JsonValue

TYPES = ("string", "integer", "number", "boolean", "null", "object", "array")
UNIONS = ("anyOf", "oneOf", "allOf")
MAX_TOKEN_LENGTH = 200
# Keys that say what a value may be without `type`.
_IMPLIED = {
    "properties": "object",
    "patternProperties": "object",
    "additionalProperties": "object",
    "items": "array",
    "prefixItems": "array",
}
_SAYING = ("enum", "const", "$ref", *UNIONS)

Schema = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Path:
    """The way to a node, as a chain: hostile schemas have more and longer pointers than fit in memory."""

    parent: Path | None
    token: str

    def pointer(self) -> str:
        """The JSON pointer, with tokens that are too long cut short."""
        tokens = []
        path: Path | None = self
        while path is not None and path.parent is not None:
            cut = len(path.token) > MAX_TOKEN_LENGTH
            tokens.append(path.token[:MAX_TOKEN_LENGTH] + "…" if cut else path.token)
            path = path.parent
        return join_pointer(reversed(tokens))


# The object of all arguments, one argument, or what is inside one: notations that carry text alone carry
# it for each argument.
Level = Literal["root", "argument", "inside"]


@dataclass(frozen=True, slots=True)
class Node:
    """A schema on the way down. `needed` is False for the parts of an `allOf`: they only add to another."""

    value: JsonValue
    path: Path
    level: Level
    needed: bool = True


def type_names(schema: Schema) -> tuple[str, ...]:
    """The types a schema names, or those that its keys imply; none where it says none."""
    named = schema.get("type")
    if isinstance(named, str):
        return (named,)
    if isinstance(named, list):
        return tuple(name for name in named if isinstance(name, str))
    return tuple(dict.fromkeys(name for key, name in _IMPLIED.items() if key in schema))


def says_nothing(value: JsonValue) -> bool:
    """Whether any value at all is allowed, as by `{}` and `true`."""
    if not isinstance(value, dict):
        return value is True
    return not type_names(value) and not any(key in value for key in _SAYING)


def children(node: Node, schema: Schema) -> Iterator[Node]:
    """The schemas directly in a schema. Those of its references are elsewhere."""
    below: Level = "argument" if node.level == "root" else "inside"
    for key in ("properties", "patternProperties"):
        members = schema.get(key)
        for name, member in members.items() if isinstance(members, dict) else ():
            yield Node(member, Path(Path(node.path, key), name), below)
    extra = schema.get("additionalProperties")
    if extra is not None and not says_nothing(extra):
        yield Node(extra, Path(node.path, "additionalProperties"), below)
    items = schema.get("items")
    if "items" in schema and not isinstance(items, list):
        yield Node(items, Path(node.path, "items"), "inside")
    for key in ("prefixItems", "items", *UNIONS):
        parts = schema.get(key)
        level: Level = node.level if key in UNIONS else "inside"
        for index, part in enumerate(parts if isinstance(parts, list) else ()):
            path = Path(Path(node.path, key), str(index))
            yield Node(part, path, level, key != "allOf")


class References:
    """The references of one schema: each is followed once, however many lead to one place."""

    def __init__(self, root: JsonValue) -> None:
        self._root = root
        self._problems: dict[str, str | None] = {}

    def find(self, reference: JsonValue) -> tuple[JsonValue, Path] | None:
        """The schema that a `$ref` leads to in one step, and its path in the document."""
        if not isinstance(reference, str) or not reference.startswith("#"):
            return None
        value, path = self._root, Path(None, "")
        if reference[1:2] not in ("", "/"):
            return None
        for token in pointer_tokens(unquote(reference[1:])):
            if isinstance(value, dict) and token in value:
                value = value[token]
            elif isinstance(value, list) and _is_index(token, len(value)):
                value = value[int(token)]
            else:
                return None
            path = Path(path, token)
        return value, path

    def problem(self, reference: JsonValue) -> str | None:
        """Why a reference leads to no schema, if so: to nothing, elsewhere, or only to itself."""
        if not isinstance(reference, str):
            return "is no string"
        # A dict for its order and its look-up: long chains are hostile, not rare.
        seen: dict[str, None] = {}
        while reference not in self._problems:
            if reference in seen:
                self._problems[reference] = "leads back to itself"
                break
            seen[reference] = None
            found = self.find(reference)
            following = found[0].get("$ref") if found and isinstance(found[0], dict) else None
            if found is None:
                here = reference.startswith("#")
                message = "leads nowhere" if here else "leads out of the schema"
                self._problems[reference] = message
            elif isinstance(following, str):
                reference = following
            else:
                self._problems[reference] = None
        problem = self._problems[reference]
        self._problems.update(dict.fromkeys(seen, problem))
        return problem

    def resolve(self, value: JsonValue) -> JsonValue:
        """The schema itself, or the one that its `$ref` leads to in one step."""
        if isinstance(value, dict) and "$ref" in value:
            found = self.find(value["$ref"])
            return value if found is None else found[0]
        return value


def _is_index(token: str, length: int) -> bool:
    decimal = token.isascii() and token.isdecimal() and len(token) < 10
    return decimal and int(token) < length
