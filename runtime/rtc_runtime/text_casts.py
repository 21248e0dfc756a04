"""What a text is as a value of a JSON Schema type: JSON's own grammar, nothing that merely looks like it."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .json_values import JsonReader, check_json_depth
from .matching import compiled

MISSING = ...  # no value; None is one
NULL_WORDS = ("null", "None")
BOOLEAN_WORDS = {"true": True, "1": True, "false": False, "0": False}
JSON_NUMBER = r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
SHORT_INTEGER = 100  # digits; every interpreter converts more
JSON_CONSTANTS = {"true": True, "false": False, "null": None}
KINDS = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
    dict: "object",
    list: "array",
}


def kind_of(value: Any) -> str:
    """The JSON Schema type of `value`: `number` for a float, whole or not. "" for what is no JSON value."""
    return KINDS.get(type(value), "")


def finite_number(digits: str) -> float:
    number = float(digits)
    if number - number != 0:  # infinity
        raise ValueError("too large for a number")
    return number


def refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"JSON has no {name}")


class ExactReader(JsonReader):
    """JSON alone: without NaN and infinities, `1e400` included."""

    decoder = json.JSONDecoder(parse_float=finite_number, parse_constant=refuse_constant)


def exact_json(word: str) -> Any:
    """The value of a stripped text that is JSON and nothing else, or MISSING.

    An integer with more digits than the interpreter converts
    is MISSING too, and so is what nests deeper than JSON_DEPTH_LIMIT.
    """
    if word[:1] not in ("{", "[", '"'):
        return exact_scalar(word)
    try:
        check_json_depth(word)
        value, end = ExactReader.decoder.raw_decode(word)
        return value if end == len(word) else MISSING
    except ValueError:
        return MISSING
    except RecursionError:  # the caller left too little stack; the reader needs none
        pass
    try:
        return ExactReader(word).document()
    except ValueError:
        return MISSING


def exact_scalar(word: str) -> Any:
    number = compiled(JSON_NUMBER).fullmatch(word)
    if number is None:
        return JSON_CONSTANTS.get(word, MISSING)
    try:
        return finite_number(word) if number.group(1) else int(word)
    except ValueError:
        return MISSING


def as_integer(word: str) -> Any:
    if word.isdecimal() and word.isascii() and word[0] != "0" and len(word) < SHORT_INTEGER:
        return int(word)
    exact = exact_scalar(word)
    if type(exact) is int:
        return exact
    return whole_number(word) if type(exact) is float else MISSING


def as_number(word: str) -> Any:
    exact = exact_scalar(word)
    return exact if type(exact) is float or type(exact) is int else MISSING


def as_boolean(word: str) -> Any:
    return BOOLEAN_WORDS.get(word.lower(), MISSING)


def as_null(word: str) -> Any:
    return None if word in NULL_WORDS else MISSING


def as_object(word: str) -> Any:
    return exact_json(word) if word[:1] == "{" else MISSING


def as_array(word: str) -> Any:
    return exact_json(word) if word[:1] == "[" else MISSING


# By the one type that is wanted: the value of a stripped text, or MISSING.
WORD_CASTS = {
    "integer": as_integer,
    "number": as_number,
    "boolean": as_boolean,
    "null": as_null,
    "object": as_object,
    "array": as_array,
}


def cast_word(kind: str, word: str) -> Any:
    """`word`, a stripped text, as a value of the type `kind`, or MISSING."""
    cast = WORD_CASTS.get(kind)
    return MISSING if cast is None else cast(word)


def whole_number(word: str) -> Any:
    """The integer that `word`, a finite JSON number with a fraction or an exponent, stands for, digit by digit."""
    digits, _, exponent = word.lower().partition("e")
    whole, _, fraction = digits.lstrip("-").partition(".")
    if not (whole + fraction).strip("0"):
        return 0
    try:
        places = len(whole) + int(exponent or "0")
        shifted = (whole + fraction)[: max(places, 0)].ljust(places, "0").lstrip("0")
        if not shifted or (whole + fraction)[places:].strip("0"):
            return MISSING
        return -int(shifted) if word[0] == "-" else int(shifted)
    except ValueError:  # more digits than the interpreter converts
        return MISSING
