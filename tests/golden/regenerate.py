"""Write the golden files anew: python -m tests.golden.regenerate"""

from __future__ import annotations

from pathlib import Path

from tests.golden.directories import compile_golden, golden_directories


def main() -> None:
    for directory in golden_directories():
        golden = compile_golden(directory)
        _write(directory / "parser.py", golden.parser)
        _write(directory / "diagnostics.txt", golden.diagnostics)


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink(missing_ok=True)
    else:
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
