"""JSON schemas of Python functions, so that a tool can be passed as the function itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_type_hints

from .definitions import Definitions, describe_model
from .docstrings import add_description, argument_descriptions, section_text
from .hints import annotated_description, describe_hint, read_hints


def function_schema(function: Callable[..., Any]) -> dict[str, Any]:
    """The schema of `function` as a tool: `{"type": "function", "function": {...}}`.

    Names and types come from the type hints, descriptions from the docstring in Google's style, where
    `(choices: ["a", "b"])` at the end of an argument's description gives its enum. An argument that is not
    described there may say so itself: `Annotated[int, "how many"]`, or by the docstring of its class. A
    `self` or `cls` without a hint is left out. Types that hold themselves stand under `$defs`. Raises
    TypeError for a function without a docstring, for an argument without a type hint or description, and
    for hints that JSON cannot say. Hints are read as the running Python reads them: before 3.11 a default
    of None makes its parameter nullable. A pydantic model is a tool with its fields as arguments.
    """
    if isinstance(function, type):
        return model_tool(function)
    import inspect

    name = getattr(function, "__name__", "function")
    docstring = (inspect.getdoc(function) or "").strip()
    if not docstring:
        raise TypeError(f"the tool {name} has no docstring")
    parameters, returns = describe_signature(function, name)
    documented = argument_descriptions(section_text(docstring, "Args", "Returns:|Raises:") or "")
    describe_arguments(function, parameters["properties"], documented)
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
            returns = describe_hint(hints.pop("return"), None)
        except TypeError:
            pass  # no model writes the result
    schema = describe_parameters(hints, name)
    required = [parameter.name for parameter in parameters if parameter.default is empty]
    if required:
        schema["required"] = required
    return schema, returns


def describe_parameters(hints: dict[str, Any], name: str) -> dict[str, Any]:
    definitions = Definitions()
    properties = {}
    for argument, hint in hints.items():
        try:
            properties[argument] = describe_hint(hint, definitions)
        except TypeError as error:
            message = f"the argument {argument!r} of the tool {name}: {error}"
            raise TypeError(message) from error
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if definitions.schemas:
        schema["$defs"] = definitions.schemas
    return schema


def describe_arguments(
    function: Callable[..., Any], properties: dict[str, Any], documented: dict[str, str]
) -> None:
    """Put the description of each argument into its schema."""
    name = getattr(function, "__name__", "function")
    for argument, schema in properties.items():
        if argument in documented:
            text = documented[argument]
            add_description(schema, text, f"{argument!r} of the tool {name}")
            continue
        described = annotated_description(read_hints(function)[argument])
        if described is not None:
            schema["description"] = described
        elif "description" not in schema:
            raise TypeError(f"the docstring of the tool {name} does not describe {argument!r}")


def model_tool(model: Any) -> dict[str, Any]:
    """The tool that a pydantic model stands for: the class's name and docstring, its fields as arguments."""
    import inspect

    definitions = Definitions()
    parameters = describe_model(model, definitions)
    reference = parameters.pop("$ref", "")
    if reference:  # a model that holds itself; what the tool takes is to be seen at once
        parameters = {**definitions.schemas[reference[len("#/$defs/") :]], **parameters}
    if definitions.schemas:
        parameters["$defs"] = definitions.schemas
    described = {"name": model.__name__, "parameters": parameters}
    if model.__doc__:
        described["description"] = inspect.cleandoc(model.__doc__)
    return {"type": "function", "function": described}
