"""`rtc explain`: the report for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import COMMAND, on_terminal, run, write_template

TOOLS = [
    {
        "name": "f",
        "parameters": {
            "type": "object",
            "properties": {"n": {"type": "integer"}, "p": {"type": "object"}},
        },
    }
]
RAW = '<think>h\x1bm</think><call>{"name": "f", "arguments": {"n": "x", "p": {"a": 1}}}</call>'


@pytest.fixture
def template(tmp_path: Path) -> Path:
    return write_template(tmp_path / "t.json")


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(TOOLS))
    return path


def rows(*arguments: str | Path, stdin: str) -> list[list[str]]:
    result = run("explain", *arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return [line.split("\t") for line in result.stdout.splitlines()]


def data(*arguments: str | Path, stdin: str) -> Any:
    result = run("explain", "--json", *arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_explain_prints_lines_away_from_a_terminal(template: Path, tools: Path) -> None:
    found = rows(template, "-", "--tools", tools, stdin=RAW)
    value = (
        '{"type": "function", "function": {"name": "f", "arguments": {"n": "x", "p": {"a": 1}}}}'
    )
    raw = '{"name": "f", "arguments": {"n": "x", "p": {"a": 1}}}'
    start = RAW.index(raw)
    assert found[:4] == [
        ["region", "thinking", "7", "10", "h\\x1bm", '"h\\u001bm"'],
        ["region", "calls", str(start), str(start + len(raw)), raw, value],
        ["argument", "f", "n", "quoted", '"x"', '"x"', "refused", "/properties/n"],
        ["argument", "f", "p", "quoted", '{"a": 1}', '{"a": 1}', "kept", "/properties/p"],
    ]
    assert [row[:4] for row in found[4:]] == [
        ["fault", "generation", f"calls at {start}, f(n)", "the schema asks for integer"],
        ["fault", "schema", f"calls at {start}, f(p)", "the schema says nothing of what is inside"],
    ]
    assert all(len(row) == 5 and row[4] for row in found[4:])


def test_explain_gives_programs_an_object(template: Path, tools: Path) -> None:
    found = data(template, "-", "--tools", tools, stdin=RAW)
    assert set(found) == {"message", "regions", "dropped", "faults"}
    assert found["message"]["thinking"] == "h\x1bm"
    assert found["regions"][1]["arguments"][0] == {
        "tool": "f",
        "path": ["n"],
        "written": "x",
        "notation": "quoted",
        "pointer": "/properties/n",
        "value": "x",
        "done": "refused",
        "stage": "generation",
        "reason": "the schema asks for integer",
        "repaired": {},
    }
    assert [fault["stage"] for fault in found["faults"]] == ["generation", "schema"]


def test_explain_shows_malformed_regions_and_goes_on(template: Path) -> None:
    found = rows(template, "-", stdin="<call>{oops</call>Yes.<|end|>")
    assert found[0] == ["region", "calls", "6", "11", "{oops", ""]
    assert found[1][:2] == ["region", "answer"]
    assert found[2][:3] == ["fault", "generation", "calls at 6"]
    assert found[2][3].startswith("content: not JSON")


PYTHON_TOOL = {
    "name": "f",
    "parameters": {"properties": {"c": {"contentMediaType": "text/x-python"}}},
}
REPAIRABLE = "<call>{'name': 'f', 'arguments': {'c': 'a\\\\nb',},}</call>"


def test_explain_shows_repairs_as_the_model_s_faults(template: Path, tmp_path: Path) -> None:
    path = tmp_path / "python.json"
    path.write_text(json.dumps([PYTHON_TOOL]))
    asked: list[str | Path] = [
        template,
        "-",
        "--tools",
        path,
        "--repair",
        "json",
        "--repair",
        "escaped-newlines",
    ]
    region, argument, *faults = rows(*asked, stdin=REPAIRABLE)
    assert (region[0], json.loads(region[5])["function"]["arguments"]) == ("region", {"c": "a\nb"})
    assert argument[2:] == ["c", "quoted", '"a\\\\nb"', '"a\\nb"', "repaired", "/properties/c"]
    assert [row[:3] for row in faults] == [
        ["fault", "generation", "calls at 6"],
        ["fault", "generation", "calls at 6, f(c)"],
    ]
    assert faults[0][3].startswith(
        "repaired (json, string in single quotes: 5, trailing comma: 2): "
    )
    assert "(escaped-newlines, escapes undone: 1)" in faults[1][3]
    found = data(*asked, stdin=REPAIRABLE)
    assert list(found["regions"][0]["repaired"]) == ["json"]
    assert found["regions"][0]["arguments"][0]["repaired"] == {
        "escaped-newlines": "escapes undone: 1"
    }
    (fault,) = data(template, "-", stdin=REPAIRABLE)["faults"]
    assert fault["what"].startswith("content: not JSON")
    result = run("explain", template, "-", "--repair", "xml", stdin="")
    assert (result.exit_code, "escaped-newlines" in result.stderr) == (2, True)


def test_explain_names_an_unknown_tool(template: Path, tools: Path) -> None:
    raw = '<call>{"name": "g", "arguments": {"a": 1}}</call>'
    (fault,) = data(template, "-", "--tools", tools, stdin=raw)["faults"]
    assert (fault["stage"], fault["what"]) == ("schema", "no tool of this name is known")
    assert "--tools" in fault["fix"]
    assert data(template, "-", stdin=raw)["faults"] == []


def test_explain_shows_dropped_text_and_missing_fields(tmp_path: Path) -> None:
    fields = {"a": {"open": "<a>", "close": "</a>", "optional": False}}
    path = write_template(tmp_path / "t.json", {"start_anchor": "@", "fields": fields})
    found = rows(path, "-", stdin="lost")
    assert found[0] == ["dropped", "0", "4", "lost"]
    assert found[1][:4] == ["fault", "generation", "a", "the required field never came"]


def test_explain_reads_files_and_the_prefix(template: Path, tmp_path: Path) -> None:
    (tmp_path / "raw.txt").write_text("m</think>")
    (tmp_path / "prompt.txt").write_text("<|assistant|><think>h")
    found = rows(template, tmp_path / "raw.txt", "--prefix", tmp_path / "prompt.txt", stdin="")
    assert found == [["region", "thinking", "-1", "1", "hm", '"hm"']]


def test_explain_shortens_long_texts(template: Path) -> None:
    (row,) = rows(template, "-", stdin=f"<think>{'x' * 10_000}</think>")
    assert row[4] == "x" * 200 + "..."


def test_explain_says_what_is_wrong_with_a_template_and_with_files(tmp_path: Path) -> None:
    path = write_template(tmp_path / "t.json", {"fields": {"a": {"open": ""}}})
    assert run("explain", path, "-", stdin="").exit_code == 1
    result = run("explain", "qwen3", tmp_path / "absent.txt")
    assert result.exit_code == 1
    assert "cannot read" in result.stderr


def test_explain_prints_for_people_on_a_terminal(
    template: Path, tools: Path, tmp_path: Path
) -> None:
    raw = tmp_path / "raw.txt"
    raw.write_text(RAW + "<call>{[red]oops</call>")
    text = on_terminal([*COMMAND, "explain", str(template), str(raw), "--tools", str(tools)])
    for part in ("thinking", "h\\x1bm", "refused", "malformed", "the model: ", "the schema: "):
        assert part in text
    assert "[red]oops" in text
    raw.write_text("<think>fine</think>")
    assert "no faults" in on_terminal([*COMMAND, "explain", str(template), str(raw)])
