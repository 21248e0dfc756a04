"""A tool's JSON Schema, read place by place as values reach them, each place once.

A *node* is a place of the schema: the parts that all count there (the schema itself, what `$ref` and `allOf`
bring in) and its *branches*, the ways in which `anyOf` and `oneOf` let a value be. Schemas are untrusted: they may
hold themselves, nest to any depth and be of any type, so nothing here recurses, and what is not understood is
left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from .plain_schemas import plain_scalar
from .schema_keywords import (
    declared_types,
    field_schemas,
    fixed_items,
    is_member,
    item_schemas,
    narrowed,
)
from .text_casts import WORD_CASTS, kind_of

# How many ways in which a value may be are told apart at one place; no more of a schema's unions are read.
BRANCH_LIMIT = 200
NOTHING = {"enum": ()}  # as a schema: what no value satisfies
NULL_ALONE = {"type": "null"}
OBJECT_KEYWORDS = {"properties", "patternProperties", "additionalProperties", "required"}
ARRAY_KEYWORDS = {"items", "prefixItems"}
UNION_KEYWORDS = {"anyOf", "oneOf", "nullable"}
OTHER_THAN_TEXT = {"null", "object", "array"}


class SchemaNode:
    """One place of a schema.

    - `base`: what counts whichever branch is taken; `members`: what its enums and constants allow.
    - `open`: nothing is said of the value. `keeps_quoted`, `keeps_bare`: every string, written with quotes or
      without, stays as it is; so does each of `words`. `limited`: enums or constants count in some branch.
    - `settled`: whether any value stays as it is, with all in it: [0] written without quotes, [1] with quotes.
    - `alone`: the one type that a value can have, where nothing else decides and texts have to be cast.
    - `lone`: the one branch, None where there are several. `takes_lists`: some branch allows arrays.
    - `pointer`: where the schema has this place; `pointer_text` spells it out.
    """

    __slots__ = (
        "alone",
        "base",
        "branches",
        "cast",
        "keeps_bare",
        "keeps_quoted",
        "limited",
        "lone",
        "members",
        "open",
        "pointer",
        "settled",
        "takes_lists",
        "words",
    )

    def __init__(self, base: Branch, branches: tuple[Branch, ...], pointer: Any) -> None:
        self.base = base
        self.branches = branches
        self.pointer = pointer
        self.members = base.members
        self.words: Collection[str] = ()
        if base.members:
            listed = [one for one in base.members[0] if isinstance(one, str)]
            if len(base.members) > 1:
                listed = [one for one in listed if base.has_member(one)]
            self.words = frozenset(listed)
        self.open = self.keeps_bare = True
        self.keeps_quoted = self.limited = self.takes_lists = False
        structured = base.structured
        for branch in branches:
            structured = structured or branch.structured
            self.takes_lists = self.takes_lists or branch.allows("array")
            self.limited = self.limited or bool(branch.members)
            self.open = self.open and not branch.names and not branch.members
            self.keeps_quoted = self.keeps_quoted or branch.takes_text
            self.keeps_bare = self.keeps_bare and OTHER_THAN_TEXT.isdisjoint(branch.names)
        self.keeps_quoted = self.keeps_quoted and not base.members
        self.keeps_bare = self.keeps_bare and self.keeps_quoted
        self.settled = (
            self.open or (self.keeps_bare and not structured),
            self.open or (self.keeps_quoted and not structured),
        )
        self.lone = branches[0] if len(branches) == 1 else None
        lone = branches == (base,) and not self.keeps_quoted and not base.members
        self.alone = base.types[0] if lone and base.types and len(base.types) == 1 else ""
        self.cast = WORD_CASTS.get(self.alone)


class Branch:
    """Schemas that all count for one value.

    - `types`: the types they declare, in order, None where they declare none.
    - `names`: the same, and what enums, constants and keywords of objects and arrays speak of.
    - `members`: the lists of values to which they limit it.
    - `structured`: they say something of what is inside objects or arrays.
    - `takes_text`: any string may stand here.
    - `fixed`: how many items at the start of an array may have schemas of their own.
    """

    __slots__ = (
        "fields",
        "fixed",
        "members",
        "names",
        "parts",
        "reader",
        "structured",
        "takes_text",
        "types",
    )

    def __init__(self, reader: SchemaReader, parts: tuple[dict[str, Any], ...]) -> None:
        self.reader = reader
        self.parts = parts
        self.types: tuple[str, ...] | None = None
        self.members: list[list[Any]] = []
        self.fields: dict[str | int, SchemaNode | None] = {}
        self.fixed = 0
        implied: list[str] = []
        for part in parts:
            if "type" in part:
                self.types = narrowed(self.types, declared_types(part["type"]))
            if "enum" in part and isinstance(part["enum"], (list, tuple)):
                self.members.append(list(part["enum"]))
            if "const" in part:
                self.members.append([part["const"]])
            if not OBJECT_KEYWORDS.isdisjoint(part):
                implied.append("object")
            if not ARRAY_KEYWORDS.isdisjoint(part):
                implied.append("array")
                self.fixed = max(self.fixed, fixed_items(part))
        self.structured = bool(implied)
        if self.members:
            implied[:0] = [kind_of(member) for member in self.members[0]]
        self.names = tuple(dict.fromkeys(implied)) if self.types is None else self.types
        self.takes_text = not self.members and self.allows("string")

    def allows(self, kind: str) -> bool:
        """Whether a value of type `kind` may stand here, as far as types go."""
        types = self.types
        return types is None or kind in types or (kind == "integer" and "number" in types)

    def has_member(self, value: Any) -> bool:
        return not self.members or all(is_member(value, members) for members in self.members)

    def child(self, key: str | int) -> SchemaNode | None:
        """What is said of the value under `key`, a name or an index; None for nothing at all."""
        if type(key) is int and key > self.fixed:
            key = self.fixed  # all others are alike
        if key in self.fields:
            return self.fields[key]
        found: list[Any] = []
        for part in self.parts:
            pointer = self.reader.pointers[id(part)]
            schemas = item_schemas(part, key) if isinstance(key, int) else field_schemas(part, key)
            for schema, step in schemas:
                found.append((schema, (pointer, step)))
        node = self.reader.node(tuple(found)) if found else None
        if isinstance(key, int) or (found and found[0][1][1][0] == "properties"):
            self.fields[key] = node  # of other names there may be any number
            self.reader.size += 1
        return node


class SchemaReader:
    """Gives the nodes of one schema, of which `root` is the whole: what `$ref` refers to.

    A schema comes with a pointer: None for the root, else a pointer and the steps from there. `points`: whether
    anyone asks a node for its pointer. If not, schemas that only name a type need no nodes of their own.
    `size`: how much has been read; it grows with the places that values get to.
    """

    def __init__(self, root: Any, points: bool = True) -> None:
        self.root = root
        self.points = points
        self.nodes: dict[tuple[int, ...], SchemaNode] = {}
        self.pointers: dict[int, Any] = {}
        self.top: SchemaNode | None = None
        self.size = 0

    def root_node(self) -> SchemaNode:
        """The node of the whole schema."""
        node = self.top  # another thread may be letting go of it
        if node is None:
            node = self.top = self.node(((self.root, None),))
        return node

    def forget(self) -> None:
        """Let go of all nodes; those who hold one may go on with it."""
        self.nodes.clear()
        self.top, self.size = None, 0

    def node(self, places: tuple[tuple[Any, Any], ...]) -> SchemaNode:
        """The node where all these schemas count. The same ones give the same node: so cycles come to an end."""
        if not self.points and len(places) == 1:
            kind = plain_scalar(places[0][0])
            if kind:
                return scalar_node(kind)
        key = tuple([id(schema) for schema, _ in places])
        node = self.nodes.get(key)
        if node is None:
            base = Branch(self, self.parts(places, ()))
            node = self.nodes[key] = SchemaNode(base, self.branches(base), places[0][1])
            self.size += sum([len(branch.parts) for branch in node.branches])
        return node

    def parts(
        self, places: tuple[tuple[Any, Any], ...], known: tuple[dict[str, Any], ...]
    ) -> tuple[dict[str, Any], ...]:
        """Schemas and what they bring in by `$ref` and `allOf`, each once, without those that are `known`."""
        if len(places) == 1 and not known:  # the most common case by far
            schema, pointer = places[0]
            if isinstance(schema, dict) and "$ref" not in schema and "allOf" not in schema:
                self.pointers.setdefault(id(schema), pointer)
                return (schema,)
        found: list[dict[str, Any]] = []
        seen = set(map(id, known))
        pending = list(reversed(places))
        while pending:
            schema, pointer = pending.pop()
            if schema is False:
                schema = NOTHING
            if not isinstance(schema, dict) or id(schema) in seen:
                continue
            seen.add(id(schema))
            self.pointers.setdefault(id(schema), pointer)
            found.append(schema)
            if isinstance(schema.get("allOf"), (list, tuple)):
                members = enumerate(schema["allOf"])
                pending += reversed([(one, (pointer, ("allOf", at))) for at, one in members])
            if "$ref" in schema:
                pending.append(self.referred(schema["$ref"]))
        return tuple(found)

    def referred(self, reference: Any) -> tuple[Any, Any]:
        """What a `$ref` inside this schema refers to, with its pointer; None where it refers to nothing here."""
        if not isinstance(reference, str) or reference[:1] != "#":
            return None, None
        place, steps = self.root, reference[1:].split("/")
        if steps[0]:
            return None, None
        for step in steps[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            if isinstance(place, dict):
                place = place.get(name)
            elif (
                isinstance(place, list) and re.match("[0-9]{1,9}$", name) and int(name) < len(place)
            ):
                place = place[int(name)]
            else:
                return None, None
        return place, (None, tuple(steps[1:]))

    def branches(self, base: Branch) -> tuple[Branch, ...]:
        """The ways in which a value may be where `base` counts, in the schema's order, each once."""
        if not [part for part in base.parts if not UNION_KEYWORDS.isdisjoint(part)]:
            return (base,)
        found: list[Branch] = []
        seen: set[frozenset[int]] = set()
        pending = [(base.parts, self.union(base.parts))]
        nullable = is_nullable(base.parts)
        left = BRANCH_LIMIT
        while pending:
            parts, options = pending.pop()
            if not options:
                found.append(base if parts is base.parts else Branch(self, parts))
                continue
            more = []
            for option in options[:left]:
                left -= 1
                added = self.parts((option,), parts)
                both = frozenset(map(id, parts + added))
                if both not in seen:
                    seen.add(both)
                    nullable = nullable or is_nullable(added)
                    more.append((parts + added if added else parts, self.union(added)))
            pending.extend(reversed(more))
        if nullable:
            self.pointers.setdefault(id(NULL_ALONE), None)
            found.append(Branch(self, (NULL_ALONE,)))
        return tuple(found) or (base,)

    def union(self, parts: tuple[dict[str, Any], ...]) -> list[tuple[Any, Any]]:
        """What the `anyOf` and `oneOf` of `parts` offer, with its pointers: schemas only."""
        options: list[tuple[Any, Any]] = []
        for part in parts:
            for keyword in ("anyOf", "oneOf"):
                union = part.get(keyword)
                if isinstance(union, (list, tuple)):
                    pointer = self.pointers[id(part)]
                    for at, option in enumerate(union):
                        if isinstance(option, (dict, bool)):
                            options.append((option, (pointer, (keyword, at))))
        return options


def is_nullable(parts: tuple[dict[str, Any], ...]) -> bool:
    for part in parts:
        if part.get("nullable"):
            return True
    return False


@lru_cache(maxsize=None)
def scalar_node(kind: str) -> SchemaNode:
    """The node of all schemas that name this one type of scalars, and nothing else that decides."""
    return SchemaReader(None).node((({"type": kind}, None),))
