"""`rtc schema`: the report for people and for programs, and what is said about files that are no tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rtc
from tests.support.command_line import COMMAND, on_terminal, run

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "send",
            "parameters": {
                "type": "object",
                "properties": {"payload": {"type": "object", "additionalProperties": True}},
            },
        },
    },
    {"name": "pi\x1bng", "parameters": {"type": "object", "additionalProperties": False}},
]
NOTATIONS = ("json", "kv-lines", "python-call-list", "xml-inline")


def write(path: Path, tools: Any) -> Path:
    path.write_text(json.dumps(tools, indent=1), encoding="utf-8")
    return path


def test_schema_prints_lines_away_from_a_terminal(tmp_path: Path) -> None:
    result = run("schema", write(tmp_path / "tools.json", TOOLS))
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    notations = [row for row in rows if row[0] == "notation"]
    assert {row[1] for row in notations} <= set(NOTATIONS)
    assert ["xml-inline", "text"] in [row[1:3] for row in notations]
    assert rows[len(notations) :] == [
        ["tool", "send", "1 end"],
        [
            *("note", "send", "", "6:18", "object, other keys: additionalProperties is missing"),
            *("typed: as written", "guessed: JSON where it reads as that", "text: a string"),
        ],
        [
            *("end", "send", "/properties/payload", "9:17", "object, additionalProperties: true"),
            "typed: as written",
            "guessed: as the argument's JSON has it",
            "text: as the argument's JSON has it",
        ],
        ["tool", "pi\\x1bng", "no ends"],
    ]


def test_schema_names_every_template_that_reads_calls() -> None:
    result = run("schema", "-", "--json", stdin="[]")
    notations = json.loads(result.stdout)["notations"]
    named = [name for notation in notations for name in notation["templates"]]
    reading = [each.name for each in rtc.bundled_templates() if "tool_calls" in each.fields]
    assert set(reading) <= set(named)


def test_schema_gives_programs_an_object(tmp_path: Path) -> None:
    result = run("schema", "--json", write(tmp_path / "tools.json", TOOLS))
    tools = json.loads(result.stdout)["tools"]
    assert [(tool["name"], len(tool["ends"]), tool["more"]) for tool in tools] == [
        ("send", 2, False),
        ("pi\x1bng", 0, False),
    ]
    assert tools[0]["ends"][1] == {
        "pointer": "/properties/payload",
        "line": 9,
        "column": 17,
        "kind": "below",
        "note": False,
        "message": "object, additionalProperties: true",
        "carried": {
            "typed": "as written",
            "guessed": "as the argument's JSON has it",
            "text": "as the argument's JSON has it",
        },
    }


def test_schema_prints_tables_on_a_terminal(tmp_path: Path) -> None:
    shown = on_terminal([*COMMAND, "schema", str(write(tmp_path / "tools.json", TOOLS))])
    assert "/properties/payload" in shown and "\t" not in shown
    assert "pi\\x1bng" in shown and "carries text only" in shown


def test_schema_escapes_what_it_shows(tmp_path: Path) -> None:
    tools = [{"name": "f", "parameters": {"properties": {"\x1b[31m\ud800": {"type": "\x1b"}}}}]
    result = run("schema", write(tmp_path / "tools.json", tools))
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize(
    ("tools", "said"),
    [
        ({"tools": []}, "tools.json:1:1: error[RTC090]"),
        ([{"name": "f"}, 3], "tools.json:5:2: error[RTC091]"),
        ([{"function": {"name": 1}}], "(at /0)"),
    ],
)
def test_schema_says_where_tools_are_wrong(tools: Any, said: str, tmp_path: Path) -> None:
    result = run("schema", write(tmp_path / "tools.json", tools))
    assert (result.exit_code, result.stdout) == (1, "")
    assert said in result.stderr


def test_schema_says_where_the_file_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text('[\n {"name": "f",}]')
    result = run("schema", tmp_path / "tools.json")
    assert result.exit_code == 1
    assert "tools.json:2:15: error[RTC003]" in result.stderr and "(at /0/name)" in result.stderr


def test_schema_warns_of_two_tools_with_one_name(tmp_path: Path) -> None:
    result = run("schema", write(tmp_path / "tools.json", [{"name": "f"}, {"name": "f"}]))
    assert result.exit_code == 0 and "warning[RTC092]" in result.stderr


def test_schema_reports_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = run("schema", tmp_path / "missing.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cannot read" in result.stderr
