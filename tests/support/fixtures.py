"""The fixtures of the bundled templates: raw outputs and the messages they mean."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"


@dataclass(frozen=True, slots=True)
class Fixture:
    """One raw output of a format; `refused` where there is no message in it."""

    format: str
    name: str
    raw: str
    prefix: str
    tools: list[Any] | None
    expected: Any
    refused: bool


def read_fixtures() -> list[Fixture]:
    return [fixture for path in sorted(FIXTURES.glob("*.json")) for fixture in _read(path)]


def template_of(format: str) -> dict[str, Any]:
    """The bundled template of a format, as data."""
    path = ROOT / "templates" / f"{format}.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


def generated_parser(format: str) -> Path:
    return ROOT / "generated" / f"{format}_parser.py"


def _read(path: Path) -> list[Fixture]:
    return [
        Fixture(
            format=path.stem,
            name=row["name"],
            raw=row["raw"],
            prefix=row.get("prefix", ""),
            tools=row.get("tools"),
            expected=row.get("expected"),
            refused=row.get("error", False),
        )
        for row in json.loads(path.read_text(encoding="utf-8"))
    ]
