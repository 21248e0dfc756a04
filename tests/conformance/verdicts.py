"""What a run says of one input, and the explanations of what does not pass."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

UNSERVED = "no template"
_EXPLAINED = Path(__file__).parent / "data" / "explained.json"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`status`: "pass", "soft_pass", "fail", or that no template serves the model. `why`: the first finding."""

    name: str
    family: str
    template: str | None
    status: str
    why: str


def unserved(name: str, family: str) -> Verdict:
    return Verdict(name, family, None, UNSERVED, "")


def read_explanations(part: str) -> dict[str, str]:
    """Why inputs do not pass, by name. `part`: "fixtures", "reports", "cuts" or "variants"."""
    return dict(json.loads(_EXPLAINED.read_text("utf-8"))[part])


def counted(verdicts: Iterable[Verdict]) -> dict[str, Counter[str]]:
    """How many have each status, by family."""
    counts: dict[str, Counter[str]] = {}
    for verdict in verdicts:
        counts.setdefault(verdict.family, Counter())[verdict.status] += 1
    return dict(sorted(counts.items()))


def unexplained(verdicts: Iterable[Verdict], explanations: dict[str, str]) -> list[Verdict]:
    """What does not pass and has no explanation. What no template serves needs none."""
    return [
        verdict
        for verdict in verdicts
        if verdict.status not in ("pass", UNSERVED) and verdict.name not in explanations
    ]


def stale(verdicts: Iterable[Verdict], explanations: dict[str, str]) -> list[str]:
    """Explanations of what passes, is not served, or is not there at all."""
    needed = {one.name for one in verdicts if one.status not in ("pass", UNSERVED)}
    return sorted(set(explanations) - needed)
