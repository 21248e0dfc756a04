"""A tool's JSON Schema, read place by place as values reach them, each place once.

A *node* is a place of the schema: the parts that all count there (the schema itself, what `$ref` and `allOf`
bring in) and its *branches*, the ways in which `anyOf` and `oneOf` let a value be. Schemas are untrusted: they may
hold themselves, nest to any depth and be of any type, so nothing here recurses, and what is not understood is
left out.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from .text_casts import kind_of

SCHEMA_TYPES = ("string", "integer", "number", "boolean", "null", "object", "array")
# How many ways in which a value may be are told apart at one place; no more of a schema's unions are read.
BRANCH_LIMIT = 200
NOTHING: dict[str, Any] = {"enum": []}  # as a schema: what no value satisfies
NULL_ALONE: dict[str, Any] = {"type": "null"}
OBJECT_KEYWORDS = ("properties", "patternProperties", "additionalProperties")
ARRAY_KEYWORDS = ("items", "prefixItems")
KEY_LIMIT = 128  # how long a key and a pattern for keys may be
RISKY_PATTERN = re.compile(r"\)[*+?{]|\(\?(?!:)|\\[1-9]")


class SchemaNode:
    """One place of a schema.

    - `base`: what counts whichever branch is taken; `members`: what its enums and constants allow.
    - `open`: nothing is said of the value. `keeps_quoted`, `keeps_bare`: every string, written with quotes or
      without, stays as it is.
    - `pointer`: where the schema has this place; `pointer_text` spells it out.
    """

    __slots__ = ("base", "branches", "keeps_bare", "keeps_quoted", "members", "open", "pointer")

    def __init__(self, base: Branch, branches: tuple[Branch, ...], pointer: Any) -> None:
        self.base = base
        self.branches = branches
        self.pointer = pointer
        self.members = base.members
        self.open = not any(branch.names or branch.members for branch in branches)
        self.keeps_quoted = not base.members and any(
            branch.allows("string") and not branch.members for branch in branches
        )
        self.keeps_bare = self.keeps_quoted and not any(
            name in branch.names for branch in branches for name in ("null", "object", "array")
        )


class Branch:
    """Schemas that all count for one value.

    - `types`: the types they declare, in order, None where they declare none.
    - `names`: the same, and what enums, constants and keywords of objects and arrays speak of.
    - `members`: the lists of values to which they limit it.
    - `structured`: they say something of what is inside objects or arrays.
    """

    __slots__ = ("fields", "members", "names", "parts", "reader", "structured", "types")

    def __init__(self, reader: SchemaReader, parts: tuple[dict[str, Any], ...]) -> None:
        self.reader = reader
        self.parts = parts
        self.types: tuple[str, ...] | None = None
        self.members: list[list[Any]] = []
        self.fields: dict[Any, SchemaNode] = {}
        implied: list[str] = []
        for part in parts:
            if "type" in part:
                self.types = narrowed(self.types, declared_types(part["type"]))
            if isinstance(part.get("enum"), (list, tuple)):
                self.members.append(list(part["enum"]))
            if "const" in part:
                self.members.append([part["const"]])
            implied.extend("object" for keyword in OBJECT_KEYWORDS if keyword in part)
            implied.extend("array" for keyword in ARRAY_KEYWORDS if keyword in part)
        self.structured = bool(implied)
        if self.members:
            implied[:0] = [kind_of(member) for member in self.members[0]]
        self.names = tuple(dict.fromkeys(implied)) if self.types is None else self.types

    def allows(self, kind: str) -> bool:
        """Whether a value of type `kind` may stand here, as far as types go."""
        types = self.types
        return types is None or kind in types or (kind == "integer" and "number" in types)

    def has_member(self, value: Any) -> bool:
        return all(is_member(value, members) for members in self.members)

    def child(self, key: str | int) -> SchemaNode | None:
        """What is said of the value under `key`, a name or an index; None for nothing at all."""
        node = self.fields.get(key)
        if node is not None:
            return node
        found: list[Any] = []
        for part in self.parts:
            pointer = self.reader.pointers[id(part)]
            schemas = item_schemas if isinstance(key, int) else field_schemas
            found += [(schema, (pointer, step)) for schema, step in schemas(part, key)]
        if not found:
            return None
        node = self.reader.node(tuple(found))
        if found[0][1][1][0] == "properties":  # no more of them than the schema has
            self.fields[key] = node
        return node


class SchemaReader:
    """Gives the nodes of one schema, of which `root` is the whole: what `$ref` refers to.

    A schema comes with a pointer: None for the root, else a pointer and the steps from there.
    """

    def __init__(self, root: Any) -> None:
        self.root = root
        self.nodes: dict[tuple[int, ...], SchemaNode] = {}
        self.pointers: dict[int, Any] = {}

    def node(self, places: tuple[tuple[Any, Any], ...]) -> SchemaNode:
        """The node where all these schemas count. The same ones give the same node: so cycles come to an end."""
        key = tuple([id(schema) for schema, _ in places])
        node = self.nodes.get(key)
        if node is None:
            base = Branch(self, self.parts(places, ()))
            node = self.nodes[key] = SchemaNode(base, self.branches(base), places[0][1])
        return node

    def parts(
        self, places: tuple[tuple[Any, Any], ...], known: tuple[dict[str, Any], ...]
    ) -> tuple[dict[str, Any], ...]:
        """Schemas and what they bring in by `$ref` and `allOf`, each once, without those that are `known`."""
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
        found: list[Branch] = []
        seen: set[frozenset[int]] = set()
        pending = [(base.parts, self.union(base.parts))]
        nullable = any(part.get("nullable") for part in base.parts)
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
                    nullable = nullable or any(part.get("nullable") for part in added)
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


def declared_types(declared: Any) -> tuple[str, ...] | None:
    """The JSON Schema types that a `type` names, each once; None where there are none."""
    names = declared if isinstance(declared, (list, tuple)) else (declared,)
    known = dict.fromkeys(name for name in names if isinstance(name, str) and name in SCHEMA_TYPES)
    return tuple(known) or None


def narrowed(types: tuple[str, ...] | None, more: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The types that both allow; all of them where no type is left, since such a schema means something else."""
    if types is None or more is None:
        return more if types is None else types
    both = [name for name in types if name in more or (name == "integer" and "number" in more)]
    if "number" in types and "integer" in more and "integer" not in both:
        both.append("integer")
    return tuple(both) or tuple(dict.fromkeys(types + more))


def is_member(value: Any, members: list[Any]) -> bool:
    """Whether JSON takes `value` for one of `members`: true is not 1, 1.0 is."""
    boolean = isinstance(value, bool)
    try:
        return any(isinstance(one, bool) is boolean and one == value for one in members)
    except RecursionError:  # nested too deep to compare
        return False


def field_schemas(part: dict[str, Any], key: Any) -> list[Any]:
    """The schemas that `part` has for the value of `key` in an object, each with the steps that lead there."""
    found: list[Any] = []
    properties, patterns = part.get("properties"), part.get("patternProperties")
    if isinstance(properties, dict) and key in properties:
        found.append((properties[key], ("properties", key)))
    if isinstance(patterns, dict):
        for pattern, schema in islice(patterns.items(), BRANCH_LIMIT):
            if key_matches(pattern, key):
                found.append((schema, ("patternProperties", pattern)))
    if not found and "additionalProperties" in part:
        found.append((part["additionalProperties"], ("additionalProperties",)))
    return found


def item_schemas(part: dict[str, Any], index: Any) -> list[Any]:
    """The schemas that `part` has for the item at `index` of an array, each with the steps that lead there."""
    for keyword, rest in (("prefixItems", "items"), ("items", "additionalItems")):
        first = part.get(keyword)
        if isinstance(first, (list, tuple)):
            if index < len(first):
                return [(first[index], (keyword, index))]
            return [(part[rest], (rest,))] if rest in part else []
    return [(part["items"], ("items",))] if "items" in part else []


def key_matches(pattern: Any, key: str) -> bool:
    """Whether a `patternProperties` pattern finds `key`.

    One that is no pattern, or that could take long, finds nothing: repeated groups, backreferences, flags and
    lookaround, more than one repeat (two behind `^`).
    """
    if not isinstance(pattern, str) or max(len(pattern), len(key)) > KEY_LIMIT:
        return False
    repeats = sum(map(pattern.replace("(?:", "(").count, "*+?{"))
    anchored = pattern[:1] == "^" and "|" not in pattern
    if RISKY_PATTERN.search(pattern) is not None or repeats > 1 + anchored:
        return False
    try:
        return re.search(pattern, key) is not None
    except (re.error, OverflowError, RecursionError, Warning):
        return False


def pointer_text(pointer: Any) -> str:
    """A pointer as JSON Pointer text."""
    steps: list[str] = []
    while pointer is not None:
        pointer, last = pointer
        steps += [str(step).replace("~", "~0").replace("/", "~1") for step in reversed(last)]
    return "".join(f"/{step}" for step in reversed(steps))
