"""`rtc parse`: raw text in, message and events out."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import rtc
from tests.support.command_line import COMMAND, TEMPLATE, run, run_process, write_template

RAW = '<think>hm</think>Yes.<call>{"name": "f", "arguments": {"n": "3"}}</call><|end|>'
CALL = {"type": "function", "function": {"name": "f", "arguments": {"n": "3"}}}
MESSAGE = {"role": "assistant", "thinking": "hm", "answer": "Yes.", "calls": [CALL]}


@pytest.fixture
def template(tmp_path: Path) -> Path:
    return write_template(tmp_path / "t.json")


def test_parse_prints_the_message_of_standard_input(template: Path) -> None:
    result = run("parse", template, stdin=RAW)
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == MESSAGE
    assert run("parse", template, "-", stdin=RAW).stdout == result.stdout


def test_parse_reads_a_file(template: Path, tmp_path: Path) -> None:
    (tmp_path / "raw.txt").write_text(RAW)
    assert json.loads(run("parse", template, tmp_path / "raw.txt").stdout) == MESSAGE


def test_parse_prints_the_events_before_the_message(template: Path) -> None:
    events, message = _split(run("parse", template, "--events", stdin=RAW).stdout)
    parser = rtc.load_parser(TEMPLATE).ResponseParser("")
    expected = parser.feed(RAW)
    expected += parser.finalize()[1]
    assert events == expected
    assert message == MESSAGE


@pytest.mark.parametrize("size", [1, 3, 10_000, 10**30])
def test_parse_gives_the_same_message_for_every_size_of_chunk(template: Path, size: int) -> None:
    result = run("parse", template, "--chunk", str(size), stdin=RAW)
    assert json.loads(result.stdout) == MESSAGE


def test_parse_prints_one_chunk_event_a_character_where_chunks_are_characters(
    template: Path,
) -> None:
    events, _ = _split(run("parse", template, "--events", "--chunk", "1", stdin="aé\r\nb").stdout)
    assert [e["text"] for e in events if e["type"] == "region_chunk"] == ["a", "é", "\r", "\n", "b"]


def test_parse_reads_the_prefix(template: Path, tmp_path: Path) -> None:
    (tmp_path / "prompt.txt").write_text("<|user|>Well?<|assistant|><think>so")
    result = run(
        "parse", template, "--events", "--prefix-file", tmp_path / "prompt.txt", stdin="me</think>"
    )
    events, message = _split(result.stdout)
    assert message == {"role": "assistant", "thinking": "some"}
    assert events[1] == {"type": "region_chunk", "field": "thinking", "text": "so", "dirty": False}


def test_parse_casts_by_the_tools(template: Path, tmp_path: Path) -> None:
    parameters = {"type": "object", "properties": {"n": {"type": "integer"}}}
    tools = [{"type": "function", "function": {"name": "f", "parameters": parameters}}]
    (tmp_path / "tools.json").write_text(json.dumps(tools))
    result = run("parse", template, "--tools", tmp_path / "tools.json", stdin=RAW)
    assert json.loads(result.stdout)["calls"][0]["function"]["arguments"] == {"n": 3}


def test_parse_reports_output_that_does_not_parse(template: Path) -> None:
    result = run("parse", template, "--events", stdin="Yes.<call>{oops</call>")
    assert result.exit_code == 1
    assert "calls" in result.stderr and "offset 10" in result.stderr
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert {"type": "region_close", "field": "answer", "value": "Yes."} in events


def test_parse_reports_the_errors_of_the_template(tmp_path: Path) -> None:
    result = run("parse", write_template(tmp_path / "t.json", {}), stdin=RAW)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "t.json:1:1: error[" in result.stderr


@pytest.mark.parametrize(
    "content", [b"not JSON", b"{}", b"\xff", b"[" * 100_000, b"[" + b"9" * 10_000 + b"]"]
)
def test_parse_refuses_tools_that_are_no_list_of_schemas(
    content: bytes, template: Path, tmp_path: Path
) -> None:
    (tmp_path / "tools.json").write_bytes(content)
    result = run("parse", template, "--tools", tmp_path / "tools.json", stdin=RAW)
    if result.exit_code == 0:  # from Python 3.12 on, some versions read any depth and any digits
        assert json.loads(result.stdout) == MESSAGE
    else:
        assert (result.exit_code, result.stdout) == (1, "")
        assert "tools.json" in result.stderr


@pytest.mark.parametrize("option", [(), ("--prefix-file",), ("--tools",)])
@pytest.mark.parametrize("name", ["missing", "folder", "binary", "t.json/x", "nul\0"])
def test_parse_reports_files_that_cannot_be_read(
    option: tuple[str, ...], name: str, template: Path, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"caf\xe9 \xf0\x9f")
    result = run("parse", template, *option, f"{tmp_path}/{name}", stdin=RAW)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cannot read" in result.stderr


def test_parse_refuses_standard_input_that_is_not_utf8(template: Path) -> None:
    result = run("parse", template, "--chunk", "2", stdin=b"ok\xff")
    assert result.exit_code == 1 and "not UTF-8" in result.stderr


@pytest.mark.parametrize("size", ["0", "-1", "x"])
def test_parse_refuses_other_sizes_of_chunk(size: str, template: Path) -> None:
    assert run("parse", template, "--chunk", size, stdin=RAW).exit_code == 2


def test_parse_prints_events_while_the_input_is_open(template: Path) -> None:
    """A reader of the events need not wait for the end of the output."""
    command = [*COMMAND, "parse", str(template), "--events", "--chunk", "5"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"Hello")
        process.stdin.flush()
        first = [json.loads(process.stdout.readline()) for _ in range(2)]
        assert [event["type"] for event in first] == ["region_open", "region_chunk"]
        process.stdin.close()
        assert json.loads(process.stdout.read().split(b"\n", 1)[1])["answer"] == "Hello"


def test_parse_escapes_what_standard_output_cannot_show(template: Path) -> None:
    raw = "naïve 😀".encode()
    for encoding in ("ascii", "latin-1", "utf-8"):
        environment = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
        done = run_process("parse", template, environment=environment, input=raw)
        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout.decode(encoding))["answer"] == "naïve 😀"


def test_parse_escapes_lone_surrogates(template: Path) -> None:
    raw = '<call>{"name": "\\ud800", "arguments": {}}</call>é'
    done = run_process("parse", template, "--events", input=raw.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert _split(done.stdout.decode())[1]["calls"][0]["function"]["name"] == "\ud800"


def test_parse_ends_quietly_when_nobody_reads_on(template: Path) -> None:
    command = [*COMMAND, "parse", str(template), "--events", "--chunk", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate(b"word " * 1_000)
    assert (process.returncode, errors) == (1, b"")


def _split(output: str) -> tuple[list[dict[str, Any]], Any]:
    """The events, one a line, and the message, which begins at the only line that is a brace."""
    events, brace, rest = output.partition("\n{\n")
    lines = events.splitlines() if brace else []
    return [json.loads(line) for line in lines], json.loads("{" + rest if brace else output)
