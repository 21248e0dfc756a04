"""Makes .bench/: an environment of the benchmarks' own, with rtc and the parsers of others.

`python -m benchmarks.environment`, with any Python >= 3.10. What cannot be had is written down, for
the tables to say so, and is asked for again the next time.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.places import ABSENT, BENCH, ENVIRONMENT, ROOT, VOCABULARY

PYTHON = ENVIRONMENT / "bin" / "python"
STAMP = BENCH / "installed.json"
OTHER_HARMONY = BENCH / "oss_harmony"

TRANSFORMERS = "transformers==5.24.0"
HARMONY = "openai-harmony==0.0.8"
# The same module as openai-harmony, with the vocabulary inside, so in a folder of its own.
HARMONY_VOCABULARY = "oss-harmony==0.0.11"
NOT_TRIED = {
    "vllm": "not installed: needs torch and more than a gigabyte of packages",
    "sglang": "not installed: needs torch and more than a gigabyte of packages",
}


def main() -> None:
    wanted = _wanted()
    if _read(STAMP) == wanted and _works():
        return
    BENCH.mkdir(exist_ok=True)
    (BENCH / ".gitignore").write_text("*\n", encoding="ascii")
    if not _works():
        print(f"making {ENVIRONMENT.relative_to(ROOT)}", flush=True)
        _call([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)])
    _pip("-e", str(ROOT))
    absent = dict(NOT_TRIED)
    for name, install in (
        ("transformers", _install_transformers),
        ("openai-harmony", _install_harmony),
    ):
        try:
            install()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"without {name}: {error}", file=sys.stderr)
            absent[name] = "could not be installed"
    ABSENT.write_text(json.dumps(absent, indent=2) + "\n", encoding="utf-8")
    if absent == NOT_TRIED:
        STAMP.write_text(json.dumps(wanted, indent=2) + "\n", encoding="utf-8")


def _wanted() -> dict[str, str]:
    """What an environment that is complete was made from."""
    return {
        "packages": " ".join((TRANSFORMERS, HARMONY, HARMONY_VOCABULARY)),
        "project": (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
    }


def _works() -> bool:
    if not PYTHON.exists():
        return False
    return subprocess.run([str(PYTHON), "-c", ""], check=False).returncode == 0


def _install_transformers() -> None:
    _pip(TRANSFORMERS)


def _install_harmony() -> None:
    _pip(HARMONY)
    if not any(VOCABULARY.glob("*.tiktoken")):
        shutil.rmtree(OTHER_HARMONY, ignore_errors=True)
        _pip("--no-deps", "--target", str(OTHER_HARMONY), HARMONY_VOCABULARY)
        _call([str(PYTHON), "-m", "benchmarks.vocabulary", str(OTHER_HARMONY), str(VOCABULARY)])


def _pip(*arguments: str) -> None:
    print(f"installing {arguments[-1].replace(str(ROOT), 'rtc')}", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    _call([*pip, *arguments])


def _call(command: list[str]) -> None:
    subprocess.run(command, check=True, cwd=ROOT)


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


if __name__ == "__main__":
    main()
