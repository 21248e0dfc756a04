"""The runtime pieces that generated code uses, as source or as an import.

The unit is one top-level definition of `rtc_runtime`: what the code names is taken, and what that
names in turn, each with the comments above it, always in the same order.
"""

from __future__ import annotations

import ast
import symtable
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

WIDTH = 100

# Order matters: what a definition needs while the module is being executed comes first.
MODULES = (
    "errors",
    "matching",
    "searching",
    "passing",
    "automaton",
    "waiting",
    "tracing",
    "read_ahead",
    "tag_search",
    "tag_attempts",
    "prefix",
    "incoming",
    "stream",
    "message",
    "strings",
    "regions",
    "parser",
    "whole",
    "nested",
    "json_values",
    "delimited_strings",
    "json_dialects",
    "plain_calls",
    "python_calls",
    "values",
    "text_casts",
    "plain_schemas",
    "schema_keywords",
    "schemas",
    "known_schemas",
    "validation",
    "fitting",
    "tools",
    "coercion",
    "definitions",
    "docstrings",
    "hints",
    "functions",
    "responses",
    "json_repair",
    "escaped_text",
    "repairs",
    "recording",
    "report",
    "recorded_repairs",
    "command",
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One definition: its source and the global names it uses."""

    name: str
    source: str
    uses: frozenset[str]


@dataclass(frozen=True, slots=True)
class Runtime:
    """All pieces, in order, and the import that brings each outside name."""

    pieces: dict[str, Piece]
    imports: dict[str, str]

    def needed(self, names: Iterable[str]) -> list[Piece]:
        """The pieces for `names` and all that those use."""
        found: set[str] = set()
        pending = [name for name in names if name in self.pieces]
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending.extend(self.pieces[name].uses & self.pieces.keys())
        return [piece for name, piece in self.pieces.items() if name in found]


@lru_cache(maxsize=1)
def load_runtime() -> Runtime:
    """Read the runtime's source once per process."""
    import rtc_runtime

    folder = Path(rtc_runtime.__file__).parent
    pieces: dict[str, Piece] = {}
    imports: dict[str, str] = {}
    for module in MODULES:
        text = (folder / f"{module}.py").read_text(encoding="utf-8")
        for piece in _pieces(text, imports):
            assert piece.name not in pieces, f"{piece.name} is defined twice in the runtime"
            pieces[piece.name] = piece
    return Runtime(pieces, imports)


def _pieces(text: str, imports: dict[str, str]) -> list[Piece]:
    tree, lines = ast.parse(text), text.splitlines()
    found, end = [], 0
    for node in tree.body:
        first, end = end, node.end_lineno or 0
        name = _defined(node)
        if name is not None:
            source = _source(lines[first:end])
            found.append(Piece(name, source, used_names(source)))
        else:
            imports.update(import_lines(node))
    return found


def _source(lines: list[str]) -> str:
    """A definition with the comments directly above it, without the blank lines between."""
    return "\n".join(lines).strip("\n")


def _defined(node: ast.stmt) -> str | None:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return None


def import_lines(node: ast.stmt) -> dict[str, str]:
    """Name -> the module it is from ("" for the module itself), for an import statement."""
    if isinstance(node, ast.Import):
        return {alias.name: "" for alias in node.names}
    if isinstance(node, ast.ImportFrom) and not node.level and node.module != "__future__":
        return {alias.name: node.module or "" for alias in node.names}
    return {}


def used_names(source: str) -> frozenset[str]:
    """All global names that `source` refers to, in annotations too."""
    names: set[str] = set()
    tables = [symtable.symtable(source, "<generated>", "exec")]
    while tables:
        table = tables.pop()
        tables.extend(table.get_children())
        names.update(
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module")
        )
    return frozenset(names)


def import_block(names: Iterable[str], imports: dict[str, str]) -> str:
    """The import statements that bring `names`, sorted as usual."""
    plain = sorted(name for name in names if imports.get(name) == "")
    grouped: dict[str, list[str]] = {}
    for name in sorted(set(names)):
        if imports.get(name):
            grouped.setdefault(imports[name], []).append(name)
    lines = [f"import {name}" for name in plain]
    for module, imported in sorted(grouped.items()):
        opener = f"from {module} import "
        rows = textwrap.wrap(", ".join(imported), WIDTH - len(opener))
        lines += [opener + row.rstrip(",") for row in rows]
    return "\n".join(lines)
