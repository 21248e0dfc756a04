"""The templates that come with rtc, and their index: which model families each of them serves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class BundledTemplate:
    """A template that comes with rtc, as its entry in the index describes it.

    `families`: the model families whose output it reads. `emits`: the fields of its messages. `needs`:
    what a caller has to know or do.
    """

    name: str
    path: Path
    families: tuple[str, ...]
    emits: tuple[str, ...]
    needs: str


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


def nearest_names(name: str) -> list[str]:
    """The bundled names most like `name`, at most three."""
    import difflib

    return difflib.get_close_matches(name.lower(), bundled_names(), n=3, cutoff=0.5)


def read_index() -> tuple[BundledTemplate, ...]:
    return tuple(
        BundledTemplate(name, templates_folder() / f"{name}.json", (), (), "")
        for name in bundled_names()
    )
