"""Our parsers, as a user has them: formatted files, compiled once and imported as modules."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.places import ROOT, TEMPLATES


def template_path(name: str) -> Path:
    """The file of a template of the benchmarks, or else of one that ships with rtc."""
    path = TEMPLATES / f"{name}.json"
    return path if path.exists() else ROOT / "templates" / f"{name}.json"


def read_template(name: str) -> dict[str, Any]:
    template: dict[str, Any] = json.loads(template_path(name).read_text(encoding="utf-8"))
    return template


def prompt_end(template: dict[str, Any]) -> str:
    """A prefix from which the model starts afresh: the template's own anchor."""
    anchor = template["start_anchor"]
    return str(anchor if isinstance(anchor, str) else anchor[0])


def module_name(template: str) -> str:
    return f"{template}_parser"


def build_parsers(names: Iterable[str], folder: Path) -> None:
    """Compile the templates into `folder`; raises TemplateError where one has errors.

    Those that ship with rtc are compiled by their names, as users do.
    """
    import rtc

    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        path = TEMPLATES / f"{name}.json"
        code = rtc.compile_template(path if path.exists() else name)
        (folder / f"{module_name(name)}.py").write_text(code, encoding="utf-8")


def load_parser(template: str, folder: Path) -> ModuleType:
    """The module of a parser that `build_parsers` wrote."""
    name = module_name(template)
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"no parser {name} in {folder}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
