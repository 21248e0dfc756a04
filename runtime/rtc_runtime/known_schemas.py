"""What was read of a schema, kept for the parsers to come: servers and trainers pass equal tools again and again.

A schema is known by its content as it is at that moment, and what is read is a copy: whatever is changed later makes
another schema of it. Schemas that are no plain data, that share or hold themselves beyond measure, or that are very
large are read anew each time. All of this may happen in several threads at once.
"""

from __future__ import annotations

import marshal
from functools import lru_cache
from typing import Any

from .schemas import SchemaNode, SchemaReader

# At most so many schemas are kept, each of at most this size: its characters, and some for every value in it. What was
# read of one is let go when it is more than READ_SIZE: schemas can refer to themselves in more ways than that.
KEPT_SCHEMAS = 128
KEPT_SIZE = 16_384
VALUE_SIZE = 16
READ_SIZE = 2_000
SCALAR_TYPES = {int, float, bool, type(None)}


def schema_root(schema: Any) -> SchemaNode:
    """The node of a whole schema, whose pointers do not count; the same one for schemas that are equal."""
    try:
        # This version is linear in what is there, however often it is used in the schema. How, shows in the bytes.
        key = marshal.dumps(schema, 4)
    except ValueError:
        return SchemaReader(schema, points=False).root_node()
    reader = reader_of_bytes(key) if len(key) <= KEPT_SIZE else None
    return (reader or SchemaReader(schema, points=False)).root_node()


@lru_cache(maxsize=KEPT_SCHEMAS)
def reader_of_bytes(key: bytes) -> SchemaReader | None:
    """The reader of a schema in marshal's version 4; None for one that is not to be kept."""
    try:
        schema = marshal.loads(key)  # never from outside: `schema_root` has just made it
    except (EOFError, TypeError, ValueError):
        return None
    return reader_of_content(marshal.dumps(schema, 2)) if is_small_data(schema) else None


@lru_cache(maxsize=KEPT_SCHEMAS)
def reader_of_content(content: bytes) -> SchemaReader:
    """The reader of a schema in marshal's version 2, which is the same for all that are equal."""
    return SchemaReader(marshal.loads(content), points=False)


def is_small_data(schema: Any) -> bool:
    """Whether a schema is made of what JSON has, and of little of it. (To marshal, other things can look alike.)"""
    characters, pending = 0, [schema]
    for value in pending:  # which grows
        kind = type(value)
        if kind is str:
            characters += len(value)
        elif kind is dict or kind is list or kind is tuple:
            pending += value
            pending += value.values() if kind is dict else ()
            if VALUE_SIZE * len(pending) > KEPT_SIZE:
                return False
        elif kind not in SCALAR_TYPES:
            return False
    return characters + VALUE_SIZE * len(pending) <= KEPT_SIZE
