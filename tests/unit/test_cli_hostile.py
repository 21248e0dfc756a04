"""The command with files and streams nobody should give it: an answer, an exit code, no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.support.command_line import COMMAND, TEMPLATE, run, run_process, write_template

HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "spaces": b" \n\t",
    "prose": b"not JSON at all",
    "truncated": b'{"fields": {"a": ',
    "python": b"{'fields': {}}",
    "number": b"7",
    "string": b'"fields"',
    "list": b"[]",
    "null": b"null",
    "nan": b'{"start_anchor": "<a>", "fields": {"a": {}}, "defaults": {"x": NaN}}',
    "digits": b'{"version": ' + b"9" * 10_000 + b"}",
    "duplicates": b'{"fields": {}, "fields": {}}',
    "mark": b"\xef\xbb\xbf{}",
    "utf-16": '{"fields": {}}'.encode("utf-16"),
    "binary": bytes(range(256)) * 64,
    "zeros": b"\0" * 4096,
    "long": b'{"x": "' + b"y" * 10_000_000 + b'"}',
    "deep lists": b"[" * 10_000 + b"]" * 10_000,
    "deep objects": b'{"fields":' * 10_000 + b"1" + b"}" * 10_000,
    "never closed": b'{"a":[' * 10_000,
    "escape codes": b'{"\\u001b[2J": "\x1b]0;title\x07"}',
    "surrogate key": b'{"\\ud800": 1}',
}


@pytest.mark.parametrize("command", [("check",), ("compile",), ("parse",)])
@pytest.mark.parametrize("name", HOSTILE)
def test_command_answers_a_hostile_file_with_a_position(
    name: str, command: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "hostile.json"
    path.write_bytes(HOSTILE[name])
    result = run(*command, path, stdin="")
    assert result.exit_code == 1
    assert "hostile.json:" in result.stderr and ": error[RTC" in result.stderr
    assert len(result.stderr) < 20_000
    assert all(c.isprintable() or c == "\n" for c in result.stderr)


@pytest.mark.parametrize("name", [name for name in HOSTILE if name != "list"])
def test_schema_answers_a_hostile_file_with_a_position(name: str, tmp_path: Path) -> None:
    test_command_answers_a_hostile_file_with_a_position(name, ("schema",), tmp_path)


@pytest.mark.parametrize("command", ["check", "compile", "parse"])
@pytest.mark.parametrize("name", ["missing.json", "folder", "file/x", "nul\0", "x" * 5_000, ""])
def test_command_answers_a_path_without_a_template(name: str, command: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    result = run(command, f"{tmp_path}/{name}", stdin="")
    assert result.exit_code == 1
    assert ": error[RTC" in result.stderr


def test_command_answers_a_file_it_may_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_template(tmp_path / "t.json")

    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    result = run("check", path)
    assert result.exit_code == 1 and "Permission denied" in result.stderr


def test_command_escapes_the_path_in_what_it_says(tmp_path: Path) -> None:
    result = run("check", f"{tmp_path}/\x1b[31m\u202e")
    assert "\x1b" not in result.stderr + result.stdout
    assert "\u202e" not in result.stderr + result.stdout


def test_compile_gives_utf8_whatever_the_template_holds_and_the_locale_says(
    tmp_path: Path,
) -> None:
    field = {"open": "\ud800é", "close": "\x1b\u2028", "transform": {"\udfff": "{content}"}}
    template = {**TEMPLATE, "fields": {"naïve \ud83d": field}}
    path = write_template(tmp_path / "t.json", template)
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = run_process("compile", path, environment=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    compile(done.stdout.decode("utf-8"), "parser.py", "exec")
    assert run("compile", path, "-o", tmp_path / "parser.py").exit_code == 0
    assert (tmp_path / "parser.py").read_bytes() == done.stdout


@pytest.mark.parametrize("command", ["list", "check", "compile"])
def test_command_ends_quietly_when_nobody_reads(command: str) -> None:
    arguments = [*COMMAND, command, *(["smollm3"] if command != "list" else [])]
    pipe = subprocess.PIPE
    with subprocess.Popen(arguments, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
    assert (process.returncode, errors) == (1, b"")


@pytest.mark.parametrize("command", ["list", "check", "compile", "parse"])
def test_command_reports_streams_that_are_closed(command: str) -> None:
    arguments = [command, *(["smollm3"] if command != "list" else [])]
    done = _run_with_closed_streams(arguments)
    assert done.returncode in (1, 2)
    assert b"closed" in done.stderr and b"Traceback" not in done.stderr


def _run_with_closed_streams(arguments: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Run the command without standard input and output, as `<&- >&-` does."""
    code = "import os, sys; os.close(0); os.close(1); os.execv(sys.executable, sys.argv[1:])"
    command = [sys.executable, "-c", code, *COMMAND, *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE)


@pytest.mark.parametrize("command", ["list", "check", "compile"])
def test_command_reports_output_that_does_not_fit(command: str, tmp_path: Path) -> None:
    arguments = [command, *(["smollm3"] if command != "list" else [])]
    with (tmp_path / "output").open("wb") as output:
        done = _run_without_disk(arguments, output)
    assert done.returncode == 2
    assert done.stderr.startswith(b"rtc: error: cannot write to standard output: ")
    assert done.stderr.count(b"\n") == 1


def _run_without_disk(arguments: list[str], output: BinaryIO) -> subprocess.CompletedProcess[bytes]:
    """Run the command where files cannot grow, as on a full disk."""
    code = (
        "import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
        "os.execv(sys.executable, sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, *COMMAND, *arguments]
    return subprocess.run(command, stdout=output, stderr=subprocess.PIPE)
