"""Rewriting what models emit as JSON into JSON: keys without quotes.

Each step takes text and gives text; all are linear. The order is: take the delimited strings out, quote the
bare keys, put the strings back, parse.
"""

from __future__ import annotations

import re

from .matching import compiled
from .nested import INSIDE_QUOTES, end_of_pieces
from .strings import KEY_PHRASE

# What stands around a key without quotes.
BEFORE_KEY = r"(?<=[{,])(?P<before>[ \t\n\r]*)(?P<key>"
BEHIND_KEY = r")(?P<after>[ \t\n\r]*):"
# The key may still hold what is no part of a word beyond ASCII: `is_word` decides, since `\w` misses marks.
KEY_LETTERS = r"[^\s\x00-/:-@\[-^`{-\x7f]+"
BARE_KEY = BEFORE_KEY + KEY_LETTERS + BEHIND_KEY
QUOTE_OR_BARE_KEY = '"|' + BARE_KEY
QUOTE_OR_PHRASE = '"|' + BEFORE_KEY + KEY_PHRASE + BEHIND_KEY
# The same keys, in text without quotes: `re` finds a mark faster than a place behind one.
MARK_AND_KEY = rf"([{{,][ \t\n\r]*)({KEY_LETTERS})([ \t\n\r]*:)"
MARK_AND_PHRASE = rf"([{{,][ \t\n\r]*)({KEY_PHRASE})([ \t\n\r]*:)"


def quote_bare_keys(text: str, phrases: bool = False) -> str:
    """Put double quotes around the keys that have none.

    With `phrases` a key may be more than a word: `{Basic chain: 1, content-type: 2}`, which is never JSON without
    quotes. Not for text that may stay text.
    """
    if '"' not in text:
        return quote_all_keys(text, MARK_AND_PHRASE if phrases else MARK_AND_KEY)
    search = compiled(QUOTE_OR_PHRASE if phrases else QUOTE_OR_BARE_KEY).search
    pieces: list[str] = []
    position = copied = 0
    while (found := search(text, position)) is not None:
        start, position = found.span()
        if found["key"] is not None:
            pieces += (text[copied:start], quote_key(found))
            copied = position
            continue
        position = end_of_pieces(INSIDE_QUOTES['"'], text, position)
        if text.startswith('"', position):
            position += 1
        else:
            # A quote that nothing closes is no string: the keys behind it are keys. A delimited string after a
            # backslash can still make JSON of such text.
            pieces += (text[copied:start], compiled(BARE_KEY).sub(quote_key, text[start:position]))
            copied = position
    return "".join(pieces) + text[copied:]


def quote_all_keys(text: str, pattern: str) -> str:
    """The keys in a text that has no quotes yet. `pattern` has groups for a key and for what is around it."""
    pieces = compiled(pattern).split(text)
    words = text.isascii()
    pieces[2::4] = [f'"{key}"' if words or is_word(key) else key for key in pieces[2::4]]
    return "".join(pieces)


def quote_key(found: re.Match[str]) -> str:
    if not is_word(found["key"]):
        return found[0]
    return f'{found["before"]}"{found["key"]}"{found["after"]}:'


def is_word(text: str) -> bool:
    """Whether all that is beyond ASCII in a key belongs to words.

    Unicode's words: letters, marks, digits, connectors, joiners, and the cased symbols (circled letters).
    """
    if text.isascii():
        return True
    import unicodedata

    return all(
        character.isascii()
        or unicodedata.category(character) in ("Mn", "Mc", "Me", "Nd", "Nl", "Pc")
        or character.isalpha()
        or character.islower()
        or character.isupper()
        or character in "\u200c\u200d"
        for character in text
    )
