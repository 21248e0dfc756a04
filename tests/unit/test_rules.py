"""The table of rules: every rule has an example that provokes it, and the page of diagnostics is fresh."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rtc import (
    rules_content,
    rules_delimiters,
    rules_fields,
    rules_reading,
    rules_template,
    rules_tools,
)
from rtc.diagnostics import render
from rtc.rule import Rule
from rtc.rules import RULES
from rtc.rules_page import render_rules_page
from rtc.rules_reading import TOO_MANY_ERRORS, TOO_MANY_WARNINGS
from rtc.source import Source, read_file, read_text, read_value
from rtc.tools_file import read_tools
from tests.support.diagnosing import diagnose_source

ROOT = Path(__file__).parents[2]
COMPILER = ROOT / "compiler" / "rtc"


def read_example(rule: Rule, folder: Path) -> Source:
    match rule.given:
        case "template":
            return read_text(rule.example, "template.json")
        case "value":
            return read_value(ast.literal_eval(rule.example))
        case "missing":
            return read_file(folder / rule.example)
        case "config":
            (folder / "tokenizer_config.json").write_text(rule.example, encoding="utf-8")
            return read_file(folder)
        case "latin-1":
            (folder / "template.json").write_text(rule.example, encoding="latin-1")
            return read_file(folder / "template.json")
        case "tools":
            return read_tools(rule.example.encode(), "tools.json")[1]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_rules_example_provokes_its_rule_and_no_other(rule: Rule, tmp_path: Path) -> None:
    source = read_example(rule, tmp_path)
    if rule.given == "tools":
        found = list(read_tools(rule.example.encode(), "tools.json")[2])
    else:
        found = diagnose_source(source)
    if rule in (TOO_MANY_ERRORS, TOO_MANY_WARNINGS):
        found = found[100:]
    assert [(each.code, each.severity) for each in found] == [(rule.code, rule.severity)]
    shown = render(found[0], source)
    assert f"{rule.severity}[{rule.code}]" in shown
    assert str(tmp_path) not in shown


def test_rules_have_codes_in_order_each_once() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))
    assert all(re.fullmatch(r"RTC\d{3}", code) for code in codes)


def test_rules_are_all_in_the_table() -> None:
    modules = [rules_content, rules_delimiters, rules_fields, rules_reading, rules_template]
    modules.append(rules_tools)
    named = [rule for module in modules for rule in vars(module).values() if isinstance(rule, Rule)]
    assert sorted(RULES, key=id) == sorted(named, key=id)
    assert {path.stem for path in COMPILER.glob("rules_*.py")} == {
        "rules_page",
        *(module.__name__.split(".")[-1] for module in modules),
    }


def test_rules_are_all_used_by_the_compiler() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in COMPILER.rglob("*.py")
        if not path.stem.startswith("rule")
    )
    for module in (rules_content, rules_delimiters, rules_fields, rules_reading, rules_template):
        for name, value in vars(module).items():
            if isinstance(value, Rule):
                assert re.search(rf"\b{name}\b", code), name


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_rules_explain_themselves(rule: Rule) -> None:
    assert rule.title and not rule.title.endswith(".")
    assert rule.explanation.endswith(".") and len(rule.explanation) > 40


def test_rules_page_is_fresh() -> None:
    page = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    assert page == render_rules_page(), "run: python -m rtc.rules_page docs/diagnostics.md"


def test_rules_page_is_printable_and_short() -> None:
    page = render_rules_page()
    assert all(line.isprintable() for line in page.split("\n"))
    assert len(page) < 60_000
