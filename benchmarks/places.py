"""Where things are: .bench/ is made by `python -m benchmarks.environment` and is not committed."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / "benchmarks" / "templates"
FIXTURES = ROOT / "tests" / "fixtures"
BENCH = ROOT / ".bench"
ENVIRONMENT = BENCH / "venv"
ABSENT = BENCH / "absent.json"
VOCABULARY = BENCH / "vocabulary"
PARSERS = BENCH / "parsers"
DOCS = ROOT / "docs"

# In docs/, or in .bench/ for a quick run.
RESULTS = "performance.json"
PAGE = "performance.md"
PLOT = "performance.svg"
