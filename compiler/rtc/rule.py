"""What a row of the table of rules is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rtc.diagnostics import Severity

# How the example of a rule reaches the compiler: as the text of a template, as that text in the bytes of
# Latin-1, as the text of a tokenizer_config.json, as a Python value, as the name of a file that is not there,
# as a file of tools.
Given = Literal["template", "latin-1", "config", "value", "missing", "tools"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the language. `example` breaks this rule and no other."""

    code: str
    severity: Severity
    title: str
    explanation: str
    example: str
    given: Given = "template"


def template_of(*fields: str, top: str = '"start_anchor": "<|assistant|>"') -> str:
    """The text of a template with these members in `fields`."""
    members = ",\n    ".join(fields)
    return f'{{\n  {top},\n  "fields": {{\n    {members}\n  }}\n}}'


def field_of(members: str) -> str:
    """The text of a template whose only field has these members."""
    return template_of(f'"answer": {{{members}}}')
