"""W1 to W6: streaming, in one go, and by the token."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from benchmarks import contenders
from benchmarks.by_hand import NormalForm, typed_reader
from benchmarks.contenders import FLOOR, HARMONY, OURS, TRANSFORMERS, Contender, normal_form
from benchmarks.harmony import harmony_normal_form, load_harmony
from benchmarks.results import Measurement
from benchmarks.settings import Settings
from benchmarks.tools import Tools
from benchmarks.trials import Runner, Trial, run_trial
from benchmarks.workloads import Row, Workload

HARMONY_DELTAS = f"{HARMONY}, deltas"


def measure_streaming(
    row: Row, parsers: Sequence[Contender], settings: Settings
) -> list[Measurement]:
    """A new parser, all chunks, finalize; the same of the floor."""
    work = row.workload
    chunks = work.chunks()
    trial = Trial("streaming", row.name, row.template, "stream", len(work.text), len(chunks))
    expected = work.reader(work.text)
    runners = {
        FLOOR: Runner(
            lambda: contenders.stream_to_floor(chunks), settings.limit, settings.workload_plan
        )
    }
    for parser in parsers:
        runners[parser.name] = _runner(parser.stream, chunks, expected, settings)
    return run_trial(trial, runners)


def measure_one_shot(
    row: Row, parsers: Sequence[Contender], settings: Settings
) -> list[Measurement]:
    """The whole text at once. The floor is written by hand for this format; plain text has none."""
    work, tools = row.workload, row.tools()
    read = work.reader if tools is None else typed_reader(work.reader, tools)
    trial = Trial("one-shot", row.name, row.template, "one-shot", len(work.text), 1)
    expected = read(work.text)
    runners: dict[str, Runner] = {}
    if work.special_tokens:
        runners[FLOOR] = Runner(lambda: read(work.text), settings.limit, settings.workload_plan)
    for parser in parsers:
        runners[parser.name] = _runner(parser.parse, work.text, expected, settings)
    return run_trial(trial, runners)


def _runner(run: Any, argument: object, expected: NormalForm, settings: Settings) -> Runner:
    return Runner(
        lambda: run(argument),
        settings.limit,
        settings.workload_plan,
        lambda message: normal_form(message) == expected,
    )


def measure_tokens(
    work: Workload, template: str, parsers: Path, vocabulary: Path, settings: Settings
) -> list[Measurement]:
    """gpt-oss by the token: ids for openai-harmony, what they stand for to ours.

    A token that ends inside a character adds no text, and ours is not called for it.
    """
    peer = load_harmony(work.text, vocabulary)
    ours = contenders.ours(template, parsers)
    expected = work.reader(work.text)
    pieces = [piece for piece in peer.pieces if piece]
    trial = Trial("tokens", work.name, template, "stream", len(work.text), len(peer.tokens))
    runners = {OURS: _runner(ours.stream, pieces, expected, settings)}
    for name, run in ((HARMONY, peer.process), (HARMONY_DELTAS, peer.deltas)):
        runners[name] = Runner(
            run,
            settings.limit,
            settings.workload_plan,
            lambda messages: harmony_normal_form(messages) == expected,
        )
    return run_trial(trial, runners)


def installed_parsers(
    template: str, folder: Path, absent: Collection[str], tools: Tools = None
) -> list[Contender]:
    found = [contenders.ours(template, folder, tools)]
    if TRANSFORMERS not in absent:
        found.append(contenders.transformers(template, tools))
    return found
