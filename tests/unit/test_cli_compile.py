"""`rtc compile`: where templates come from and where code goes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rtc import compile_template
from tests.support.command_line import TEMPLATE, run, write_template


def test_compile_writes_code_to_standard_output_alone(tmp_path: Path) -> None:
    path = write_template(tmp_path / "t.json")
    result = run("compile", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == compile_template(path)


def test_compile_takes_a_bundled_name() -> None:
    assert run("compile", "smollm3").stdout == compile_template("smollm3")


def test_compile_takes_a_tokenizer_configuration_and_its_folder(tmp_path: Path) -> None:
    configuration = {"chat_template": "...", "response_template": TEMPLATE}
    path = write_template(tmp_path / "tokenizer_config.json", configuration)
    for given in (path, tmp_path):
        result = run("compile", given)
        assert result.exit_code == 0, result.stderr
        assert "def parse_response" in result.stdout


def test_compile_takes_a_bundled_name_for_the_bundled_template_whatever_lies_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_template(tmp_path / "smollm3")
    assert run("compile", "smollm3").stdout == compile_template("smollm3")
    assert run("compile", "./smollm3").stdout == compile_template(Path("smollm3"))


def test_compile_names_the_nearest_bundled_templates() -> None:
    result = run("compile", "Smollm-3")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "smollm3" in result.stderr


def test_compile_reports_errors_on_standard_error_alone(tmp_path: Path) -> None:
    path = write_template(tmp_path / "bad.json", {"start_anchor": "", "fields": {"a": {"open": 1}}})
    result = run("compile", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "bad.json:1:" in result.stderr and "(at /fields/a/open)" in result.stderr


def test_compile_shows_warnings_and_succeeds(tmp_path: Path) -> None:
    field = {"close": "</a>", "content_args": {"unheard_of": 1}}
    path = write_template(tmp_path / "t.json", {"start_anchor": "<a>", "fields": {"a": field}})
    result = run("compile", path)
    assert result.exit_code == 0
    assert "warning[" in result.stderr and "def parse_response" in result.stdout


def test_compile_writes_a_file_and_says_so_on_standard_error(tmp_path: Path) -> None:
    template, output = write_template(tmp_path / "t.json"), tmp_path / "parser.py"
    result = run("compile", template, "-o", output)
    assert (result.exit_code, result.stdout) == (0, "")
    assert str(output) in result.stderr
    assert output.read_bytes() == compile_template(template).encode("utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parser.py", "t.json"]


def test_compile_takes_a_dash_as_standard_output() -> None:
    assert run("compile", "smollm3", "-o", "-").stdout == compile_template("smollm3")


def test_compile_leaves_the_old_file_where_the_template_has_errors(tmp_path: Path) -> None:
    template, output = write_template(tmp_path / "t.json", {}), tmp_path / "parser.py"
    output.write_text("old")
    assert run("compile", template, "-o", output).exit_code == 1
    assert output.read_text() == "old"


def test_compile_leaves_the_old_file_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template, output = write_template(tmp_path / "t.json"), tmp_path / "parser.py"
    output.write_text("old")

    def fail(*paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    result = run("compile", template, "-o", output)
    assert result.exit_code == 2 and "No space left on device" in result.stderr
    assert output.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parser.py", "t.json"]


def test_compile_keeps_the_mode_of_a_file_and_follows_a_link(tmp_path: Path) -> None:
    template, output = write_template(tmp_path / "t.json"), tmp_path / "parser.py"
    output.write_text("old")
    output.chmod(0o755)
    link = tmp_path / "link.py"
    link.symlink_to(output)
    assert run("compile", template, "-o", link).exit_code == 0
    assert link.is_symlink() and output.stat().st_mode & 0o777 == 0o755
    assert output.read_text() == compile_template(template)


def test_compile_gives_a_new_file_the_usual_mode(tmp_path: Path) -> None:
    template, output = write_template(tmp_path / "t.json"), tmp_path / "parser.py"
    run("compile", template, "-o", output)
    usual = tmp_path / "usual"
    usual.touch()
    assert output.stat().st_mode == usual.stat().st_mode


@pytest.mark.parametrize("output", ["missing/parser.py", "folder", "folder/", "", "t.json/x.py"])
def test_compile_refuses_a_place_that_cannot_be_written(
    output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    result = run("compile", write_template(tmp_path / "t.json"), "-o", output)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot write" in result.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder", "t.json"]


def test_compile_never_replaces_its_own_template(tmp_path: Path) -> None:
    template = write_template(tmp_path / "t.json")
    before = template.read_bytes()
    assert run("compile", template, "-o", template).exit_code == 2
    assert template.read_bytes() == before


def test_compile_writes_to_a_device() -> None:
    assert run("compile", "smollm3", "-o", os.devnull).exit_code == 0
    assert not Path(os.devnull).is_file()


def test_compile_passes_the_runtime_and_the_features_on() -> None:
    imported = run("compile", "smollm3", "--runtime", "import").stdout
    assert imported == compile_template("smollm3", runtime="import")
    featured = run("compile", "smollm3", "--with", "functions").stdout
    assert featured == compile_template("smollm3", features=["functions"])
    assert len({imported, featured, compile_template("smollm3")}) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["compile"],
        ["compile", "smollm3", "more"],
        ["compile", "smollm3", "--runtime", "other"],
        ["compile", "smollm3", "--with", "other"],
        ["compile", "smollm3", "--unknown"],
        ["unknown"],
    ],
)
def test_command_refuses_other_arguments_with_exit_code_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: " in result.stderr


def test_command_tells_its_version() -> None:
    import rtc

    result = run("--version")
    assert result.exit_code == 0 and rtc.__version__ in result.stdout
