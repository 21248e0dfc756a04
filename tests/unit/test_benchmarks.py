"""The benchmarks, without timing: their texts stay the same, and their arithmetic is right."""

from __future__ import annotations

import hashlib
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import rtc
from benchmarks import growth_trials, texts
from benchmarks.adversarial import Case, cases
from benchmarks.bundled_trials import bundled_names, longest_fixture, stretched
from benchmarks.by_hand import typed_reader
from benchmarks.chunks import fixed_chunks, token_like_chunks
from benchmarks.contenders import FLOOR, HARMONY, OURS, TRANSFORMERS, normal_form
from benchmarks.figures import geometric_mean, growths, ratio, size_name
from benchmarks.parsers import load_parser, template_path
from benchmarks.places import DOCS, PAGE, PLOT, RESULTS, ROOT, TEMPLATES
from benchmarks.plot import render_plot
from benchmarks.report import render_page
from benchmarks.results import (
    ImportCost,
    Measurement,
    MemoryPeak,
    Record,
    Results,
    as_line,
    from_line,
    read_results,
    write_results,
)
from benchmarks.settings import QUICK, WHOLE
from benchmarks.tables import figure, pair, table
from benchmarks.targets import Verdict, judge
from benchmarks.tasks import all_tasks
from benchmarks.timing import Entry, Plan, Stopped, Timing, take_turns
from benchmarks.tools import schema_of
from benchmarks.trials import Runner, Trial, run_trial
from benchmarks.turns import turn_reader
from benchmarks.vocabulary import write_vocabulary
from benchmarks.workloads import rows, workloads

# Of the texts from which the figures of all versions come.
DIGESTS = {
    "W1": "cce0ceebc694e627",
    "W2": "c23b65a7b7458904",
    "W3": "4b665f590006ec1b",
    "W4": "106e60dd8602b616",
    "W5": "09d4e0e1c254e649",
    "W6": "3de2cb4922615c58",
}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def measured(
    row: str,
    contender: str,
    best: float | None,
    *,
    table: str = "streaming",
    size: int = 10_000,
    note: str = "",
    stopped_after: float | None = None,
) -> Measurement:
    """Microseconds in, one feed."""
    seconds = None if best is None else best / 1e6
    median = None if seconds is None else seconds * 2
    way = "one-shot" if table == "one-shot" else "stream"
    return Measurement(
        table=table,
        row=row,
        template="qwen3_trl",
        way=way,
        contender=contender,
        size=size,
        feeds=1,
        best=seconds,
        median=median,
        runs=3,
        note=note,
        stopped_after=stopped_after,
    )


def results_with(*records: Measurement | MemoryPeak | ImportCost) -> Results:
    results = Results(
        "make bench", "a machine", {"rtc": "1"}, {"vllm": "too big"}, 100_000, 1_000_000
    )
    for record in records:
        results.add(record)
    return results


def verdict_on(results: Results, start: str) -> Verdict:
    return next(verdict for verdict in judge(results) if verdict.target.startswith(start))


def test_workload_texts_stay_the_same() -> None:
    assert {work.name: digest(work.text) for work in workloads()} == DIGESTS


def test_workload_texts_say_what_the_reader_by_hand_finds() -> None:
    calls = {work.name: [name for name, _ in work.reader(work.text)[2]] for work in workloads()}
    assert calls == {
        "W1": [],
        "W2": ["get_weather", "search_docs", "run_code"],
        "W3": ["get_weather", "write_file"],
        "W4": ["get_weather"],
        "W5": list(texts.TOOL_NAMES),
        "W6": ["get_weather", "search_docs", "run_code"],
    }


def test_rows_with_tools_have_those_that_are_called() -> None:
    found = {row.name: row.tools() for row in rows(workloads())}
    for work in workloads()[1:]:
        tools = found[f"{work.name} tools"]
        assert tools is not None and found[work.name] is None
        assert [tool["function"]["name"] for tool in tools] == [
            name for name, _ in work.reader(work.text)[2]
        ]


def test_schema_of_arguments_names_their_types() -> None:
    arguments = {"s": "1", "n": [1, 2], "e": [], "o": {"f": 1.5, "b": True}, "z": None}
    assert schema_of(arguments) == {
        "type": "object",
        "properties": {
            "s": {"type": "string"},
            "n": {"type": "array", "items": {"type": "integer"}},
            "e": {"type": "array", "items": {}},
            "o": {
                "type": "object",
                "properties": {"f": {"type": "number"}, "b": {"type": "boolean"}},
                "required": ["f", "b"],
            },
            "z": {},
        },
        "required": ["s", "n", "e", "o", "z"],
    }


def test_chunks_keep_special_tokens_whole() -> None:
    for work in workloads():
        chunks = work.chunks()
        assert "".join(chunks) == work.text
        assert sum(map(work.text.count, work.special_tokens)) == sum(
            chunks.count(token) for token in work.special_tokens
        )
        assert all(2 <= len(chunk) <= 6 for chunk in token_like_chunks("x" * 3000, ())[:-1])


def test_fixed_chunks_are_of_one_size() -> None:
    assert fixed_chunks("abcdefghij") == ["abcd", "efgh", "ij"]


@pytest.mark.parametrize("growing", growth_trials.growing_texts(), ids=lambda one: one.name)
def test_growing_texts_have_the_size_asked_for(growing: growth_trials.GrowingText) -> None:
    text = growing.text(20_000)
    assert abs(len(text) - 20_000) < 1500
    assert text == growing.text(20_000)
    if growing.reader is not None and "call" in growing.name:
        assert growing.reader(text)[2] == [
            ("write_file", {"path": "a.py", "code": texts.code(20_000, 71)})
        ]


def test_names_of_tasks_are_unique() -> None:
    keys = [(task.kind, task.name) for task in all_tasks()]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_floor_of_adversarial_text_looks_at_all_of_it(case: Case) -> None:
    text = case.text(5_000)
    if case.reader is not None:
        assert len(case.reader(text)[2]) == 1
    assert any(text.find(marker) == -1 for marker in case.markers)


def test_templates_compile() -> None:
    names = {task.template for task in all_tasks()}
    for name in names:
        assert not [
            one for one in rtc.check_template(template_path(name)) if one.severity == "error"
        ]
    assert {path.stem for path in TEMPLATES.glob("*.json")} <= names


def test_turns_are_taken_by_round() -> None:
    now = 0
    log: list[str] = []

    def taking(name: str, *durations: int) -> Callable[[], None]:
        left = list(durations)

        def run() -> None:
            nonlocal now
            log.append(name)
            now += left.pop(0) * 1_000_000

        return run

    plan = Plan(budget=0.009, rounds=3, sample=0.001)
    timings = take_turns(
        {
            "slow": Entry(taking("slow", 9, 7, 5), 60.0, plan),
            "fast": Entry(taking("fast", 8, 4, 2, 3), 60.0, plan),
        },
        clock=lambda: now,
    )
    assert timings == {"slow": Timing(0.005, 0.007, 3), "fast": Timing(0.002, 0.003, 3)}
    assert log == ["slow", "fast", "fast", "slow", "fast", "fast", "slow"]


def test_short_runs_are_repeated_in_a_sample() -> None:
    now = 0

    def run() -> None:
        nonlocal now
        now += 1_000

    plan = Plan(budget=0.001, rounds=2, sample=0.001)
    wanted = {"a": Timing(1e-6, 1e-6, 2000)}
    assert take_turns({"a": Entry(run, 60.0, plan)}, lambda: now) == wanted
    # A first run that took longer, since it had to compile, does not make the samples shorter.
    assert take_turns({"a": Entry(run, 60.0, plan, first=0.0005)}, lambda: now) == wanted


def test_one_long_run_uses_up_the_budget() -> None:
    now = 0

    def run() -> None:
        nonlocal now
        now += 60_000_000_000

    plan = Plan(budget=1.0, rounds=5)
    assert take_turns({"a": Entry(run, 99.0, plan)}, lambda: now) == {"a": Timing(60.0, 60.0, 1)}


def test_run_that_was_checked_counts_as_the_first() -> None:
    def run() -> None:
        raise AssertionError("not needed")

    plan = Plan(budget=1.0, rounds=5)
    timings = take_turns({"a": Entry(run, 99.0, plan, first=60.0)}, lambda: 0)
    assert timings == {"a": Timing(60.0, 60.0, 1)}


def test_code_by_hand_types_its_arguments_where_it_has_tools() -> None:
    properties = {"n": {"type": "integer"}, "s": {"type": "string"}, "m": {"type": "number"}}
    tools = [{"function": {"name": "f", "parameters": {"properties": properties}}}]
    read = typed_reader(lambda text: (None, text, [("f", {"n": "1", "s": "2", "m": 1.5})]), tools)
    assert read("x") == (None, "x", [("f", {"n": 1, "s": "2", "m": 1.5})])


def test_every_bundled_template_has_a_fixture_to_measure() -> None:
    for name in bundled_names():
        fixture = longest_fixture(name)
        assert fixture.raw and fixture.expected, name
        assert len(fixture.raw) > 2_500, name


@pytest.mark.parametrize("name", bundled_names())
def test_stretched_fixtures_are_parsed_and_long_in_every_text(name: str) -> None:
    fixture = longest_fixture(name)
    longer = stretched(fixture, 40_000)
    assert abs(len(longer.raw) - 40_000) < 1_000
    module = load_parser(name, ROOT / "generated")
    message = module.parse_response(longer.raw, prefix=longer.prefix, tools=longer.tools)
    assert message == longer.expected
    fields = fixture.expected.keys() - {"role"}
    for field in fields:
        assert len(str(message[field])) > 3 * len(str(fixture.expected[field])), field


@pytest.mark.parametrize("name", bundled_names())
def test_code_by_hand_reads_what_the_parser_of_a_bundled_template_reads(name: str) -> None:
    fixture = longest_fixture(name)
    for one in (fixture, stretched(fixture, 20_000)):
        assert turn_reader(name, one.tools)(one.raw) == normal_form(one.expected)


def test_bundled_templates_are_listed_and_the_worst_of_each_kind_is_judged() -> None:
    times = {"mistral_v3": 2.0, "inkling": 3.2, "qwen3": 3.9, "granite4": 1.5}
    records = [
        measured(name, contender, best, table="bundled")
        for name, ours in times.items()
        for contender, best in ((OURS, ours), (FLOOR, 1.0))
    ]
    records += [replace(record, way="one-shot") for record in records]
    results = results_with(*records)
    found = {one.target: one for one in judge(results)}
    target = "streaming, times the floor: the bundled templates, longest fixtures"
    assert found[target].figure == "1 of 2 hold; worst 3.20 (inkling)"
    led = found[f"{target}, delimiters led by blanks"]
    assert (led.bound, led.figure) == ("<= 4.0 each", "2 of 2 hold; worst 3.90 (qwen3)")
    whole = found["one-shot, times the code by hand: the bundled templates, longest fixtures"]
    assert (whole.bound, whole.figure) == ("<= 2.0 each", "2 of 4 hold; worst 3.90 (qwen3)")
    assert [one.met for one in (found[target], led, whole)] == [False, True, False]
    assert all(f"| `{name}` |" in render_page(results) for name in times)


def test_growth_of_bundled_templates_is_judged_and_listed() -> None:
    records = [
        measured("qwen3", contender, best, table="bundled growth", size=size)
        for contender, best, size in (
            (OURS, 1.0, 100_000),
            (OURS, 32.0, 1_000_000),
            (FLOOR, 1.0, 100_000),
            (FLOOR, 20.0, 1_000_000),
        )
    ]
    target = "growth per character, 1 MB against 100 kB: bundled templates, stream"
    found = verdict_on(results_with(*records), target)
    assert (found.met, found.figure) == (False, "0 of 1 hold; worst 1.60 (qwen3)")
    times = [measured("qwen3", one, 1.0, table="bundled") for one in (OURS, FLOOR)]
    times += [replace(record, way="one-shot") for record in times]
    assert "| 4.0 | 1.60 | - |" in render_page(results_with(*records, *times))


def test_trial_times_only_what_is_right() -> None:
    def stop() -> None:
        raise Stopped

    def fail() -> None:
        raise ValueError

    plan = Plan(budget=0.0, rounds=1, sample=1e-9)
    runners = {
        "right": Runner(lambda: 1, 60.0, plan, lambda result: result == 1),
        "wrong": Runner(lambda: 2, 60.0, plan, lambda result: result == 1),
        "slow": Runner(stop, 60.0, plan),
        "broken": Runner(fail, 60.0, plan),
    }
    trial = Trial("streaming", "W1", "qwen3_trl", "stream", 4, 1)
    found = run_trial(trial, runners)
    assert [(one.contender, one.note, one.stopped_after) for one in found] == [
        ("right", "", None),
        ("wrong", "gives another result", None),
        ("slow", "stopped after 60 s", 60.0),
        ("broken", "raised ValueError", None),
    ]
    assert [one.best is None for one in found] == [False, True, True, True]


def test_normal_form_is_blind_to_names_and_blanks() -> None:
    call = {"type": "function", "function": {"name": "f", "arguments": {"a": 1}}}
    message = {"role": "assistant", "thinking": " why ", "content": "\n", "tool_calls": [call]}
    assert normal_form(message) == ("why", None, [("f", {"a": 1})])


def test_ratio_and_mean() -> None:
    one, other = measured("W1", OURS, 3.0), measured("W1", FLOOR, 2.0)
    assert ratio(one, other) == pytest.approx(1.5)
    assert ratio(one, measured("W1", FLOOR, None)) is None
    assert ratio(None, other) is None
    assert geometric_mean([1.0, 4.0]) == pytest.approx(2.0)


def growing(
    contender: str, *costs: float, row: str = "a", name: str = "growth"
) -> list[Measurement]:
    """Microseconds for a thousand characters at 10 kB, 100 kB and so on."""
    return [
        measured(
            row, contender, cost * 10.0 ** (number + 1), table=name, size=10 ** (number + 4) + 7
        )
        for number, cost in enumerate(costs)
    ]


def test_growth_is_divided_by_that_of_the_floor() -> None:
    results = results_with(*growing(OURS, 9.0, 2.0, 6.0), *growing(FLOOR, 9.0, 1.0, 2.0))
    (growth,) = growths(results, "growth")
    assert growth.ours == pytest.approx(3.0, rel=1e-2)
    assert growth.floors == pytest.approx(2.0, rel=1e-2)
    assert growth.against_floor == pytest.approx(1.5, rel=1e-2)


def test_growth_that_was_stopped_is_a_miss() -> None:
    cut = measured(
        "a", OURS, None, table="growth", size=1_000_000, note="stopped after 5 s", stopped_after=5.0
    )
    results = results_with(*growing(OURS, 1.0, 1.0), cut, *growing(FLOOR, 1.0, 1.0, 1.0))
    (growth,) = growths(results, "growth")
    assert growth.against_floor is None
    assert growth.note(OURS) == "stopped after 5 s at 1 MB"
    verdict = verdict_on(results, "growth per character, 1 MB against 100 kB: W7 texts, stream")
    assert (verdict.met, verdict.figure) == (False, "0 of 1 hold; 1 did not get there")
    assert "stopped after 5 s" in render_page(results)


@pytest.mark.parametrize(("ours", "met"), [(2.0, True), (2.1, False)])
def test_mean_over_the_workloads_is_judged(ours: float, met: bool) -> None:
    rows = ("W1", "W2", "W3", "W4", "W5", "W6")
    records = [measured(row, *one) for row in rows for one in ((OURS, ours), (FLOOR, 1.0))]
    verdict = verdict_on(results_with(*records), "streaming, times the floor: geometric mean")
    assert (verdict.met, verdict.figure) == (met, f"{ours:.2f}")


def test_rows_with_tools_are_judged_beside_those_without() -> None:
    records = [measured("W1", *one) for one in ((OURS, 2.0), (FLOOR, 1.0))]
    for number in range(2, 7):
        for way, ours in (("streaming", 2.0), ("one-shot", float(number))):
            for row, contender, best in (
                (f"W{number}", OURS, 1.0),
                (f"W{number} tools", OURS, ours),
                (f"W{number}", FLOOR, 1.0),
                (f"W{number} tools", FLOOR, 1.0),
            ):
                records.append(measured(row, contender, best, table=way))
    figures = {
        verdict.target: (verdict.met, verdict.figure)
        for verdict in judge(results_with(*records))
        if "with tools" in verdict.target
    }
    assert figures == {
        "streaming, times the floor: geometric mean of W1-W6 with tools": (True, "2.00"),
        "streaming, times the floor: the worst of W1-W6 with tools": (True, "2.00 (W1)"),
        "one-shot, times the code by hand: the worst of W2-W6 with tools": (
            False,
            "6.00 (W6 tools)",
        ),
    }


def test_worst_workload_is_named() -> None:
    records = [measured(f"W{n}", OURS, float(n), table="one-shot") for n in range(2, 7)]
    records += [measured(f"W{n}", FLOOR, 2.0, table="one-shot") for n in range(2, 7)]
    verdict = verdict_on(results_with(*records), "one-shot, times the code by hand: the worst")
    assert (verdict.met, verdict.figure) == (False, "3.00 (W6)")


def test_parser_that_fails_misses_the_target() -> None:
    wrong = measured("W1 blanks", OURS, None, note="gives another result")
    results = results_with(wrong, measured("W1 blanks", FLOOR, 1.0))
    verdict = verdict_on(results, "streaming, times the floor: W1 with an opener")
    assert (verdict.met, verdict.figure) == (False, "W1 blanks: gives another result")


def test_nothing_measured_is_no_verdict() -> None:
    verdicts = judge(results_with())
    assert {(verdict.met, verdict.figure) for verdict in verdicts} == {(None, "not measured")}


def test_memory_and_import_are_judged_by_the_worst() -> None:
    results = results_with(
        MemoryPeak("text", "qwen3_serving", 1000, 2000, 4000, None),
        MemoryPeak("thought", "qwen3_serving", 1000, 3100, 4000, 2500),
        ImportCost("qwen3", 0.002, 0.003, 9, ["__future__"], []),
        ImportCost("gemma4", 0.004, 0.006, 9, ["regex"], ["regex"]),
    )
    memory = verdict_on(results, "memory")
    cost = verdict_on(results, "import")
    modules = verdict_on(results, "modules")
    assert (memory.met, memory.figure) == (False, "3.10 (thought)")
    assert (cost.met, cost.figure) == (True, "4.0 ms (gemma4)")
    assert (modules.met, modules.figure) == (False, "regex")


def test_table_escapes_bars() -> None:
    assert table(("a", "b"), [("<|x|>", "1")]) == "| a | b |\n| --- | ---: |\n| <\\|x\\|> | 1 |"


def test_figures_have_three_digits() -> None:
    values = (1234.5, 99.96, 12.34, 1.234, 0.1234, 0.01234, None)
    assert [figure(value) for value in values] == [
        "1,234",
        "100.0",
        "12.3",
        "1.23",
        "0.12",
        "0.012",
        "-",
    ]
    assert pair(1.0, 2.0) == "1.00 (2.00)"
    assert [size_name(size) for size in WHOLE.sizes] == ["10 kB", "100 kB", "1 MB", "10 MB"]
    assert QUICK.sizes == WHOLE.sizes[:-1]


def test_plot_has_a_line_for_each_parser() -> None:
    cut = measured(
        "a",
        TRANSFORMERS,
        None,
        table="growth",
        size=100_000,
        note="stopped after 5 s",
        stopped_after=5.0,
    )
    results = results_with(
        *growing(OURS, 1.0, 1.0, 1.0),
        *growing(FLOOR, 0.5, 0.5, 0.5),
        *growing(TRANSFORMERS, 9.0),
        cut,
    )
    tree = ElementTree.fromstring(render_plot(results))
    titles = [title.text for title in tree.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == [f"{name}: a" for name in (FLOOR, TRANSFORMERS, OURS)]
    assert "l8 8m0 -8l-8 8" in render_plot(results)


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    results = results_with(
        measured("W1", HARMONY, None, note="raised RuntimeError"),
        MemoryPeak("text", "qwen3_serving", 1000, 2000, 4000, None),
        ImportCost("qwen3", 0.002, 0.003, 9, ["__future__"], []),
    )
    write_results(results, tmp_path / "results.json")
    assert read_results(tmp_path / "results.json") == results
    records: list[Record] = [*results.measurements, *results.memory, *results.imports]
    for record in records:
        assert from_line(as_line(record)) == record


def test_another_vocabulary_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not the vocabulary"):
        write_vocabulary(tmp_path, lambda token: b"a")
    assert not list(tmp_path.iterdir())


def test_page_and_plot_are_those_of_the_committed_results() -> None:
    results = read_results(DOCS / RESULTS)
    assert (DOCS / PAGE).read_text(encoding="utf-8") == render_page(results)
    assert (DOCS / PLOT).read_text(encoding="utf-8") == render_plot(results)
