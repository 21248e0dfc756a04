"""Imports every parser of a folder and reports what that did besides reading modules.

Run as `python -I -S watcher.py FOLDER`; prints {"imported": count, "actions": [...]} as JSON.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from typing import Any

# What an import does by itself.
HARMLESS = {"import", "compile", "exec", "marshal.loads", "os.listdir", "os.scandir", "code.__new__", "object.__getattr__", "object.__setattr__", "sys._getframe", "builtins.id"}  # fmt: skip


def main() -> None:
    folder = os.path.abspath(sys.argv[1])
    home = os.path.dirname(os.path.realpath(os.__file__))
    actions: list[str] = []
    watching = False

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if not watching or event in HARMLESS:
            return
        if event == "open" and _reads_module(arguments, (folder, home)):
            return
        actions.append(f"{event} {arguments!r}")

    sys.addaudithook(watch)
    sys.dont_write_bytecode = True
    names = sorted(name for name in os.listdir(folder) if name.endswith(".py"))
    watching = True
    for name in names:
        spec = importlib.util.spec_from_file_location(name[:-3], os.path.join(folder, name))
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    watching = False
    json.dump({"imported": len(names), "actions": actions}, sys.stdout)


def _reads_module(arguments: tuple[Any, ...], folders: tuple[str, ...]) -> bool:
    path, mode = arguments[0], arguments[1]
    if not isinstance(path, (str, bytes)) or (isinstance(mode, str) and mode.strip("rb")):
        return False
    return os.path.realpath(os.fsdecode(path)).startswith(folders)


if __name__ == "__main__":
    main()
