"""Where the types of a tool's schema end: below that, values are what the notation makes of them."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from rtc.diagnostics import quote
from rtc.notations import Carries
from rtc.schema_nodes import (
    TYPES,
    Node,
    Path,
    References,
    Schema,
    children,
    says_nothing,
    type_names,
)
from rtc.source import JsonValue
from rtc.tools_file import Tool

# "below": values under the place have no type; "here": the value at the place has none; "alike": the
# text cannot tell what the schema allows apart; "branch": the first branch that fits decides.
Kind = Literal["below", "here", "alike", "branch"]

MAX_ENDS = 1_000
# Of the branches of a union only so many keys and values are compared: references make them many.
_MAX_COMPARED = 20
_SCALARS = {"integer", "number", "boolean"}


@dataclass(frozen=True, slots=True)
class End:
    """A place where types end.

    `pointer` leads from the tool's parameters to the schema there. `note`: only what the schema does not
    mention is untyped. `bare`: in a notation of text alone, the value here is that text.
    """

    pointer: str
    kind: Kind
    message: str
    note: bool
    bare: bool

    def carried(self, carries: Carries) -> str:
        """What still arrives here in a notation that carries this much."""
        if self.kind == "branch":
            return "the first branch that fits"
        if carries == "typed":
            return "as written"
        if not self.bare:
            return "as the argument's JSON has it"
        if self.kind == "alike":
            return "a string where one is allowed"
        return "JSON where it reads as that" if carries == "guessed" else "a string"


def find_ends(tool: Tool) -> tuple[tuple[End, ...], bool]:
    """The ends in a tool's parameters, nearest first, and whether there are more than are listed."""
    found = tuple(islice(_ends(tool), MAX_ENDS + 1))
    return found[:MAX_ENDS], len(found) > MAX_ENDS


def _ends(tool: Tool) -> Iterator[End]:
    if tool.parameters is None:
        hint = f": rtc reads `parameters`, not {tool.other_key}" if tool.other_key else ""
        yield End("", "here", f"no parameters{hint}", tool.other_key is None, True)
        return
    references = References(tool.parameters)
    pending = deque([Node(tool.parameters, Path(None, ""), "root")])
    visited: set[int] = set()
    while pending:
        node = pending.popleft()
        # The reader gives each place an object of its own, so that one visit suffices.
        if isinstance(node.value, dict):
            if id(node.value) in visited:
                continue
            visited.add(id(node.value))
        for kind, message, note in _judge(node, references):
            # An argument that is an object or array is read as JSON.
            bare = node.level == "root" or (node.level == "argument" and kind != "below")
            yield End(node.path.pointer(), kind, message, note, bare)
        if isinstance(node.value, dict):
            pending.extend(children(node, node.value))
            target = references.find(node.value.get("$ref"))
            if target is not None:
                pending.append(Node(*target, node.level, node.needed))


def _judge(node: Node, references: References) -> Iterator[tuple[Kind, str, bool]]:
    """The ends at one node: kind, what the schema says, whether it is a note."""
    schema = node.value
    if says_nothing(schema):
        if node.needed:
            yield "here", "true" if schema is True else "no type", False
        return
    if not isinstance(schema, dict):
        if schema is not False:
            yield "here", "not a schema", False
        return
    if "$ref" in schema:
        problem = references.problem(schema["$ref"])
        if problem is not None:
            yield "here", f"$ref {quote(str(schema['$ref']))} {problem}", False
    names = type_names(schema)
    unknown = [name for name in names if name not in TYPES]
    if unknown:
        yield "here", f"{quote(unknown[0])} is no type of JSON Schema", False
    if "object" in names:
        yield from _judge_object(node, schema)
    if "array" in names and "items" not in schema and "prefixItems" not in schema:
        yield "below", "array, no items", False
    yield from _judge_choices(schema, names, references)


def _judge_object(node: Node, schema: Schema) -> Iterator[tuple[Kind, str, bool]]:
    extra = schema.get("additionalProperties")
    declared = bool(schema.get("properties")) or bool(schema.get("patternProperties"))
    if says_nothing(extra):
        shown = "true" if extra is True else "no type"
        keys = "other keys, " if declared else ""
        yield "below", f"object, {keys}additionalProperties: {shown}", False
    elif "additionalProperties" in schema or any(key in schema for key in ("allOf", "$ref")):
        return
    elif declared or node.level == "root" or not node.needed:
        yield "below", "object, other keys: additionalProperties is missing", True
    else:
        yield "below", "object, no properties", False


def _judge_choices(
    schema: Schema, names: tuple[str, ...], references: References
) -> Iterator[tuple[Kind, str, bool]]:
    values = schema.get("enum")
    if isinstance(values, list):
        texts = Counter(map(_as_text, islice(values, MAX_ENDS)))
        alike = next((text for text, count in texts.items() if count > 1), None)
        if alike is not None:
            yield "alike", f"enum: {quote(alike)} with and without quotes", False
        return
    for key in ("anyOf", "oneOf"):
        branches = schema.get(key)
        if isinstance(branches, list):
            found = {id(part): part for part in map(references.resolve, branches)}
            parts = [part for part in found.values() if isinstance(part, dict)]
            names += tuple(name for part in parts for name in type_names(part))
            objects = [part for part in parts if "object" in type_names(part)]
            if len(objects) > 1 and not _told_apart(objects):
                yield "branch", f"{key}: no key tells its objects apart", False
    others = [name for name in dict.fromkeys(names) if name in _SCALARS]
    if "string" in names and others:
        yield "alike", f"string or {' or '.join(others)}", False


def _as_text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _told_apart(objects: list[Schema]) -> bool:
    """Whether a key has values of its own in each object, or each requires a key that no other declares."""
    constants: dict[str, list[set[str]]] = {}
    declared: Counter[str] = Counter()
    for schema in objects:
        properties = schema.get("properties")
        members = properties if isinstance(properties, dict) else {}
        declared.update(islice(members, _MAX_COMPARED))
        for name, member in islice(members.items(), _MAX_COMPARED):
            texts = {_as_text(value) for value in _constants(member)}
            if texts:
                constants.setdefault(name, []).append(texts)
    for sets in constants.values():
        if len(sets) == len(objects) and len(set().union(*sets)) == sum(map(len, sets)):
            return True
    return all(
        any(declared[name] == 1 for name in _required(schema) if isinstance(name, str))
        for schema in objects
    )


def _constants(member: JsonValue) -> list[JsonValue]:
    if not isinstance(member, dict):
        return []
    values = member.get("enum")
    if isinstance(values, list):
        return values[:_MAX_COMPARED]
    return [member["const"]] if "const" in member else []


def _required(schema: Schema) -> list[JsonValue]:
    required = schema.get("required")
    return required[:_MAX_COMPARED] if isinstance(required, list) else []
