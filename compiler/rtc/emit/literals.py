"""The only door by which template text enters code: as a literal, a comment or a docstring.

Whatever stands in a template, what comes out here is one literal of the same value, one line of
comment, or words inside a docstring, and printable ASCII or plain letters only.
"""

from __future__ import annotations

import json

from rtc.ir import JsonValue
from rtc.measure import count_levels, count_values

MAX_PLAIN_NODES = 200
MAX_PLAIN_DEPTH = 8
MAX_COMMENT = 300


def py_literal(text: str) -> str:
    """A string literal of the value `text`, in double quotes unless those would need escapes."""
    quote = "'" if '"' in text and "'" not in text else '"'
    return quote + "".join(_escaped(character, quote) for character in text) + quote


def _escaped(character: str, quote: str) -> str:
    if character in ("\\", quote):
        return "\\" + character
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(character)
    if named is not None:
        return named
    return character if character.isprintable() else _numbered(character)


def _numbered(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def py_texts(texts: tuple[str, ...]) -> str:
    """A tuple of string literals."""
    return f"({', '.join(map(py_literal, texts))}{',' * (len(texts) == 1)})"


def py_pattern(source: str) -> str:
    """A literal for regex source: raw where that gives the same value, so that it reads as a regex."""
    plain = source.isprintable() and not source.endswith("\\") and "\\" in source
    for quote in ('"', "'"):
        if plain and quote not in source:
            return f"r{quote}{source}{quote}"
    return py_literal(source)


def py_value(value: JsonValue) -> str:
    """An expression for any JSON value; large or deep ones as JSON text, which no parser chokes on."""
    if count_values(value) > MAX_PLAIN_NODES or count_levels(value) > MAX_PLAIN_DEPTH:
        return f"json.loads({py_literal(json.dumps(value))})"
    return _plain(value)


def _plain(value: JsonValue) -> str:
    match value:
        case str():
            return py_literal(value)
        case list():
            return f"[{', '.join(map(_plain, value))}]"
        case dict():
            members = (f"{py_literal(key)}: {_plain(member)}" for key, member in value.items())
            return f"{{{', '.join(members)}}}"
        case float() if value != value or value in (float("inf"), float("-inf")):
            return f'float("{value}")'
        case _:
            return repr(value)


def py_comment(text: str) -> str:
    """`# ...` on one line, whatever `text` holds; clipped."""
    return "# " + words(text)


def words(text: str) -> str:
    """`text` on one line, for comments: what cannot be printed is escaped."""
    clipped = text if len(text) <= MAX_COMMENT else text[:MAX_COMMENT] + " ..."
    return "".join(
        character if character.isprintable() else _numbered(character) for character in clipped
    )


def py_docstring(text: str) -> str:
    """A docstring of several lines: what would end it or be taken for an escape is escaped."""
    lines = (words(line).rstrip().replace("\\", "\\\\") for line in text.split("\n"))
    body = "\n".join(lines)
    if '"""' in body or body.endswith('"'):
        body = body.replace('"', '\\"')
    return f'"""{body}"""'
