"""What was read of a schema, kept for the parsers to come: servers and trainers pass equal tools again and again.

A schema is known by its content as it is at that moment, and what is read is a copy: whatever is changed later makes
another schema of it. Schemas that are no plain data, or that are very large or deep, are read anew each time. All of
this may happen in several threads at once.
"""

from __future__ import annotations

import marshal
from functools import lru_cache
from typing import Any

from .schemas import SchemaNode, SchemaReader

# So many tools are kept, told apart by their names, and of each so many schemas. A schema has at most this size (its
# characters, and some for every value in it) and as many levels as any thread's stack can take. What was read of it
# is let go when it is more than READ_SIZE, since its places can combine without end.
KEPT_TOOLS = 128
KEPT_ALIKE = 4
KEPT_SIZE = 16_384
KEPT_DEPTH = 64
VALUE_SIZE = 16
READ_SIZE = 2_000
SCALAR_TYPES = {int, float, bool, type(None)}


class Exactly:
    """Equal to a value of the same type alone: 1, 1.0 and true differ, and so do keys in another order."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: Any) -> bool:
        if type(other) is not type(self.value):
            return False
        if isinstance(other, dict):
            return bool(self.value == other) and list(self.value) == list(other)
        return repr(self.value) == repr(other)


class KnownSchema:
    """A reader of a schema, and what tells that another schema is the same.

    `shape`: a copy to be compared with `==`. `seen`: the schema that was found to be the same, and made of plain
    data, last: it is so still if it is equal still.
    """

    __slots__ = ("reader", "seen", "shape")

    def __init__(self, schema: Any) -> None:
        self.reader = SchemaReader(marshal.loads(marshal.dumps(schema)), points=False)
        self.shape = comparable(schema)
        self.seen = schema


def schema_root(tool: str, schema: Any) -> SchemaNode:
    """The node of a tool's whole schema, without pointers; the same one for schemas that are equal."""
    known = known_schemas(hash(tool))
    for one in known:
        if is_same(one, schema):
            return one.reader.root_node()
    if not is_small_data(schema):
        return SchemaReader(schema, points=False).root_node()
    found = KnownSchema(schema)
    known[:] = [found, *known[: KEPT_ALIKE - 1]]
    return found.reader.root_node()


@lru_cache(maxsize=KEPT_TOOLS)
def known_schemas(tool: int) -> list[KnownSchema]:
    """What is kept of the tools with this hash. There is nothing in it at first."""
    return []


def is_same(known: KnownSchema, schema: Any) -> bool:
    """Whether `schema` has the same content. Compared first: then it is no deeper and no larger than what is kept,
    and `marshal`, which has neither limit, may go through it: it raises for what is no plain data.
    """
    try:
        if not known.shape == schema:
            return False
        if known.seen is not schema:
            marshal.dumps(schema)
            known.seen = schema
    except (RuntimeError, TypeError, ValueError):
        # Too little stack is left, what cannot be compared, or equal, but no plain data.
        return False
    return True


def comparable(schema: Any) -> Any:
    """A copy of small data, quick to compare with the original, whose texts it shares."""
    whole: list[Any] = [schema]
    pending: list[Any] = [whole]
    while pending:
        holder = pending.pop()
        for key, value in holder.items() if type(holder) is dict else enumerate(holder):
            if type(value) is dict or type(value) is list:
                copied = value.copy()
                pending.append(copied)
                holder[key] = Exactly(copied) if key == "patternProperties" else copied
            elif type(value) is not str and value is not None:
                holder[key] = Exactly(value)
    return whole[0]


def is_small_data(schema: Any) -> bool:
    """Whether a schema is made of what JSON has, without tuples, and of little of it."""
    size, level = 0, [schema]
    for _ in range(KEPT_DEPTH):
        size += VALUE_SIZE * len(level)
        below: list[Any] = []
        for value in level:
            kind = type(value)
            if kind is str:
                size += len(value)
            elif kind is dict or kind is list:
                below += value
                below += value.values() if kind is dict else ()
            elif kind not in SCALAR_TYPES:
                return False
            if size + VALUE_SIZE * len(below) > KEPT_SIZE:
                return False
        if not below:
            return True
        level = below
    return False
