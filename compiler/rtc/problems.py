"""Collecting the problems of one pass."""

from __future__ import annotations

from collections.abc import Callable

from rtc import rules_reading
from rtc.diagnostics import Diagnostic, Origin, Severity
from rtc.rule import Rule

MAX_PROBLEMS = 100


class Problems:
    """What a pass has found so far: at most a hundred errors and a hundred warnings.

    Beyond that one more diagnostic says that the rest is not listed. An error is never dropped without
    one in its place, so a template that has errors never passes for a good one.
    """

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._counts: dict[Severity, int] = {"error": 0, "warning": 0}

    def report(
        self, rule: Rule, message: str, origin: Callable[[], Origin], hint: str | None = None
    ) -> None:
        """Add a problem. `origin` is asked only when there is room: pointers can be long."""
        self._counts[rule.severity] += 1
        if self._counts[rule.severity] > MAX_PROBLEMS + 1:
            return
        if self._counts[rule.severity] == MAX_PROBLEMS + 1:
            many = rule.severity == "error"
            rule = rules_reading.TOO_MANY_ERRORS if many else rules_reading.TOO_MANY_WARNINGS
            message, hint = (
                f"more than {MAX_PROBLEMS} {rule.severity}s: the rest is not listed",
                None,
            )
        self._found.append(Diagnostic(rule.code, rule.severity, message, origin(), hint))

    def found(self) -> tuple[Diagnostic, ...]:
        """All that was reported, in that order."""
        return tuple(self._found)
