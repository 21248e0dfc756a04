"""Compare one compiled parser with the reference on one text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from tests.differential import oracle
from tests.differential.explained import explanation
from tests.support import replay
from tests.support.outcomes import Outcome
from tests.support.parsers import Refusal, load

Tools = Sequence[Any] | None


@dataclass(frozen=True, slots=True)
class Case:
    """One run: a template and what its parser is fed."""

    template: dict[str, Any]
    chunks: tuple[str, ...]
    prefix: str = ""
    tools: Tools = None

    @property
    def text(self) -> str:
        return "".join(self.chunks)


@dataclass(frozen=True, slots=True)
class Problem:
    """A difference, and the heading that explains it where one does."""

    kind: str
    wanted: str
    got: str
    explained: str | None = None


class Subject:
    """One template, loaded by both sides."""

    def __init__(self, template: dict[str, Any], module: ModuleType) -> None:
        self.template = template
        self.module = module
        self.reference = oracle.load_template(template)

    def expected(self, text: str, prefix: str, tools: Tools) -> Outcome | None:
        """The reference's outcome; None where it does not come to an end."""
        try:
            return oracle.parse_whole(self.reference, text, prefix, tools)
        except oracle.NoOracle:
            return None

    def fed(self, chunks: Iterable[str], prefix: str, tools: Tools) -> Outcome:
        return replay.parse_chunks(self.module, chunks, prefix, tools, "reference")

    def past_errors(self, chunks: Iterable[str], prefix: str, tools: Tools) -> Outcome:
        return replay.parse_past_errors(self.module, chunks, prefix, tools, "reference")

    def whole_problem(
        self, text: str, prefix: str, tools: Tools, expected: Outcome | None, fed: Outcome
    ) -> Problem | None:
        """Compare the one-shot parse and the whole feed with each other and with the reference."""
        once = replay.parse_whole(self.module, text, prefix, tools, "reference")
        if once.crashed:
            return Problem("crash", _shown(expected), once.show())
        if (once.message, once.error, once.detail) != (fed.message, fed.error, fed.detail):
            return Problem("one-shot and one feed differ", once.show(), fed.show())
        if expected is None:
            return None
        kind = _difference(expected, fed)
        if kind is None:
            return None
        heading = self._heading(text, prefix, expected, fed)
        if heading is None and tools and (bare := self.expected(text, prefix, None)) is not None:
            # What predicates know of a text they know without tools.
            heading = self._heading(text, prefix, bare, self.fed([text], prefix, None))
        return Problem(kind, expected.show(), fed.show(), heading)

    def _heading(self, text: str, prefix: str, expected: Outcome, fed: Outcome) -> str | None:
        whole = oracle.truncate(self.reference, prefix) + text
        return explanation(self.template, whole, expected, fed)


def chunks_problem(subject: Subject, case: Case, fed: Outcome) -> Problem | None:
    """Compare the whole feed with a chunked one, also past an error: nothing may differ."""
    chunked = subject.fed(case.chunks, case.prefix, case.tools)
    if chunked != fed:
        kind = "crash" if chunked.crashed else "depends on chunking"
        return Problem(kind, fed.show(), chunked.show())
    if fed.error is None:
        return None
    whole = subject.past_errors([case.text], case.prefix, case.tools)
    chunked = subject.past_errors(case.chunks, case.prefix, case.tools)
    if whole.crashed or whole != chunked:
        return Problem("depends on chunking past an error", whole.show(), chunked.show())
    return None


def check_case(case: Case) -> Problem | None:
    """Everything that is checked of one run."""
    module = load(case.template)
    if isinstance(module, Refusal):
        return None
    subject = Subject(case.template, module)
    expected = subject.expected(case.text, case.prefix, case.tools)
    fed = subject.fed([case.text], case.prefix, case.tools)
    problem = subject.whole_problem(case.text, case.prefix, case.tools, expected, fed)
    return problem or chunks_problem(subject, case, fed)


def _difference(expected: Outcome, got: Outcome) -> str | None:
    if (expected.error is None) != (got.error is None):
        return "only the reference fails" if expected.error is not None else "only ours fails"
    if expected.error is not None:
        return None
    if expected.message != got.message:
        return "messages differ"
    return "events differ" if expected.events != got.events else None


def _shown(outcome: Outcome | None) -> str:
    return "(the reference does not come to an end)" if outcome is None else outcome.show()
