"""W1 to W6, each a model output with the published template of its family, and the same with ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks import by_hand, texts
from benchmarks.by_hand import Reader
from benchmarks.chunks import token_like_chunks
from benchmarks.tools import Tools, called_tools

QWEN3_TOKENS = ("<think>", "</think>", "<tool_call>", "</tool_call>", "<|im_end|>")
GPT_OSS_TOKENS = (
    "<|start|>",
    "<|end|>",
    "<|message|>",
    "<|channel|>",
    "<|constrain|>",
    "<|return|>",
    "<|call|>",
)
MISTRAL_TOKENS = ("[TOOL_CALLS]", "</s>")
GEMMA_TOKENS = ("<|channel>", "<channel|>", "<|tool_call>", "<tool_call|>", '<|"|>', "<turn|>")


@dataclass(frozen=True, slots=True)
class Workload:
    """`template`: a file of benchmarks/templates; `bundled`: the template of rtc for the family."""

    name: str
    title: str
    template: str
    bundled: str
    text: str
    special_tokens: tuple[str, ...]
    reader: Reader

    def chunks(self) -> list[str]:
        return token_like_chunks(self.text, self.special_tokens)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the tables.

    `counted`: it goes into the mean over W1 to W6. `with_tools`: parsers get the tools that are called.
    """

    name: str
    template: str
    workload: Workload
    counted: bool
    with_tools: bool = False

    def tools(self) -> Tools:
        work = self.workload
        return called_tools(work.reader(work.text)) if self.with_tools else None


def workloads() -> tuple[Workload, ...]:
    return (
        Workload(
            name="W1",
            title="plain text",
            template="qwen3_trl",
            bundled="qwen3",
            text=texts.plain_answer(),
            special_tokens=(),
            reader=by_hand.read_plain,
        ),
        Workload(
            name="W2",
            title="qwen3: thought, text, 3 JSON calls",
            template="qwen3_serving",
            bundled="qwen3",
            text=texts.qwen3_answer(),
            special_tokens=QWEN3_TOKENS,
            reader=by_hand.read_qwen3,
        ),
        Workload(
            name="W3",
            title="qwen3-coder: thought, 2 XML calls, one with code",
            template="qwen3_coder_serving",
            bundled="qwen3_coder",
            text=texts.qwen3_coder_answer(),
            special_tokens=QWEN3_TOKENS,
            reader=by_hand.read_qwen3_coder,
        ),
        Workload(
            name="W4",
            title="gpt-oss: analysis, JSON call, final",
            template="gpt_oss_by_channel",
            bundled="gpt_oss",
            text=texts.gpt_oss_answer(),
            special_tokens=GPT_OSS_TOKENS,
            reader=by_hand.read_gpt_oss,
        ),
        Workload(
            name="W5",
            title="mistral: 5 calls in one array",
            template="mistral_by_array",
            bundled="mistral_v3",
            text=texts.mistral_answer(),
            special_tokens=MISTRAL_TOKENS,
            reader=by_hand.read_mistral,
        ),
        Workload(
            name="W6",
            title="gemma 4: thought, text, 3 calls",
            template="gemma4_serving",
            bundled="gemma4",
            text=texts.gemma_answer(),
            special_tokens=GEMMA_TOKENS,
            reader=by_hand.read_gemma,
        ),
    )


def rows(all_workloads: Sequence[Workload]) -> tuple[Row, ...]:
    """Each workload with its template, those with calls with their tools, W1 with the template transformers
    serves too, and all with ours.
    """
    plain, *calling = all_workloads
    return (
        *(Row(one.name, one.template, one, True) for one in all_workloads),
        *(Row(f"{one.name} tools", one.template, one, False, with_tools=True) for one in calling),
        Row("W1 blanks", "qwen3_serving", plain, False),
        *(Row(f"{one.name} bundled", one.bundled, one, False) for one in all_workloads),
    )
