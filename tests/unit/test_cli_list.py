"""`rtc list` and the index of the bundled templates."""

from __future__ import annotations

import os
import pty
import sys

import rtc
from tests.support.command_line import COMMAND, run


def test_list_prints_a_line_for_each_template_away_from_a_terminal() -> None:
    result = run("list")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [row[0] for row in rows] == sorted(template.name for template in rtc.bundled_templates())
    by_name = {template.name: template for template in rtc.bundled_templates()}
    for name, families, emits, fields, need, models, ambiguities in rows:
        assert families == ", ".join(by_name[name].families)
        assert emits == by_name[name].emits
        assert fields == ", ".join(by_name[name].fields)
        assert models == ", ".join(by_name[name].models)
        assert ambiguities == " ".join(by_name[name].ambiguities)
        kept = bool(by_name[name].special_tokens)
        assert need == ("special tokens kept" if kept else "special tokens kept or dropped")


def test_list_prints_a_table_on_a_terminal() -> None:
    shown = _on_terminal([*COMMAND, "list"])
    for template in rtc.bundled_templates():
        assert template.name in shown
    assert "\t" not in shown and "[TOOL_CALLS]" in shown


def _on_terminal(command: list[str]) -> str:
    """What a command prints on a terminal."""
    parent, child = pty.openpty()
    process = os.posix_spawn(
        sys.executable,
        command,
        {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "xterm"},
        file_actions=[(os.POSIX_SPAWN_DUP2, child, 1)],
    )
    os.close(child)
    pieces: list[bytes] = []
    try:
        while piece := os.read(parent, 4096):
            pieces.append(piece)
    except OSError:  # Linux says so when the other end is closed
        pass
    os.close(parent)
    assert os.waitpid(process, 0)[1] == 0
    return b"".join(pieces).decode()


def test_list_shows_the_template_of_a_model_alone() -> None:
    result = run("list", "--model", "unsloth/Qwen3-8B-GGUF")
    assert result.exit_code == 0
    assert [line.split("\t")[0] for line in result.stdout.splitlines()] == ["qwen3"]


def test_list_names_the_nearest_models_to_an_unknown_one() -> None:
    result = run("list", "--model", "qwen/qwen9-8b")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "'qwen/qwen9-8b'" in result.stderr and "(template qwen3)" in result.stderr
