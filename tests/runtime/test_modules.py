"""The shape of the runtime: what its modules import, define and weigh."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import rtc_runtime

FOLDER = Path(rtc_runtime.__file__).parent

# Lines that are not blank, at most. Parsers hold copies of these pieces: let them grow only for a reason.
SIZES = {
    "__init__": 80,
    "automaton": 310,
    "coercion": 226,
    "command": 80,
    "definitions": 65,
    "delimited_strings": 120,
    "docstrings": 45,
    "errors": 50,
    "escaped_text": 155,
    "fitting": 100,
    "functions": 115,
    "hints": 210,
    "incoming": 282,
    "json_dialects": 75,
    "json_repair": 135,
    "json_values": 128,
    "known_schemas": 110,
    "matching": 253,
    "message": 25,
    "nested": 103,
    "parser": 255,
    "passing": 43,
    "plain_calls": 130,
    "plain_schemas": 132,
    "prefix": 35,
    "python_calls": 130,
    "read_ahead": 54,
    "recorded_repairs": 70,
    "recording": 165,
    "regions": 133,
    "repairs": 145,
    "report": 120,
    "responses": 70,
    "schema_keywords": 90,
    "schemas": 285,
    "searching": 216,
    "stream": 128,
    "strings": 155,
    "tag_attempts": 25,
    "tag_search": 120,
    "text_casts": 110,
    "tools": 150,
    "tracing": 271,
    "validation": 95,
    "values": 72,
    "waiting": 110,
    "whole": 210,
}


@pytest.mark.parametrize("module", SIZES)
def test_module_stays_small(module: str) -> None:
    text = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
    assert sum(bool(line.strip()) for line in text.splitlines()) <= SIZES[module]


def test_every_module_has_its_size() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == set(SIZES)


def test_api_version_is_what_generated_parsers_expect() -> None:
    # It rises with an incompatible change, and then this test changes with it.
    assert rtc_runtime.API_VERSION == 2


def test_package_says_that_it_is_typed() -> None:
    assert (FOLDER / "py.typed").is_file()


def trees() -> dict[str, ast.Module]:
    paths = FOLDER.glob("*.py")
    return {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def defined_names(tree: ast.Module) -> list[str]:
    names: list[str] = []
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    return names


def test_definitions_have_names_of_their_own_without_underscores() -> None:
    names = Counter(name for tree in trees().values() for name in defined_names(tree))
    del names["API_VERSION"], names["__all__"]
    assert [name for name, count in names.items() if count > 1 or name.startswith("_")] == []


def test_definitions_keep_no_global_state() -> None:
    for tree in trees().values():
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)]


def test_imports_are_the_standard_library_and_siblings_alone() -> None:
    for module, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                roots = [alias.name.split(".")[0] for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                roots = [str(node.module).split(".")[0]]
            else:
                continue
            assert set(roots) <= sys.stdlib_module_names, module


def test_importing_the_runtime_leaves_costly_modules_alone() -> None:
    costly = "{'inspect', 'argparse', 'logging', 'dataclasses', 'unicodedata'}"
    code = f"import sys, rtc_runtime; print(*sorted({costly} & set(sys.modules)))"
    command = [sys.executable, "-S", "-c", code]
    environment = {"PYTHONPATH": str(FOLDER.parent)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (result.stdout, result.stderr) == ("\n", "")


def test_public_names_are_all_there() -> None:
    assert [name for name in rtc_runtime.__all__ if not hasattr(rtc_runtime, name)] == []
