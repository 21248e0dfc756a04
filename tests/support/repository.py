"""The files of the repository."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def own_files() -> list[Path]:
    """All files but those of environments, caches and builds."""
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if _is_own(Path(folder, name))]
        found += [Path(folder, name) for name in names]
    return found


def _is_own(folder: Path) -> bool:
    hidden = folder.name.startswith(".") and folder.name != ".ci"
    made = folder.name in ("__pycache__", "build", "dist") or folder.name.endswith(".egg-info")
    return not (hidden or made or (folder / "pyvenv.cfg").exists())
