"""What `make demo` shows: a template is compiled, and a model output is parsed while it streams in."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = Path("templates", "qwen3.json")
PARSER = Path("build", "demo", "qwen3_parser.py")
CHUNK_SIZE = 14
COLOURS = {"reasoning_content": "magenta", "content": "green", "tool_calls": "cyan"}

# The end of the prompt, as the chat template writes it. The model goes on from there.
PREFIX = (
    "<|im_start|>user\nHow warm is it in Paris and in Seoul?<|im_end|>\n<|im_start|>assistant\n"
)
OUTPUT = """<think>
Two cities, one question each. I can ask for both at once.
</think>

I'll look both of them up.
<tool_call>
{"name": "get_weather", "arguments": {"city": "Paris", "days": "3"}}
</tool_call>
<tool_call>
{"name": "get_weather", "arguments": {"city": "Seoul", "days": "3"}}
</tool_call><|im_end|>"""
PARAMETERS = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
}
TOOLS = [{"type": "function", "function": {"name": "get_weather", "parameters": PARAMETERS}}]


def main() -> None:
    console = Console(highlight=False)
    compile_template()
    lines = PARSER.read_text(encoding="utf-8").count("\n")
    console.print(f"\n[bold]1. rtc compile {TEMPLATE} -o {PARSER}[/]")
    console.print(f"{lines} lines of Python that need the standard library alone. Have a look!")

    console.print(f"\n[bold]2. The model's output, {CHUNK_SIZE} characters at a time[/]")
    console.print(
        "Left: what is fed. Right: the events that come back at once. No tag shows up\n"
        "as text: what may become one is held back until that is clear. A region that\n"
        "closes gives its value.\n"
    )
    message = stream(console, load_file(PARSER))

    console.print("\n[bold]3. The message[/]")
    console.print(
        'The same for any chunking. "days" is a number now, as the tool\'s schema says.\n'
    )
    console.print_json(json.dumps(message))


def compile_template() -> None:
    PARSER.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "rtc.cli", "compile", str(TEMPLATE), "-o", str(PARSER)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def load_file(path: Path) -> ModuleType:
    """Import a file as a project that vendors it would, without rtc."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot import {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stream(console: Console, module: ModuleType) -> Any:
    """Feed the output in chunks, print the events as they come, return the message."""
    parser = module.ResponseParser(PREFIX, tools=TOOLS)
    show(console, "(prompt)", parser.initial_events)
    for start in range(0, len(OUTPUT), CHUNK_SIZE):
        chunk = OUTPUT[start : start + CHUNK_SIZE]
        show(console, json.dumps(chunk), parser.feed(chunk))
    message, events = parser.finalize()
    show(console, "(end)", events)
    return message


def show(console: Console, fed: str, events: list[Any]) -> None:
    for number, event in enumerate(events or [None]):
        left = Text(f"{fed if number == 0 else '':<24} ", style="dim")
        console.print(left + described(event), soft_wrap=True)


def described(event: Any) -> Text:
    if event is None:
        return Text("...", style="dim")
    kind = event["type"].removeprefix("region_")
    if kind == "chunk":
        detail = json.dumps(event["text"])
    else:
        detail = json.dumps(event["value"]) if kind == "close" else ""
    return Text(f"{kind:<5} {event['field']} {detail}", style=COLOURS.get(event["field"], ""))


if __name__ == "__main__":
    main()
