"""Layouts against installed chat templates: a turn is written as the family's chat template renders it."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from transformers.utils.chat_template_utils import render_jinja_template

from tests.hostile.layouts import LAYOUTS
from tests.hostile.turns import Call, Turn

# Which turns a template of trl renders like the layout: with a thought, with text, with two calls.
THOUGHTS, BOTH, BARE = (True,), (True, False), (False,)
TEMPLATES = {
    "qwen3": ("qwen3", THOUGHTS, BOTH, BOTH),
    "qwen2_5": ("qwen3", BARE, BOTH, BOTH),
    "qwen3_vl": ("qwen3", BARE, BOTH, BOTH),
    "qwen3_5_think": ("qwen3_coder", BOTH, BOTH, BOTH),
    "qwen3_6": ("qwen3_coder", BOTH, BOTH, BOTH),
    "qwen3_8": ("qwen3_coder", BOTH, BOTH, BOTH),
    "nemotron_3_nano": ("nemotron3", THOUGHTS, THOUGHTS, BOTH),
    "glm4moe": ("glm4_moe", BOTH, BOTH, BOTH),
    "gemma4_v5": ("gemma4", BOTH, BARE, BOTH),
    "llama3_1": ("llama3", BARE, BARE, BARE),
    "llama3_2": ("llama3", BARE, BARE, BARE),
    "lfm2_2_5": ("lfm2_5", BOTH, BOTH, BOTH),
    "lfm2_2_5_v2": ("lfm2_5", BOTH, BOTH, BOTH),
}
CALLS = (Call("f", {"a": "x", "b": 3, "c": ["u", "v"]}), Call("g", {}))


def render(name: str, turn: Turn) -> str:
    """A conversation that ends in the turn, as the chat template of trl renders it."""
    found = importlib.util.find_spec("trl")
    if found is None or found.origin is None:
        pytest.skip("no trl")
    source = Path(found.origin).parent / "chat_templates" / f"{name}.jinja"
    messages = [{"role": "user", "content": "Hi"}, message_of(turn)]
    return str(render_jinja_template([messages], chat_template=source.read_text("utf-8"))[0][0])


def message_of(turn: Turn) -> dict[str, Any]:
    thought = {"reasoning_content": turn.thought, "thinking": turn.thought}
    calls = [{"name": call.name, "arguments": call.arguments} for call in turn.calls]
    return {
        "role": "assistant",
        "content": "".join(turn.texts),
        "tool_calls": [
            {"type": "function", "function": json.loads(json.dumps(one))} for one in calls
        ],
    } | (thought if turn.thought else {})


@pytest.mark.parametrize("name", TEMPLATES)
def test_layout_writes_what_the_chat_template_renders(name: str) -> None:
    template, thoughts, texts, pairs = TEMPLATES[name]
    layout = LAYOUTS[template]
    for thinks in thoughts:
        for speaks in texts:
            for both in pairs:
                parts = (("Look.",) if speaks else ()) + (CALLS if both else CALLS[:1])
                turn = Turn(parts, thought="Hm." if thinks else None)
                written = layout.write(turn).removesuffix(layout.stop_of(turn))
                assert layout.prefix(turn) + written in render(name, turn)
