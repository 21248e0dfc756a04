"""Runs generated parsers over inputs, on any CPython from 3.8: jobs as JSON in, outcomes as JSON out.

Started as `python -I -S driver.py`, it sees the standard library and nothing else. A job is
{"path", "raw", "prefix", "tools"}; an outcome is {"whole", "streamed"} or {"error"}. The last line tells
which modules were loaded from outside the standard library.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from typing import Any


def load(path: str, modules: dict[str, Any]) -> Any:
    if path not in modules:
        name = os.path.basename(path)[:-3]
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        modules[path] = module
    return modules[path]


def run(module: Any, job: dict[str, Any]) -> dict[str, Any]:
    try:
        whole = module.parse_response(job["raw"], prefix=job["prefix"], tools=job["tools"])
        parser = module.ResponseParser(job["prefix"], tools=job["tools"])
        for character in job["raw"]:
            parser.feed(character)
        streamed = parser.finalize()[0]
    except module.ParseError as error:
        return {"error": str(error)}
    return {"whole": whole, "streamed": streamed}


def foreign_modules(own: set[str]) -> list[str]:
    """Names of loaded modules whose file is neither the standard library's nor one of the parsers."""
    home = os.path.dirname(os.path.realpath(os.__file__))
    names = []
    for name, module in sorted(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if path is None or name == "__main__" or path in own:
            continue
        if not os.path.realpath(path).startswith(home):
            names.append(name)
    return names


def main() -> None:
    jobs = json.load(sys.stdin)
    modules: dict[str, Any] = {}
    outcomes = [run(load(job["path"], modules), job) for job in jobs]
    json.dump({"outcomes": outcomes, "foreign": foreign_modules(set(modules))}, sys.stdout)


if __name__ == "__main__":
    main()
