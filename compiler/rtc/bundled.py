"""The templates that come with rtc, and their index: which models each of them serves."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True, slots=True)
class BundledTemplate:
    """A template that comes with rtc, as the index describes it.

    - `families`, `models`: the families of models it serves, and globs over their ids.
    - `emits`: what the models write, in one sentence; `fields`: the keys of the message beside the role.
    - `special_tokens`: those that decoding must keep, since the template reads them.
    - `stop`: the tokens that end a turn; decoding may keep or drop them.
    - `notes`: what the template cannot carry.
    """

    name: str
    title: str
    path: Path
    families: tuple[str, ...]
    models: tuple[str, ...]
    emits: str
    fields: tuple[str, ...]
    special_tokens: tuple[str, ...]
    stop: tuple[str, ...]
    notes: tuple[str, ...]


def templates_folder() -> Path:
    """Inside the package where rtc is installed from a wheel, at the repository's root elsewhere."""
    package = Path(__file__).resolve().parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parents[1] / "templates"


def bundled_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in templates_folder().glob("*.json")))


def bundled_path(name: str) -> Path | None:
    """The file of a bundled template, or None where there is none of this name."""
    return templates_folder() / f"{name}.json" if name in bundled_names() else None


@lru_cache(maxsize=1)
def read_index() -> tuple[BundledTemplate, ...]:
    """All bundled templates, in the order of the index."""
    folder = templates_folder()
    index = tomllib.loads((folder / "index.toml").read_text(encoding="utf-8"))
    return tuple(_entry(folder, values) for values in index["template"])


def _entry(folder: Path, values: dict[str, Any]) -> BundledTemplate:
    kept = values["special_tokens"]
    return BundledTemplate(
        name=values["name"],
        title=values["title"],
        path=folder / f"{values['name']}.json",
        families=tuple(values["families"]),
        models=tuple(values["models"]),
        emits=values["emits"],
        fields=tuple(values["fields"]),
        special_tokens=tuple(kept["tokens"]) if kept["keep"] else (),
        stop=tuple(values["stop"]),
        notes=tuple(values["notes"]),
    )


def find_for_model(model: str) -> BundledTemplate | None:
    """The first template with a glob that matches a model id, in small letters or large."""
    from fnmatch import fnmatchcase

    for template in read_index():
        if any(fnmatchcase(model.lower(), glob.lower()) for glob in template.models):
            return template
    return None


def nearest_names(name: str) -> list[str]:
    """The bundled names most like `name`, at most three."""
    import difflib

    return difflib.get_close_matches(name.lower(), bundled_names(), n=3, cutoff=0.5)
