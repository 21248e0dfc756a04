"""What code by hand costs for the notations of the bundled templates: a reader of turns for each way to write one.

A turn is a thought, an answer and calls. `Turn` finds the first two; calls are read as one would for one format alone:
find, slice and `json.loads`, or its decoder where nothing closes a call, and `ast` for calls in Python.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.by_hand import NormalForm, Reader, delimited_arguments

Call = tuple[str, Any]
CallReader = Callable[[str, int], list[Call]]

decode = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class Turn:
    """What stands around the thought and the answer; the calls come after it. Without a `thought_end` there is none."""

    calls: CallReader
    answer_end: str
    answer: str = ""
    thought: str = ""
    thought_end: str = ""

    def reader(self) -> Reader:
        calls, answer, answer_end = self.calls, self.answer, self.answer_end
        thought, thought_end = self.thought, self.thought_end

        def read(text: str) -> NormalForm:
            reasoning, at = None, 0
            if thought_end:
                begin = text.find(thought) + len(thought)
                end = text.find(thought_end, begin)
                reasoning, at = text[begin:end].strip(), end + len(thought_end)
            at = text.find(answer, at) + len(answer)
            end = text.find(answer_end, at)
            return reasoning, text[at:end].strip() or None, calls(text, end)

        return read


def no_calls(text: str, at: int) -> list[Call]:
    return []


def objects(begin: str, end: str, name: str = "name", arguments: str = "arguments") -> CallReader:
    """An object with name and arguments for each call."""

    def read(text: str, at: int) -> list[Call]:
        calls = []
        at = text.find(begin, at)
        while at != -1:
            stop = text.find(end, at)
            call = json.loads(text[at + len(begin) : stop])
            calls.append((call[name], call[arguments]))
            at = text.find(begin, stop)
        return calls

    return read


def array(begin: str, end: str, name: str = "name", arguments: str = "arguments") -> CallReader:
    """One array with an object for each call."""

    def read(text: str, at: int) -> list[Call]:
        begun = text.find(begin, at) + len(begin)
        calls = json.loads(text[begun : text.find(end, begun)])
        return [(call[name], call[arguments]) for call in calls]

    return read


def separated(separator: str, arguments: str) -> CallReader:
    """Objects with nothing around them and something between them."""

    def read(text: str, at: int) -> list[Call]:
        calls = []
        while True:
            call, at = decode(text, at)
            calls.append((call["name"], call[arguments]))
            if not text.startswith(separator, at):
                return calls
            at += len(separator)

    return read


def named(begin: str, name_end: str, arguments: str) -> CallReader:
    """The name, then an object of arguments."""

    def read(text: str, at: int) -> list[Call]:
        calls = []
        at = text.find(begin, at)
        while at != -1:
            at += len(begin)
            name = text[at : text.find(name_end, at)]
            value, at = decode(text, text.find(arguments, at) + len(arguments))
            calls.append((name, value))
            at = text.find(begin, at)
        return calls

    return read


def tagged(
    call: str, name_end: str, call_end: str, key: str, key_end: str, value: str, value_end: str
) -> CallReader:
    """A tag for each argument: what stands before and after names, keys and values."""

    def read(text: str, at: int) -> list[Call]:
        calls = []
        at = text.find(call, at)
        while at != -1:
            at += len(call)
            after = text.find(name_end, at)
            end = text.find(call_end, after)
            calls.append((text[at:after], read_arguments(text, after, end)))
            at = text.find(call, end)
        return calls

    def read_arguments(text: str, at: int, end: int) -> dict[str, Any]:
        found = {}
        begin = text.find(key, at, end)
        while begin != -1:
            begin += len(key)
            after = text.find(key_end, begin)
            opened = text.find(value, after) + len(value)
            closed = text.find(value_end, opened)
            found[text[begin:after]] = text[opened:closed].strip()
            begin = text.find(key, closed + len(value_end), end)
        return found

    return read


def delimited(begin: str, end: str, delimiter: str) -> CallReader:
    """Bare keys, and strings between delimiters."""

    def read(text: str, at: int) -> list[Call]:
        calls = []
        at = text.find(begin, at)
        while at != -1:
            at += len(begin)
            stop = text.find(end, at)
            opened = text.find("{", at)
            calls.append((text[at:opened], delimited_arguments(text[opened:stop], delimiter)))
            at = text.find(begin, stop)
        return calls

    return read


def python_list(begin: str, end: str) -> CallReader:
    """A list of calls with literals for arguments, in Python."""

    def read(text: str, at: int) -> list[Call]:
        begun = text.find(begin, at) + len(begin)
        calls: Any = ast.parse(text[begun : text.find(end, begun)], mode="eval").body
        return [(call.func.id, _literals(call.keywords)) for call in calls.elts]

    return read


def _literals(keywords: list[ast.keyword]) -> dict[str, Any]:
    return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in keywords}


def json_arguments(begin: str) -> CallReader:
    """Calls as in Python, one in a line, with arguments in JSON."""

    def read(text: str, at: int) -> list[Call]:
        calls = []
        at = text.find(begin, at) + len(begin)
        while text[at] == "\n" and text[at + 1] != "<":
            opened = text.find("(", at)
            name, arguments, end = text[at + 1 : opened], {}, opened + 1
            while text[end] != ")":
                equals = text.find("=", end)
                key = text[end:equals].lstrip(", ")
                arguments[key], end = decode(text, equals + 1)
            calls.append((name, arguments))
            at = end + 1
        return calls

    return read
