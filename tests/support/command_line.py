"""Run the command `rtc`: in this process, or as a process of its own where streams and pipes matter."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from rtc.cli import main

COMMAND = (sys.executable, "-m", "rtc.cli")

TEMPLATE: dict[str, Any] = {
    "start_anchor": "<|assistant|>",
    "defaults": {"role": "assistant"},
    "fields": {
        "thinking": {"open": "<think>", "close": "</think>"},
        "calls": {
            "open": "<call>",
            "close": "</call>",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "answer": {"close": "<|end|>"},
    },
}


def run(*arguments: str | Path, stdin: bytes | str | None = None) -> Result:
    """Run the command in this process. Anything but a clean exit is an error of the test."""
    result = CliRunner().invoke(main, [str(a) for a in arguments], stdin, prog_name="rtc")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run_process(
    *arguments: str | Path, environment: Mapping[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process; `options` are those of `subprocess.run`."""
    command = [*COMMAND, *map(str, arguments)]
    options = {"capture_output": True, **options}
    return subprocess.run(command, env={**os.environ, **(environment or {})}, **options)


def on_terminal(command: list[str]) -> str:
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


def write_template(path: Path, template: object = None) -> Path:
    path.write_text(json.dumps(TEMPLATE if template is None else template), encoding="utf-8")
    return path
