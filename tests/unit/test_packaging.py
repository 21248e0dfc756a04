"""The wheel: what travels in it, and that it works away from the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest

import rtc
from rtc.bundled import bundled_names
from tests.support.repository import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(next(folder.iterdir())) as archive:
        yield archive


def test_wheel_holds_the_packages_the_templates_and_the_skeletons(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert _files("compiler/rtc", "rtc") <= names
    assert _files("runtime/rtc_runtime", "rtc_runtime") <= names
    assert _files("templates", "rtc/templates") <= names
    assert {"rtc/py.typed", "rtc_runtime/py.typed", "rtc/templates/index.toml"} <= names
    assert any(name.startswith("rtc/emit/skeletons/") for name in names)


def _files(folder: str, inside: str) -> set[str]:
    paths = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    kept = [path for path in paths if "__pycache__" not in path.parts]
    return {f"{inside}/{path.relative_to(ROOT / folder).as_posix()}" for path in kept}


def test_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    information = f"response_template_compiler-{rtc.__version__}.dist-info"
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert tops == {"rtc", "rtc_runtime", information}
    assert f"{information}/licenses/LICENSE" in wheel.namelist()
    assert not [name for name in wheel.namelist() if name.endswith(".pyc")]


def test_wheel_is_described_as_the_project_is(wheel: zipfile.ZipFile) -> None:
    information = f"response_template_compiler-{rtc.__version__}.dist-info"
    metadata = Parser().parsestr(wheel.read(f"{information}/METADATA").decode())
    assert metadata["Name"] == "response-template-compiler"
    assert metadata["Version"] == rtc.__version__
    assert metadata["Requires-Python"] == ">=3.10"
    assert metadata["License-Expression"] == "Apache-2.0"
    required = metadata.get_all("Requires-Dist") or []
    plain = sorted(line.partition(">")[0].partition("~")[0] for line in required if ";" not in line)
    assert plain == ["black", "click", "jinja2", "regex", "rich"]
    assert "rtc = rtc.cli:main" in wheel.read(f"{information}/entry_points.txt").decode()


def test_wheel_works_from_an_empty_folder(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    site, empty = tmp_path / "site", tmp_path / "empty"
    wheel.extractall(site)
    empty.mkdir()
    listed = _run(site, empty, "-m", "rtc.cli", "list").splitlines()
    assert [line.partition("\t")[0] for line in listed] == list(bundled_names())
    _run(site, empty, "-m", "rtc.cli", "compile", "smollm3", "-o", "parser.py")
    assert (empty / "parser.py").read_text("utf-8") == rtc.compile_template("smollm3")
    imported = _run(site, empty, "-c", "import rtc, rtc_runtime; print(rtc.__file__)")
    assert imported.strip() == str(site / "rtc" / "__init__.py")


def _run(site: Path, folder: Path, *arguments: str) -> str:
    """The output of Python in `folder`, with the packages of an unpacked wheel before all others."""
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout
