"""From what a caller names to a template that was read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from rtc.bundled import bundled_path, find_for_model, nearest_names
from rtc.source import Source, read_file, read_value

TemplateLike: TypeAlias = "Mapping[str, Any] | str | os.PathLike[str]"


def read_template(template: TemplateLike) -> Source:
    """Read a template: a dict, the path of a file or model folder, or the name of a bundled template.

    A string that is a bundled name means the bundled template, whatever the current folder holds:
    `./NAME` or a `Path` means a file. Whatever is wrong stands in the source's diagnostics.
    """
    if isinstance(template, str):
        return _read_named(template)
    if isinstance(template, os.PathLike):
        return read_file(Path(template))
    return read_value(template)


def _read_named(name: str) -> Source:
    path = bundled_path(name)
    if path is not None:
        return read_file(path)
    source = read_file(Path(name))
    return source if os.path.lexists(name) else _with_hint(source, _suggestion(name))


def _with_hint(source: Source, hint: str) -> Source:
    return replace(source, diagnostics=tuple(replace(d, hint=hint) for d in source.diagnostics))


def _suggestion(name: str) -> str:
    if name.lstrip().startswith("{"):
        return "a template is given as a dict, a path or a bundled name, not as JSON text"
    template = find_for_model(name)
    if template is not None:
        return f"for this model there is the bundled template {template.name}"
    near = nearest_names(name)
    if near:
        return f"bundled templates with a similar name: {', '.join(near)}"
    return "`rtc list` shows the bundled templates"
