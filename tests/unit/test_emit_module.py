"""The generated module as a whole: its shape, its imports, its size, both ways to get the runtime."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rtc_runtime
from rtc.bundled import bundled_names
from rtc.emit.module import RuntimeKind
from rtc.pipeline import Options, compile_source
from rtc.source import read_value
from tests.support.covering import COVERING, all_names, compiled_code
from tests.support.fixtures import generated_parser

SHARED = "# What every parser shares"
KINDS: tuple[RuntimeKind, ...] = ("inline", "import")
MAX_SPECIFIC_LINES = 450


def module_of(code: str) -> ModuleType:
    module = ModuleType("generated")
    exec(compile(code, "<generated>", "exec"), module.__dict__)
    return module


@pytest.mark.parametrize("runtime", KINDS)
def test_no_import_is_missing_or_unused(runtime: RuntimeKind, tmp_path: Path) -> None:
    """Pyflakes' rules of ruff: also undefined names, names defined twice, and locals without a use."""
    for name in all_names():
        for functions in (False, True):
            path = tmp_path / f"{name.replace(' ', '_')}_{functions}.py"
            path.write_text(compiled_code(name, runtime, functions), encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F"]
    done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_parsers_are_strictly_typed(tmp_path: Path) -> None:
    for name in COVERING:
        path = tmp_path / f"{name.replace(' ', '_')}.py"
        path.write_text(compiled_code(name, functions=True), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--scripts-are-modules"]
    command += ["--cache-dir", str(tmp_path / "cache"), *map(str, sorted(tmp_path.glob("*.py")))]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("runtime", KINDS)
@pytest.mark.parametrize("name", all_names())
def test_module_only_defines_when_it_is_imported(name: str, runtime: RuntimeKind) -> None:
    tree = ast.parse(compiled_code(name, runtime, functions=True))
    docstring, *body, main = tree.body
    assert isinstance(docstring, ast.Expr) and isinstance(docstring.value, ast.Constant)
    assert ast.unparse(main).startswith("if __name__ == '__main__':")
    for node in body:
        allowed = (ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef, ast.ClassDef)
        is_check = ast.unparse(node).startswith("if API_VERSION != ")
        assert isinstance(node, allowed) or (is_check and runtime == "import"), ast.unparse(node)
        if isinstance(node, ast.Assign):
            assert not calls(node.value) - {"re.compile", "type", "lru_cache", "lru_cache(maxsize=None)", "Union", "TypedDict", "TypeVar"}  # fmt: skip


def calls(node: ast.expr) -> set[str]:
    return {ast.unparse(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)}


@pytest.mark.parametrize("name", all_names())
def test_every_definition_has_a_name_of_its_own(name: str) -> None:
    for runtime in KINDS:
        names: Counter[str] = Counter()
        for node in ast.parse(compiled_code(name, runtime, functions=True)).body:
            if isinstance(node, ast.ClassDef):
                names[node.name] += 1
                names.update(f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef))  # fmt: skip
            elif isinstance(node, ast.FunctionDef):
                names[node.name] += "overload" not in ast.dump(node)
            elif isinstance(node, ast.Assign):
                names.update(ast.unparse(target) for target in node.targets)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                names.update(alias.asname or alias.name for alias in node.names)
        assert not {one: count for one, count in names.items() if count > 1}


def test_names_of_fields_do_not_meet_those_of_the_runtime() -> None:
    """Fields named so that their functions and constants might be called like a piece of the runtime."""
    taken = set(dir(rtc_runtime)) | set(dir(rtc_runtime.stream)) | set(dir(rtc_runtime.tools))
    taken |= set(dir(rtc_runtime.matching)) | set(dir(rtc_runtime.json_values))
    endings = ("_value", "_end", "_open", "_close", "_edge", "_program", "_tag", "item")
    fields = {name.lower().removesuffix(end) for name in taken for end in endings if name.lower().endswith(end)}  # fmt: skip
    fields |= {"between", "between_regions", "start", "white", "response", "event", "message", "parse"}  # fmt: skip
    fields |= {"partial", "at", "parse_json", "json", "region", "stream", "white_space", "between_regions_end"}  # fmt: skip
    template = {
        "start_anchor": "@",
        "fields": {
            name: {
                "open_pattern": f"<{number}(?P<x>.*?)>",
                "close_pattern": f"</{number}\\s*>",
                "content": "json",
                "transform": {"a": "{x}", "b": "{content}"},
            }
            for number, name in enumerate(sorted(fields - {""}))
        },
    }
    compiled = compile_source(read_value(template), Options(formatted=False))
    assert compiled.code is not None, compiled.diagnostics
    names = Counter(
        node.name
        for node in ast.parse(compiled.code).body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and "overload" not in ast.dump(node)
    )
    names.update(
        ast.unparse(target)
        for node in ast.parse(compiled.code).body
        if isinstance(node, ast.Assign)
        for target in node.targets
    )
    assert not {name: count for name, count in names.items() if count > 1}


def test_members_that_differ_in_case_have_types_of_their_own() -> None:
    shape = {
        "item": {"a": "{x}"},
        "Item": {"b": "{x}"},
        "it_em": {"c": "{x}"},
        "itEm": {"d": "{x}"},
    }
    field = {"open_pattern": "<(?P<x>a)>", "transform": shape}
    template = {
        "start_anchor": "@",
        "fields": {"tool": field, "tool item": {**field, "repeats": True}},
    }
    compiled = compile_source(read_value(template), Options(formatted=False))
    assert compiled.code is not None
    classes = [
        node.name for node in ast.parse(compiled.code).body if isinstance(node, ast.ClassDef)
    ]
    assert len(classes) == len(set(classes))


@pytest.mark.parametrize("name", bundled_names())
def test_what_is_specific_to_a_template_stays_short(name: str) -> None:
    committed = generated_parser(name).read_text(encoding="utf-8")
    specific, mark, shared = committed.partition(f"\n{SHARED}")
    assert mark and shared
    assert len(specific.splitlines()) <= MAX_SPECIFIC_LINES


@pytest.mark.parametrize("name", all_names())
def test_shared_part_is_the_same_in_every_parser(name: str) -> None:
    """The pieces are copied as they are, so a reviewer who knows one file knows them all."""
    shared = compiled_code(name).partition(SHARED)[2]
    for piece in shared.split("\n\n\n")[1:-1]:
        assert piece in _runtime_text(), piece


def _runtime_text() -> str:
    folder = Path(rtc_runtime.__file__).parent
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))


def test_header_names_the_source_its_digest_and_the_api_version() -> None:
    first, second, third, *_ = compiled_code("smollm3").splitlines()
    assert first == "# Code generated by rtc from smollm3.json. DO NOT EDIT."
    assert second.startswith("# Template sha256: ") and len(second.split()[-1]) == 64
    assert third == f"# Runtime API: {rtc_runtime.API_VERSION}"


@pytest.mark.parametrize("name", all_names())
def test_module_exports_its_public_names(name: str) -> None:
    module = module_of(compiled_code(name))
    assert sorted(module.__all__) == module.__all__
    assert all(hasattr(module, one) for one in module.__all__)


@pytest.mark.parametrize("name", all_names())
def test_importing_parser_gives_what_the_inlined_one_gives(name: str) -> None:
    inlined, importing = (module_of(compiled_code(name, runtime)) for runtime in KINDS)
    assert importing.ParseError is rtc_runtime.ParseError
    assert inlined.ParseError is not rtc_runtime.ParseError
    for text in (
        "",
        "x",
        "<a>b</a>c",
        "<call:f>{}</call>",
        "<d>{}</d><n>1</n>",
        "<think>a</think>b",
    ):
        assert outcome(inlined, text) == outcome(importing, text)


def outcome(module: ModuleType, text: str) -> Any:
    try:
        return module.parse_response(text, prefix="")
    except module.ParseError as error:
        return str(error)


def test_importing_parser_refuses_another_version_of_the_runtime(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = compiled_code("captures", "import")
    module_of(code)
    monkeypatch.setattr(rtc_runtime, "API_VERSION", 99)
    with pytest.raises(ImportError) as caught:
        module_of(code)
    version = code.splitlines()[2].split()[-1]
    sentence = f"this parser needs version {version} of the rtc_runtime API, installed is 99"
    assert str(caught.value).startswith(sentence)
    assert "compile the template again" in str(caught.value)


def test_importing_parser_is_the_specific_part_alone() -> None:
    code = compiled_code("captures", "import")
    assert SHARED not in code and "from rtc_runtime import API_VERSION, " in code
    specific = compiled_code("captures").partition(SHARED)[0]
    assert specific.rstrip().endswith(code.partition("\nif __name__")[0].rstrip()[-400:])


DIGESTS = """
import hashlib
from tests.support.covering import all_names, compiled_code
for name in all_names():
    for runtime in ("inline", "import"):
        code = compiled_code(name, runtime, True, formatted=name == "captures")
        print(name, hashlib.sha256(code.encode()).hexdigest())
"""


def test_same_template_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    outputs = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        root = Path(__file__).parents[2]
        command = [sys.executable, "-c", DIGESTS]
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == 2 * len(all_names())


def test_code_neither_reads_nor_names_anything_of_this_machine() -> None:
    for name in (*COVERING, "smollm3"):
        for word in (str(Path(__file__).parents[2]), "rtc.emit", "import regex"):
            assert word not in compiled_code(name)
