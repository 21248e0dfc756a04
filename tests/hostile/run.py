"""What becomes of hostile values: python -m tests.hostile.run [--write] [--show] [TEMPLATE...]

Prints a table; `--show` the shortest turn of each kind that does not come back; `--write` brings
data/known.json up to date, where kinds without an explanation are then under "".
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache

from tests.conformance.parsers import bundled_parser
from tests.hostile.cases import cases
from tests.hostile.judge import OUTCOMES, Finding, judge
from tests.hostile.known import Cell, cell_of, write_known
from tests.hostile.layouts import LAYOUTS


@cache
def findings(name: str) -> tuple[Finding, ...]:
    """The cases of a template that do not come back."""
    layout, module = LAYOUTS[name], bundled_parser(name)
    judged = (judge(module, layout, case) for case in cases(name, layout))
    return tuple(finding for finding in judged if finding is not None)


def row(name: str) -> str:
    """How many kinds of values at how many places were tried, and how many fail, by outcome."""
    tried = {(case.place, case.kind) for case in cases(name, LAYOUTS[name])}
    counts = Counter(cell.outcome for cell in set(map(cell_of, findings(name))))
    return "".join(
        f"| {value} " for value in (name, len(tried), *map(counts.__getitem__, OUTCOMES))
    )


def show(name: str) -> None:
    shortest: dict[Cell, Finding] = {}
    for finding in sorted(findings(name), key=lambda finding: -len(finding.raw)):
        shortest[cell_of(finding)] = finding
    for cell, finding in sorted(shortest.items()):
        print(f"  {', '.join(cell)}: {finding.raw!r}\n    {finding.found.message}")


def main(arguments: list[str]) -> None:
    names = [name for name in arguments if not name.startswith("-")] or sorted(LAYOUTS)
    print(f"| template | kinds | {' | '.join(OUTCOMES)} |\n{'|---' * (2 + len(OUTCOMES))}|")
    for name in names:
        print(f"{row(name)}|")
        if "--show" in arguments:
            show(name)
    if "--write" in arguments:
        write_known({name: map(cell_of, findings(name)) for name in sorted(LAYOUTS)})


if __name__ == "__main__":
    main(sys.argv[1:])
