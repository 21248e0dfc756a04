"""JSON schemas of Python functions, so that a tool can be passed as the function itself."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

# A line of an `Args:` section that starts a new argument: `name:` or `name (type):`.
ARGUMENT_LINE = re.compile(r"([ \t]*)(\w+)(?:[ \t]*\([^()\n]*\))?:")

JSON_TYPE_NAMES = {
    int: "integer",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
}


def function_schema(function: Callable[..., Any]) -> dict[str, Any]:
    """The schema of `function` as a tool: `{"type": "function", "function": {...}}`.

    Names and types come from the type hints, descriptions from the docstring in Google's style, where
    `(choices: ["a", "b"])` at the end of an argument's description gives its enum. A `self` or `cls` without
    a hint is left out. Raises TypeError for a function without a docstring, for an argument without a type
    hint or description, and for hints that JSON cannot say. Hints are read as the running Python reads them:
    before 3.11 a default of None makes its parameter nullable.
    """
    import inspect

    name = getattr(function, "__name__", "function")
    docstring = (inspect.getdoc(function) or "").strip()
    if not docstring:
        raise TypeError(f"the tool {name} has no docstring")
    parameters, returns = describe_signature(function, name)
    descriptions = argument_descriptions(section_text(docstring, "Args", "Returns:|Raises:") or "")
    for argument, schema in parameters["properties"].items():
        if argument not in descriptions:
            raise TypeError(f"the docstring of the tool {name} does not describe {argument!r}")
        add_description(schema, descriptions[argument], f"{argument!r} of the tool {name}")
    described = {
        "name": name,
        "description": re.split("Args:|Returns:|Raises:", docstring, maxsplit=1)[0].strip(),
        "parameters": parameters,
    }
    if returns is not None:
        result = section_text(docstring, "Returns", "Raises:")
        described["return"] = (
            returns if result is None else {**returns, "description": result.strip()}
        )
    return {"type": "function", "function": described}


def describe_signature(
    function: Callable[..., Any], name: str
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The schema of the parameters, without descriptions, and that of the result if JSON can say it."""
    import inspect

    try:
        hints = get_type_hints(function)
        parameters = list(inspect.signature(function).parameters.values())
    except Exception as error:  # evaluating a hint that is text may raise anything
        raise TypeError(f"the type hints of the tool {name} cannot be read: {error}") from error
    empty = inspect.Parameter.empty
    if parameters and parameters[0].name in ("self", "cls") and parameters[0].annotation is empty:
        del parameters[0]
    for parameter in parameters:
        if parameter.annotation is empty:
            raise TypeError(f"the argument {parameter.name!r} of the tool {name} has no type hint")
    returns = None
    if "return" in hints:
        try:
            returns = describe_hint(hints.pop("return"))
        except TypeError:
            pass  # no model writes the result
    properties = {argument: describe_hint(hint) for argument, hint in hints.items()}
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    required = [parameter.name for parameter in parameters if parameter.default is empty]
    if required:
        schema["required"] = required
    return schema, returns


def describe_hint(hint: Any) -> dict[str, Any]:
    """The JSON schema of a type hint; a TypeError if there is none."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is None:
        return describe_class(hint)
    if origin is Union or origin is getattr(types, "UnionType", Union):
        return describe_union(arguments)
    if origin is Literal:
        return describe_values(list(arguments), hint)
    if origin is list and arguments:
        return {"type": "array", "items": describe_hint(arguments[0])}
    if origin is tuple and arguments:
        if len(arguments) == 1 or ... in arguments:
            raise TypeError(f"{hint} is no tuple of two or more given types; a list has any length")
        return {"type": "array", "prefixItems": [describe_hint(item) for item in arguments]}
    if origin is dict and len(arguments) == 2:
        return {"type": "object", "additionalProperties": describe_hint(arguments[1])}
    return describe_class(origin)


def describe_class(hint: Any) -> dict[str, Any]:
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
    raise TypeError(f"the type hint {hint!r} has no JSON schema; write the tool's schema by hand")


def describe_values(values: list[Any], hint: Any) -> dict[str, Any]:
    """The schema of one of `values`, which `hint` lists."""
    if not values or any(type(value) not in JSON_TYPE_NAMES for value in values):
        raise TypeError(f"the values of {hint!r} are not all int, float, str, bool or None")
    names = list(dict.fromkeys(JSON_TYPE_NAMES[type(value)] for value in values))
    return {"type": names[0] if len(names) == 1 else names, "enum": values}


def describe_union(hints: tuple[Any, ...]) -> dict[str, Any]:
    """`type` with one name or a list of names where they say it all, else `anyOf`."""
    branches = [describe_hint(hint) for hint in hints if hint is not type(None)]
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


def section_text(docstring: str, title: str, ends: str) -> str | None:
    """What stands under the first line that holds `title:` alone, up to the first match of `ends`."""
    lines = docstring.split("\n")
    for number in range(1, len(lines) - 1):
        if lines[number].lstrip() == f"{title}:":
            return re.split(ends, "\n".join(lines[number + 1 :]), maxsplit=1)[0].rstrip()
    return None


def argument_descriptions(section: str) -> dict[str, str]:
    """The description of each argument, on one line, from the text of an `Args:` section."""
    found: dict[str, list[str]] = {}
    lines: list[str] | None = None  # of the argument that is being described
    deeper = ("", "")
    for line in section.split("\n"):
        start = ARGUMENT_LINE.match(line)
        # The line after a bare `name:` is its description, whatever it looks like.
        if start is not None and lines != [] and (lines is None or not line.startswith(deeper)):
            indent, name = start.groups()
            deeper = (indent + " ", indent + "\t")
            lines = found[name] = []
            line = line[start.end() :]
        if lines is not None and line.strip():
            lines.append(line.strip())
    return {name: " ".join(lines) for name, lines in found.items()}


def add_description(schema: dict[str, Any], text: str, where: str) -> None:
    """Put `text` into the schema; `(choices: [...])` at its end becomes the enum."""
    choices = re.search(r"\(choices:(.*)\)\s*$", text, re.IGNORECASE)
    if choices is not None:
        try:
            values = list(json.loads(choices.group(1).lstrip()))
        except (ValueError, TypeError) as error:
            raise TypeError(f"the choices of {where} are not a list in JSON: {error}") from error
        schema["enum"] = [value.strip() if isinstance(value, str) else value for value in values]
        text = text[: choices.start()].strip()
    schema["description"] = text
