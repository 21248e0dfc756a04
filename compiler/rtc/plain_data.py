"""A template given as a Python value -> JSON text.

Whatever JSON does not have is reported and written as null, so that all of it is found at once. Values are
read through the methods of the built-in types: no code of a subclass runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from rtc.diagnostics import quote
from rtc.json_reader import MAX_DEPTH, MAX_FLAWS

INDENT = "  "


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that JSON does not have, and the path of keys to it."""

    message: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """`text` is None when it would have been longer than the limit."""

    text: str | None
    misfits: tuple[Misfit, ...]


@dataclass(slots=True)
class _Frame:
    """A list or dict that is being written; `rest` yields its keys ("" in a list) and values."""

    container: object
    rest: Iterator[tuple[object, object]]
    closer: str
    token: str = ""
    count: int = 0


def write_json(value: object, limit: int) -> Written:
    """Write `value` as `json.dumps(value, indent=2, ensure_ascii=False)` would."""
    writer = _Writer(limit)
    complete = writer.write(value)
    return Written("".join(writer.pieces) if complete else None, tuple(writer.misfits))


class _Writer:
    def __init__(self, limit: int) -> None:
        self.room = limit
        self.pieces: list[str] = []
        self.frames: list[_Frame] = []
        self.misfits: list[Misfit] = []

    def write(self, value: object) -> bool:
        """Whether all of it fitted into the limit. A few shared lists can stand for endless text."""
        self._start(value)
        while self.frames and self.room >= 0:
            frame = self.frames[-1]
            following = next(frame.rest, None)
            if following is None:
                self._finish(self.frames.pop())
            else:
                self._member(frame, *following)
        return self.room >= 0

    def _member(self, frame: _Frame, key: object, value: object) -> None:
        if not isinstance(key, str):
            self._misfit(f"a key is no string but {quote(type(key).__name__)}", self.frames[:-1])
            return
        plain_key = str.__str__(key)
        frame.token = plain_key if frame.closer == "}" else str(frame.count)
        self._put("," if frame.count else "")
        self._break_line()
        frame.count += 1
        if frame.closer == "}":
            self._put(json.dumps(plain_key, ensure_ascii=False) + ": ")
        self._start(value)

    def _start(self, value: object) -> None:
        if isinstance(value, (dict, list)):
            self._open(value)
        else:
            self._put(self._scalar(value))

    def _open(self, value: dict[object, object] | list[object]) -> None:
        if len(self.frames) >= MAX_DEPTH or any(frame.container is value for frame in self.frames):
            self._put("null")
            self._misfit(f"contains itself, or nests more than {MAX_DEPTH} levels deep")
        elif isinstance(value, dict):
            self._put("{")
            self.frames.append(_Frame(value, iter(dict.items(value)), "}"))
        else:
            self._put("[")
            self.frames.append(_Frame(value, (("", item) for item in list.__iter__(value)), "]"))

    def _finish(self, frame: _Frame) -> None:
        if frame.count:
            self._break_line()
        self._put(frame.closer)

    def _scalar(self, value: object) -> str:
        if value is None or isinstance(value, bool):
            return json.dumps(value)
        if isinstance(value, str):
            return json.dumps(str.__str__(value), ensure_ascii=False)
        if isinstance(value, (int, float)):
            return self._number(value)
        self._misfit(f"{quote(type(value).__name__)} is no type that JSON has")
        return "null"

    def _number(self, value: int | float) -> str:
        try:
            text = int.__repr__(value) if isinstance(value, int) else float.__repr__(value)
        except ValueError:
            self._misfit("a whole number with too many digits")
            return "null"
        if text in ("nan", "inf", "-inf"):
            self._misfit(f"{text} is no JSON number")
            return "null"
        return text

    def _misfit(self, message: str, frames: list[_Frame] | None = None) -> None:
        if len(self.misfits) < MAX_FLAWS:
            tokens = tuple(frame.token for frame in (self.frames if frames is None else frames))
            self.misfits.append(Misfit(message, tokens))

    def _break_line(self) -> None:
        self._put("\n" + INDENT * len(self.frames))

    def _put(self, text: str) -> None:
        self.pieces.append(text)
        self.room -= len(text)
