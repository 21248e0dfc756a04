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
class Prompts:
    """The end of a generation prompt in either mode, "" for a mode that the models do not have."""

    thinking: str
    no_thinking: str


@dataclass(frozen=True, slots=True)
class BundledTemplate:
    """A template that comes with rtc, as the index describes it.

    - `families`, `models`: the families of models it serves, and globs over their ids.
    - `emits`: what the models write, in one sentence; `fields`: the keys of the message beside the role.
    - `internal`: the template's fields that only discard text; their parser gives no events for them.
    - `special_tokens`: those that decoding must keep, since the template reads them.
    - `stop`: the tokens that end a turn; decoding may keep or drop them.
    - `prompts`: how the generation prompt ends with and without thinking, "" where there is no such mode.
    - `sources`: where each fact was seen. `notes`: choices a reader would not guess.
    - `ambiguities`: what the notation itself cannot carry, each with its smallest example.
    """

    name: str
    title: str
    path: Path
    families: tuple[str, ...]
    models: tuple[str, ...]
    emits: str
    fields: tuple[str, ...]
    internal: tuple[str, ...]
    special_tokens: tuple[str, ...]
    prompts: Prompts
    stop: tuple[str, ...]
    sources: tuple[str, ...]
    notes: tuple[str, ...]
    ambiguities: tuple[str, ...]


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
    return tuple(_entry(templates_folder(), values) for values in _index()["template"])


def ambiguities_everywhere() -> tuple[str, ...]:
    """What no notation can carry, beside what the entry of each template says."""
    return tuple(_index()["everywhere"])


@lru_cache(maxsize=1)
def _index() -> dict[str, Any]:
    return dict(tomllib.loads((templates_folder() / "index.toml").read_text(encoding="utf-8")))


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
        internal=tuple(values.get("internal", ())),
        special_tokens=tuple(kept["tokens"]) if kept["keep"] else (),
        prompts=Prompts(**values["prompts"]),
        stop=tuple(values["stop"]),
        sources=tuple(values["sources"]),
        notes=tuple(values["notes"]),
        ambiguities=tuple(values.get("ambiguities", ())),
    )


def find_by_name(name: str) -> BundledTemplate | None:
    """The index entry of a bundled name, or None."""
    return next((template for template in read_index() if template.name == name), None)
