"""Where things are: .bench/ is made by `python -m benchmarks.environment` and is not committed."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / "benchmarks" / "templates"
BENCH = ROOT / ".bench"
ENVIRONMENT = BENCH / "venv"
ABSENT = BENCH / "absent.json"
VOCABULARY = BENCH / "vocabulary"
PARSERS = BENCH / "parsers"
RESULTS = ROOT / "docs" / "performance.json"
PAGE = ROOT / "docs" / "performance.md"
PLOT = ROOT / "docs" / "performance.svg"
