"""The table, here and on every other CPython that generated parsers must run on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rtc_runtime
from rtc_runtime import parse_json
from tests.runtime import table
from tests.support.interpreters import interpreters

OTHERS = {
    version: path
    for version, path in interpreters().items()
    if version != f"{sys.version_info.major}.{sys.version_info.minor}"
}


@pytest.mark.parametrize("number", range(len(table.CASES)))
def test_piece_gives_what_the_table_says(number: int) -> None:
    assert table.complaint(*table.CASES[number]) is None


@pytest.mark.parametrize("version", sorted(OTHERS))
def test_other_interpreter_agrees_with_the_table(version: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(rtc_runtime.__file__).parent.parent)}
    command = [str(OTHERS[version]), "-S", "-B", str(table.__file__)]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, ""), result.stdout


def test_table_notices_a_wrong_value_and_a_missing_error() -> None:
    assert table.complaint(parse_json, ("1",), True) == "gave 1, not True"
    assert table.complaint(parse_json, ("1",), table.Fails("")) == "gave 1, no error"
    assert table.complaint(parse_json, ("",), 1) is not None
    assert table.complaint(parse_json, ("",), table.Fails("no such words")) is not None
