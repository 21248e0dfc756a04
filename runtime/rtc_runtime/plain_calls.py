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
# What stands for an escaped backslash and for escaped quotes: then a string is all up to the next quote of its kind.
HIDDEN_ESCAPES = (("\\\\", "\x01"), ("\\'", "\x02"), ('\\"', "\x03"))
# A string, or all text from one that does not end.
PYTHON_STRING = r"""('[^']*'|"[^"]*")|(['"].*)"""
# A value, or what is none of the syntax, whatever it is called.
PYTHON_CONSTANT = r"(?:True|False|None)(?=[ \t\n\r]*[,)\]}])"
NAMES_IN_JSON = {"True": "true", "False": "false", "None": "null"}
JSON_BRACKET = r"[\[\]{}]"
NAME_BEFORE = r"[ \t\n\r]*([A-Za-z_][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+){0,16})[ \t\n\r]*"
# The name of an argument, if there is one; of a call too, and its first argument's.
ARGUMENT_BEGINNING = rf"{NAME_BEFORE}=[ \t\n\r]*"
NEXT_ARGUMENT = rf"[ \t\n\r]*(?:,{ARGUMENT_BEGINNING}|\))"
CALL_BEGINNING = rf"{NAME_BEFORE}\((?:[ \t\n\r]*\)|{ARGUMENT_BEGINNING})"
FIRST_CALL = rf"[ \t\n\r]*\[{CALL_BEGINNING}"
NEXT_CALL = rf"[ \t\n\r]*(?:,{CALL_BEGINNING}|\][ \t\n\r]*\Z)"


def read_plain_calls(text: str) -> list[dict[str, Any]] | None:
    """The calls in `text`, or None: what they are, or what is wrong with them, is not for this to tell."""
    try:
        return plain_calls(with_json_values(text))
    except (ValueError, RecursionError):
        return None


def with_json_values(text: str) -> str:
    """`text` with all strings and constants as JSON has them; a ValueError where that is not safe."""
    text.encode()  # a ValueError for a lone surrogate
    plain = compiled(SURROGATE_ESCAPE).search(text) is None
    for escape, hidden in HIDDEN_ESCAPES:
        plain = plain and hidden not in text
        text = text.replace(escape, hidden)
    # In turn: text outside of strings, a string, text from one that does not end.
    pieces = compiled(PYTHON_STRING).split(text)
    outside = '"'.join(pieces[::3])  # in which no quotes stand
    plain = plain and not any(pieces[2::3]) and plain_outside(outside)
    if not plain or spans_lines(text, pieces[1::3]):
        raise ValueError("not plain")
    outside = compiled(PYTHON_CONSTANT).sub(lambda found: NAMES_IN_JSON[found[0]], outside)
    pieces[::3] = outside.split('"')
    pieces[1::3] = map(in_double_quotes, pieces[1::3])
    pieces[2::3] = [""] * (len(pieces) // 3)
    source = "".join(pieces)
    return source.replace("\x03", '\\"').replace("\x02", "'").replace("\x01", "\\\\")


def plain_outside(outside: str) -> bool:
    """Whether the text outside of strings is ASCII and nests no deeper than values may."""
    if outside.count("[") + outside.count("{") <= CALLS_DEPTH_LIMIT:
        return outside.isascii()
    depth = 0
    for bracket in compiled(JSON_BRACKET).findall(outside):
        depth += 1 if bracket in "[{" else -1
        if depth > CALLS_DEPTH_LIMIT:
            return False
    return outside.isascii()


def spans_lines(text: str, strings: list[str]) -> bool:
    """Whether one of the `strings` in `text` has a line break in it."""
    return any(one in text and any(one in string for string in strings) for one in "\n\r")


def in_double_quotes(literal: str) -> str:
    if literal[0] == '"':
        return literal
    body = literal[1:-1]
    return f'"{body}"' if '"' not in body else '"' + body.replace('"', '\\"') + '"'


def plain_calls(source: str) -> list[dict[str, Any]]:
    """The calls in `source`, whose values are JSON; a ValueError if there is anything else in it."""
    calls: list[dict[str, Any]] = []
    call = matched(FIRST_CALL, source, 0)
    while call[1] is not None:
        arguments: dict[str, Any] = {}
        position = plain_arguments(source, call.end(), call[2], arguments)
        calls.append({"name": call[1], "arguments": arguments})
        call = matched(NEXT_CALL, source, position)
    return calls


def plain_arguments(source: str, position: int, name: str | None, arguments: dict[str, Any]) -> int:
    """Read the argument `name`, whose value is at `position`, and all after it: up to where the call ends."""
    decode = plain_values().raw_decode
    while name is not None:
        if name in arguments:
            raise ValueError("a repeated name")
        arguments[name], position = decode(source, position)
        found = matched(NEXT_ARGUMENT, source, position)
        name, position = found[1], found.end()
    return position


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
