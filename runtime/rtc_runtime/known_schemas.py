"""What was read of a schema, kept for the parsers to come: servers and trainers pass equal tools again and again.

A schema is known by its content as it is at that moment, and what is read is a copy: whatever is changed later makes
another schema of it. Schemas that are no plain data, or that are very large or deep, are read anew each time. All of
this may happen in several threads at once.
"""

from __future__ import annotations

import marshal
from functools import lru_cache
from typing import Any, NamedTuple

from .schemas import SchemaNode, SchemaReader

# So many tools are kept, told apart by their names and those of their parameters, and of each so many schemas. A schema
# has at most this size (its characters, and some for every value in it) and as many levels as any thread's stack
# can take. What was read of it is let go when it is more than READ_SIZE, since its places can combine without end.
KEPT_TOOLS = 128
KEPT_ALIKE = 2
KEPT_SIZE = 16_384
KEPT_DEPTH = 64
VALUE_SIZE = 16
READ_SIZE = 2_000
SCALAR_TYPES = {int, float, bool, type(None)}


class KnownSchema(NamedTuple):
    """A reader with the bytes of its schema, in which 1, 1.0 and true differ, and so does any order."""

    reader: SchemaReader
    content: bytes


def schema_root(tool: str, schema: Any) -> SchemaNode:
    """The node of a tool's whole schema, without pointers; the same one for schemas that are equal."""
    fields = schema.get("properties") if type(schema) is dict else None
    names = (tool, *fields) if type(fields) is dict else (tool,)
    known = known_schemas(hash(names))
    for one in known:
        if is_same(one, schema):
            return one.reader.root_node()
    if not is_small_data(schema):
        return SchemaReader(schema, points=False).root_node()
    content = marshal.dumps(schema, 2)
    found = KnownSchema(SchemaReader(marshal.loads(content), points=False), content)
    known[:] = [found, *known[: KEPT_ALIKE - 1]]
    return found.reader.root_node()


@lru_cache(maxsize=KEPT_TOOLS)
def known_schemas(tool: int) -> list[KnownSchema]:
    """What is kept of the tools with this hash. There is nothing in it at first."""
    return []


def is_same(known: KnownSchema, schema: Any) -> bool:
    """Whether `schema` has the same content. Compared first: then it is no deeper and no larger than what is kept,
    and `marshal`, which has neither limit, may go through it.
    """
    try:
        return known.reader.root == schema and marshal.dumps(schema, 2) == known.content
    except (RuntimeError, TypeError, ValueError):
        return (
            False  # too little stack is left, what cannot be compared, or equal, but no plain data
        )


def is_small_data(schema: Any) -> bool:
    """Whether a schema is made of what JSON has, and of little of it."""
    size, level = 0, [schema]
    for _ in range(KEPT_DEPTH):
        size += VALUE_SIZE * len(level)
        below: list[Any] = []
        for value in level:
            kind = type(value)
            if kind is str:
                size += len(value)
            elif kind is dict or kind is list or kind is tuple:
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
