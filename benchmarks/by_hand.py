"""The floors: what code written for one format alone costs.

One-shot: find, slice and json.loads, without a thought for malformed or partial text, and, where there are tools,
the types of their own parameters. Streaming: a
feed that keeps the chunk and returns one event, and parses nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

# Reasoning, content, and name and arguments of each call.
NormalForm = tuple[str | None, str | None, list[tuple[str, Any]]]
Reader = Callable[[str], NormalForm]

BARE_KEY = re.compile(r"([{,])(\w+):")


class AppendingParser:
    """The floor of streaming."""

    __slots__ = ("chunks",)

    def __init__(self) -> None:
        self.chunks: list[str] = []

    def feed(self, text: str) -> list[dict[str, Any]]:
        self.chunks.append(text)
        return [{"type": "region_chunk", "field": "content", "text": text, "dirty": False}]

    def finalize(self) -> dict[str, str]:
        return {"content": "".join(self.chunks)}


def read_plain(text: str) -> NormalForm:
    return None, text.strip(), []


def read_qwen3(text: str) -> NormalForm:
    reasoning, content, at = _thought_and_content(text)
    calls: list[tuple[str, Any]] = []
    while at != -1:
        end = text.find("</tool_call>", at)
        call = json.loads(text[at + 11 : end])
        calls.append((call["name"], call["arguments"]))
        at = text.find("<tool_call>", end)
    return reasoning, content, calls


def read_qwen3_coder(text: str) -> NormalForm:
    reasoning, content, at = _thought_and_content(text)
    calls: list[tuple[str, Any]] = []
    while at != -1:
        end = text.find("</tool_call>", at)
        begin = text.find("<function=", at) + 10
        name_end = text.find(">", begin)
        calls.append((text[begin:name_end], _parameters(text, name_end, end)))
        at = text.find("<tool_call>", end)
    return reasoning, content, calls


def _thought_and_content(text: str) -> tuple[str | None, str | None, int]:
    """The third: where the first call begins, or -1."""
    reasoning, after = None, 0
    if text.startswith("<think>"):
        end = text.find("</think>")
        reasoning, after = text[7:end].strip(), end + 8
    at = text.find("<tool_call>", after)
    return reasoning, text[after:at].strip() or None, at


def _parameters(text: str, at: int, end: int) -> dict[str, str]:
    values = {}
    begin = text.find("<parameter=", at, end)
    while begin != -1:
        key_end = text.find(">", begin)
        value_end = text.find("</parameter>", key_end)
        values[text[begin + 11 : key_end]] = text[key_end + 1 : value_end].strip()
        begin = text.find("<parameter=", value_end, end)
    return values


def read_gpt_oss(text: str) -> NormalForm:
    reasoning = content = None
    calls: list[tuple[str, Any]] = []
    at = text.find("<|channel|>")
    while at != -1:
        body = text.find("<|message|>", at)
        header = text[at + 11 : body]
        body += 11
        if header.startswith("analysis"):
            end = text.find("<|end|>", body)
            reasoning = text[body:end].strip()
        elif header.startswith("final"):
            end = text.find("<|return|>", body)
            content = text[body:end].strip()
        else:
            end = text.find("<|call|>", body)
            begin = header.find("functions.") + 10
            name = header[begin : header.find(" ", begin)]
            calls.append((name, json.loads(text[body:end])))
        at = text.find("<|channel|>", end)
    return reasoning, content, calls


def read_mistral(text: str) -> NormalForm:
    begin = text.find("[TOOL_CALLS]")
    calls = json.loads(text[begin + 12 : text.rfind("</s>")])
    return (
        None,
        text[:begin].strip() or None,
        [(call["name"], call["arguments"]) for call in calls],
    )


def read_gemma(text: str) -> NormalForm:
    reasoning, after = None, 0
    if text.startswith("<|channel>thought\n"):
        end = text.find("<channel|>")
        reasoning, after = text[18:end].strip(), end + 10
    at = text.find("<|tool_call>", after)
    content = text[after:at].strip() or None
    calls: list[tuple[str, Any]] = []
    while at != -1:
        end = text.find("<tool_call|>", at)
        begin = text.find("{", at)
        calls.append((text[at + 17 : begin], delimited_arguments(text[begin:end], '<|"|>')))
        at = text.find("<|tool_call>", end)
    return reasoning, content, calls


def delimited_arguments(text: str, delimiter: str) -> Any:
    """Bare keys, and strings between delimiters."""
    parts = text.split(delimiter)
    for number, part in enumerate(parts):
        inside = number & 1
        parts[number] = (
            json.dumps(part, ensure_ascii=False) if inside else BARE_KEY.sub(r'\1"\2":', part)
        )
    return json.loads("".join(parts))


def typed_reader(reader: Reader, tools: Sequence[Mapping[str, Any]]) -> Reader:
    """The same with tools, as code by hand has it: what is no string by its tool's parameters is read as JSON."""

    def read(text: str) -> NormalForm:
        found = reader(text)
        fields = {
            tool["function"]["name"]: tool["function"]["parameters"]["properties"] for tool in tools
        }
        for name, arguments in found[2]:
            types = fields[name]
            for key, value in arguments.items():
                if type(value) is str and types[key]["type"] != "string":
                    arguments[key] = json.loads(value)
        return found

    return read


def marker_reader(markers: Sequence[str]) -> Callable[[str], object]:
    """The floor for texts that are no output of a model: one search for each marker."""

    def read(text: str) -> object:
        return [text.find(marker) for marker in markers]

    return read
