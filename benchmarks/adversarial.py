"""Texts on which parsers that hold text back, or search it again, take more than linear time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.by_hand import Reader, read_gemma, read_qwen3
from benchmarks.texts import hermes_call, prose
from benchmarks.workloads import GEMMA_TOKENS, GPT_OSS_TOKENS, MISTRAL_TOKENS, QWEN3_TOKENS

CALL = hermes_call("f", {"a": 1})
STOP = "<|im_end|>"
THINK_END = "</think>"


@dataclass(frozen=True, slots=True)
class Case:
    """`text` gives the input for a size in characters, a little more with what stands around it.

    The floor is `reader` where code by hand can read the text, else a search for each marker.
    """

    name: str
    template: str
    text: Callable[[int], str]
    markers: tuple[str, ...]
    reader: Reader | None = None


def cases() -> tuple[Case, ...]:
    return (*_headers(), *_lookaheads(), *_blanks(), *_openers(), *_near_misses(), *_contents())


def _headers() -> list[Case]:
    begin = "<|channel|>commentary to=functions."
    end = '<|message|>{"a": 1}<|call|>'
    return [
        _gpt_oss("function name without end", lambda size: begin + "a" * size),
        _gpt_oss("function name, then a call", lambda size: begin + "a" * size + end),
        _gpt_oss("header without end", lambda size: begin + "f " + "a " * (size // 2)),
    ]


def _gpt_oss(name: str, text: Callable[[int], str]) -> Case:
    return Case(name, "gpt_oss_by_channel", text, GPT_OSS_TOKENS)


def _lookaheads() -> list[Case]:
    template = "deepseek_r1_trl"
    markers = (THINK_END, "<｜end▁of▁sentence｜>")
    return [
        Case(
            "lookahead to </think>, there",
            template,
            lambda size: f"{prose(size, 80)}\n{THINK_END}\n\nYes.",
            markers,
        ),
        Case("lookahead to </think>, missing", template, lambda size: prose(size, 80), markers),
    ]


def _blanks() -> list[Case]:
    """Runs of white space before each delimiter that begins with `\\s*`, and after one that ends so."""
    found = []
    for name, blank in (("spaces", " "), ("newlines", "\n")):
        found += [
            _qwen3(f"{name} before <tool_call>", "Yes.", blank, CALL + STOP),
            _qwen3(f"{name} before <|im_end|>", "Yes.", blank, STOP),
            _qwen3(f"{name} before a word", "Yes.", blank, "No." + STOP),
            _coder(f"{name} before <function=", "Yes.<tool_call>", blank, "<function=f>\n"),
            _coder(f"{name} before </tool_call>", "<tool_call><function=f></function>", blank, ""),
        ]
    return [
        *found,
        Case(
            "runs of 99 spaces",
            "qwen3_serving",
            lambda size: "x" + (" " * 99 + "x") * (size // 100),
            QWEN3_TOKENS,
        ),
        Case(
            "spaces after </think>",
            "qwen3_trl",
            lambda size: "<think>a</think>" + " " * size + "Yes." + STOP,
            QWEN3_TOKENS,
        ),
    ]


def _qwen3(name: str, before: str, blank: str, after: str) -> Case:
    return Case(name, "qwen3_serving", lambda size: before + blank * size + after, QWEN3_TOKENS)


def _coder(name: str, before: str, blank: str, after: str) -> Case:
    end = after + "</function></tool_call>" if after else "</tool_call>"
    return Case(
        name, "qwen3_coder_serving", lambda size: before + blank * size + end + STOP, QWEN3_TOKENS
    )


def _openers() -> list[Case]:
    """Nothing but the character that most delimiters begin with."""
    return [
        Case(f"< everywhere, {family}", template, lambda size: "<" * size, tokens)
        for family, template, tokens in (
            ("qwen3", "qwen3_serving", QWEN3_TOKENS),
            ("qwen3-coder", "qwen3_coder_serving", QWEN3_TOKENS),
            ("gpt-oss", "gpt_oss_by_channel", GPT_OSS_TOKENS),
            ("gemma 4", "gemma4_serving", GEMMA_TOKENS),
        )
    ]


def _near_misses() -> list[Case]:
    """Each delimiter of a template but for its end, over and over."""
    return [
        _repeated(
            "near misses, qwen3",
            "qwen3_serving",
            QWEN3_TOKENS,
            "<thin></thin> <tool_cal>\n<|im_en|>",
        ),
        _repeated(
            "near misses, qwen3 by TRL",
            "qwen3_trl",
            QWEN3_TOKENS,
            "<thin></thin><tool_cal><|im_en|>",
        ),
        _repeated(
            "near misses, qwen3-coder",
            "qwen3_coder_serving",
            QWEN3_TOKENS,
            "<thin></thin> <tool_call> <function=> <tool_call> <function=f"
            "\n</function> </tool_cal> <|im_en|>",
        ),
        _repeated(
            "near misses, gpt-oss",
            "gpt_oss_by_channel",
            GPT_OSS_TOKENS,
            "<|channel|>analysis<|messag|><|channel|>final<|messag|>"
            "<|channel|>commentary to=functions.<|messag|><|en|><|retur|><|cal|>",
        ),
        _repeated(
            "near misses, mistral",
            "mistral_by_array",
            MISTRAL_TOKENS,
            "[TOOL_CALLS][TOOL_CALL] </s </",
        ),
        _repeated(
            "near misses, gemma 4",
            "gemma4_serving",
            GEMMA_TOKENS,
            "<|channel>though\n<channel|<|tool_call>call:{<tool_call|<turn|<|tool_respons><eos",
        ),
        Case(
            "near misses inside a call, qwen3-coder",
            "qwen3_coder_serving",
            lambda size: _coder_call("</function> <" * (size // 13)),
            QWEN3_TOKENS,
        ),
    ]


def _repeated(name: str, template: str, markers: tuple[str, ...], unit: str) -> Case:
    return Case(name, template, lambda size: unit * (size // len(unit) + 1), markers)


def _coder_call(body: str) -> str:
    return f"<tool_call>\n<function=f>\n{body}</function>\n</tool_call>{STOP}"


def _contents() -> list[Case]:
    """What the parsers of a region's content have to get through."""
    opened = "<parameter=a>\n"
    return [
        Case(
            "<parameter= without end",
            "qwen3_coder_serving",
            lambda size: _coder_call(opened * (size // len(opened))),
            ("<parameter=", "</parameter>"),
        ),
        _gemma("escaped quotes, bare keys", lambda size: 'n:"' + '\\"' * (size // 2) + '"'),
        _gemma("quotes and bare keys", lambda size: "n:[" + '"a\\"b",' * (size // 7) + "1]"),
        _gemma("many delimited strings", lambda size: "n:[" + '<|"|>x<|"|>,' * (size // 12) + "1]"),
        _in_json("blanks in a JSON string", "qwen3_blank_led_close", "x", read_qwen3),
        _in_json("blanks and </tool_call> in a JSON string", "qwen3", "</tool_call>", None),
    ]


def _gemma(name: str, body: Callable[[int], str]) -> Case:
    return Case(
        name,
        "gemma4_serving",
        lambda size: f"<|tool_call>call:f{{{body(size)}}}<tool_call|><turn|>",
        GEMMA_TOKENS,
        read_gemma,
    )


def _in_json(name: str, template: str, after: str, reader: Reader | None) -> Case:
    return Case(
        name,
        template,
        lambda size: f"{hermes_call('f', {'a': ' ' * size + after})}{STOP}",
        QWEN3_TOKENS,
        reader,
    )
