"""function_schema against the reference, and beyond what the reference takes."""

from __future__ import annotations

import enum
import json
import subprocess
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.utils.chat_template_utils import get_json_schema as reference_schema

import rtc_runtime
from rtc_runtime import function_schema
from tests.runtime import python_tools
from tests.support.interpreters import VERSIONS, interpreters


class Colour(enum.Enum):
    RED = "red"
    TWO = 2


class Number(enum.IntEnum):
    ONE = 1


class Pair(enum.Enum):
    PAIR = (1, 2)


class Empty(enum.Enum):
    pass


HINTS: list[Any] = [
    *(int, float, str, bool, None, Any, list, tuple, dict, object, bytes, set),
    *("int", "typing.List", "typing.Dict", "typing.Tuple", "typing.Tuple[int]", "typing.Tuple[()]"),
    *(
        "typing.List[int]",
        "typing.Dict[str, int]",
        "typing.Tuple[int, str]",
        "typing.Tuple[int, ...]",
    ),
    *("list[str]", "dict[str, list[int]]", "dict[str, typing.Any]", "tuple[str, None]", "set[int]"),
    *("typing.Optional[int]", "int | None", "int | str", "list | tuple", "list | tuple | None"),
    *(
        "typing.Union[int, typing.List[str], None]",
        "typing.Union[int, typing.Any]",
        "bool | float | int",
    ),
    *("typing.Literal['a']", "typing.Literal['a', 1, None, True]", "typing.Literal[b'a']"),
    *("typing.Optional[typing.Literal['a']]", "typing.Annotated[int, 'x']", "list[Colour]"),
    *("Colour", "Colour | None", "Number", "Pair", "Empty", "typing.Literal[Colour.RED]"),
    *(
        "typing.Sequence[int]",
        "typing.Callable",
        "typing.TypeVar",
        "type[int]",
        "nowhere",
        "1 +",
        ...,
    ),
]
LINES = [
    *(
        "Does it.",
        "More.",
        "",
        "Args:",
        "    Args:",
        "Args: x",
        "Returns:",
        "  Returns:",
        "Raises:",
    ),
    *(
        "a: the a",
        "    a: the a",
        "\ta (int): the a",
        "    \tb: deeper",
        "\t\ta: deeper",
        "        a: deep",
        "    b: the b",
        "  b(str, x): b",
    ),
    *(
        "    b:",
        "    a:",
        "      more of it",
        "    note that x: y",
        "    https://x",
        "Kwargs: Args: a: b",
    ),
    *('    b: one (choices: ["x", " y "])', "    a: (Choices: [1, 2]) ", "    a: (choices: 5)"),
    *(
        '    b: (choices: {"k": 1})',
        '    b: (choices: "xy")',
        "    b: (choices: [)",
        "    a: ) (choices: [])",
    ),
    *("    a: x\r", "    b: \x0b y \x85", "    the result", "    ValueError: never"),
]
COMPLETE = ["Does it.", "", "Args:", "    a: the a", "    b: the b"]


def made(hint: Any, result: Any, docstring: str) -> Callable[..., Any]:
    def tool(a: Any, b: Any = None) -> Any:
        return a, b

    tool.__annotations__ = {"a": hint, "b": str, "return": result}
    tool.__doc__ = docstring
    return tool


def outcome(function: Any, tool: Any) -> Any:
    """The schema, or that there is none: the reference has errors of its own for that."""
    try:
        return function(tool)
    except Exception as error:
        assert function is reference_schema or isinstance(error, TypeError), repr(error)
        return "refused"


# Hints that only function_schema takes, and what it gives for them.
FURTHER: dict[Any, dict[str, Any]] = {
    set: {"type": "array", "uniqueItems": True},
    "set[int]": {"type": "array", "items": {"type": "integer"}, "uniqueItems": True},
    "frozenset[str]": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
    "typing.Tuple[int]": {"type": "array", "prefixItems": [{"type": "integer"}]},
    "typing.Tuple[int, ...]": {"type": "array", "items": {"type": "integer"}},
    "typing.Sequence[int]": {"type": "array", "items": {"type": "integer"}},
    "typing.Mapping[str, int]": {"type": "object", "additionalProperties": {"type": "integer"}},
    "typing.Literal[Colour.RED]": {"type": "string", "enum": ["red"]},
    "set[int] | None": {
        "type": "array",
        "items": {"type": "integer"},
        "uniqueItems": True,
        "nullable": True,
    },
    "UserId": {"type": "integer"},
}
UserId = typing.NewType("UserId", int)


@pytest.mark.parametrize("hint", [hint for hint in HINTS if hint not in FURTHER], ids=repr)
def test_hint_gives_what_the_reference_gives(hint: Any) -> None:
    for tool in (made(hint, None, "\n".join(COMPLETE)), made(int, hint, "\n".join(COMPLETE))):
        assert outcome(function_schema, tool) == outcome(reference_schema, tool)


@pytest.mark.parametrize("hint", FURTHER, ids=repr)
def test_further_hint_gives_what_is_expected(hint: Any) -> None:
    tool = made(hint, None, "\n".join(COMPLETE))
    assert outcome(reference_schema, tool) == "refused"
    parameters = function_schema(tool)["function"]["parameters"]
    assert parameters["properties"]["a"] == {**FURTHER[hint], "description": "the a"}


@pytest.mark.parametrize("hint", FURTHER, ids=repr)
def test_further_hint_of_a_result_is_left_out_as_in_the_reference(hint: Any) -> None:
    tool = made(int, hint, "\n".join(COMPLETE))
    assert function_schema(tool) == reference_schema(tool)
    assert "return" not in function_schema(tool)["function"]


@given(st.lists(st.sampled_from(LINES), max_size=10), st.booleans(), st.sampled_from([None, int]))
@settings(deadline=None, max_examples=1000)
def test_docstring_gives_what_the_reference_gives(
    lines: list[str], complete: bool, result: Any
) -> None:
    tool = made(int, result, "\n".join([*COMPLETE, *lines] if complete else lines))
    assert outcome(function_schema, tool) == outcome(reference_schema, tool)


@pytest.mark.parametrize(
    "line", ["    \ta: deeper", "     a: deeper", "\ta: no deeper", "  a: no deeper"]
)
def test_deeper_line_belongs_to_the_description_above(line: str) -> None:
    tool = made(int, None, "\n".join([*COMPLETE, line]))
    properties = function_schema(tool)["function"]["parameters"]["properties"]
    assert ("a: deeper" in properties["b"]["description"]) is ("no" not in line)
    assert function_schema(tool) == reference_schema(tool)


class Tools:
    def method(self, a: int, *rest: int, b: str = "") -> dict[str, int]:
        """Does it.

        Args:
            a: the a
            rest: the rest
            b (str): the b, which
                goes on (choices: ["x"])

        Returns:
            What it does.

        Raises:
            ValueError: never.
        """
        return {b: a}

    @classmethod
    def of_class(cls, a: typing.Literal["x"] = "x") -> None:
        """Does it.

        Args:
            a: the a
        """


def test_methods_give_what_the_reference_gives() -> None:
    for tool in (Tools().method, Tools.method, Tools.of_class):
        assert function_schema(tool) == reference_schema(tool)


def test_missing_hint_is_a_type_error() -> None:
    tool = made(int, None, "\n".join(COMPLETE))
    del tool.__annotations__["b"]
    with pytest.raises(TypeError, match="the argument 'b' of the tool tool has no type hint"):
        function_schema(tool)


def test_missing_docstring_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="the tool tool has no docstring"):
        function_schema(made(int, None, ""))


def test_missing_description_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="the docstring of the tool tool does not describe 'b'"):
        function_schema(made(int, None, "\n".join(COMPLETE[:-1])))


def test_schemas_of_one_type_are_not_shared() -> None:
    tool = made(str, None, "\n".join(COMPLETE))
    one, other = function_schema(tool), function_schema(tool)
    one["function"]["parameters"]["properties"]["a"]["description"] = "changed"
    assert other == reference_schema(tool)


def test_hint_without_a_schema_is_a_type_error_that_names_the_argument() -> None:
    for hint in (bytes, object, "typing.Callable", "type[int]", Pair, Empty):
        with pytest.raises(TypeError, match="^the argument 'a' of the tool tool: the "):
            function_schema(made(hint, None, "\n".join(COMPLETE)))


@pytest.mark.parametrize("tool", python_tools.PLAIN, ids=lambda tool: tool.__name__)
def test_tool_gives_what_the_reference_gives(tool: Any) -> None:
    assert function_schema(tool) == reference_schema(tool)


def schema_of(tool: Any, argument: str) -> dict[str, Any]:
    properties = function_schema(tool)["function"]["parameters"]["properties"]
    return dict(properties[argument])


def test_dataclass_is_an_object_with_its_fields() -> None:
    assert schema_of(python_tools.draw, "start") == {
        "type": "object",
        "properties": {
            "x": {"type": "number", "description": "to the right"},
            "y": {"type": "number", "description": "down, from the docstring"},
            "label": {"type": "string", "nullable": True},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["x", "y"],
        "description": "where it starts",
    }


def test_typed_dict_is_an_object_that_knows_what_must_be_given() -> None:
    schema = schema_of(python_tools.paint, "style")
    assert list(schema["properties"]) == ["colour", "width"]
    assert schema["required"] == ["colour"]
    assert schema["properties"]["colour"] == {"type": "string", "enum": ["red", "green"]}


def test_type_that_holds_itself_is_a_reference() -> None:
    parameters = function_schema(python_tools.grow)["function"]["parameters"]
    node = {
        "type": "object",
        "properties": {
            "value": {"type": "integer"},
            "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
            "twig": {
                "type": "object",
                "properties": {"node": {"$ref": "#/$defs/Node"}},
                "required": ["node"],
                "nullable": True,
            },
        },
        "required": ["value"],
    }
    assert parameters["$defs"] == {"Node": node}
    assert parameters["properties"] == {
        "root": {"$ref": "#/$defs/Node", "description": "the first"},
        "other": {"$ref": "#/$defs/Node", "nullable": True, "description": "another"},
    }


def test_types_of_one_name_have_definitions_of_their_own() -> None:
    parameters = function_schema(python_tools.graft)["function"]["parameters"]
    assert list(parameters["$defs"]) == ["Node", "Node_2", "Tree"]
    assert parameters["properties"]["onto"]["$ref"] == "#/$defs/Node_2"
    items = parameters["$defs"]["Node_2"]["properties"]["inner"]["items"]
    assert items == {"$ref": "#/$defs/Node_2"}


def test_annotated_describes_what_the_docstring_does_not() -> None:
    assert schema_of(python_tools.count, "number") == {
        "type": "integer",
        "description": "how many",
    }
    assert schema_of(python_tools.count, "unit")["description"] == "from the docstring"


def test_member_may_say_itself_whether_it_is_required() -> None:
    extensions = pytest.importorskip("typing_extensions")
    members = {"a": int, "b": extensions.NotRequired[int], "c": "extensions.NotRequired[int]"}
    some = extensions.TypedDict("some", members)
    globals()["extensions"] = extensions
    try:
        schema = schema_of(made(some, None, "\n".join(COMPLETE)), "a")
    finally:
        del globals()["extensions"]
    assert schema["required"] == ["a"]


@pytest.mark.parametrize("version", VERSIONS)
def test_schemas_are_the_same_on_every_python(version: str, tmp_path: Path) -> None:
    python = interpreters().get(version)
    if python is None:
        pytest.skip(f"no CPython {version} on this machine")
    runtime = Path(rtc_runtime.__file__).parents[1]
    command = [str(python), "-I", "-S", str(python_tools.__file__), str(runtime)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    expected = {tool.__name__: function_schema(tool) for tool in python_tools.TOOLS}
    assert json.loads(done.stdout) == expected


class Model:
    """A stand-in for a pydantic model.

    In more lines.
    """

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
        union = {"mapping": {"node": "#/$defs/Node"}}
        properties = {"node": {"$ref": "#/$defs/Node", "discriminator": union}}
        return {"$defs": {"Node": node}, "type": "object", "properties": properties}


class SelfModel:
    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/SelfModel"}}}
        return {"$defs": {"SelfModel": node}, "$ref": "#/$defs/SelfModel"}


def test_model_is_a_tool() -> None:
    assert function_schema(Model) == {
        "type": "function",
        "function": {
            "name": "Model",
            "parameters": Model.model_json_schema(),
            "description": "A stand-in for a pydantic model.\n\nIn more lines.",
        },
    }


def test_model_that_holds_itself_shows_its_arguments_at_once() -> None:
    function = function_schema(SelfModel)["function"]
    assert function["parameters"]["properties"] == {"next": {"$ref": "#/$defs/SelfModel"}}
    assert "SelfModel" in function["parameters"]["$defs"] and "description" not in function


def test_models_as_arguments_share_definitions() -> None:
    parameters = function_schema(made(Model, None, "\n".join(COMPLETE)))["function"]["parameters"]
    assert parameters["$defs"] == Model.model_json_schema()["$defs"]
    assert parameters["properties"]["a"]["properties"]["node"]["$ref"] == "#/$defs/Node"


def test_models_do_not_take_the_definitions_of_other_types() -> None:
    def tool(a: python_tools.Node, b: Model, c: list[SelfModel]) -> None:
        """Does it.

        Args:
            a: the a
            b: the b
            c: the c
        """

    tool.__annotations__ = {"a": python_tools.Node, "b": Model, "c": list[SelfModel]}
    parameters = function_schema(tool)["function"]["parameters"]
    assert list(parameters["$defs"]) == ["Node", "Node_2", "SelfModel"]
    node = parameters["properties"]["b"]["properties"]["node"]
    assert node["$ref"] == node["discriminator"]["mapping"]["node"] == "#/$defs/Node_2"
    assert parameters["$defs"]["Node_2"]["properties"]["next"] == {"$ref": "#/$defs/Node_2"}


def test_pydantic_models_are_tools_and_arguments() -> None:
    pydantic = pytest.importorskip("pydantic")
    inner: Any = pydantic.create_model("Inner", number=(int, ...))
    inners = types.GenericAlias(list, (inner,))
    model = pydantic.create_model("Outer", __doc__="An outer.", inner=(inners, ...))
    function = function_schema(model)["function"]
    assert (function["name"], function["description"]) == ("Outer", "An outer.")
    assert function["parameters"] == model.model_json_schema()
    described = pydantic.Field(description="the a")
    tool = made(typing.Annotated[model, described], None, "Does it.\n\nArgs:\n    b: the b\n")
    parameters = function_schema(tool)["function"]["parameters"]
    assert parameters["properties"]["a"]["description"] == "the a"
    assert list(parameters["$defs"]) == ["Inner"]


LEAVES: list[Any] = [
    *(int, float, str, bool, None, Any, list, dict, tuple, set, bytes, Colour, Number, UserId),
    *(typing.Literal["a", 1], python_tools.Point, python_tools.Node, Model),
]
# What makes a hint of others: the type checker must not take these for annotations.
GENERIC: dict[str, Any] = vars(typing)


def composed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(st.sampled_from(["List", "Optional", "Set"]), inner),
        st.tuples(st.sampled_from(["Union", "Tuple"]), pairs),
        st.tuples(st.just("Dict"), inner.map(lambda hint: (str, hint))),
        st.tuples(st.just("Tuple"), inner.map(lambda hint: (hint, ...))),
        st.tuples(st.just("Annotated"), inner.map(lambda hint: (hint, "text"))),
    ).map(lambda made: GENERIC[made[0]][made[1]])


@given(st.recursive(st.sampled_from(LEAVES), composed, max_leaves=6))
@settings(deadline=None, max_examples=500)
def test_composed_hint_gives_what_the_reference_gives(hint: Any) -> None:
    argument = made(hint, None, "\n".join(COMPLETE))
    expected = outcome(reference_schema, argument)
    assert expected == "refused" or function_schema(argument) == expected
    result = made(int, hint, "\n".join(COMPLETE))
    assert function_schema(result) == reference_schema(result)
