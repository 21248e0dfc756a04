"""function_schema against the reference."""

from __future__ import annotations

import enum
import typing
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.utils.chat_template_utils import get_json_schema as reference_schema

from rtc_runtime import function_schema


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


@pytest.mark.parametrize("hint", HINTS, ids=repr)
def test_hint_gives_what_the_reference_gives(hint: Any) -> None:
    for tool in (made(hint, None, "\n".join(COMPLETE)), made(int, hint, "\n".join(COMPLETE))):
        assert outcome(function_schema, tool) == outcome(reference_schema, tool)


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
