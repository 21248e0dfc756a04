"""From what a caller names to a template that was read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from rtc.bundled import BundledTemplate, bundled_path, find_by_name
from rtc.diagnostics import has_errors
from rtc.models import find_for_model, nearest_hint
from rtc.source import Source, read_file, read_value

TemplateLike: TypeAlias = "Mapping[str, Any] | str | os.PathLike[str]"


def read_template(template: TemplateLike) -> Source:
    """Read a template: a dict, the path of a file or model folder, a bundled name or the id of a model.

    A string that is a bundled name means the bundled template, whatever the current folder holds:
    `./NAME` or a `Path` means a file. A string that names no file here can be the id of a model, which
    means the bundled template that serves it. Whatever is wrong stands in the source's diagnostics.
    """
    if isinstance(template, str):
        return _read_named(template)
    if isinstance(template, os.PathLike):
        return read_file(Path(template))
    return read_value(template)


def _read_named(name: str) -> Source:
    path = bundled_path(name)
    if path is not None:
        return _read_bundled(path, find_by_name(name))
    template = find_for_model(name)
    if os.path.lexists(name):
        source = read_file(Path(name))
        return source if template is None else _of_file_not_model(source, template)
    if template is not None:
        source = _read_bundled(template.path, template)
        return replace(source, found_as=f"{name}: a model of the bundled template {template.name}")
    return _with_hint(read_file(Path(name)), _suggestion(name))


def _read_bundled(path: Path, entry: BundledTemplate | None) -> Source:
    return replace(read_file(path), internal=entry.internal if entry is not None else ())


def _of_file_not_model(source: Source, template: BundledTemplate) -> Source:
    """A file or folder that is named like a model: where it cannot be read, the model was perhaps meant."""
    if not has_errors(source.diagnostics):
        return source
    hint = (
        f"read as a file, since there is one of this name; the model's template is {template.name}"
    )
    return _with_hint(source, hint)


def _with_hint(source: Source, hint: str) -> Source:
    return replace(source, diagnostics=tuple(replace(d, hint=hint) for d in source.diagnostics))


def _suggestion(name: str) -> str:
    if name.lstrip().startswith("{"):
        return "a template is given as a dict, a path or a bundled name, not as JSON text"
    return f"it is no bundled template and no known model either; {nearest_hint(name)}"
