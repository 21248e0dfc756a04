"""Writes the page of diagnostics from the table of rules: `python -m rtc.rules_page docs/diagnostics.md`."""

from __future__ import annotations

import sys
from pathlib import Path

from rtc.diagnostics import printable
from rtc.rule import Rule
from rtc.rules import SECTIONS

_MAX_EXAMPLE_LENGTH = 400
_INTRODUCTION = """\
# Diagnostics

Every rule rtc checks, with an example that breaks it. This page is made from the table in
`compiler/rtc/rules.py`; do not edit it.

An error means that nothing is compiled. A warning means that the template compiles, and probably does not
do what was meant. All problems of a template are listed, not only the first.
"""
_GIVEN = {
    "template": "",
    "latin-1": "Saved as Latin-1:\n\n",
    "config": "As `tokenizer_config.json`:\n\n",
    "value": "As a Python value:\n\n",
    "missing": "As the name of a file:\n\n",
    "tools": "As a file of tools:\n\n",
}


def render_rules_page() -> str:
    """The whole page, as Markdown."""
    parts = [_INTRODUCTION]
    for title, rules in SECTIONS.items():
        parts.append(f"\n## {title}\n")
        parts.extend(map(_render_rule, rules))
    return "".join(parts)


def _render_rule(rule: Rule) -> str:
    title = rule.title[0].upper() + rule.title[1:]
    example = "\n".join(map(printable, rule.example.splitlines()))
    if len(example) > _MAX_EXAMPLE_LENGTH:
        half = _MAX_EXAMPLE_LENGTH // 2
        example = f"{example[:half]} ... {example[-half:]}"
    return (
        f"\n### {rule.code}: {title}\n\n"
        f"{rule.severity.capitalize()}. {rule.explanation}\n\n"
        f"{_GIVEN[rule.given]}```json\n{example}\n```\n"
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_rules_page(), encoding="utf-8")
