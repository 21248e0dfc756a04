"""JSON schemas of type hints."""

from __future__ import annotations

import sys
import types
from collections.abc import (
    Collection,
    Iterable,
    Mapping,
    MutableMapping,
    MutableSequence,
    MutableSet,
    Sequence,
    Set,
)
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from .definitions import Definitions, describe_model
from .docstrings import argument_descriptions, section_text

JSON_TYPE_NAMES = {
    int: "integer",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
}
# Collections that are written as arrays and objects.
SETS = (set, frozenset, Set, MutableSet)
SEQUENCES = (Sequence, MutableSequence, Collection, Iterable)
MAPPINGS = (Mapping, MutableMapping)


def describe_hint(hint: Any, definitions: Definitions | None) -> dict[str, Any]:
    """The JSON schema of a type hint; a TypeError if there is none.

    Without `definitions` only the hints are known that transformers' `get_json_schema` knows too.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if is_annotated(hint):
        return describe_further(hint, definitions)
    if origin is None:
        return describe_class(hint, definitions)
    if origin is Union or origin is getattr(types, "UnionType", Union):
        return describe_union(arguments, definitions)
    if origin is Literal:
        return describe_literal(arguments, hint, definitions)
    if origin is list and arguments:
        return {"type": "array", "items": describe_hint(arguments[0], definitions)}
    if origin is tuple and arguments not in ((), ((),)):  # the latter is Tuple[()] before 3.11
        return describe_tuple(arguments, hint, definitions)
    if origin is dict and len(arguments) == 2:
        return {
            "type": "object",
            "additionalProperties": describe_hint(arguments[1], definitions),
        }
    if origin in (list, tuple, dict):
        return describe_class(origin, definitions)
    return describe_further(hint, definitions)


def describe_class(hint: Any, definitions: Definitions | None) -> dict[str, Any]:
    if hint is Any:
        return {}
    if hint is list or hint is tuple:
        return {"type": "array"}
    if hint is dict:
        return {"type": "object"}
    for known, name in JSON_TYPE_NAMES.items():
        if hint is known:
            return {"type": name}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return describe_values([member.value for member in hint], hint)
    return describe_further(hint, definitions)


def describe_tuple(
    arguments: tuple[Any, ...], hint: Any, definitions: Definitions | None
) -> dict[str, Any]:
    if definitions is None and (len(arguments) == 1 or ... in arguments):
        raise TypeError(f"{hint} is no tuple of two or more given types")
    if len(arguments) == 2 and arguments[1] is ...:
        return {"type": "array", "items": describe_hint(arguments[0], definitions)}
    items = [describe_hint(item, definitions) for item in arguments]
    return {"type": "array", "prefixItems": items}


def describe_literal(
    arguments: tuple[Any, ...], hint: Any, definitions: Definitions | None
) -> dict[str, Any]:
    """The schema of one of given values; the members of an Enum count as their values."""
    if definitions is None:
        return describe_values(list(arguments), hint)
    values = [value.value if isinstance(value, Enum) else value for value in arguments]
    return describe_values(values, hint)


def describe_values(values: list[Any], hint: Any) -> dict[str, Any]:
    """The schema of one of `values`, which `hint` lists."""
    if not values or any(type(value) not in JSON_TYPE_NAMES for value in values):
        raise TypeError(f"the values of {hint!r} are not all int, float, str, bool or None")
    names = list(dict.fromkeys(JSON_TYPE_NAMES[type(value)] for value in values))
    return {"type": names[0] if len(names) == 1 else names, "enum": values}


def describe_union(hints: tuple[Any, ...], definitions: Definitions | None) -> dict[str, Any]:
    """`type` with one name or a list of names where they say it all, else `anyOf`."""
    branches = [describe_hint(hint, definitions) for hint in hints if hint is not type(None)]
    names = sorted({branch["type"] for branch in branches if list(branch) == ["type"]})
    if len(branches) == 1:
        schema = branches[0]
    elif all(list(branch) == ["type"] for branch in branches):
        schema = {"type": names[0] if len(names) == 1 else names}
    else:
        schema = {"anyOf": branches}
    if type(None) in hints:
        schema["nullable"] = True
    return schema


def describe_further(hint: Any, definitions: Definitions | None) -> dict[str, Any]:
    """The schema of a hint that transformers' `get_json_schema` refuses."""
    if definitions is None:
        raise TypeError(f"the type hint {hint!r} is not described in results")
    if is_annotated(hint):
        schema = describe_hint(hint.__origin__, definitions)
        description = annotated_description(hint)
        return schema if description is None else {**schema, "description": description}
    if not isinstance(hint, type):
        if hasattr(hint, "__supertype__"):  # NewType
            return describe_hint(hint.__supertype__, definitions)
        if hasattr(hint, "__value__") and not get_args(hint):  # `type NAME = ...`
            return definitions.describe(hint, describe_alias)
    elif hasattr(hint, "model_json_schema"):
        return describe_model(hint, definitions)
    elif is_record(hint):
        return definitions.describe(hint, describe_record)
    return describe_collection(hint, definitions)


def is_annotated(hint: Any) -> bool:
    """Whether `hint` is an Annotated, of typing or of typing_extensions."""
    return hasattr(hint, "__metadata__") and not isinstance(hint, type)


def annotated_description(hint: Any) -> str | None:
    """The first text in an Annotated, or the `description` of what else it holds, as pydantic's fields."""
    for item in hint.__metadata__ if is_annotated(hint) else ():
        text = item if isinstance(item, str) else getattr(item, "description", None)
        if isinstance(text, str):
            return text
    return None


def describe_alias(alias: Any, definitions: Definitions) -> dict[str, Any]:
    return describe_hint(alias.__value__, definitions)


def describe_collection(hint: Any, definitions: Definitions) -> dict[str, Any]:
    origin, arguments = get_origin(hint) or hint, get_args(hint)
    schema: dict[str, Any]
    if origin in MAPPINGS:
        schema = {"type": "object"}
        if len(arguments) == 2:
            schema["additionalProperties"] = describe_hint(arguments[1], definitions)
        return schema
    if origin not in SETS and origin not in SEQUENCES:
        message = f"the type hint {hint!r} has no JSON schema; write the tool's schema by hand"
        raise TypeError(message)
    schema = {"type": "array"}
    if arguments:
        schema["items"] = describe_hint(arguments[0], definitions)
    if origin in SETS:
        schema["uniqueItems"] = True
    return schema


def is_record(hint: type) -> bool:
    """Whether `hint` is a dataclass or a TypedDict."""
    typed_dict = issubclass(hint, dict) and hasattr(hint, "__total__")
    return typed_dict or hasattr(hint, "__dataclass_fields__")


def describe_record(record: Any, definitions: Definitions) -> dict[str, Any]:
    """The object that a dataclass or a TypedDict stands for.

    Members are described by their Annotated or in the class's docstring, under `Attributes:` or `Args:`.
    """
    hints, documented = read_hints(record), member_descriptions(record)
    properties: dict[str, Any] = {}
    required = []
    for name, needed in record_members(record).items():
        hint, needed = unwrap_member(hints[name], needed)
        schema = properties[name] = describe_hint(hint, definitions)
        if name in documented and annotated_description(hint) is None:
            schema["description"] = documented[name]
        if needed:
            required.append(name)
    schema = {"type": "object", "properties": properties}
    return {**schema, "required": required} if required else schema


def read_hints(holder: Any) -> dict[str, Any]:
    """The type hints of a function or class, with what their Annotated say; a TypeError if there are none."""
    try:
        if sys.version_info >= (3, 9):
            return get_type_hints(holder, include_extras=True)
        return get_type_hints(holder)
    except Exception as error:  # evaluating a hint that is text may raise anything
        raise TypeError(f"the type hints of {holder.__name__} cannot be read: {error}") from error


def record_members(record: Any) -> dict[str, bool]:
    """The members of a dataclass or TypedDict, and whether each must be given.

    Before 3.9 a TypedDict says that only for all its members at once.
    """
    if not hasattr(record, "__dataclass_fields__"):
        given = record.__annotations__ if record.__total__ else ()
        required = getattr(record, "__required_keys__", given)
        return {name: name in required for name in record.__annotations__}
    from dataclasses import MISSING, fields

    return {
        field.name: field.default is MISSING and field.default_factory is MISSING
        for field in fields(record)
        if field.init
    }


def unwrap_member(hint: Any, needed: bool) -> tuple[Any, bool]:
    """The type in a member's hint, and whether the member must be given: `Required[...]` and such decide."""
    name = getattr(get_origin(hint), "_name", None)
    while name in ("Required", "NotRequired", "ReadOnly", "Final"):
        needed = needed if name in ("ReadOnly", "Final") else name == "Required"
        hint = get_args(hint)[0]
        name = getattr(get_origin(hint), "_name", None)
    return hint, needed


def member_descriptions(record: Any) -> dict[str, str]:
    import inspect

    docstring = inspect.cleandoc(record.__doc__ or "")
    for title in ("Attributes", "Args"):
        section = section_text(docstring, title, "Returns:|Raises:")
        if section is not None:
            return argument_descriptions(section)
    return {}
