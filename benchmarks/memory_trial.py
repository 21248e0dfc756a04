"""The highest point of memory while one long region streams in. Each runs in a process of its own."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

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


def measure_memory(row: str, size: int, folder: Path, traced: bool) -> MemoryPeak:
    """One process gives the traced peaks, another the resident one: tracing takes memory itself."""
    text = _text(row, size)
    before, after = AROUND[row]
    parser = load_parser(TEMPLATE, folder).ResponseParser(prompt_end(read_template(TEMPLATE)))
    gc.collect()
    resident_before = resident_peak()
    streaming = whole = 0
    if traced:
        tracemalloc.start()
    for chunk in _chunks(before, text, after):
        parser.feed(chunk)
    if traced:
        streaming = tracemalloc.get_traced_memory()[1]
    parser.finalize()
    if traced:
        whole = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    resident_after = resident_peak()
    known = resident_before is not None and resident_after is not None
    return MemoryPeak(
        row=row,
        template=TEMPLATE,
        size=sys.getsizeof(text),
        streaming=streaming,
        whole=whole,
        resident=resident_after - resident_before if known else None,
    )


def _text(row: str, size: int) -> str:
    """A short piece over and over: making it leaves nothing behind that would hide a peak."""
    piece = prose(10_000, 90)
    if row == "text of ASCII":
        piece = piece.encode("ascii", "replace").decode("ascii")
    elif "JSON" in row:
        piece = piece.translate(str.maketrans('"\n\\', "' /"))
    return piece * (size // len(piece))


def _chunks(before: str, text: str, after: str) -> Iterator[str]:
    """Made one by one: what is not yet fed is no part of what is measured."""
    if before:
        yield before
    for at in range(0, len(text), CHUNK):
        yield text[at : at + CHUNK]
    yield after


def resident_peak() -> int | None:
    """The most memory this process ever had, in bytes; None where the system does not say."""
    if not STATUS.exists():
        return None
    for line in STATUS.read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None
