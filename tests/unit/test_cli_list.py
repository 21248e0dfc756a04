"""`rtc list` and the index of the bundled templates."""

from __future__ import annotations

import json

import pytest

import rtc
from rtc.bundled import bundled_names, find_for_model
from tests.support.command_line import COMMAND, on_terminal, run


def test_list_prints_a_line_for_each_template_away_from_a_terminal() -> None:
    result = run("list")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [row[0] for row in rows] == sorted(template.name for template in rtc.bundled_templates())
    by_name = {template.name: template for template in rtc.bundled_templates()}
    for name, families, emits, fields, need in rows:
        assert families == ", ".join(by_name[name].families)
        assert emits == by_name[name].emits
        assert fields == ", ".join(by_name[name].fields)
        kept = bool(by_name[name].special_tokens)
        assert need == ("special tokens kept" if kept else "special tokens kept or dropped")


def test_list_prints_a_table_on_a_terminal() -> None:
    shown = on_terminal([*COMMAND, "list"])
    for template in rtc.bundled_templates():
        assert template.name in shown
    assert "\t" not in shown and "[TOOL_CALLS]" in shown


def test_index_has_one_entry_for_each_template() -> None:
    names = [template.name for template in rtc.bundled_templates()]
    assert sorted(names) == list(bundled_names())
    assert all(template.path.is_file() for template in rtc.bundled_templates())


def test_index_names_fields_of_the_template() -> None:
    for template in rtc.bundled_templates():
        fields = json.loads(template.path.read_text("utf-8"))["fields"]
        assert template.emits.endswith(".") and set(template.fields) <= set(fields), template.name


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("Qwen/Qwen3-8B", "qwen3"),
        ("qwen/qwen3-coder-30b-a3b-instruct", "qwen3_coder"),
        ("someone/SmolLM3-3B-GGUF", "smollm3"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama3"),
        ("openai/gpt-oss-20b", "gpt_oss"),
    ],
)
def test_index_finds_the_template_of_a_model(model: str, name: str) -> None:
    found = find_for_model(model)
    assert found is not None and found.name == name
    assert name in run("compile", model).stderr


def test_index_finds_nothing_for_other_models() -> None:
    assert find_for_model("gpt2") is None
