"""The texts that are parsed: model outputs made of a few words, the same ones on every machine.

Sizes and seeds stay as they are: figures of different versions are to compare.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

WORDS = (
    "the model reads a request and then decides which tool it needs to call before it answers; "
    'numbers like 42, 3.14 and 1e9 appear, as do quotes "like this", tabs, brackets [x] {y} (z), '
    "math a < b && c > d, accents café naïve — and some 中文 text"
).split(" ")
TOOL_NAMES = ("get_weather", "search_docs", "run_code", "write_file", "send_mail")
CALL_ID = "VvvODy9mT"


def prose(size: int, seed: int) -> str:
    """Words with a line break here and there, `size` characters."""
    random_source = random.Random(seed)
    pieces: list[str] = []
    length = 0
    while length < size:
        word = random_source.choice(WORDS)
        if random_source.random() < 0.01:
            piece = word + "\n\n"
        else:
            piece = word + ("\n" if random_source.random() < 0.03 else " ")
        pieces.append(piece)
        length += len(piece)
    return "".join(pieces)[:size].strip().ljust(size, ".")


def code(size: int, seed: int) -> str:
    """A Python function of about `size` characters that ends in a comment sign."""
    random_source = random.Random(seed)
    lines = ["def main(x):\n"]
    length = number = 0
    while length < size:
        indent = "    " * random_source.randint(1, 3)
        count = random_source.randint(0, 999)
        word = random_source.choice(WORDS).replace('"', "")
        call = f'compute({count}, "{word}")'
        line = f"{indent}value_{number} = {call} if x[{number}] < {number} else None\n"
        lines.append(line)
        length += len(line)
        number += 1
    return "".join(lines)[: size - 1].rstrip() + "#"


def arguments(seed: int, size: int = 300) -> dict[str, Any]:
    """The arguments of one call, about `size` characters as JSON."""
    values: dict[str, Any] = {
        "location": "São Paulo, Brazil",
        "days": random.Random(seed).randint(1, 9),
        "units": "metric",
        "verbose": True,
        "threshold": 0.75,
        "tags": ["alpha", "beta", "gamma"],
        "filters": {"min": 1, "max": None, "mode": 'a"b'},
    }
    room = max(size - len(to_json(values)) - len(', "note": ""'), 1)
    note = prose(room, seed + 7).translate(str.maketrans('"\n\\', "' /"))
    values["note"] = note.strip().ljust(room, ".")
    return values


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def hermes_call(name: str, values: Mapping[str, Any]) -> str:
    body = f'{{"name": "{name}", "arguments": {to_json(values)}}}'
    return f"<tool_call>\n{body}\n</tool_call>"


def xml_call(name: str, values: Mapping[str, str]) -> str:
    tags = "".join(f"<parameter={key}>\n{value}\n</parameter>\n" for key, value in values.items())
    return f"<tool_call>\n<function={name}>\n{tags}</function>\n</tool_call>"


def harmony_call(name: str, body: str) -> str:
    header = f"<|channel|>commentary to=functions.{name} <|constrain|>json<|message|>"
    return f"{header}{body}<|call|>"


def mistral_calls(calls: list[tuple[str, dict[str, Any]]]) -> str:
    listed = [{"name": name, "arguments": values, "id": CALL_ID} for name, values in calls]
    return f"[TOOL_CALLS] {to_json(listed)}</s>"


def gemma_call(name: str, values: Mapping[str, Any]) -> str:
    return f"<|tool_call>call:{name}{gemma_value(values)}<tool_call|>"


def gemma_value(value: object) -> str:
    """The notation of Gemma 4: bare keys, and strings between delimiters of their own."""
    if isinstance(value, str):
        return f'<|"|>{value}<|"|>'
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}:{gemma_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(gemma_value, value)) + "]"
    return json.dumps(value)


def plain_answer() -> str:
    return prose(20_000, 1)


def qwen3_answer() -> str:
    calls = "\n".join(hermes_call(TOOL_NAMES[i], arguments(20 + i)) for i in range(3))
    return f"<think>\n{prose(8000, 2)}\n</think>\n\n{prose(4000, 3)}\n{calls}<|im_end|>"


def qwen3_coder_answer() -> str:
    weather = xml_call("get_weather", {"location": "Paris, France", "days": "3", "verbose": "true"})
    writing = xml_call("write_file", {"path": "src/main.py", "code": code(10_000, 4)})
    return f"<think>\n{prose(8000, 5)}\n</think>\n\n{weather}\n{writing}<|im_end|>"


def gpt_oss_answer() -> str:
    thought = f"<|channel|>analysis<|message|>{prose(8000, 6)}<|end|>"
    call = harmony_call("get_weather", to_json(arguments(40)))
    answer = f"<|channel|>final<|message|>{prose(4000, 7)}<|return|>"
    return "<|start|>assistant".join((thought, call, answer))


def mistral_answer() -> str:
    return mistral_calls([(TOOL_NAMES[i], arguments(50 + i)) for i in range(5)])


def gemma_answer() -> str:
    calls = "".join(gemma_call(TOOL_NAMES[i], _gemma_arguments(i)) for i in range(3))
    thought = f"<|channel>thought\n{prose(8000, 8)}<channel|>"
    return f"{thought}{prose(4000, 9)}{calls}<turn|>"


def _gemma_arguments(number: int) -> dict[str, Any]:
    return {
        "city": "Zurich",
        "text": prose(250, 60 + number).replace("\n", " ").strip(),
        "n": 3,
        "flag": True,
        "tags": ["a", "b"],
        "opt": {"deep": "x", "k": 1.5},
    }


def scaling_text(family: str, size: int) -> str:
    """Plain text of `size` characters, or one call whose argument is code of that size."""
    if family == "plain":
        return prose(size, 70)
    written = {"path": "a.py", "code": code(size, 71)}
    match family:
        case "hermes":
            return hermes_call("write_file", written) + "<|im_end|>"
        case "coder":
            return xml_call("write_file", written) + "<|im_end|>"
        case "harmony":
            return harmony_call("write_file", json.dumps(written))
        case "mistral":
            return mistral_calls([("write_file", written)])
        case "gemma":
            return gemma_call("write_file", written) + "<turn|>"
    raise ValueError(f"no family {family!r}")
