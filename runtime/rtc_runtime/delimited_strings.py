"""Rewriting what models emit as JSON into JSON: strings that stand in delimiters of their own.

They are taken out while keys get their quotes, and put back as strings of JSON; all of it is linear.
"""

from __future__ import annotations

import json
from functools import lru_cache

from .json_values import KnownJson
from .matching import compiled

# JSON has no place for these control characters, and they are neither blanks nor part of a key. A text holds none of
# them as a rule: then the first two are the placeholders' ends, as in the reference, where they can show in a value.
PLACEHOLDER_CHARACTERS = "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17"


def take_delimited_strings(
    text: str, pairs: tuple[tuple[str, str], ...]
) -> tuple[str, dict[str, str]]:
    """Put a placeholder for each string that stands between a pair of delimiters.

    Gives the new text and the JSON string for each placeholder. The pairs are taken one after another, each over
    the whole text: a string that holds one of an earlier pair keeps its placeholder. Raises ValueError if the
    text leaves no control characters for placeholders.
    """
    start, end = "\x01\x02"
    if start in text or end in text:
        start, end = unused_characters(text)
    if len(pairs) == 1 and pairs[0][0] == pairs[0][1] != "":
        return take_alike(text, pairs[0][0], start, end)
    literals: dict[str, str] = {}
    encode = json_strings().encode
    absent = None  # an opening that `text` does not hold
    for opening, closing in pairs:
        opened = -1 if opening == absent else text.find(opening)
        if opened < 0:
            absent = opening
            continue
        pieces: list[str] = []
        position = 0
        while opened >= 0:
            body = opened + len(opening)
            closed = text.find(closing, body)
            if closed < 0:  # then no later opening has a closing either
                break
            placeholder = f"{start}{len(literals)}{end}"
            literals[placeholder] = encode(text[body:closed])
            pieces += (text[position:opened], placeholder)
            position = closed + len(closing)
            if (
                position == opened
            ):  # two empty texts: a string before each character, and at the end
                pieces.append(text[position : position + 1])
                position += 1
            opened = text.find(opening, position)
        if pieces:
            text, absent = "".join(pieces) + text[position:], None
    return text, literals


def take_alike(text: str, delimiter: str, start: str, end: str) -> tuple[str, dict[str, str]]:
    """The same where one text opens and closes every string."""
    pieces = text.split(delimiter)
    if len(pieces) % 2 == 0:  # the last one opens none
        pieces[-2:] = [delimiter.join(pieces[-2:])]
    strings = pieces[1::2]
    pieces[1::2] = placeholders = [f"{start}{number}{end}" for number in range(len(strings))]
    return "".join(pieces), dict(zip(placeholders, map(json_strings().encode, strings)))


@lru_cache(maxsize=None)
def json_strings() -> json.JSONEncoder:
    """Its `encode` is quicker than `json.dumps`."""
    return json.JSONEncoder()


def delimited_json(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    """`text` with each delimited string as one of JSON; a KnownJson where one is all there is."""
    absent = None  # an opening that `text` does not hold
    for at, (opening, _) in enumerate(pairs):
        if opening != absent and opening in text:
            string = lone_string(text, pairs[at:])
            break
        absent = opening
    else:
        if "\x01" not in text and "\x02" not in text:
            return text
        string = None
    if string is None:
        return restore_strings(*take_delimited_strings(text, pairs))
    known = KnownJson()
    known.value = string
    return known


def lone_string(text: str, pairs: tuple[tuple[str, str], ...]) -> str | None:
    """What `text` holds between one pair of delimiters, if it holds nothing else. None also means: not known."""
    for at, (opening, closing) in enumerate(pairs):
        if not text.startswith(opening):
            return None
        closed = text.find(closing, len(opening))
        if closed >= 0:
            whole = closed + len(closing) == len(text) and survives_json(text)
            stays = whole and keeps_placeholder(opening, pairs[at:])
            return text[len(opening) : closed] if stays else None
    return None


def survives_json(text: str) -> bool:
    """Whether `text` comes back the same from JSON: of two lone surrogates one character can become."""
    if "\x01" in text or "\x02" in text:
        return False
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def keeps_placeholder(opening: str, pairs: tuple[tuple[str, str], ...]) -> bool:
    """Whether these pairs, the first of which has this opening, leave the first placeholder alone."""
    for other, _ in pairs:
        if other is not opening and other in "\x010\x02":
            return False
    return opening not in "\x010\x02"


def unused_characters(text: str) -> tuple[str, str]:
    """The ends of placeholders, for a text that holds some of the characters."""
    unused = [character for character in PLACEHOLDER_CHARACTERS if character not in text]
    if len(unused) < 2:
        raise ValueError("too many different control characters")
    return unused[0], unused[1]


def restore_strings(text: str, literals: dict[str, str]) -> str:
    """Put the JSON strings back where their placeholders stand."""
    if not literals:
        return text
    placeholder = next(iter(literals))
    pieces = compiled(f"({placeholder[0]}[0-9]+{placeholder[-1]})").split(text)
    pieces[1::2] = [literals[one] for one in pieces[1::2]]
    return "".join(pieces)
