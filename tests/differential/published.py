"""The response templates inside the installed packages, read from their source without importing it."""

from __future__ import annotations

import ast
import importlib.metadata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

SERVING = ("transformers", "transformers/cli/serving/utils.py")
TRL = ("trl", "trl/chat_template_utils.py")


def published_templates() -> dict[str, dict[str, Any]]:
    """Template by name: `serving:qwen2`, `trl:qwen3_template`, `trl-typed:...` for the variant that
    leaves typing to `tools`."""
    found = dict(_serving_templates())
    for label, typed in (("trl", False), ("trl-typed", True)):
        for name, value in _trl_names(typed).items():
            if name.endswith("_template") and isinstance(value, dict) and "fields" in value:
                if value not in found.values():
                    found[f"{label}:{name}"] = value
    return found


def _source(distribution: str, path: str) -> ast.Module:
    located = importlib.metadata.distribution(distribution).locate_file(path)
    return ast.parse(Path(str(located)).read_text(encoding="utf-8"))


def _serving_templates() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, value in _assignments(_source(*SERVING), {}):
        if name == "_RESPONSE_TEMPLATE_FALLBACKS":
            for families, template in value.items():
                yield f"serving:{families[0]}", template


def _trl_names(typed: bool) -> dict[str, Any]:
    names: dict[str, Any] = {"_SUPPORTS_PARSE_RESPONSE_TOOLS": typed}
    for name, value in _assignments(_source(*TRL), names):
        names[name] = value
    return names


def _assignments(module: ast.Module, names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The top-level names bound to a value that can be read off; loops over `range` are followed."""
    for statement in module.body:
        if isinstance(statement, ast.For):
            for _ in range(_loop_count(statement)):
                yield from _assigned(statement.body, names)
        else:
            yield from _assigned([statement], names)


def _assigned(statements: list[ast.stmt], names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for statement in statements:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            try:
                if name not in ("_SUPPORTS_PARSE_RESPONSE_TOOLS",):
                    yield name, _value(statement.value, names)
            except _Unreadable:
                continue


class _Unreadable(Exception):
    """An expression that is more than data."""


def _loop_count(loop: ast.For) -> int:
    match loop.iter:
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(count))]):
            return count
        case _:
            return 0


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.Name() if node.id in names:
            return names[node.id]
        case ast.Tuple():
            return tuple(_value(item, names) for item in node.elts)
        case ast.List():
            return [_value(item, names) for item in node.elts]
        case ast.Dict():
            return _mapping(node, names)
        case ast.IfExp():
            chosen = node.body if _value(node.test, names) else node.orelse
            return _value(chosen, names)
        case ast.JoinedStr():
            return "".join(str(_value(part, names)) for part in node.values)
        case ast.FormattedValue(conversion=-1, format_spec=None):
            return _value(node.value, names)
        case _:
            raise _Unreadable


def _mapping(node: ast.Dict, names: Mapping[str, Any]) -> dict[Any, Any]:
    mapping = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            raise _Unreadable
        mapping[_value(key, names)] = _value(value, names)
    return mapping
