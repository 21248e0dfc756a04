"""Layouts of the formats that write calls as code, objects with bare keys, or no calls."""

from __future__ import annotations

from tests.hostile.arguments import as_json, as_python, bare_keys, keywords
from tests.hostile.turns import AFTER, ALONE, BEFORE, Layout

CHATML = "<|im_start|>assistant\n"

CODE = {
    "lfm2_5": Layout(
        prompt=CHATML,
        thinking=CHATML,
        thought=("<think>", "</think>"),
        section=("<|tool_call_start|>[", "]<|tool_call_end|>"),
        call="{name}({arguments})",
        between=", ",
        arguments=keywords(as_python),
        stop="<|im_end|>",
        places=(ALONE, BEFORE, AFTER),
    ),
    "llama4": Layout(
        prompt="<|header_start|>assistant<|header_end|>\n\n",
        section=("<|python_start|>[", "]<|python_end|>"),
        call="{name}({arguments})",
        between=", ",
        arguments=keywords(as_python),
        stop="<|eot|>",
        places=(ALONE, BEFORE),
    ),
    "olmo3": Layout(
        prompt=CHATML,
        thinking=f"{CHATML}<think>",
        thought=("", "</think>"),
        gap="\n",
        section=("<function_calls>\n", "\n</function_calls>"),
        call="{name}({arguments})",
        between="\n",
        arguments=keywords(as_json),
        stop="<|im_end|>",
    ),
    "gemma4": Layout(
        prompt="<|turn>model\n",
        thinking="<|turn>model\n",
        thought=("<|channel>thought\n", "\n<channel|>"),
        call="<|tool_call>call:{name}{arguments}<tool_call|>",
        arguments=bare_keys('<|"|>'),
        stop="<turn|>",
        calls_stop="<|tool_response>",
    ),
    "functiongemma": Layout(
        prompt="<start_of_turn>model\n",
        call="<start_function_call>call:{name}{arguments}<end_function_call>",
        arguments=bare_keys("<escape>"),
        stop="<end_of_turn>",
        calls_stop="<start_function_response>",
    ),
}

NO_CALLS = {
    "phi4_reasoning": Layout(
        prompt="<|im_start|>assistant<|im_sep|>",
        thinking="<|im_start|>assistant<|im_sep|>",
        thought=("<think>", "</think>\n\n"),
        call="",
        arguments=as_json,
        stop="<|im_end|>",
        places=(ALONE,),
        calls=0,
    ),
}
