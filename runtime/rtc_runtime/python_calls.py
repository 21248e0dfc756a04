"""Calls in Python syntax: `[get_weather(city="Paris"), now()]`."""

from __future__ import annotations

import json
import re
from typing import Any

from .nested import NestedReader, end_of_pieces, reason_of
from .plain_calls import (
    CALLS_DEPTH_LIMIT,
    finite_float,
    plain_values,
    read_plain_calls,
    small_integer,
)

PYTHON_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Pieces, as `INSIDE_QUOTES` has them.
NAME_PARTS = r"(?:[-.][A-Za-z0-9_]+){0,256}"
PYTHON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)")
INSIDE_PYTHON_STRING = {
    '"': r'[^"\\\n\r]*(?:\\.[^"\\\n\r]*){0,256}',
    "'": r"[^'\\\n\r]*(?:\\.[^'\\\n\r]*){0,256}",
}
PYTHON_CONSTANTS = {
    "True": True,
    "true": True,
    "False": False,
    "false": False,
    "None": None,
    "null": None,
}
SURROGATE = re.compile(r"[\ud800-\udfff]")


def parse_python_calls(text: str) -> list[dict[str, Any]]:
    """`[f(a=1), g()]` as `[{"name": "f", "arguments": {"a": 1}}, {"name": "g", "arguments": {}}]`.

    Strict: keyword arguments only, JSON's numbers and escapes, no trailing commas, no repeated names, values
    up to 100 lists and dicts deep. A tuple is a list, as JSON has none. Anything else is a ValueError that says
    what is wrong and where.
    """
    calls = read_plain_calls(text)
    if calls is not None:
        return calls
    try:
        return PythonCallReader(text).calls()
    except json.JSONDecodeError as error:
        raise ValueError(f"not a list of calls: {reason_of(error)}") from None


class PythonCallReader(NestedReader):
    depth_limit = CALLS_DEPTH_LIMIT
    brackets = {"[": "]", "{": "}", "(": ")"}

    def calls(self) -> list[dict[str, Any]]:
        calls: list[dict[str, Any]] = []
        self.expect("[")
        while not self.take("]"):
            if calls:
                self.expect(",")
            calls.append({"name": self.name("a function name"), "arguments": self.arguments()})
        self.expect_end()
        return calls

    def arguments(self) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        self.expect("(")
        while not self.take(")"):
            if arguments:
                self.expect(",")
            name = self.name("a keyword argument")
            self.refuse_repeated(name, arguments)
            self.expect("=")
            arguments[name] = self.value()
        return arguments

    def refuse_repeated(self, name: str, entries: dict[str, Any]) -> None:
        if name in entries:
            self.fail(f"repeated name {name[:80]!r}")

    def name(self, wanted: str) -> str:
        self.skip_blanks()
        word = PYTHON_WORD.match(self.text, self.position)
        if word is None:
            self.fail(f"expected {wanted}")
        self.position = end_of_pieces(NAME_PARTS, self.text, word.end())
        return self.text[word.start() : self.position]

    def key(self, entries: dict[str, Any]) -> str:
        if not self.at("'") and not self.at('"'):
            self.fail("expected a key in quotes")
        key = self.string()
        self.refuse_repeated(key, entries)
        self.expect(":")
        return key

    def close(self, container: Any, closing: str) -> None:
        if closing == ")" and len(container) == 1:  # in Python `(1)` is the number
            self.fail("expected ',': one value in round brackets is no tuple")
        super().close(container, closing)

    def scalar(self) -> Any:
        if self.at("'") or self.at('"'):
            return self.string()
        number = PYTHON_NUMBER.match(self.text, self.position)
        if number is not None:
            value = self.number(number.group(), bool(number.group(1)))
            self.position = number.end()
            return value
        start, wanted = self.position, "a string, number, list, dict, True, False or None"
        word = self.name(wanted)
        if word not in PYTHON_CONSTANTS:
            self.position = start
            self.fail(f"expected {wanted}")
        return PYTHON_CONSTANTS[word]

    def number(self, digits: str, is_float: bool) -> int | float:
        try:
            return finite_float(digits) if is_float else small_integer(digits)
        except ValueError as error:
            self.fail(str(error))

    def string(self) -> str:
        quote = self.text[self.position]
        end = end_of_pieces(INSIDE_PYTHON_STRING[quote], self.text, self.position + 1)
        if not self.text.startswith(quote, end):
            self.fail("string that does not end on its line")
        literal = self.text[self.position : end + 1]
        try:
            text: str = plain_values().decode(json_literal(literal))
        except json.JSONDecodeError as error:
            self.fail(f"{error.msg} in the string")
        if SURROGATE.search(text) is not None:
            self.fail("lone surrogate in the string")
        self.position = end + 1
        return text


def json_literal(literal: str) -> str:
    r"""A Python string literal as one of JSON, which knows no \' and no other quotes than double ones."""
    body = literal[1:-1]
    # Escaped backslashes aside, a backslash belongs to the character behind it.
    parts = [with_escaped_quotes(part) for part in body.split("\\\\")]
    body = "\\\\".join(parts)
    return f'"{body}"'


def with_escaped_quotes(part: str) -> str:
    return part.replace("\\'", "'").replace('\\"', '"').replace('"', '\\"')
