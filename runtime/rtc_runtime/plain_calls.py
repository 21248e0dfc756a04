"""The common case of a list of calls in Python syntax: values are rewritten as JSON, then `json` reads them.

Strings get double quotes, True, False and None their names in JSON. Where that could change what is read, or
let through what is none of the syntax, nothing is read here.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from .matching import compiled

SURROGATE_ESCAPE = r"\\u[dD][89a-fA-F]"
LARGEST_INTEGER = 2**53 - 1
CALLS_DEPTH_LIMIT = 100
# A string that ends on its line, or all text from one that does not. Only so many escapes, as `re` remembers some
# hundred bytes for each round of a group.
PYTHON_STRING = (
    r"""('[^'\\\n\r]*(?:\\.[^'\\\n\r]*){0,1024}'|"[^"\\\n\r]*(?:\\.[^"\\\n\r]*){0,1024}")"""
    r"""|(['"].*)"""
)
# A value, or what is none of the syntax, whatever it is called.
PYTHON_CONSTANT = r"(?:True|False|None)(?=[ \t\n\r]*[,)\]}])"
NAMES_IN_JSON = {"True": "true", "False": "false", "None": "null"}
JSON_BRACKET = r"[\[\]{}]"
LIST_BEGINNING = r"[ \t\n\r]*\["
NAME_BEFORE = r"[ \t\n\r]*([A-Za-z_][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+){0,16})[ \t\n\r]*"
CALL_BEGINNING = NAME_BEFORE + r"\([ \t\n\r]*(\)?)"
CALL_END = r"[ \t\n\r]*(?:(,)|\][ \t\n\r]*\Z)"
ARGUMENT_BEGINNING = NAME_BEFORE + r"=[ \t\n\r]*"
ARGUMENT_END = r"[ \t\n\r]*([,)])"


def read_plain_calls(text: str) -> list[dict[str, Any]] | None:
    """The calls in `text`, or None: what they are, or what is wrong with them, is not for this to tell."""
    try:
        return plain_calls(with_json_values(text))
    except (ValueError, RecursionError):
        return None


def with_json_values(text: str) -> str:
    """`text` with all strings and constants as JSON has them; a ValueError where that is not safe."""
    text.encode()  # a ValueError for a lone surrogate
    pieces = compiled(PYTHON_STRING).split(
        text
    )  # text outside, a string, text from one that does not end
    outside = '"'.join(pieces[::3])  # in which no quotes stand
    if compiled(SURROGATE_ESCAPE).search(text) or any(pieces[2::3]) or not is_plain(outside):
        raise ValueError("not plain")
    outside = compiled(PYTHON_CONSTANT).sub(lambda found: NAMES_IN_JSON[found[0]], outside)
    pieces[1::3] = map(json_literal, pieces[1::3])
    pieces[2::3] = [""] * (len(pieces) // 3)
    pieces[::3] = outside.split('"')
    return "".join(pieces)


def is_plain(outside: str) -> bool:
    """Whether the text outside of strings is ASCII and nests no deeper than values may."""
    if outside.count("[") + outside.count("{") <= CALLS_DEPTH_LIMIT:
        return outside.isascii()
    depth = 0
    for bracket in compiled(JSON_BRACKET).findall(outside):
        depth += 1 if bracket in "[{" else -1
        if depth > CALLS_DEPTH_LIMIT:
            return False
    return outside.isascii()


def json_literal(literal: str) -> str:
    r"""A Python string literal as one of JSON, which knows no \' and no other quotes than double ones."""
    if literal[0] == '"' and "\\'" not in literal:
        return literal
    body = literal[1:-1]
    if '"' in body or "\\'" in body:
        # Escaped backslashes aside, a backslash belongs to the character behind it.
        parts = body.split("\\\\")
        body = "\\\\".join([with_escaped_quotes(part) for part in parts])
    return f'"{body}"'


def with_escaped_quotes(part: str) -> str:
    return part.replace("\\'", "'").replace('\\"', '"').replace('"', '\\"')


def plain_calls(source: str) -> list[dict[str, Any]]:
    """The calls in `source`, whose values are JSON; a ValueError if there is anything else in it."""
    calls: list[dict[str, Any]] = []
    arguments: dict[str, Any]
    position = matched(LIST_BEGINNING, source, 0).end()
    more = True
    while more:
        call = matched(CALL_BEGINNING, source, position)
        arguments, position = {}, call.end()
        if not call[2]:
            arguments, position = plain_arguments(source, position)
        calls.append({"name": call[1], "arguments": arguments})
        end = matched(CALL_END, source, position)
        position, more = end.end(), end[1] is not None
    return calls


def plain_arguments(source: str, position: int) -> tuple[dict[str, Any], int]:
    """The arguments from `position` on, at least one, and where their bracket is closed."""
    arguments: dict[str, Any] = {}
    decode = plain_values().raw_decode
    mark = ","
    while mark == ",":
        begin = matched(ARGUMENT_BEGINNING, source, position)
        if begin[1] in arguments:
            raise ValueError("a repeated name")
        arguments[begin[1]], position = decode(source, begin.end())
        end = matched(ARGUMENT_END, source, position)
        position, mark = end.end(), end[1]
    return arguments, position


def matched(pattern: str, source: str, position: int) -> re.Match[str]:
    found = compiled(pattern).match(source, position)
    if found is None:
        raise ValueError("not plain")
    return found


# What JSON allows and the syntax does not.


def distinct_entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError("a repeated name")
    return entries


def small_integer(digits: str) -> int:
    # The length decides first: converting very many digits is slow, or refused.
    if len(digits) > 17 or abs(int(digits)) > LARGEST_INTEGER:
        raise ValueError("integer beyond +-(2**53 - 1)")
    return int(digits)


def finite_float(digits: str) -> float:
    number = float(digits)
    if number - number != 0:  # infinity, or what JSON names NaN
        raise ValueError("number too large")
    return number


@lru_cache(maxsize=None)
def plain_values() -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=distinct_entries,
        parse_int=small_integer,
        parse_float=finite_float,
        parse_constant=finite_float,
        strict=False,  # allows a raw tab
    )
