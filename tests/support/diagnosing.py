"""Running the front end: read, parse and check, without compiling."""

from __future__ import annotations

import json
from typing import Any

from rtc.ast import Template
from rtc.check import check_template
from rtc.diagnostics import Diagnostic
from rtc.parse import parse_template
from rtc.source import Source, read_text


def diagnose_source(source: Source) -> list[Diagnostic]:
    """All diagnostics of a template that was read."""
    template, diagnostics = parse_template(source)
    checked = () if template is None else check_template(template, source)
    return [*source.diagnostics, *diagnostics, *checked]


def diagnose(template: object) -> list[Diagnostic]:
    """All diagnostics of a template given as data."""
    return diagnose_source(read_text(json.dumps(template), "template.json"))


def codes(template: object) -> list[str]:
    return [diagnostic.code for diagnostic in diagnose(template)]


def with_field(field: object, **top: object) -> dict[str, Any]:
    """A template with the field `answer`."""
    return {"start_anchor": "<|assistant|>", "fields": {"answer": field}, **top}


def parsed(template: object) -> Template:
    """The tree of a template without errors."""
    tree, diagnostics = parse_template(read_text(json.dumps(template), "template.json"))
    assert not [each for each in diagnostics if each.severity == "error"], diagnostics
    assert tree is not None
    return tree
