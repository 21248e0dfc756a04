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
    """`status`: "pass", "soft_pass", "fail", or that no template serves the model.

    `why`: the finding that counts; `kind`: what kind of fault that is, where there are several.
    """

    name: str
    family: str
    template: str | None
    status: str
    why: str
    kind: str = ""

    @property
    def passes(self) -> bool:
        return self.status in ("pass", UNSERVED)

    @property
    def keys(self) -> tuple[str, str]:
        """What an explanation can be given for: this input, or one kind of fault of a template."""
        return self.name, f"{self.template}: {self.kind or self.status}"


def unserved(name: str, family: str) -> Verdict:
    return Verdict(name, family, None, UNSERVED, "")


def is_explained(verdict: Verdict, explanations: dict[str, str]) -> bool:
    return not set(verdict.keys).isdisjoint(explanations)


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
    return [one for one in verdicts if not one.passes and not is_explained(one, explanations)]


def stale(verdicts: Iterable[Verdict], explanations: dict[str, str]) -> list[str]:
    """Explanations of what passes, is not served, or is not there at all."""
    needed = {key for one in verdicts if not one.passes for key in one.keys}
    return sorted(set(explanations) - needed)
