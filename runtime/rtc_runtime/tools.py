"""Casting the arguments of tool calls to the types that the tools' schemas declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType, MethodType
from typing import Any, NoReturn

from .json_values import load_json

NULL_SCHEMA = {"type": "null"}


def tool_parameters(
    tools: Iterable[Any] | None, describe: Callable[[Any], dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The schema of each parameter of each tool, by the tool's name.

    A tool is a JSON schema, `{"type": "function", "function": {...}}` or the inner object alone, or a Python
    function or pydantic model, of which `describe` gives the schema. Anything else is ignored.
    """
    parameters: dict[str, dict[str, Any]] = {}
    for name, declared in tool_schemas(tools, describe).items():
        properties = declared.get("properties") if isinstance(declared, dict) else None
        parameters[name] = properties if isinstance(properties, dict) else {}
    return parameters


def tool_schemas(
    tools: Iterable[Any] | None, describe: Callable[[Any], dict[str, Any]]
) -> dict[str, Any]:
    """What each tool says of its parameters, by the tool's name; None where it says nothing."""
    schemas: dict[str, Any] = {}
    for tool in tools or ():
        schema = tool if isinstance(tool, dict) or not is_python_tool(tool) else describe(tool)
        function: Any = schema.get("function", schema) if isinstance(schema, dict) else None
        name = function.get("name") if isinstance(function, dict) else None
        if isinstance(name, str):
            schemas[name] = function.get("parameters")
    return schemas


def is_python_tool(tool: Any) -> bool:
    """Whether `tool` is a function, a method or a pydantic model (the class, not an instance of it)."""
    is_model = isinstance(tool, type) and hasattr(tool, "model_json_schema")
    return is_model or isinstance(tool, (FunctionType, MethodType))


def refuse_function(function: Any) -> NoReturn:
    """The `describe` of a parser that was compiled without Python functions as tools."""
    kind = "pydantic model" if isinstance(function, type) else "Python function"
    raise TypeError(
        f"the tool {function.__name__} is a {kind}, which this parser does not read: pass its JSON "
        "schema, or compile the template with `--with functions`"
    )


class ReferenceCoercion:
    """Coercion as the reference has it: by the types of the tools' own properties, whatever the notation."""

    def __init__(self, parameters: dict[str, dict[str, Any]]) -> None:
        self.parameters = parameters

    def __call__(self, value: Any, quoted: bool, texts: object = None) -> Any:
        return coerce_tool_calls(value, self.parameters)


def coerce_tool_calls(value: Any, parameters: dict[str, dict[str, Any]]) -> Any:
    """Cast, in place, the arguments of every tool call that `value` is or that its lists hold."""
    pending = [value] if parameters else []
    while pending:
        item = pending.pop()
        if isinstance(item, list):
            pending.extend(reversed(item))
        elif isinstance(item, dict) and isinstance(item.get("function"), dict):
            coerce_arguments(item["function"], parameters)
    return value


def coerce_arguments(call: dict[str, Any], parameters: dict[str, dict[str, Any]]) -> None:
    name, arguments = call.get("name"), call.get("arguments")
    if not isinstance(name, str) or not isinstance(arguments, dict):
        return
    schemas = parameters.get(name, {})
    for key, argument in arguments.items():
        names = schema_types(schemas[key]) if key in schemas else ()
        if isinstance(argument, str):
            arguments[key] = coerce_text(argument, names)
        elif isinstance(argument, list) and names and "array" not in names:
            # The values of a repeated tag, gathered in a list.
            arguments[key] = [
                coerce_text(item, names) if isinstance(item, str) else item for item in argument
            ]


def schema_types(schema: Any) -> tuple[str, ...]:
    """The types that `schema` and the branches of its unions name, in order, each once.

    A schema may hold itself: each is visited once. A type named again could never win over its first mention.
    """
    names: dict[str, None] = {}
    visited: set[int] = set()
    pending = [schema]
    while pending:
        schema = pending.pop()
        if not isinstance(schema, dict) or id(schema) in visited:
            continue
        visited.add(id(schema))
        declared = schema.get("type")
        for name in declared if isinstance(declared, list) else [declared]:
            if isinstance(name, str):
                names[name] = None
        branches: list[Any] = []
        for union in (schema.get("anyOf"), schema.get("oneOf")):
            branches.extend(union if isinstance(union, (list, tuple)) else ())
        if schema.get("nullable"):
            branches.append(NULL_SCHEMA)
        pending.extend(reversed(branches))
    return tuple(names)


def coerce_text(text: str, type_names: tuple[str, ...]) -> Any:
    """`text` as the first of the types that accepts it, else `text` itself."""
    for name in type_names:
        try:
            return cast_text(text, name)
        except ValueError:
            continue
    return text


def cast_text(text: str, name: str) -> Any:
    """`text` as a value of the JSON Schema type `name`; a ValueError if it is none."""
    word = text.strip()
    if name == "integer":
        return cast_integer(text)
    if name == "number":
        return cast_number(text)
    if name == "boolean" and word.lower() in ("true", "1"):
        return True
    if name == "boolean" and word.lower() in ("false", "0"):
        return False
    if name == "null" and word in ("null", "None"):
        return None
    if name in ("object", "array"):
        value = load_json(text)
        if isinstance(value, dict if name == "object" else list):
            return value
    raise ValueError(f"no {name}")  # `string` too: a text is one as it stands


def cast_integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        number = float(text)  # JSON Schema's integers include 3.0
        if not number.is_integer():
            raise
        return int(number)


def cast_number(text: str) -> int | float:
    number = float(text)
    if not abs(number) < float("inf"):
        raise ValueError("JSON has no NaN and no infinity")
    return int(number) if number.is_integer() and "." not in text else number
