"""Where the templates of the runs come from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.differential.published import published_templates

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "bug-reports.jsonl"
FIELD_SETS = Path(__file__).parent / "field_sets.json"

Templates = dict[str, dict[str, Any]]


def bundled() -> Templates:
    """The templates shipped with rtc; whatever else stands in the folder holds no `fields`."""
    found = {}
    for path in sorted((ROOT / "templates").glob("*.json")):
        value = json.loads(path.read_text(encoding="utf-8"))
        if "fields" in value:
            found[path.stem] = value
    return found


def prototype() -> Templates:
    """Field sets made of delimiters that real templates use, in awkward combinations."""
    return dict(json.loads(FIELD_SETS.read_text(encoding="utf-8")))


def cases() -> Templates:
    """Every template of the bug reports, the right ones and the tempting ones, each once."""
    found: Templates = {}
    for line in CASES.read_text(encoding="utf-8").splitlines():
        report = json.loads(line)
        for role in ("template", "attempt", "alt"):
            template = report[role]
            if template is not None and template not in found.values():
                found[f"{report['id']}:{role}"] = template
    return found


SOURCES: dict[str, Callable[[], Templates]] = {
    "bundled": bundled,
    "published": published_templates,
    "prototype": prototype,
    "cases": cases,
}
