"""The four parts of the run, each with its verdicts and explanations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tests.conformance import cuts, engine_fixtures, report_cases, variants
from tests.conformance.verdicts import Verdict, read_explanations, stale, unexplained

PARTS: dict[str, Callable[[], list[Verdict]]] = {
    "fixtures": engine_fixtures.judge_all,
    "reports": report_cases.judge_all,
    "cuts": cuts.judge_all,
    "variants": variants.judge_all,
}


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    verdicts: tuple[Verdict, ...]
    explanations: dict[str, str]

    def counts(self) -> dict[str, int]:
        """How many there are of each status, or of each kind of fault where there are kinds."""
        found = Counter(verdict.kind or verdict.status for verdict in self.verdicts)
        return dict(sorted(found.items()))

    def problems(self) -> list[str]:
        """What nothing explains, and explanations of nothing."""
        missing = unexplained(self.verdicts, self.explanations)
        return [f"{self.name}: {one.name}: {one.why}" for one in missing] + [
            f"{self.name}: stale explanation: {key}"
            for key in stale(self.verdicts, self.explanations)
        ]


@cache
def run_part(name: str) -> Part:
    return Part(name, tuple(PARTS[name]()), read_explanations(name))
