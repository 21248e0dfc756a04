"""Each golden directory: compiled to the same bytes, strictly typed, and run on its cases."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.golden.directories import committed, compile_golden, golden_directories
from tests.support.equality import same

ROOT = Path(__file__).parents[2]
DIRECTORIES = golden_directories()
WITH_PARSER = [path for path in DIRECTORIES if (path / "parser.py").exists()]
HINT = "if the change is wanted: python -m tests.golden.regenerate"


def _names(directories: list[Path]) -> list[str]:
    return [directory.name for directory in directories]


@pytest.mark.parametrize("directory", DIRECTORIES, ids=_names(DIRECTORIES))
def test_template_compiles_to_the_committed_files(directory: Path) -> None:
    assert compile_golden(directory) == committed(directory), HINT


@pytest.mark.parametrize("directory", WITH_PARSER, ids=_names(WITH_PARSER))
def test_golden_parser_runs_its_cases(directory: Path) -> None:
    module = _load(directory / "parser.py")
    for case in _cases(directory):
        message = module.parse_response(case["raw"], prefix=case.get("prefix", ""))
        assert same(message, case["message"]), case["raw"]


def test_golden_parsers_are_strictly_typed() -> None:
    files = [str(directory / "parser.py") for directory in WITH_PARSER]
    command = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.10", *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout


def test_golden_directories_are_found() -> None:
    assert len(DIRECTORIES) >= 1
    assert all(
        (directory / "parser.py").exists() or (directory / "diagnostics.txt").exists()
        for directory in DIRECTORIES
    )


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"golden_{path.parent.name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def _cases(directory: Path) -> list[dict[str, Any]]:
    path = directory / "cases.json"
    return list(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else []
