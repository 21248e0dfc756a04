"""The whole run: python -m tests.conformance.run. Prints the tables; --write keeps them.

Exit code 1 where something is not explained, an explanation is stale, or the counts got worse than those
that data/pinned.json holds. `--write` writes docs/conformance.md and the pinned counts anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.conformance.page import render_page
from tests.conformance.parts import PARTS, run_part
from tests.support.repository import ROOT

PAGE = ROOT / "docs" / "conformance.md"
PINNED = Path(__file__).parent / "data" / "pinned.json"


def counts() -> dict[str, dict[str, int]]:
    return {name: run_part(name).counts() for name in PARTS}


def pinned() -> dict[str, dict[str, int]]:
    return dict(json.loads(PINNED.read_text("utf-8")))


def problems() -> list[str]:
    """What is not explained, stale explanations, and parts whose counts are not the pinned ones."""
    found = [problem for name in PARTS for problem in run_part(name).problems()]
    for name, expected in pinned().items():
        if counts()[name] != expected:
            found.append(f"{name}: {counts()[name]} instead of the pinned {expected}")
    return found


def main(arguments: list[str]) -> int:
    page = render_page()
    print(page)
    if "--write" in arguments:
        PAGE.write_text(page, encoding="utf-8")
        PINNED.write_text(json.dumps(counts(), indent=2) + "\n", encoding="utf-8")
    for problem in (found := problems()):
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
