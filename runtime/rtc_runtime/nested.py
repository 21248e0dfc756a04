"""Reading nested lists and dicts without recursion."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .matching import compiled

# How deep arrays and objects may nest in JSON. Python's own limit depends on its version and on its caller.
JSON_DEPTH_LIMIT = 512

BLANKS = r"[ \t\n\r]*"

# What can stand between these quotes. `re` remembers some hundred bytes for each round of a group, so a piece of it.
INSIDE_QUOTES = {
    '"': r'[^"\\]*(?:\\.[^"\\]*){0,256}',
    "'": r"[^'\\]*(?:\\.[^'\\]*){0,256}",
}


def end_of_pieces(piece: str, text: str, position: int) -> int:
    """Where the matches of this pattern end that stand one right behind the other from `position` on."""
    match = compiled(piece).match
    while (found := match(text, position)) is not None and found.end() > position:
        position = found.end()
    return position


def reason_of(error: json.JSONDecodeError) -> str:
    """What is wrong and where, on one line and with what stands around it."""
    around = error.doc[max(0, error.pos - 20) : error.pos + 20]
    return f"{error.msg}: character {error.pos}, near {around!r}"


class NestedReader:
    """Reads a value made of lists, dicts and scalars; a subclass says what scalars and keys look like.

    The lists and dicts that are open stand on a stack of the reader's own, so depth costs no recursion and
    the caller's stack has no say in it. Errors are `json.JSONDecodeError`, with the position.
    """

    depth_limit = JSON_DEPTH_LIMIT
    # What opens a list or dict, and what closes it.
    brackets = {"[": "]", "{": "}"}

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def fail(self, problem: str) -> NoReturn:
        raise json.JSONDecodeError(problem, self.text, self.position)

    def skip_blanks(self) -> None:
        blanks = compiled(BLANKS).match(self.text, self.position)
        if blanks is not None:  # it always matches, if only nothing
            self.position = blanks.end()

    def at(self, mark: str) -> bool:
        """Whether `mark` is next, blanks aside."""
        self.skip_blanks()
        return self.text.startswith(mark, self.position)

    def take(self, mark: str) -> bool:
        """Step over `mark` if it is next."""
        found = self.at(mark)
        if found:
            self.position += len(mark)
        return found

    def expect(self, mark: str) -> None:
        if not self.take(mark):
            self.fail(f"expected {mark!r}")

    def expect_end(self) -> None:
        self.skip_blanks()
        if self.position != len(self.text):
            self.fail("unexpected text after the end")

    def scalar(self) -> Any:
        """The string, number or constant that starts here."""
        raise NotImplementedError

    def key(self, entries: dict[str, Any]) -> str:
        """The next key of `entries` and the colon after it."""
        raise NotImplementedError

    def value(self) -> Any:
        """The value that starts here, and all that is in it."""
        containers: list[tuple[Any, str, str]] = []  # with what closes it, and the key that waits
        value: Any
        while True:
            closing = self.opened(len(containers))
            if not closing:
                value = self.scalar()
            else:
                value = {} if closing == "}" else []
                if not self.take(closing):
                    key = self.key(value) if closing == "}" else ""
                    containers.append((value, closing, key))
                    continue
            while containers:
                container, closing, key = containers.pop()
                if closing == "}":
                    container[key] = value
                else:
                    container.append(value)
                if self.take(","):
                    key = self.key(container) if closing == "}" else ""
                    containers.append((container, closing, key))
                    break
                self.close(container, closing)
                value = container
            else:
                return value

    def opened(self, depth: int) -> str:
        """What closes the list or dict that starts here, inside `depth` others; "" if none does."""
        self.skip_blanks()
        closing = self.brackets.get(self.text[self.position : self.position + 1], "")
        if closing:
            if depth >= self.depth_limit:
                self.fail(f"more than {self.depth_limit} nested lists and dicts")
            self.position += 1
        return closing

    def close(self, container: Any, closing: str) -> None:
        self.expect(closing)
