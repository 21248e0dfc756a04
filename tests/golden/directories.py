"""Golden directories: `template.json` beside what compiling it gives.

A directory holds `parser.py`, or `diagnostics.txt` where the template is wrong or gives warnings, or both;
`cases.json` may hold inputs, as a list of {"raw", "prefix", "message"}. `options.json` may hold the
arguments `runtime` and `features`. After a wanted change of the compiler:

    python -m tests.golden.regenerate
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rtc.diagnostics import render
from rtc.pipeline import Options, compile_source
from rtc.source import read_text

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Golden:
    """What compiling one directory's template gives; None for a file that should not be there."""

    parser: str | None
    diagnostics: str | None


def golden_directories() -> list[Path]:
    return sorted(path.parent for path in FOLDER.glob("*/template.json"))


def compile_golden(directory: Path) -> Golden:
    path = directory / "template.json"
    source = read_text(path.read_text(encoding="utf-8"), path.name)
    compiled = compile_source(source, _options(directory))
    reports = [render(diagnostic, source) for diagnostic in compiled.diagnostics]
    return Golden(compiled.code, "\n\n".join(reports) + "\n" if reports else None)


def committed(directory: Path) -> Golden:
    return Golden(_text(directory / "parser.py"), _text(directory / "diagnostics.txt"))


def _options(directory: Path) -> Options:
    given: dict[str, Any] = json.loads(_text(directory / "options.json") or "{}")
    return Options(
        runtime=given.get("runtime", "inline"), features=frozenset(given.get("features", ()))
    )


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None
