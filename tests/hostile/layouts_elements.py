"""Layouts of the formats that write an element for each argument."""

from __future__ import annotations

from tests.hostile.arguments import as_text, entities, tags
from tests.hostile.turns import ALONE, BEFORE, Layout

CHATML = "<|im_start|>assistant\n"
_QWEN_XML = "<tool_call>\n<function={name}>\n{arguments}</function>\n</tool_call>"
_QWEN_PARAMETER = "<parameter={key}>\n{value}\n</parameter>\n"
_DSML_CALL = '<｜DSML｜invoke name="{name}">\n{arguments}\n</｜DSML｜invoke>\n'
_DSML_PARAMETER = '<｜DSML｜parameter name="{key}" string="{string}">{value}</｜DSML｜parameter>'
_M3 = "]<]minimax[>["

ELEMENTS = {
    "qwen3_coder": Layout(
        prompt=f"{CHATML}<think>\n\n</think>\n\n",
        thinking=f"{CHATML}<think>\n",
        thought=("", "\n</think>\n\n"),
        gap="\n\n",
        call=_QWEN_XML,
        between="\n",
        arguments=tags(_QWEN_PARAMETER),
        stop="<|im_end|>",
        untyped=as_text,
    ),
    "nemotron3": Layout(
        prompt=f"{CHATML}<think></think>",
        thinking=f"{CHATML}<think>\n",
        thought=("", "\n</think>\n"),
        gap="\n",
        call=_QWEN_XML,
        between="\n",
        arguments=tags(_QWEN_PARAMETER),
        stop="<|im_end|>",
        calls_stop="\n<|im_end|>",
        untyped=as_text,
    ),
    "seed_oss": Layout(
        prompt="<seed:bos>assistant\n",
        thinking="<seed:bos>assistant\n<seed:think>",
        thought=("", "</seed:think>\n"),
        gap="\n",
        call="<seed:tool_call>\n<function={name}>\n{arguments}</function>\n</seed:tool_call>",
        between="\n",
        arguments=tags("<parameter={key}>{value}</parameter>\n"),
        stop="<seed:eos>",
        untyped=as_text,
    ),
    "minimax_m2": Layout(
        prompt="]~b]ai\n",
        thinking="]~b]ai\n<think>\n",
        thought=("", "\n</think>\n\n"),
        gap="\n",
        section=("<minimax:tool_call>\n", "</minimax:tool_call>"),
        call='<invoke name="{name}">\n{arguments}</invoke>\n',
        arguments=tags('<parameter name="{key}">{value}</parameter>\n'),
        stop="[e~[",
        untyped=as_text,
    ),
    "minimax_m3": Layout(
        prompt="]~b]ai\n",
        thinking="]~b]ai\n<mm:think>\n",
        thought=("", "\n</mm:think>\n\n"),
        gap="\n",
        section=(f"{_M3}<tool_call>\n", f"{_M3}</tool_call>"),
        call=f'{_M3}<invoke name="{{name}}">\n{{arguments}}{_M3}</invoke>\n',
        arguments=tags(f"{_M3}<{{key}}>{{value}}{_M3}</{{key}}>\n"),
        stop="[e~[",
        untyped=as_text,
    ),
    "step3": Layout(
        prompt="<|BOT|>assistant\n",
        thinking="<|BOT|>assistant\n<think>\n",
        thought=("", "\n</think>\n"),
        gap="\n",
        section=("<｜tool_calls_begin｜>\n", "<｜tool_calls_end｜>"),
        call=(
            '<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="{name}">{arguments}'
            "</steptml:invoke><｜tool_call_end｜>\n"
        ),
        arguments=tags('<steptml:parameter name="{key}">{value}</steptml:parameter>'),
        stop="<|EOT|>",
        untyped=as_text,
    ),
    "glm4_moe": Layout(
        prompt="<|assistant|>\n<think></think>",
        thinking="<|assistant|>",
        thought=("\n<think>", "</think>"),
        answer=("\n", ""),
        gap="\n",
        call="<tool_call>{name}\n{arguments}</tool_call>",
        between="\n",
        arguments=tags("<arg_key>{key}</arg_key>\n<arg_value>{value}</arg_value>\n"),
        stop="<|observation|>",
        untyped=as_text,
    ),
    "deepseek_dsml": Layout(
        prompt="<｜Assistant｜></think>",
        thinking="<｜Assistant｜><think>",
        thought=("", "</think>"),
        gap="\n\n",
        section=("<｜DSML｜function_calls>\n", "</｜DSML｜function_calls>"),
        call=_DSML_CALL,
        arguments=tags(_DSML_PARAMETER, between="\n"),
        stop="<｜end▁of▁sentence｜>",
    ),
    "kimi_k3": Layout(
        prompt='<|open|>message role="assistant"<|sep|>',
        thinking='<|open|>message role="assistant"<|sep|><|open|>think<|sep|>',
        thought=("", "<|close|>think<|sep|>"),
        text=("<|open|>response<|sep|>", "<|close|>response<|sep|>"),
        section=("<|open|>tools<|sep|>", "<|close|>tools<|sep|>"),
        call='<|open|>call tool="{name}" index="{number}"<|sep|>{arguments}<|close|>call<|sep|>',
        arguments=tags(
            '<|open|>argument key="{key}" type="{type}"<|sep|>{value}<|close|>argument<|sep|>',
            key_as=entities,
        ),
        stop="<|close|>message<|sep|><|end_of_msg|>",
        places=(ALONE, BEFORE),
    ),
}
