"""Tools that the calls of a text could be made of: each with a schema of its own arguments, and so as it wants them."""

from __future__ import annotations

from typing import Any

from benchmarks.by_hand import NormalForm

Tools = list[dict[str, Any]] | None

SCALARS: dict[type, str] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
}


def called_tools(found: NormalForm) -> list[dict[str, Any]]:
    """The tools of what a reader found."""
    return [
        {"type": "function", "function": {"name": name, "parameters": schema_of(arguments)}}
        for name, arguments in found[2]
    ]


def schema_of(value: Any) -> dict[str, Any]:
    """What is valid by it has the types of `value`, in arrays that of the first item; nothing is said of null."""
    if isinstance(value, dict):
        properties = {key: schema_of(item) for key, item in value.items()}
        return {"type": "object", "properties": properties, "required": list(value)}
    if isinstance(value, list):
        return {"type": "array", "items": schema_of(value[0]) if value else {}}
    return {"type": SCALARS[type(value)]} if type(value) in SCALARS else {}
