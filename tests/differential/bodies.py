"""Text for the inside of a region, fit for its content kind: valid, slightly broken, and odd.

`body(kind, args, rng, wanted)` is the one entry; `wanted` is what the template's transform asks for.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.differential.samples import sample

Args = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a transform needs of the content: keys, in each element of a list if `each`.

    `are_arguments`: the content as a whole is the arguments of a call.
    """

    keys: tuple[str, ...] = ()
    each: bool = False
    are_arguments: bool = False


NOTHING = Wanted()

FUNCTIONS = ("f", "g", "get_weather", "a.b")
PARAMETERS = ("a", "b", "city", "n")

_SPACES = ("", "", " ", "\n", "\n\n", "\t", " \r\n")
_ODD_SPACES = ("\x0b", "\x1c", "\x85", "\xa0", "\u2028", "\ufeff")
_PROSE = (
    "hi", "a b", "I think.", "x < y", "1", "{", "}", "]", ")", '"', "'", "<", ">", "|", ":", "\\", "`",
    "é", "e\u0301", "漢字", "😀", "𝒜x", "ß", "\u200d", "İ", "²", "٣", "\x00", "\x01", "\ufeff", "null",
    "\n", "\n\n", " ", "  ", "\t", "\r\n", "\xa0", "\u2028", "\x1c", "\x85",
)  # fmt: skip
_INTEGERS = (
    "42",
    " -7 ",
    "0",
    "007",
    "+5",
    "1_000",
    "٣",
    "3.0",
    "0x10",
    "abc",
    "",
    "-",
    "1e3",
    "9" * 25,
)
_FLOATS = (
    "1.5",
    "-0.0",
    "1e5",
    "nan",
    "inf",
    "-Infinity",
    "1_0.5",
    ".5",
    "5.",
    "",
    "1,5",
    "1e400",
    "٣.٥",
)
_BOOLEANS = ("true", "TRUE", " 1 ", "false", "0", "yes", "", "tRue\n", "İ", "11")
_CASTS = ("3", "3.0", " 7 ", "-1", "1e3", "1.50", "nan", "inf", "1_000", "٣", "true", "FALSE", "0", "null", "None", "[1]", "{}", '{"a": "1"}', "{", "", "9" * 20)  # fmt: skip
_NUMBERS = (
    "0",
    "1",
    "-1",
    "1.0",
    "-0.0",
    "1e5",
    "1E+2",
    "01",
    "1e400",
    "NaN",
    "-Infinity",
    "9007199254740993",
)


def body(kind: str, args: Args, rng: random.Random, wanted: Wanted = NOTHING) -> str:
    """A body for a region of content `kind`."""
    text = _MAKERS[kind](args, rng, wanted)
    if kind != "text" and rng.random() < 0.06:
        text = damage(text, rng)
    if rng.random() < 0.4:
        text = rng.choice(_SPACES) + text + rng.choice(_SPACES)
    if rng.random() < 0.04:
        text = rng.choice(_ODD_SPACES) + text + rng.choice(_ODD_SPACES)
    return text


def prose(rng: random.Random) -> str:
    return "".join(rng.choice(_PROSE) for _ in range(rng.choice((0, 1, 1, 2, 3, 6))))


def damage(text: str, rng: random.Random) -> str:
    """The text with one character dropped, doubled or replaced, or cut short."""
    if not text:
        return text
    place = rng.randrange(len(text))
    match rng.randrange(4):
        case 0:
            return text[:place] + text[place + 1 :]
        case 1:
            return text[:place] + text[place] + text[place:]
        case 2:
            return text[:place] + rng.choice(_PROSE) + text[place + 1 :]
        case _:
            return text[:place]


def _text(args: Args, rng: random.Random, wanted: Wanted) -> str:
    return prose(rng)


def _int(args: Args, rng: random.Random, wanted: Wanted) -> str:
    return rng.choice(_INTEGERS)


def _float(args: Args, rng: random.Random, wanted: Wanted) -> str:
    return rng.choice(_FLOATS)


def _bool(args: Args, rng: random.Random, wanted: Wanted) -> str:
    return rng.choice(_BOOLEANS)


def _json(args: Args, rng: random.Random, wanted: Wanted) -> str:
    if args.get("allow_non_json") and rng.random() < 0.3:
        return prose(rng)
    value = _wanted_value(wanted, rng) if rng.random() < 0.85 else json_value(rng)
    return _json_text(value, args, rng)


def _wanted_value(wanted: Wanted, rng: random.Random) -> Any:
    if wanted.are_arguments:
        return _arguments(rng)
    if not wanted.keys:
        return {"name": rng.choice(FUNCTIONS), "arguments": _arguments(rng)}
    if wanted.each:
        return [_with_keys(wanted, rng) for _ in range(rng.choice((0, 1, 1, 2)))]
    return _with_keys(wanted, rng)


def _with_keys(wanted: Wanted, rng: random.Random) -> dict[str, Any]:
    """An object with the wanted keys, a few of them missing."""
    keys = [key for key in wanted.keys if rng.random() < 0.95]
    return {key: _value_for(key, rng) for key in keys}


def _value_for(key: str, rng: random.Random) -> Any:
    if key.endswith("name"):
        return rng.choice(FUNCTIONS)
    return _arguments(rng) if key.startswith(("arg", "param", "input")) else json_value(rng, 1)


def json_value(rng: random.Random, depth: int = 0) -> Any:
    if depth < 3 and rng.random() < 0.35:
        names = rng.sample([*PARAMETERS, "name", "é", "a b", ""], rng.randint(0, 3))
        return {name: json_value(rng, depth + 1) for name in names}
    if depth < 3 and rng.random() < 0.2:
        return [json_value(rng, depth + 1) for _ in range(rng.randint(0, 3))]
    plain = (1, 0, -2.5, 1e22, True, False, None)
    return rng.choice((prose(rng), prose(rng), rng.choice(_CASTS), rng.choice(_CASTS), *plain))


def _arguments(rng: random.Random) -> dict[str, Any]:
    return {name: _argument(rng) for name in rng.sample(PARAMETERS, rng.choice((0, 1, 2, 2, 3)))}


def _argument(rng: random.Random) -> Any:
    """Mostly what a schema may cast: text, or a list of texts."""
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(_CASTS)
    if kind < 0.55:
        return [rng.choice(_CASTS) for _ in range(rng.randint(0, 3))]
    return json_value(rng, 2)


def _json_text(value: Any, args: Args, rng: random.Random) -> str:
    indent = rng.choice((None, None, 1))
    text = json.dumps(value, ensure_ascii=rng.random() < 0.3, indent=indent)
    delims = args.get("string_delims", [])
    if delims and rng.random() < 0.8:
        text = _delimited(text, delims, rng)
    if args.get("unquoted_keys") and rng.random() < 0.8:
        text = re.sub(r'"(\w+)"(\s*:)', r"\1\2", text)
    if rng.random() < 0.06:
        text = re.sub(r"\b1\b", rng.choice(_NUMBERS), text)
    return text


def _delimited(text: str, delims: Sequence[Sequence[str]], rng: random.Random) -> str:
    """Rewrite the string values (not the keys) between a pair of the dialect's delimiters."""

    def rewrite(match: re.Match[str]) -> str:
        if match[2] or rng.random() < 0.2:
            return match[0]
        opener, closer = rng.choice(delims)
        return f"{opener}{json.loads(match[1])}{closer}"

    return re.sub(r'("(?:[^"\\]|\\.)*")(\s*:)?', rewrite, text)


def _tags(args: Args, rng: random.Random, wanted: Wanted) -> str:
    pattern = args.get("tag_pattern", "")
    nested = args.get("value_parser") or {}
    names = (*wanted.keys, *PARAMETERS)
    groups: dict[str, Callable[[], str]] = {}
    if rng.random() < 0.8:
        groups["key"] = lambda: rng.choice(names)
        groups["value"] = lambda: _nested(nested, rng)
    tags = [sample(pattern, rng, groups) or "" for _ in range(rng.choice((0, 1, 1, 2, 3)))]
    return rng.choice(("", "\n", " ", ",", "x")).join(tags)


def _lines(args: Args, rng: random.Random, wanted: Wanted) -> str:
    nested = args.get("value_parser") or {}
    lines = []
    for _ in range(rng.choice((0, 1, 2, 3))):
        name = rng.choice((*wanted.keys, *PARAMETERS, *PARAMETERS, "", "é", " a b "))
        value = _nested(nested, rng)
        lines.append(name + rng.choice((args.get("kv_sep", ":"), "")) + value)
    return str(args.get("line_sep", "\n")).join(lines)


def _nested(parser: Args, rng: random.Random) -> str:
    """A value of a tag or a line: what its parser takes, or what a schema may cast."""
    kind = parser.get("name", "text")
    if kind == "text" and rng.random() < 0.5:
        return rng.choice(_CASTS)
    return body(kind, parser.get("args", {}), rng)


def _calls(args: Args, rng: random.Random, wanted: Wanted) -> str:
    calls = [_call(rng) for _ in range(rng.choice((0, 1, 1, 2)))]
    comma = rng.choice((",", ", ", "\n,"))
    return "[" + comma.join(calls) + rng.choice(("", "", "", ",")) + "]"


def _call(rng: random.Random) -> str:
    names = rng.sample((*PARAMETERS, "a-b", "x.1"), rng.randint(0, 2))
    if rng.random() < 0.05:
        names.append("a")
    arguments = ", ".join(
        name + rng.choice(("=", " = ")) + _call_argument(rng, 0) for name in names
    )
    return f"{rng.choice(FUNCTIONS)}{rng.choice(('', ' '))}({arguments})"


def _call_argument(rng: random.Random, depth: int) -> str:
    if depth < 3 and rng.random() < 0.3:
        items = [_call_argument(rng, depth + 1) for _ in range(rng.randint(0, 2))]
        if rng.random() < 0.5:
            return "[" + ", ".join(items) + "]"
        return "{" + ", ".join(f"'k{n % 2}': {item}" for n, item in enumerate(items)) + "}"
    quote = rng.choice("'\"")
    strings = (
        f"{quote}{rng.choice(_PROSE)}{quote}",
        r"'a\'b'",
        r'"\u00e9\ud83d\ude00"',
        r"'\ud800'",
        r"'\q'",
    )
    words = ("True", "false", "None", "null", "nope", "", "(1, 2)")
    return rng.choice((*strings, *words, *_NUMBERS))


_MAKERS: dict[str, Callable[[Args, random.Random, Wanted], str]] = {
    "text": _text,
    "int": _int,
    "float": _float,
    "bool": _bool,
    "json": _json,
    "xml-inline": _tags,
    "kv-lines": _lines,
    "python-call-list": _calls,
}
