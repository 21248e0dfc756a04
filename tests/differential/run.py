"""Compiled parsers against the reference on random texts under random chunkings.

    python -m tests.differential.run --runs 200000 --seed 1
    python -m tests.differential.run --replay case.json

`--window 1` has almost every delimiter matched by its automaton, which otherwise takes over where a match
is long under way.

A run is one (template, text, prefix, tools, chunking). The same seed gives the same runs. Exits with 1
after a difference that nothing explains, with a minimal case as JSON that `--replay` takes, or when more
templates were refused than a few with constructs that streaming cannot do.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import rtc.optimise
from tests.differential import oracle, texts
from tests.differential.check import Case, Problem, Subject, check_case, chunks_problem
from tests.differential.random_templates import random_template
from tests.differential.shrink import shrink
from tests.differential.sources import SOURCES
from tests.support import chunkings
from tests.support.outcomes import Outcome
from tests.support.parsers import Refusal, load
from tests.support.timing import time_limit

GROUPS = (*SOURCES, "random")
# Random templates are worth the most: they get half of the batches.
WEIGHTS = {"bundled": 2, "published": 2, "prototype": 2, "cases": 2, "random": 8}
TEXTS_IN_BATCH = 25
REFUSED_SHARE = 0.1


@dataclass(slots=True)
class Tally:
    """What a whole run counted, by group of templates."""

    runs: Counter[str] = field(default_factory=Counter)
    texts: Counter[str] = field(default_factory=Counter)
    templates: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    endless: Counter[str] = field(default_factory=Counter)
    sampled: Counter[str] = field(default_factory=Counter)
    dependent: Counter[str] = field(default_factory=Counter)
    explained: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)


class Runner:
    """Draws batches of runs until it has enough, and gathers the differences."""

    def __init__(self, groups: list[str], seed: int, allowed_failures: int) -> None:
        self.tally = Tally()
        self.failures: list[tuple[Case, Problem]] = []
        self._seed = seed
        self._allowed = allowed_failures
        self._groups = groups
        self._known = {name: list(SOURCES[name]().items()) for name in groups if name in SOURCES}
        self._seen: set[str] = set()

    def run(self, runs: int) -> None:
        batch = 0
        while sum(self.tally.runs.values()) < runs and len(self.failures) < self._allowed:
            self._batch(random.Random(f"{self._seed}/{batch}"))
            batch += 1

    def _batch(self, rng: random.Random) -> None:
        group, template = self._template(rng)
        module = load(template)
        self._count_template(group, template, module)
        if isinstance(module, Refusal):
            return
        subject = Subject(template, module)
        source = texts.TextSource(template, rng)
        for _ in range(TEXTS_IN_BATCH):
            with time_limit():
                failure = self._text(group, subject, source, rng)
            if failure is not None:
                self.failures.append(failure)
                return

    def _template(self, rng: random.Random) -> tuple[str, dict[str, Any]]:
        weights = [WEIGHTS[group] for group in self._groups]
        group = rng.choices(self._groups, weights)[0]
        if group != "random":
            return group, rng.choice(self._known[group])[1]
        while True:
            template = random_template(rng)
            try:
                oracle.load_template(template)
            except ValueError:
                continue
            return group, template

    def _count_template(self, group: str, template: dict[str, Any], module: Any) -> None:
        key = json.dumps(template)
        if key in self._seen:
            return
        self._seen.add(key)
        self.tally.templates[group] += 1
        if isinstance(module, Refusal):
            self.tally.refused[group] += 1
            for code, message in set(zip(module.codes, module.messages, strict=True)):
                self.tally.reasons[f"{code}: {message}"] += 1

    def _text(
        self, group: str, subject: Subject, source: texts.TextSource, rng: random.Random
    ) -> tuple[Case, Problem] | None:
        """All runs of one text; the first difference that nothing explains."""
        prefix, text, tools = _draw(source, rng)
        expected = subject.expected(text, prefix, tools)
        fed = subject.fed([text], prefix, tools)
        self._count_text(group, expected)
        case = Case(subject.template, (text,), prefix, tools)
        problem = subject.whole_problem(text, prefix, tools, expected, fed)
        if problem is not None and problem.explained is None:
            return case, problem
        if problem is not None:
            self.tally.explained[str(problem.explained)] += 1
        for chunks in _chunkings(text, rng):
            self.tally.runs[group] += 1
            cut = replace(case, chunks=tuple(chunks))
            problem = chunks_problem(subject, cut, fed)
            if problem is not None:
                return cut, problem
        if expected is not None and rng.random() < 0.1:
            self._sample_reference(group, subject, cut, expected)
        return None

    def _count_text(self, group: str, expected: Outcome | None) -> None:
        self.tally.runs[group] += 1
        self.tally.texts[group] += 1
        if expected is None:
            self.tally.endless[group] += 1
        elif expected.error is not None:
            self.tally.errors[group] += 1

    def _sample_reference(
        self, group: str, subject: Subject, case: Case, expected: Outcome
    ) -> None:
        """How often the reference itself depends on chunking."""
        self.tally.sampled[group] += 1
        try:
            chunked = oracle.parse_chunks(subject.reference, case.chunks, case.prefix, case.tools)
        except oracle.NoOracle:
            return
        if (chunked.message, chunked.events) != (expected.message, expected.events):
            self.tally.dependent[group] += 1


def _draw(source: texts.TextSource, rng: random.Random) -> tuple[str, str, Any]:
    if rng.random() < 0.1:
        prefix, text = source.split_delimiter(rng)
    else:
        prefix, text = source.prefix(rng), source.generation(rng)
    return prefix, text, texts.tools(rng)


def _chunkings(text: str, rng: random.Random) -> Iterator[list[str]]:
    if len(text) <= texts.LONGEST:
        yield chunkings.characters(text)
    yield chunkings.at_marks(text, rng)
    yield chunkings.in_two(text, rng)
    yield chunkings.at_random(text, rng)


def _report(tally: Tally, seconds: float) -> None:
    header = ("group", "runs", "texts", "templates", "refused", "errors", "endless", "ref. depends")
    print("  ".join(f"{title:>12}" for title in header))
    for group in tally.runs:
        depends = f"{tally.dependent[group]}/{tally.sampled[group]}"
        counts = (
            tally.runs,
            tally.texts,
            tally.templates,
            tally.refused,
            tally.errors,
            tally.endless,
        )
        row = (group, *(str(count[group]) for count in counts), depends)
        print("  ".join(f"{cell:>12}" for cell in row))
    total = sum(tally.runs.values())
    print(f"{total} runs in {seconds:.0f} s, {total / max(seconds, 0.001):.0f} a second")
    for heading, count in tally.explained.most_common():
        print(f"explained: {count} texts: {heading}")
    for reason, count in tally.reasons.most_common():
        print(f"refused: {count} templates: {reason}")


def _print_failure(case: Case, problem: Problem, shrinking: bool) -> None:
    if shrinking and "TimeoutError" not in problem.got:
        case = shrink(case, lambda c: _fails_alike(c, problem.kind))
        problem = check_case(case) or problem
    print(f"\n{problem.kind}\n--- wanted\n{problem.wanted}\n--- got\n{problem.got}\n--- case")
    fields = {"template": case.template, "prefix": case.prefix, "tools": case.tools}
    print(json.dumps({**fields, "chunks": case.chunks}))


def _fails_alike(case: Case, kind: str) -> bool:
    try:
        with time_limit():
            problem = check_case(case)
    except ValueError:  # the reference refuses the smaller template
        return False
    return problem is not None and problem.kind == kind and problem.explained is None


def _replay(path: Path) -> int:
    found = json.loads(path.read_text(encoding="utf-8"))
    case = Case(found["template"], tuple(found["chunks"]), found["prefix"], found["tools"])
    problem = check_case(case)
    if problem is None:
        print("no difference")
        return 0
    if problem.explained:
        print(f"explained: {problem.explained}")
    _print_failure(case, problem, shrinking=False)
    return 0 if problem.explained else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.run")
    parser.add_argument("--runs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--templates", default=",".join(GROUPS), help="groups, joined by commas")
    parser.add_argument("--failures", type=int, default=1, help="stop after so many differences")
    parser.add_argument("--window", type=int, help="how many characters are searched in one go")
    parser.add_argument("--replay", type=Path, help="check one case printed by an earlier run")
    return parser.parse_args()


def main() -> int:
    arguments = _arguments()
    if arguments.window is not None:
        optimise: Any = rtc.optimise
        optimise.WINDOWS = (arguments.window,)
    if arguments.replay is not None:
        return _replay(arguments.replay)
    start = time.monotonic()
    runner = Runner(arguments.templates.split(","), arguments.seed, arguments.failures)
    runner.run(arguments.runs)
    _report(runner.tally, time.monotonic() - start)
    for case, problem in runner.failures:
        _print_failure(case, problem, shrinking=True)
    print(f"{len(runner.failures)} unexplained differences")
    return 1 if runner.failures or too_many_refused(runner.tally) else 0


def too_many_refused(tally: Tally) -> bool:
    """Whether so many templates were refused that the runs say little."""
    for group, templates in tally.templates.items():
        if tally.refused[group] > REFUSED_SHARE * templates:
            print(f"{tally.refused[group]} of {templates} templates refused in group {group}")
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
