"""The rules of the house that no other test would notice."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

from tests.support.repository import ROOT, own_files, python_files

MAX_LINES = 350
# The letters in brackets keep this file from being what it looks for.
MACHINE = re.compile(
    r"/(?:r[o]ot|w[o]rk|t[m]p|h[o]me/\w+|U[s]ers/\w+)/|p[y]pi\.org|pythonh[o]sted|\.\./s[h]ared"
)
FAMILIES = re.compile(
    "command[_-]?a\\b|cohere|deepseek|ernie|gemma|\\bglm|gpt[_-]?oss|harmony|inkling|kimi|lfm|llama"
    "|mistral|nemotron|phi-?\\d|qwen|smollm",
    re.IGNORECASE,
)
SILENCERS = re.compile(r"# (?:type: i[g]nore|n[o]qa)|\bT[O]DO\b|\bF[I]XME\b")


def test_modules_import_only_what_they_may() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_runtime_and_generated_files_import_the_standard_library_alone() -> None:
    allowed = sys.stdlib_module_names | {"rtc_runtime"}
    for path in python_files("runtime", "generated"):
        foreign = _imported(path) - allowed
        assert not foreign, f"{path} imports {foreign}"


def _imported(path: Path) -> set[str]:
    """The top-level names of the modules that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add((node.module or "").partition(".")[0])
    return names


def test_modules_stay_short() -> None:
    counts = {path: len(path.read_text("utf-8").splitlines()) for path in _code()}
    assert not {path: count for path, count in counts.items() if count > MAX_LINES}


def _code() -> list[Path]:
    return [*python_files("compiler", "runtime"), *(ROOT / "compiler").rglob("*.j2")]


def test_compiler_names_no_model_family() -> None:
    found = [
        f"{path}: {match.group()}"
        for path in _code()
        for match in FAMILIES.finditer(path.read_text("utf-8"))
    ]
    assert not found


def test_packages_are_only_imported_by_their_names() -> None:
    """`compiler` and `runtime` are folders, not packages."""
    assert not (ROOT / "compiler" / "__init__.py").exists()
    assert not (ROOT / "runtime" / "__init__.py").exists()
    for path in python_files("compiler", "runtime", "generated", "tests", "demo"):
        assert not _imported(path) & {"compiler", "runtime"}, path


def test_no_check_is_silenced() -> None:
    for path in python_files("compiler", "runtime", "generated", "demo"):
        match = SILENCERS.search(path.read_text("utf-8"))
        assert match is None, f"{path}: {match}"


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = [
        f"{path}: {match.group()}"
        for path in own_files()
        for match in MACHINE.finditer(path.read_text("utf-8", "replace"))
    ]
    assert not found
