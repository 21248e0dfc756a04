"""The runtime as pieces: all of them in use, each with what it needs, and no import too many or too few."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import rtc_runtime
from rtc.emit.bundle import (
    MODULES,
    Piece,
    Runtime,
    import_block,
    import_lines,
    load_runtime,
    used_names,
)
from tests.support.covering import all_names, compiled_code

FOLDER = Path(rtc_runtime.__file__).parent


def test_every_module_of_the_runtime_is_bundled() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - {"__init__"} == set(MODULES)


def test_every_definition_of_the_runtime_is_a_piece() -> None:
    pieces = load_runtime().pieces
    for module in MODULES:
        for node in ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                assert node.name in pieces, (module, node.name)
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                assert ast.unparse(node) in [_unparsed(piece) for piece in pieces.values()]
            else:
                assert isinstance(node, (ast.Import, ast.ImportFrom, ast.Expr)), (module, node)


def _unparsed(piece: Piece) -> str:
    return ast.unparse(ast.parse(piece.source))


def test_every_piece_is_in_some_parser() -> None:
    """A piece that no template needs is dead code."""
    defined: set[str] = set()
    for name in all_names():
        for more in (False, True):
            code = compiled_code(name, "inline", functions=more, report=more, repair=more)
            defined |= definitions(ast.parse(code))
    for path in sorted((Path(__file__).parents[1] / "golden").glob("*/parser.py")):
        defined |= definitions(ast.parse(path.read_text(encoding="utf-8")))
    assert set(load_runtime().pieces) <= defined


def definitions(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


@pytest.mark.parametrize("name", all_names())
def test_parser_holds_no_piece_that_it_does_not_use(name: str) -> None:
    tree = ast.parse(compiled_code(name))
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    named |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) if isinstance(node.value, str)}  # fmt: skip
    pieces = definitions(tree) & set(load_runtime().pieces)
    assert pieces <= named


def test_pieces_come_in_an_order_in_which_they_can_be_executed() -> None:
    """Bases, decorators, defaults and constants are looked up while the module is executed."""
    runtime = load_runtime()
    source = "\n\n".join(piece.source for piece in runtime.needed(runtime.pieces))
    names = used_names(source) & runtime.imports.keys()
    code = f"from __future__ import annotations\n{import_block(names, runtime.imports)}\n{source}"
    command = [sys.executable, "-I", "-"]  # a file of this size does not fit into an argument
    done = subprocess.run(command, input=code, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_needed_pieces_bring_what_they_use_in_one_order() -> None:
    pieces = {
        name: Piece(name, f"def {name}(): ...", frozenset(uses))
        for name, uses in {"d": "c", "c": "ab", "b": "c", "a": "", "e": "a"}.items()
    }
    runtime = Runtime(pieces, {})
    for names in (["d", "a"], ["a", "d"], ["d"], ("d", "d", "unknown")):
        assert [piece.name for piece in runtime.needed(names)] == ["d", "c", "b", "a"]
    assert runtime.needed(["unknown"]) == []


def test_comments_above_a_definition_go_with_it() -> None:
    source = (FOLDER / "errors.py").read_text(encoding="utf-8")
    assert "def clip" in source
    for piece in load_runtime().pieces.values():
        assert not piece.source.startswith("\n") and not piece.source.endswith("\n")
        first = piece.source.splitlines()[0]
        assert first.startswith(("def ", "class ", "#", "@")) or piece.name in first, piece.name


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x: Foo = bar(baz)", {"Foo", "bar", "baz"}),
        ("def f(a: Foo = one, *b: Bar) -> Baz:\n    c = a\n    return two(c)", {"Foo", "Bar", "Baz", "one", "two"}),
        ("class A(Base, metaclass=Meta):\n    x: Foo\n    y = z\n\n    def f(self) -> None:\n        return g(self.h)", {"Base", "Meta", "Foo", "z", "g"}),
        ("@dec(1)\ndef f(): ...", {"dec"}),
        ("def f(a):\n    def g():\n        return a + b\n    return g", {"b"}),
        ("def f():\n    return [a for a in c if d(a)]", {"c", "d"}),
        ("def f():\n    import json\n    return json.x", set()),
        ("def f():\n    try:\n        pass\n    except (E, F) as e:\n        raise G from e", {"E", "F", "G"}),
        ("def f(x):\n    return lambda y: x + y + z", {"z"}),
        ("def f(x):\n    return f'{x} {w!r:>{v}}'", {"w", "v"}),
        ("a = 1", set()),
    ],
)  # fmt: skip
def test_used_names_are_those_looked_up_outside(source: str, expected: set[str]) -> None:
    builtin = {"self", "E", "F"} - expected
    assert used_names(source) - builtin == expected


def test_import_block_holds_what_is_asked_for_sorted() -> None:
    imports = {
        "re": "",
        "json": "",
        "Any": "typing",
        "Dict": "typing",
        "Iterable": "collections.abc",
    }
    names = ["re", "Dict", "Any", "Iterable", "json", "Any", "unknown"]
    assert import_block(names, imports).splitlines() == [
        "import json",
        "import re",
        "from collections.abc import Iterable",
        "from typing import Any, Dict",
    ]
    assert import_block([], imports) == ""


def test_import_lines_know_the_module_of_each_name() -> None:
    plain, named, future, own = ast.parse(
        "import re, json\nfrom typing import Any, Dict\nfrom __future__ import annotations\nfrom .a import b"
    ).body
    assert import_lines(plain) == {"re": "", "json": ""}
    assert import_lines(named) == {"Any": "typing", "Dict": "typing"}
    assert import_lines(future) == import_lines(own) == {}
