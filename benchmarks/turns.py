"""Code by hand for the format of each bundled template, as its longest fixture has it."""

from __future__ import annotations

from benchmarks.by_hand import Reader, typed_reader
from benchmarks.notations import (
    Turn,
    array,
    delimited,
    json_arguments,
    named,
    no_calls,
    objects,
    python_list,
    separated,
    tagged,
)
from benchmarks.tools import Tools

CALL, CALL_END = "<tool_call>", "</tool_call>"
FUNCTION = ("<function=", ">", "</function>", "<parameter=", ">", ">", "</parameter>")
ARGS = named("[TOOL_CALLS]", "[ARGS]", "[ARGS]")
V3 = array("[TOOL_CALLS]", "</s>")

TURNS = {
    "command_a": Turn(
        array("<|START_ACTION|>", "<|END_ACTION|>", "tool_name", "parameters"),
        answer_end="<|START_ACTION|>",
        thought="<|START_THINKING|>",
        thought_end="<|END_THINKING|>",
    ),
    "deepseek_dsml": Turn(
        tagged(
            '<｜DSML｜invoke name="',
            '">',
            "</｜DSML｜invoke>",
            '<｜DSML｜parameter name="',
            '" string="',
            ">",
            "</｜DSML｜parameter>",
        ),
        answer_end="<｜DSML｜function_calls>",
        thought_end="</think>",
    ),
    "deepseek_v3": Turn(
        named("<｜tool▁sep｜>", "\n", "```json\n"),
        answer_end="<｜tool▁calls▁begin｜>",
        thought_end="</think>",
    ),
    "ernie": Turn(
        objects(CALL, CALL_END),
        answer_end="</response>",
        answer="<response>",
        thought_end="</think>",
    ),
    "functionary_v3_1": Turn(named("<function=", ">", ">"), answer_end="<function="),
    "functionary_v3_2": Turn(named(">>>", "\n", "\n"), answer_end=">>>", answer="all\n"),
    "functiongemma": Turn(
        delimited("<start_function_call>call:", "<end_function_call>", "<escape>"),
        answer_end="<start_function_call>",
    ),
    "gemma4": Turn(
        delimited("<|tool_call>call:", "<tool_call|>", '<|"|>'),
        answer_end="<|tool_call>",
        thought="<|channel>thought",
        thought_end="<channel|>",
    ),
    "gigachat3": Turn(
        objects("function call<|role_sep|>", "<|message_sep|>"), answer_end="<|message_sep|>"
    ),
    "glm4_moe": Turn(
        tagged(CALL, "\n", CALL_END, "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"),
        answer_end=CALL,
        thought="<think>",
        thought_end="</think>",
    ),
    "gpt_oss": Turn(
        named(" to=functions.", " ", "<|message|>"),
        answer_end="<|end|>",
        answer="<|message|>",
        thought="<|channel|>analysis<|message|>",
        thought_end="<|end|>",
    ),
    "granite3": Turn(
        array("<|tool_call|>", "<|end_of_text|>"),
        answer_end="<|tool_call|>",
        thought="<think>",
        thought_end="</think>",
    ),
    "granite4": Turn(objects(CALL, CALL_END), answer_end=CALL),
    "hunyuan": Turn(
        array("<tool_calls>", "</tool_calls>"),
        answer_end="<tool_calls>",
        answer="<answer>",
        thought="<think>",
        thought_end="</think>",
    ),
    "inkling": Turn(
        objects("<|content_invoke_tool_json|>", "<|end_message|>", "name", "args"),
        answer_end="<|end_message|>",
        answer="<|content_text|>",
        thought="<|content_thinking|>",
        thought_end="<|end_message|>",
    ),
    "internlm2": Turn(
        objects("<|plugin|>", "<|action_end|>", "name", "parameters"), answer_end="<|action_start|>"
    ),
    "jamba": Turn(array("<tool_calls>", "</tool_calls>"), answer_end="<tool_calls>"),
    "kimi_k2": Turn(
        named("functions.", ":", "<|tool_call_argument_begin|>"),
        answer_end="<|tool_calls_section_begin|>",
        thought_end="</think>",
    ),
    "kimi_k3": Turn(
        tagged(
            '<|open|>call tool="',
            '"',
            "<|close|>call<|sep|>",
            '<|open|>argument key="',
            '"',
            "<|sep|>",
            "<|close|>argument<|sep|>",
        ),
        answer_end="<|close|>response<|sep|>",
        answer="<|open|>response<|sep|>",
        thought_end="<|close|>think<|sep|>",
    ),
    "lfm2_5": Turn(
        python_list("<|tool_call_start|>", "<|tool_call_end|>"),
        answer_end="<|tool_call_start|>",
        thought="<think>",
        thought_end="</think>",
    ),
    "llama3": Turn(separated("; ", "parameters"), answer_end="{"),
    "llama4": Turn(
        python_list("<|python_start|>", "<|python_end|>"), answer_end="<|python_start|>"
    ),
    "magistral_2506": Turn(
        ARGS, answer_end="[TOOL_CALLS]", thought="<think>", thought_end="</think>"
    ),
    "minimax_m2": Turn(
        tagged(
            '<invoke name="',
            '"',
            "</invoke>",
            '<parameter name="',
            '"',
            ">",
            "</parameter>",
        ),
        answer_end="<minimax:tool_call>",
        thought_end="</think>",
    ),
    "minimax_m3": Turn(
        tagged(
            '<invoke name="',
            '"',
            "]<]minimax[>[</invoke>",
            "]<]minimax[>[<",
            ">",
            ">",
            "]<]minimax[>[</",
        ),
        answer_end="]<]minimax[>[<tool_call>",
        thought_end="</mm:think>",
    ),
    "mistral_v11": Turn(named("[TOOL_CALLS]", "[CALL_ID]", "[ARGS]"), answer_end="[TOOL_CALLS]"),
    "mistral_v13": Turn(ARGS, answer_end="[TOOL_CALLS]", thought="[THINK]", thought_end="[/THINK]"),
    "mistral_v2": Turn(V3, answer_end="[TOOL_CALLS]"),
    "mistral_v3": Turn(V3, answer_end="[TOOL_CALLS]"),
    "mistral_v3_tekken": Turn(V3, answer_end="[TOOL_CALLS]"),
    "nemotron3": Turn(tagged(*FUNCTION), answer_end=CALL, thought_end="</think>"),
    "nemotron_deci": Turn(
        array("<TOOLCALL>", "</TOOLCALL>"),
        answer_end="<TOOLCALL>",
        thought="<think>",
        thought_end="</think>",
    ),
    "olmo3": Turn(
        json_arguments("<function_calls>"), answer_end="<function_calls>", thought_end="</think>"
    ),
    "phi4_mini": Turn(array("functools", "<|end|>"), answer_end="functools"),
    "phi4_reasoning": Turn(
        no_calls, answer_end="<|im_end|>", thought="<think>", thought_end="</think>"
    ),
    "qwen2_5_coder": Turn(objects(CALL, CALL_END), answer_end=CALL),
    "qwen3": Turn(
        objects(CALL, CALL_END), answer_end=CALL, thought="<think>", thought_end="</think>"
    ),
    "qwen3_coder": Turn(tagged(*FUNCTION), answer_end=CALL, thought_end="</think>"),
    "required_calls": Turn(
        array("", "<|im_end|>", "name", "parameters"),
        answer_end="[",
        thought="<think>",
        thought_end="</think>",
    ),
    "seed_oss": Turn(tagged(*FUNCTION), answer_end="<seed:tool_call>", thought_end="</seed:think>"),
    "smollm3": Turn(
        objects(CALL, CALL_END), answer_end=CALL, thought="<think>", thought_end="</think>"
    ),
    "step3": Turn(
        tagged(
            '<steptml:invoke name="',
            '"',
            "</steptml:invoke>",
            '<steptml:parameter name="',
            '"',
            ">",
            "</steptml:parameter>",
        ),
        answer_end="<｜tool_calls_begin｜>",
        thought_end="</think>",
    ),
}


def turn_reader(name: str, tools: Tools) -> Reader:
    reader = TURNS[name].reader()
    return reader if tools is None else typed_reader(reader, tools)
