"""The CPythons of this machine on which generated files must run."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

VERSIONS = ("3.8", "3.9", "3.10", "3.11", "3.12", "3.13")
_ASK = "import sys; print(sys.implementation.name, '%d.%d' % sys.version_info[:2])"


@lru_cache(maxsize=1)
def interpreters() -> dict[str, Path]:
    """The first interpreter found for each version, from pyenv's folder and the search path."""
    found: dict[str, Path] = {}
    for path in _candidates():
        version = _version(path)
        if version in VERSIONS:
            found.setdefault(version, path)
    return found


def _candidates() -> Iterator[Path]:
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(root.glob("versions/3.*/bin/python"))
    for version in VERSIONS:
        path = shutil.which(f"python{version}")
        if path is not None:
            yield Path(path)


def _version(path: Path) -> str | None:
    """The version of a CPython; None for anything else, or for a launcher of a version that is not there."""
    try:
        command = [str(path), "-I", "-S", "-c", _ASK]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except OSError:
        return None
    name, _, version = answer.stdout.strip().partition(" ")
    return version if answer.returncode == 0 and name == "cpython" else None
