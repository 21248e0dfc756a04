"""Functions as tools, as people write them. As a program it prints their schemas on any CPython.

`python_tools.py FOLDER`: FOLDER holds the package rtc_runtime. Nothing here is newer than Python 3.8.
"""

from __future__ import annotations

import dataclasses
import enum
import json
import sys
import typing
from typing import Any, Dict, List, Optional, Tuple, Union

if sys.version_info >= (3, 9):
    from typing import Annotated
else:

    class Annotated:
        """As `typing.Annotated` looks, for the Python that has none."""

        def __init__(self, origin: Any, *metadata: Any) -> None:
            self.__origin__ = origin
            self.__metadata__ = metadata

        def __class_getitem__(cls, arguments: Any) -> Annotated:
            return cls(*arguments)

        def __call__(self) -> None:
            """`typing.get_type_hints` takes what can be called."""


RIGHT, NUMBER, UNIT = "to the right", "how many", "of what"


class Unit(enum.Enum):
    CELSIUS = "celsius"
    FAHRENHEIT = "fahrenheit"


@dataclasses.dataclass
class Point:
    """A point.

    Attributes:
        x: to the right, which the Annotated says already
        y: down, from the docstring
    """

    x: Annotated[float, RIGHT]
    y: float
    label: Optional[str] = None
    tags: List[str] = dataclasses.field(default_factory=list)
    _length: float = dataclasses.field(init=False, default=0.0)


class Style(typing.TypedDict):
    colour: typing.Literal["red", "green"]


class FullStyle(Style, total=False):
    width: int


class LooseStyle(typing.TypedDict, total=False):
    width: int


@dataclasses.dataclass
class Node:
    value: int
    children: List[Node] = dataclasses.field(default_factory=list)
    twig: Optional[Twig] = None


@dataclasses.dataclass
class Twig:
    node: Node


class Tree(typing.TypedDict):
    trees: List[Tree]


class Module:
    """Holds another class that is called Node."""

    @dataclasses.dataclass
    class Node:
        inner: List[Module.Node]


def weather(city: str, unit: Unit = Unit.CELSIUS, days: Optional[int] = 1) -> Dict[str, float]:
    """The weather.

    It may rain.

    Args:
        city: Where.
        unit (Unit): In what.
            Or not.
        days: How many (choices: [1, 2, 3])

    Returns:
        Numbers.
    """
    return {}


def search(
    query: typing.Literal["a", "b", 3],
    filters: Dict[str, Union[str, List[int]]],
    window: Tuple[int, int],
    *,
    anything: Any = 0,
) -> None:
    """Searches.

    Args:
        query: What for.
        filters: By key: values.
        window: From and to.
        anything: More.

    Raises:
        ValueError: Never.
    """


def draw(start: Point, style: Style, loose: LooseStyle) -> None:
    """Draws.

    Args:
        start: where it starts
        style: how
        loose: how else
    """


def paint(style: FullStyle) -> None:
    """Paints. On 3.8 no member of `style` is required: a TypedDict there does not know of its base.

    Args:
        style: how
    """


def grow(root: Node, other: Optional[Node] = None) -> None:
    """Grows.

    Args:
        root: the first
        other: another
    """


def graft(node: Node, onto: Module.Node, tree: List[Tree]) -> None:
    """Grafts.

    Args:
        node: what
        onto: where
        tree: more
    """


def count(number: Annotated[int, NUMBER], unit: Annotated[str, UNIT]) -> None:
    """Counts.

    Args:
        unit: from the docstring
    """


PLAIN = (weather, search)
TOOLS = (*PLAIN, draw, grow, graft, count)

if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    from rtc_runtime import function_schema

    print(json.dumps({tool.__name__: function_schema(tool) for tool in TOOLS}))
