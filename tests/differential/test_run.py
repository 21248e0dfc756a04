"""A slice of the differential run with a fixed seed, and what the run itself promises."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.differential import oracle, samples
from tests.differential.check import Case
from tests.differential.published import published_templates
from tests.differential.run import GROUPS, Runner, too_many_refused
from tests.differential.shrink import shrink
from tests.differential.sources import SOURCES
from tests.support.outcomes import Outcome, grammar_fault, merge_events


@pytest.mark.parametrize("group", GROUPS)
def test_runs_equal_the_reference(group: str) -> None:
    runner = Runner([group], seed=2026, allowed_failures=1)
    runner.run(1500)
    assert runner.failures == []
    assert not too_many_refused(runner.tally)


def test_runs_of_one_seed_are_the_same() -> None:
    first, second = (Runner(["prototype", "random"], 5, 1) for _ in range(2))
    first.run(400)
    second.run(400)
    assert first.tally == second.tally


def test_every_group_has_templates_that_the_reference_takes() -> None:
    for name, templates in SOURCES.items():
        assert len(templates()) >= 10, name
        for template in templates().values():
            oracle.load_template(template)


def test_published_templates_are_read_from_both_packages() -> None:
    names = published_templates()
    assert {"serving:qwen2", "serving:gemma4", "trl:lfm2_2_5_template"} <= set(names)
    tags = names["trl:lfm2_2_5_template"]["fields"]["tool_calls"]["content_args"]["tag_pattern"]
    assert tags.count("[^'") > 3


def test_oracle_gives_up_where_the_reference_does_not_end() -> None:
    field = {"open_pattern": "(?=a)", "close_pattern": "(?=a)"}
    template = oracle.load_template({"start_anchor": "<", "fields": {"x": field}})
    with pytest.raises(oracle.NoOracle):
        oracle.parse_whole(template, "a")


def test_oracle_joins_the_truncated_prefix_to_the_generation() -> None:
    template = oracle.load_template({"start_anchor": "<", "fields": {"x": {}}})
    assert oracle.parse_whole(template, "b", "y<a").message == repr({"x": "ab"})


def test_merged_events_join_the_chunks_of_one_region_only() -> None:
    opened: dict[str, Any] = {"type": "region_open", "field": "x"}
    chunk: dict[str, Any] = {"type": "region_chunk", "field": "x", "text": "a", "dirty": False}
    closed: dict[str, Any] = {"type": "region_close", "field": "x", "value": "aa"}
    events = [opened, chunk, chunk, closed, opened, chunk, {**closed, "value": "a"}]
    joined = {**chunk, "text": "aa"}
    assert merge_events(events) == [opened, joined, closed, *events[4:]]
    assert grammar_fault(events) is None
    assert grammar_fault(events[:3]) == "'x' never closes"
    assert grammar_fault([opened, opened]) == "'x' opens inside 'x'"
    assert grammar_fault([chunk]) == "region_chunk of 'x' while None is open"


def test_outcomes_tell_kinds_of_numbers_apart() -> None:
    shown = [Outcome(repr({"n": value})) for value in (1, 1.0, True)]
    assert len({outcome.message for outcome in shown}) == 3


def test_samples_match_their_pattern_mostly() -> None:
    rng = random.Random(3)
    pattern = r"<tool_call>\s*<function=(?P<name>[^>\n]+)>(?:a|b\d{2})?"
    drawn = [samples.sample(pattern, rng, {"name": lambda: "f"}) for _ in range(20)]
    assert all(text is not None and text.startswith("<tool_call>") for text in drawn)
    assert any(text and text.endswith("<function=f>") for text in drawn)
    assert samples.sample("(", rng) is None


def test_shrinking_keeps_the_fault_and_drops_the_rest() -> None:
    template = {"start_anchor": "<", "fields": {"x": {"close": "c"}, "y": {"open": "o"}}}
    case = Case(template, ("some", " text with", " a fault in it"), "prefix", [{"name": "f"}])
    small = shrink(case, lambda c: "fault" in c.text and len(c.chunks) == 2)
    assert len(small.text) <= len("fault") + 1
    assert (small.prefix, small.tools) == ("", None)
    assert list(small.template["fields"]) == ["y"]
