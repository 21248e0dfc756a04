"""The table of rules: every diagnostic rtc can give, with an example that provokes it.

`docs/diagnostics.md` and the tests are made from this table. Codes are stable: a rule that goes leaves a gap.
"""

from __future__ import annotations

from types import ModuleType

from rtc import (
    rules_content,
    rules_delimiters,
    rules_fields,
    rules_reading,
    rules_template,
    rules_tools,
)
from rtc.rule import Rule


def _rules_in(module: ModuleType) -> list[Rule]:
    return [value for value in vars(module).values() if isinstance(value, Rule)]


# The parts of the table, in the order of the documentation.
SECTIONS: dict[str, tuple[Rule, ...]] = {
    "Reading": tuple(_rules_in(rules_reading)),
    "Template": tuple(_rules_in(rules_template)),
    "Delimiters": tuple(_rules_in(rules_delimiters)),
    "Fields and transforms": tuple(_rules_in(rules_fields)),
    "Contents": tuple(_rules_in(rules_content)),
    "Tools": tuple(_rules_in(rules_tools)),
}

RULES: tuple[Rule, ...] = tuple(rule for rules in SECTIONS.values() for rule in rules)
