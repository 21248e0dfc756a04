"""The highest point of memory while one long region streams in. Each runs in a process of its own."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from pathlib import Path
from typing import Any

from benchmarks.parsers import load_parser, prompt_end, read_template
from benchmarks.results import MemoryPeak
from benchmarks.texts import hermes_call, prose

CHUNK = 4
STATUS = Path("/proc/self/status")

# What stands before and after the region's text, by row.
AROUND = {
    "text": ("", "<|im_end|>"),
    "text of ASCII": ("", "<|im_end|>"),
    "thought": ("<think>", "</think>"),
    "argument of a JSON call": tuple(hermes_call("f", {"a": "|"}).split("|")),
}
ROWS = tuple(AROUND)
TEMPLATE = "qwen3_serving"


def measure_memory(row: str, size: int, folder: Path) -> MemoryPeak:
    """Twice: as it is, for what the process takes, and traced, which takes memory itself."""
    text = _text(row, size)
    before, after = AROUND[row]
    module = load_parser(TEMPLATE, folder)
    prefix = prompt_end(read_template(TEMPLATE))
    gc.collect()
    resident_before = resident_peak()
    parser = module.ResponseParser(prefix)
    _feed(parser, before, text, after)
    parser.finalize()
    resident_after = resident_peak()
    del parser
    tracemalloc.start()
    parser = module.ResponseParser(prefix)
    _feed(parser, before, text, after)
    streaming = tracemalloc.get_traced_memory()[1]
    parser.finalize()
    whole = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return MemoryPeak(
        row=row,
        template=TEMPLATE,
        size=sys.getsizeof(text),
        streaming=streaming,
        whole=whole,
        resident=_difference(resident_before, resident_after),
    )


def _text(row: str, size: int) -> str:
    """A short piece over and over: making it leaves nothing behind that would hide a peak."""
    piece = prose(10_000, 90)
    if row == "text of ASCII":
        piece = piece.encode("ascii", "replace").decode("ascii")
    elif "JSON" in row:
        piece = piece.translate(str.maketrans('"\n\\', "' /"))
    return piece * (size // len(piece))


def _feed(parser: Any, before: str, text: str, after: str) -> None:
    """Chunks are made one by one: what is not yet fed is no part of what is measured."""
    if before:
        parser.feed(before)
    for at in range(0, len(text), CHUNK):
        parser.feed(text[at : at + CHUNK])
    parser.feed(after)


def _difference(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before


def resident_peak() -> int | None:
    """The most memory this process ever had, in bytes; None where the system does not say."""
    if not STATUS.exists():
        return None
    for line in STATUS.read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None
