"""Where values stand in a JSON text.

Positions are kept as a tree beside the data and looked up by walking down a JSON pointer. Building the
pointers of all values ahead would cost depth times size, which a hostile text can make huge.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

_NEWLINE = re.compile(r"\r\n|\r|\n")
# A lookup of this pointer gives the position of a key instead of that of its value.
KEY = "#key"


@dataclass(frozen=True, slots=True)
class Mark:
    """The span of one value in the text, with the marks of the values in it.

    `keys` holds where the keys of an object start.
    """

    start: int
    end: int
    children: Mapping[str, Mark] | list[Mark] | None = None
    keys: Mapping[str, int] | None = None

    def child(self, token: str) -> Mark | None:
        if isinstance(self.children, Mapping):
            return self.children.get(token)
        if self.children and token.isdecimal() and token.isascii() and len(token) < 10:
            return self.children[int(token)] if int(token) < len(self.children) else None
        return None

    def walk(self, pointer: str) -> tuple[Mark, str]:
        """The mark of the nearest value on the way to `pointer`, and what of the pointer remains."""
        mark, tokens = self, pointer_tokens(pointer)
        for place, token in enumerate(tokens):
            child = mark.child(token)
            if child is None:
                return mark, join_pointer(tokens[place:])
            mark = child
        return mark, ""


def pointer_tokens(pointer: str) -> list[str]:
    return [unescape_token(token) for token in pointer.split("/")[1:]]


def join_pointer(tokens: Iterable[str]) -> str:
    return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)


def unescape_token(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")


class Lines:
    """The lines of a text: offset to line and column, line to text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in _NEWLINE.finditer(text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, columns in characters."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line without its end; "" for a line that is not there."""
        if not 1 <= number <= len(self._starts):
            return ""
        end = self._starts[number] if number < len(self._starts) else len(self._text)
        return self._text[self._starts[number - 1] : end].rstrip("\r\n")


class Positions(Mapping[str, tuple[int, int]]):
    """JSON pointer -> (line, column) of the value; with `#key` after the pointer, of its key.

    A key of the text that itself ends in `#key` comes before that reading.
    """

    def __init__(self, root: Mark | None, lines: Lines) -> None:
        self._root = root
        self._lines = lines

    def __getitem__(self, pointer: str) -> tuple[int, int]:
        offset = self._offset(pointer)
        if offset is None and pointer.endswith(KEY):
            offset = self._key_offset(pointer[: -len(KEY)])
        if offset is None:
            raise KeyError(pointer)
        return self._lines.position(offset)

    def nearest(self, pointer: str) -> tuple[int, int]:
        """The position of the value at `pointer`, or of the innermost value on the way to it."""
        return (
            (1, 1)
            if self._root is None
            else self._lines.position(self._root.walk(pointer)[0].start)
        )

    def _offset(self, pointer: str) -> int | None:
        if self._root is None:
            return None
        mark, rest = self._root.walk(pointer)
        return None if rest else mark.start

    def _key_offset(self, pointer: str) -> int | None:
        parent, slash, token = pointer.rpartition("/")
        if self._root is None or not slash:
            return None
        mark, rest = self._root.walk(parent)
        return None if rest or mark.keys is None else mark.keys.get(unescape_token(token))

    def __iter__(self) -> Iterator[str]:
        stack = [("", self._root)] if self._root is not None else []
        while stack:
            pointer, mark = stack.pop()
            yield pointer
            for token in mark.keys or ():
                yield pointer + join_pointer([token]) + KEY
            stack.extend(
                (pointer + join_pointer([token]), child) for token, child in _named_children(mark)
            )

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _named_children(mark: Mark) -> list[tuple[str, Mark]]:
    if isinstance(mark.children, Mapping):
        return list(mark.children.items())
    return [(str(index), child) for index, child in enumerate(mark.children or ())]
