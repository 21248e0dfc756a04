"""A generated file as a program: raw text in, the message out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rtc_runtime
from tests.support.covering import compiled_code

CALL = 'x<call:f>{"a": "1"}</call>[7]y'


@pytest.fixture(scope="module")
def parser(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("generated") / "contents_parser.py"
    path.write_text(compiled_code("contents"), encoding="utf-8")
    return path


def run(
    parser: Path, *arguments: str | Path, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-S", str(parser), *map(str, arguments)]
    return subprocess.run(
        command, input=stdin, capture_output=True, env={**os.environ, **environment}
    )


def message_of(done: subprocess.CompletedProcess[bytes]) -> Any:
    assert (done.returncode, done.stderr) == (0, b"")
    return json.loads(done.stdout)


def test_text_comes_from_standard_input_or_from_a_file(parser: Path, tmp_path: Path) -> None:
    raw = tmp_path / "raw.txt"
    raw.write_text("<n> 7 </n>hi é", encoding="utf-8")
    from_file, from_input = run(parser, raw), run(parser, stdin=raw.read_bytes())
    assert message_of(from_file) == message_of(from_input)
    assert message_of(from_file) == {
        "role": "assistant",
        "notes": [1.5, None, {"a": True}],
        "number": 7,
        "answer": "hi é",
    }


def test_message_is_indented_json(parser: Path) -> None:
    lines = run(parser, stdin=b"<n>7</n>").stdout.decode().splitlines()
    assert lines[0] == "{" and lines[-1] == "}" and lines[1].startswith('  "role"')


def test_events_come_first_one_a_line(parser: Path) -> None:
    done = run(parser, "--events", stdin=b"a\n<n>7</n>")
    lines = done.stdout.decode().splitlines()
    events = [json.loads(line) for line in lines[: lines.index("{")]]
    assert [event["type"].removeprefix("region_") for event in events] == [
        "open",
        "chunk",
        "close",
        "open",
        "chunk",
        "close",
    ]
    assert events[1] == {"type": "region_chunk", "field": "answer", "text": "a\n", "dirty": False}
    assert json.loads("\n".join(lines[lines.index("{") :]))["number"] == 7


def test_prefix_comes_from_a_file(parser: Path, tmp_path: Path) -> None:
    prompt = tmp_path / "prompt.txt"
    prompt.write_bytes(b"hello<|assistant|><n>1")
    done = run(parser, "--prefix-file", prompt, "--events", stdin=b"2</n>")
    assert json.loads(done.stdout.decode().splitlines()[0])["field"] == "number"
    assert b'"number": 12' in done.stdout
    assert run(parser, stdin=b"2</n>").returncode == 1


def test_line_ends_stay_as_they_are(parser: Path, tmp_path: Path) -> None:
    raw = tmp_path / "raw.txt"
    raw.write_bytes(b"<n>1</n>a\r\nb\rc\n")
    for done in (run(parser, raw), run(parser, stdin=raw.read_bytes())):
        assert message_of(done)["answer"] == "a\r\nb\rc\n"


def test_tools_type_the_arguments(parser: Path, tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps([{"name": "f", "parameters": schema}]), encoding="utf-8")
    raw = b"<n>1</n><c>[f(a='3')]</c>"
    for arguments, value in (((), "3"), (("--tools", tools), 3)):
        (call,) = message_of(run(parser, *arguments, stdin=raw))["calls"][0]
        assert call["function"] == {"name": "f", "arguments": {"a": value}}


def test_output_that_cannot_be_parsed_is_exit_code_1(parser: Path) -> None:
    done = run(parser, stdin=b"x<n>seven</n>")
    assert (done.returncode, done.stdout) == (1, b"")
    sentence = done.stderr.decode()
    assert sentence.startswith("cannot parse the output: field 'number' at offset 4: ")
    assert "Traceback" not in sentence


def test_missing_field_is_exit_code_1(parser: Path) -> None:
    done = run(parser, stdin=b"x")
    assert done.returncode == 1
    assert b"field 'number'" in done.stderr and b"required" in done.stderr


def test_what_cannot_be_read_is_a_plain_sentence(parser: Path, tmp_path: Path) -> None:
    bad, deep, number = tmp_path / "bad", tmp_path / "deep", tmp_path / "number"
    bad.write_bytes(b"\xff\xfe<n>1</n>")
    deep.write_bytes(b"[" * 100_000)
    number.write_bytes(b"7")
    for arguments, stdin in (
        ([tmp_path / "missing.txt"], b""),
        ([tmp_path], b""),
        ([bad], b""),
        ([], bad.read_bytes()),
        (["--prefix-file", bad], b""),
        (["--prefix-file", tmp_path / "missing.txt"], b""),
        (["--tools", bad], b"<n>1</n>"),
        (["--tools", tmp_path / "missing.json"], b"<n>1</n>"),
        (["--tools", deep], b"<n>1</n>"),
        (["--tools", number], b"<n>1</n>"),
    ):
        done = run(parser, *arguments, stdin=stdin)
        assert done.returncode == 1, arguments
        assert done.stderr.startswith(b"error: ") and done.stderr.count(b"\n") == 1, done.stderr
        assert done.stdout == b""


def test_wrong_options_are_exit_code_2(parser: Path) -> None:
    for arguments in (["--unknown"], ["a", "b"], ["--tools"]):
        done = run(parser, *arguments)
        assert done.returncode == 2 and b"usage: " in done.stderr, arguments


def test_help_names_every_option(parser: Path) -> None:
    done = run(parser, "--help")
    assert done.returncode == 0
    for word in (b"FILE", b"--events", b"--prefix-file", b"--tools"):
        assert word in done.stdout


def test_characters_that_the_output_cannot_take_are_escaped(parser: Path) -> None:
    raw = "<n>1</n>é\u2028😀".encode()
    done = run(parser, stdin=raw, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert b"\\u00e9\\u2028\\ud83d\\ude00" in done.stdout
    assert message_of(done)["answer"] == "é\u2028😀"
    lone = run(parser, "--events", stdin=b'<n>1</n><d>{"a": "\\ud800"}</d>', PYTHONUTF8="1")
    assert lone.returncode == 0 and b'"\\ud800"' in lone.stdout


def test_deep_output_does_not_crash(parser: Path) -> None:
    done = run(parser, stdin=b"<n>1</n><c>" + b"[" * 100_000 + b"</c>")
    assert done.returncode == 1
    assert done.stderr.startswith(b"cannot parse the output: field 'calls'")
    assert len(done.stderr) < 1000


def test_parser_that_shares_the_runtime_is_a_program_too(tmp_path: Path) -> None:
    path = tmp_path / "captures_parser.py"
    path.write_text(compiled_code("captures", "import"), encoding="utf-8")
    shared = {"PYTHONPATH": str(Path(rtc_runtime.__file__).parents[1])}
    done = run(path, stdin=CALL.replace('"1"', '"1", "b": 2').encode(), **shared)
    assert done.returncode == 1 and b"content.a.b" in done.stderr
    good = CALL.replace('{"a": "1"}', '{"a": {"b": "b"}}')
    message = message_of(run(path, stdin=good.encode(), **shared))
    assert message["tool_calls"][0]["path"] == "b" and message["tool_calls"][0]["id"] == "7"
