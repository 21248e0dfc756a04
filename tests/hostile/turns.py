"""Turns of an assistant, and layouts: how a format writes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

Arguments = Mapping[str, Any]
# Where a turn may have text: by itself, and where it has calls.
ALONE, BEFORE, BETWEEN, AFTER = "alone", "before", "between", "after"
EVERYWHERE = (ALONE, BEFORE, BETWEEN, AFTER)


@dataclass(frozen=True, slots=True)
class Call:
    name: str
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Turn:
    """A thought, where there is one, then texts and calls in order."""

    parts: tuple[str | Call, ...]
    thought: str | None = None

    @property
    def calls(self) -> list[Call]:
        return [part for part in self.parts if isinstance(part, Call)]

    @property
    def texts(self) -> list[str]:
        return [part for part in self.parts if isinstance(part, str)]


def _as_written(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Layout:
    """How a format writes a turn.

    - `prompt`, `thinking`: the prefix without and with a thought; `thinking` is None where there is none.
    - `thought`, `answer`, `text`, `section`: what stands before and after a thought, all that follows it,
      a piece of text, and a run of calls. `blocks`: what separates these; `gap`: text from calls behind it.
    - `call`: a call, with `{name}`, `{json_name}`, `{number}` and `{arguments}`, which `arguments` writes;
      `between`: what separates two. `id`: the id that the message gets, None where it has none.
    - `stop`: the end of the turn; `calls_stop` where a turn with calls ends in another.
    - `places`: where there may be text; `calls`: how many calls a turn may have.
    - `untyped`: what an argument is where no tools are given; `join`: what joins pieces of text.
    - `tokens`: markers that no turn of this layout shows.
    """

    prompt: str
    call: str
    arguments: Callable[[Arguments], str]
    thinking: str | None = None
    thought: tuple[str, str] = ("", "")
    answer: tuple[str, str] = ("", "")
    text: tuple[str, str] = ("", "")
    section: tuple[str, str] = ("", "")
    blocks: str = ""
    gap: str = ""
    between: str = ""
    id: str | None = None
    stop: str = ""
    calls_stop: str | None = None
    places: tuple[str, ...] = EVERYWHERE
    calls: int = 3
    untyped: Callable[[Any], Any] = _as_written
    join: str = ""
    tokens: tuple[str, ...] = ()

    def prefix(self, turn: Turn) -> str:
        thinks = turn.thought is not None and self.thinking is not None
        return self.thinking or "" if thinks else self.prompt

    def stop_of(self, turn: Turn) -> str:
        return self.stop if self.calls_stop is None or not turn.calls else self.calls_stop

    def write(self, turn: Turn) -> str:
        """The turn as the model writes it behind its prompt."""
        runs = [(kind, list(parts)) for kind, parts in groupby(turn.parts, type)]
        answer = "".join(self._run(number, kind, runs) for number, (kind, _) in enumerate(runs))
        if answer:
            answer = self.answer[0] + answer + self.answer[1]
        stop = self.stop_of(turn)
        if turn.thought is None:
            return answer + stop
        thought = self.thought[0] + turn.thought + self.thought[1]
        return thought + (self.blocks if answer else "") + answer + stop

    def _run(self, number: int, kind: type, runs: list[tuple[type, list[Any]]]) -> str:
        """One run of texts or of calls, with what separates it from the one before."""
        separator = self.blocks if number else ""
        if kind is str:
            return separator + "".join(
                self.text[0] + text + self.text[1] for text in runs[number][1]
            )
        first = sum(len(parts) for earlier, parts in runs[:number] if earlier is Call)
        calls = [self._call(first + place, call) for place, call in enumerate(runs[number][1])]
        gap = self.gap if number else ""
        return separator + gap + self.section[0] + self.between.join(calls) + self.section[1]

    def _call(self, number: int, call: Call) -> str:
        return self.call.format(
            name=call.name,
            json_name=json.dumps(call.name, ensure_ascii=False),
            number=number,
            arguments=self.arguments(call.arguments),
        )

    def message(self, turn: Turn, typed: bool) -> dict[str, Any]:
        """What is to come back; `typed` where the tools are known."""
        values = {
            "reasoning_content": turn.thought,
            "content": self.join.join(turn.texts),
            "tool_calls": [
                self._item(number, call, typed) for number, call in enumerate(turn.calls)
            ],
        }
        return {"role": "assistant"} | {key: value for key, value in values.items() if value}

    def _item(self, number: int, call: Call, typed: bool) -> dict[str, Any]:
        arguments = {
            key: value if typed else self.untyped(value) for key, value in call.arguments.items()
        }
        item: dict[str, Any] = {"type": "function"}
        if self.id is not None:
            item["id"] = self.id.format(name=call.name, number=number)
        return item | {"function": {"name": call.name, "arguments": arguments}}
