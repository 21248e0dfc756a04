"""Texts that grow by ten: in one go, and in chunks of four characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks import adversarial, by_hand, contenders
from benchmarks.by_hand import Reader
from benchmarks.chunks import fixed_chunks
from benchmarks.contenders import FLOOR, OURS, TRANSFORMERS, Contender, Message, normal_form
from benchmarks.results import Measurement
from benchmarks.settings import Settings
from benchmarks.texts import scaling_text
from benchmarks.trials import Problem, Runner, Trial, run_trial
from benchmarks.workloads import QWEN3_TOKENS

WAYS = ("one-shot", "stream")
FIND_MARKERS = by_hand.marker_reader(QWEN3_TOKENS)

# Title, template, family of the text, what it says, and the floor in one go.
SCALING: tuple[tuple[str, str, str, Reader, Callable[[str], object]], ...] = (
    ("plain text", "qwen3_trl", "plain", by_hand.read_plain, FIND_MARKERS),
    ("plain text, blank-led", "qwen3_serving", "plain", by_hand.read_plain, FIND_MARKERS),
    ("qwen3 call", "qwen3_serving", "hermes", by_hand.read_qwen3, by_hand.read_qwen3),
    (
        "qwen3-coder call",
        "qwen3_coder_serving",
        "coder",
        by_hand.read_qwen3_coder,
        by_hand.read_qwen3_coder,
    ),
    ("gpt-oss call", "gpt_oss_by_channel", "harmony", by_hand.read_gpt_oss, by_hand.read_gpt_oss),
    ("mistral call", "mistral_by_array", "mistral", by_hand.read_mistral, by_hand.read_mistral),
    ("gemma 4 call", "gemma4_serving", "gemma", by_hand.read_gemma, by_hand.read_gemma),
)


@dataclass(frozen=True, slots=True)
class GrowingText:
    """`floor`: what is done by hand in one go. `reader`: what the text says, if anything can tell."""

    table: str
    name: str
    template: str
    text: Callable[[int], str]
    floor: Callable[[str], object]
    reader: Reader | None


def growing_texts() -> tuple[GrowingText, ...]:
    scaling = (
        GrowingText("growth", title, template, _of_family(family), floor, reader)
        for title, template, family, reader, floor in SCALING
    )
    hostile = (
        GrowingText("adversarial", one.name, one.template, one.text, _floor(one), None)
        for one in adversarial.cases()
    )
    return (*scaling, *hostile)


def _floor(case: adversarial.Case) -> Callable[[str], object]:
    return case.reader or by_hand.marker_reader(case.markers)


def _of_family(family: str) -> Callable[[int], str]:
    return lambda size: scaling_text(family, size)


def measure_growth(
    growing: GrowingText, parsers: Sequence[Contender], settings: Settings
) -> Iterator[list[Measurement]]:
    """The measurements of one size after the other, for both ways.

    A contender that was stopped, or that gives another result on a small text, does not go on.
    """
    problems = small_problems(growing, parsers, settings)
    for way in WAYS:
        racing = [parser for parser in parsers if problems[way, parser.name] is None]
        for size in settings.sizes:
            found = _measure_size(growing, way, size, racing, settings)
            yield found
            ended = {one.contender for one in found if one.note}
            racing = [parser for parser in racing if parser.name not in ended]
        trial = Trial(growing.table, growing.name, growing.template, way, settings.small_checked, 0)
        yield [
            trial.failure(name, problem)
            for (its_way, name), problem in problems.items()
            if its_way == way and problem is not None
        ]


def small_problems(
    growing: GrowingText, parsers: Sequence[Contender], settings: Settings
) -> dict[tuple[str, str], Problem | None]:
    """By way and contender: why it is not timed, if there is a reason.

    The message of the reference for a small text is the right one; without it that of the first.
    """
    text = growing.text(settings.small_checked)
    judges = sorted(parsers, key=lambda parser: parser.name != TRANSFORMERS)
    right = judges[0].parse(text)
    problems: dict[tuple[str, str], Problem | None] = {}
    for parser in parsers:
        for way in WAYS:
            run = _bound(parser, way, text, fixed_chunks(text))
            runner = Runner(
                run, settings.limit, settings.peer_plan, lambda message: message == right
            )
            checked = runner.check()
            problems[way, parser.name] = checked if isinstance(checked, Problem) else None
    return problems


def _measure_size(
    growing: GrowingText, way: str, size: int, parsers: Sequence[Contender], settings: Settings
) -> list[Measurement]:
    text = growing.text(size)
    chunks = fixed_chunks(text) if way == "stream" else []
    floors: dict[str, Callable[[], object]] = {
        "stream": lambda: contenders.stream_to_floor(chunks),
        "one-shot": lambda: growing.floor(text),
    }
    runners = {FLOOR: Runner(floors[way], settings.limit, settings.growth_plan)}
    for parser in parsers:
        mine = parser.name == OURS
        runners[parser.name] = Runner(
            run=_bound(parser, way, text, chunks),
            limit=settings.limit if mine else settings.peer_limit,
            plan=settings.growth_plan if mine else settings.peer_plan,
            accept=_accepting(growing, text),
        )
    trial = Trial(growing.table, growing.name, growing.template, way, len(text), len(chunks) or 1)
    return run_trial(trial, runners)


def _bound(parser: Contender, way: str, text: str, chunks: Sequence[str]) -> Callable[[], Message]:
    if way == "stream":
        return lambda: parser.stream(chunks)
    return lambda: parser.parse(text)


def _accepting(growing: GrowingText, text: str) -> Callable[[Any], bool]:
    reader = growing.reader
    if reader is None:
        return lambda message: True
    return lambda message: normal_form(message) == reader(text)
