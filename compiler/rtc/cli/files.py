"""Reading and writing files for the commands. Everything is UTF-8 and line ends stay as they are."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from rtc.cli.console import InputProblem, OutputProblem

if TYPE_CHECKING:
    from collections.abc import Iterator

_LARGEST_CHUNK = 1 << 30


def read_chunks(path: str, size: int | None = None) -> Iterator[str]:
    """The text of a file, or of standard input for "-", `size` characters at a time or in one piece."""
    name = "standard input" if path == "-" else path
    try:
        with _open(path) as binary, io.TextIOWrapper(binary, "utf-8", newline="") as text:
            while chunk := text.read(min(size, _LARGEST_CHUNK) if size else -1):
                yield chunk
    except UnicodeDecodeError as error:
        raise InputProblem(f"cannot read {name}: not UTF-8 text ({error.reason})") from None
    except (OSError, ValueError) as error:
        raise InputProblem(f"cannot read {name}: {_reason(error)}") from None


def read_text(path: str) -> str:
    return "".join(read_chunks(path))


def read_bytes(path: str) -> bytes:
    """All of a file, or of standard input for "-"."""
    name = "standard input" if path == "-" else path
    try:
        with _open(path) as binary:
            return binary.read()
    except (OSError, ValueError) as error:
        raise InputProblem(f"cannot read {name}: {_reason(error)}") from None


def _open(path: str) -> BinaryIO:
    if path != "-":
        return open(path, "rb")
    if sys.stdin is None:
        raise InputProblem("cannot read standard input: it is closed")
    return sys.stdin.buffer


def read_tools(path: str) -> list[Any]:
    """The JSON list of tool schemas in a file."""
    try:
        tools = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise InputProblem(f"{path}: not JSON that can be read: {error}") from None
    if not isinstance(tools, list):
        raise InputProblem(f"{path}: a list of tool schemas is expected")
    return tools


def write_file(path: str, data: bytes) -> None:
    """Replace the file at `path` as a whole, or leave it untouched; devices and pipes are written to."""
    if not os.path.basename(path):
        raise OutputProblem(f"cannot write {path!r}: a file name is expected")
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            Path(path).write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except (OSError, ValueError) as error:
        raise OutputProblem(f"cannot write {path}: {_reason(error)}") from None


def _replace(target: Path, data: bytes) -> None:
    draft = target.with_name(f".rtc-{os.urandom(8).hex()}")
    try:
        with open(draft, "xb") as file:
            file.write(data)
        if target.exists():
            os.chmod(draft, stat.S_IMODE(target.stat().st_mode))
        os.replace(draft, target)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
