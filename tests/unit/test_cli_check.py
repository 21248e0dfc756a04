"""`rtc check`: diagnostics alone, and whether generated files are fresh."""

from __future__ import annotations

from pathlib import Path

import pytest

import rtc
from tests.support.command_line import run, write_template

WARNED = {
    "start_anchor": "<a>",
    "fields": {"a": {"close": "</a>", "content_args": {"unheard_of": 1}}},
}


def test_check_prints_a_summary_for_each_template(tmp_path: Path) -> None:
    good, bad = write_template(tmp_path / "good.json"), write_template(tmp_path / "bad.json", {})
    doubtful = write_template(tmp_path / "doubtful.json", WARNED)
    result = run("check", good, doubtful, bad)
    assert result.exit_code == 1
    summaries = result.stdout.splitlines()
    assert summaries[0] == "good.json: no errors, no warnings"
    assert summaries[1] == "doubtful.json: no errors, 1 warning"
    assert summaries[2].startswith("bad.json: ") and "no errors" not in summaries[2]
    assert "doubtful.json:1:" in result.stderr and "bad.json:1:1: error[" in result.stderr


def test_check_accepts_warnings(tmp_path: Path) -> None:
    result = run("check", write_template(tmp_path / "doubtful.json", WARNED))
    assert result.exit_code == 0 and "warning[" in result.stderr


def test_check_writes_nothing_but_diagnostics(tmp_path: Path) -> None:
    run("check", write_template(tmp_path / "t.json"))
    assert [path.name for path in tmp_path.iterdir()] == ["t.json"]


def test_check_needs_something_to_check() -> None:
    result = run("check")
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh folder of generated files, of two templates so that the test stays short."""
    from rtc import bundled

    names = ("gpt_oss", "smollm3")
    monkeypatch.setattr(bundled, "bundled_names", lambda: names)
    folder = tmp_path / "generated"
    folder.mkdir()
    for name in names:
        code = rtc.compile_template(name)
        (folder / f"{name}_parser.py").write_text(code, encoding="utf-8", newline="\n")
    return folder


def test_check_generated_accepts_a_fresh_folder(
    generated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run("check", "--generated", generated)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{generated}: 2 templates, no problems\n"
    monkeypatch.chdir(generated.parent)
    assert run("check", "--generated").stdout == "generated: 2 templates, no problems\n"


def test_check_generated_names_stale_missing_and_unknown_files(generated: Path) -> None:
    with (generated / "gpt_oss_parser.py").open("a") as file:
        file.write("\n")
    (generated / "smollm3_parser.py").unlink()
    (generated / "other_parser.py").touch()
    result = run("check", "--generated", generated)
    assert result.exit_code == 1
    stale, missing, unknown = result.stderr.splitlines()
    assert "gpt_oss_parser.py: stale" in stale
    assert "smollm3_parser.py: missing" in missing
    assert "other_parser.py: unknown" in unknown
    assert result.stdout.endswith("2 templates, 3 problems\n")


def test_check_generated_notices_other_line_ends(generated: Path) -> None:
    path = generated / "smollm3_parser.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert run("check", "--generated", generated).exit_code == 1


def test_check_generated_survives_a_folder_in_the_place_of_a_file(generated: Path) -> None:
    (generated / "smollm3_parser.py").unlink()
    (generated / "smollm3_parser.py").mkdir()
    result = run("check", "--generated", generated)
    assert result.exit_code == 1 and "smollm3_parser.py: cannot be read" in result.stderr


def test_check_generated_reports_a_missing_folder(tmp_path: Path) -> None:
    result = run("check", "--generated", tmp_path / "missing")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no such folder" in result.stderr


def test_check_leaves_the_repository_fresh() -> None:
    root = Path(__file__).resolve().parents[2]
    result = run("check", "--generated", root / "generated")
    assert result.exit_code == 0, result.stderr
