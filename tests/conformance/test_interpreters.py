"""The generated files alone, on every CPython they are meant for, with nothing but the standard library."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import rtc
from tests.support.equality import identical
from tests.support.fixtures import Fixture, generated_parser, read_fixtures
from tests.support.interpreters import VERSIONS, interpreters

_DRIVER = Path(__file__).parents[1] / "support" / "driver.py"


@pytest.mark.parametrize("version", VERSIONS)
def test_generated_parsers_give_the_fixtures_messages(version: str, tmp_path: Path) -> None:
    fixtures = read_fixtures()
    answer = _drive(_interpreter(version), [_job(fixture) for fixture in fixtures], tmp_path)
    for fixture, outcome in zip(fixtures, answer["outcomes"], strict=True):
        where = (fixture.format, fixture.name, outcome)
        if fixture.refused:
            assert outcome.keys() == {"error"}, where
        else:
            assert identical(outcome.get("whole"), fixture.expected), where
            assert identical(outcome.get("streamed"), fixture.expected), where
    assert answer["foreign"] == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_generated_file_is_a_program(version: str, tmp_path: Path) -> None:
    fixture = next(f for f in read_fixtures() if not f.refused and not f.prefix and not f.tools)
    raw = tmp_path / "raw.txt"
    raw.write_text(fixture.raw, encoding="utf-8", newline="")
    command = [str(_interpreter(version)), "-I", "-S", str(generated_parser(fixture.format))]
    for arguments, given in (([str(raw)], ""), ([], fixture.raw)):
        done = subprocess.run(
            [*command, *arguments],
            input=given.encode(),
            capture_output=True,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert identical(json.loads(done.stdout), fixture.expected)


_REPAIRS = """
import json, sys
import parser_of_all as parser
raw, tools = json.load(sys.stdin)
asked = {"prefix": "", "tools": tools, "repair": ["json", "escaped-newlines"]}
result = parser.parse_full(raw, report=True, **asked)
assert parser.parse_response(raw, **asked) == result.message
print(json.dumps([result.message, [[one.repaired for one in region.arguments] for region in result.report]]))
"""


@pytest.mark.parametrize("version", VERSIONS)
def test_reports_and_repairs_run(version: str, tmp_path: Path) -> None:
    call = {"type": "function", "function": "{content}"}
    field = {"open": "<c>", "close": "</c>", "content": "json", "transform": call}
    template = {"start_anchor": "@", "fields": {"call": field}}
    code = rtc.compile_template(template, features=["functions", "report", "repair"])
    (tmp_path / "parser_of_all.py").write_text(code, encoding="utf-8")
    raw = "<c>{'name': 'f', 'arguments': {'a': 'if a:\\\\n  b()',}}</c>"
    schema = {"properties": {"a": {"type": "string", "contentMediaType": "text/x-python"}}}
    given = json.dumps([raw, [{"name": "f", "parameters": schema}]])
    command = [str(_interpreter(version)), "-S", "-W", "error", "-c", _REPAIRS]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    message, repaired = json.loads(done.stdout)
    assert message["call"]["function"]["arguments"] == {"a": "if a:\n  b()"}
    assert repaired == [[[["escaped-newlines", "escapes undone: 1"]]]]


def _interpreter(version: str) -> Path:
    path = interpreters().get(version)
    if path is None:
        pytest.skip(f"no CPython {version} on this machine")
    return path


def _job(fixture: Fixture) -> dict[str, Any]:
    return {
        "path": str(generated_parser(fixture.format)),
        "raw": fixture.raw,
        "prefix": fixture.prefix,
        "tools": fixture.tools,
    }


def _drive(python: Path, jobs: list[dict[str, Any]], folder: Path) -> dict[str, Any]:
    done = subprocess.run(
        [str(python), "-I", "-S", str(_DRIVER)],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))
