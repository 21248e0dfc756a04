"""The passes note true facts, leave their input alone, and change nothing of what is parsed."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from rtc import ir
from rtc.delimiters import parse_pattern
from rtc.delimiters.charset import BLANK, MAX_LEAD_CHARACTERS, render_charset
from rtc.emit.module import emit_module
from rtc.lower import lower_template
from rtc.optimise import (
    PASSES,
    WINDOWS,
    choose_window,
    find_first,
    find_starts,
    mark_exclusive,
    optimise_machine,
    separate_leads,
)
from rtc.parse import parse_template
from rtc.source import read_value
from tests.support.chunkings import at_random
from tests.support.covering import COVERING

WHITE_SPACE = BLANK.members(MAX_LEAD_CHARACTERS)


def machine(template: dict[str, Any]) -> ir.Machine | None:
    """The machine of a template, not optimised; None where it has errors."""
    parsed, diagnostics = parse_template(read_value(template))
    if parsed is None or any(one.severity == "error" for one in diagnostics):
        return None
    return lower_template(parsed)


def watch(*patterns: str) -> ir.Watch:
    """A watch list of these patterns, as lowering makes it."""
    fields = {
        f"f{place}": {"open_pattern": source, "transform": "x"}
        for place, source in enumerate(patterns)
    }
    lowered = machine({"start_anchor": "@", "fields": fields})
    assert lowered is not None and lowered.between is not None
    return lowered.between


@pytest.mark.parametrize(
    ("patterns", "lead"),
    [
        ([r"\s*<a>"], WHITE_SPACE),
        ([r"\s*?<a>"], WHITE_SPACE),
        ([r"\n*<a>"], "\n"),
        (["[ \t]*<a>"], "\t "),
        (["a*b"], "a"),
        ([r"\s*<a>", "<b>"], WHITE_SPACE),
        ([r"\s*<a>", r"\S<b>"], WHITE_SPACE),
        ([r"\s*<a>", r"\s*<b>", "<c>"], WHITE_SPACE),
        ([r"\s*<a>\s*", "<b> <a>"], WHITE_SPACE),
        ([r"\s*(?P<x>a)b"], WHITE_SPACE),
        ([r"\s*^a"], WHITE_SPACE),
        ([r"\s*(?:<a>|<b>)"], WHITE_SPACE),
        # A lead that the rest, or another delimiter, may begin with.
        ([r"\s*\n<a>"], ""),
        ([r"\s*.<a>"], ""),
        ([r"\s*<a>", r"\n<b>"], ""),
        ([r"\s*<a>", r".<b>"], ""),
        ([r"\n*<a>", r"\s<b>"], ""),
        ([r"a*<", "ab"], ""),
        # What may match nothing.
        ([r"\s*"], ""),
        ([r"\s*x?"], ""),
        ([r"\s*(?=<a>)"], ""),
        ([r"\s*\Z"], ""),
        ([r"\s*<a>", "^"], ""),
        ([r"\s*<a>", "(?=<b>)"], ""),
        # Delimiters that may begin alike, or different leads.
        ([r"\s*<a>", "<a>x"], ""),
        ([r"\s*<a>", "<"], ""),
        ([r"\s*<a>", r"\n*<b>"], ""),
        # No lead: something else comes first, it has a bound, or it is not a few characters.
        ([r"\s+<a>"], ""),
        ([r"\s{0,9}<a>"], ""),
        ([r"x\s*<a>"], ""),
        ([r"(?P<x>\s*)<a>"], ""),
        ([r"(?:\s*)?<a>"], ""),
        ([r"[^<]*<a>"], ""),
        ([r"\w*<a>"], ""),
        (["(?i:a)*<b>"], ""),
        ([r"\s*<a>|<b>"], ""),
    ],
)
def test_lead_is_set_apart_only_where_it_is_safe(patterns: list[str], lead: str) -> None:
    given = watch(*patterns)
    split = separate_leads(given)
    assert split.lead == lead
    if not lead:
        assert split == given
    for source, before, after in zip(patterns, given.delimiters, split.delimiters, strict=True):
        assert after.lead in ("", lead)
        if after.lead:
            assert after.tree == parse_pattern(source.partition("*")[2].removeprefix("?")).tree
        else:
            assert after == before


@pytest.mark.parametrize(
    ("patterns", "exclusive"),
    [
        (["<a>"], True),
        (["<a>", "<b>"], True),
        (["<a>", "<b>", "<a>x"], False),
        (["<a>", "<ab"], True),
        (["<a", "<ab"], False),
        (["^", "<a>"], False),
    ],
)
def test_list_is_exclusive_where_no_two_begin_alike(patterns: list[str], exclusive: bool) -> None:
    assert mark_exclusive(watch(*patterns)).exclusive is exclusive


@pytest.mark.parametrize(
    ("patterns", "first"),
    [
        (["<a>"], "<"),
        (["<a>", "[b]", r"\[c"], "[<b"),
        ([r"\s*<a>"], None),
        (["<a>", "x?"], None),
        (["<a>", "(?=<b>)"], "<"),
        (["<a>", r"(?<=x)y|\Z"], "<y"),
        (["<a>", "(?!b)"], None),
    ],
)
def test_first_characters_are_noted(patterns: list[str], first: str | None) -> None:
    found = find_first(watch(*patterns)).first
    if r"\s*" in patterns[0]:
        assert found is not None and found.members(99) is not None
        assert set(found.members(99) or "") == {*(WHITE_SPACE or ""), "<"}
    else:
        assert (found and found.members(9)) == (first and "".join(sorted(first)))


def test_first_characters_of_a_list_with_a_lead_are_those_behind_it() -> None:
    found = find_first(separate_leads(watch(r"\s*<a>", "<b>"))).first
    assert found is not None and found.character() == "<"


def test_only_what_has_no_end_in_sight_is_endless() -> None:
    for source, endless in {
        "<a>": False,
        "a{40}": False,
        "a{40}(?=b{10})": False,
        "<a>.*?</a>": True,
        r"a\s*": True,
        "a(?=.*b)": True,
        "a" * 3000: True,
        "(?:ab?){900}": True,
    }.items():
        assert choose_window(watch(source)).endless is endless, source


def test_window_is_smaller_where_backtracking_is_dearer() -> None:
    patterns = ("<a>.*b", r"a\s*b?\s*c", r"a\s*b?\s*c?\s*d", r"a\s*b?\s*c?\s*d?\s*e")
    windows = tuple(choose_window(watch(source)).window for source in patterns)
    assert windows == WINDOWS
    assert choose_window(watch("<a>", patterns[1])).window == WINDOWS[1]
    assert choose_window(watch("<.*a.*a.*b")).window == WINDOWS[2]  # also with more between them


@pytest.mark.parametrize(
    ("patterns", "starts"),
    [
        (["<a>", r"\s*</b>"], ("</b>", "<a>")),
        (["(?:" + "|".join(f"<{number}>" for number in range(10, 30)) + ")"], ("<",)),
        (["(?!<tx)<to>"], ("<to>",)),
        (["(?!<t)<to>"], ("<",)),  # with <t it cannot have begun
        ([r"(?<=\})<to>"], ("<to>",)),
        (["<a>", r"[^x]b"], ()),
        (["<a>", r"\[b", r"\{c", r"\(d", r"\|e"], ()),
    ],
)
def test_starts_are_texts_whose_parts_may_begin_a_delimiter(
    patterns: list[str], starts: tuple[str, ...]
) -> None:
    assert find_starts(watch(*patterns)).starts == starts


def test_characters_behind_which_anything_begins_are_starts() -> None:
    found = find_starts(watch(r"</s>|(?<=\])\s*\n\s*(?=[^,])", r"\s*<a>"))
    assert (found.starts, found.after) == (("</s>", "<a>", "]"), "]")
    assert find_starts(watch(r"(?<=\n)[^x]", r"\s*<a>")).starts == ()


@pytest.mark.parametrize(
    ("patterns", "preceded"),
    [
        ([r"(?<=\})\s*<a>", "(?<=x|yz)(?=<b>)"], "xz}"),
        ([r"(?<=\})\s*<a>", "<b>"], ""),
        ([r"(?<=\})\s*<a>|^<b>"], ""),
        ([r"(?<!\})<a>"], ""),
        (["(?<=[a-z])<a>"], ""),
        ([r"\s*(?<=\})<a>"], ""),
    ],
)
def test_watch_knows_what_stands_before_starts(patterns: list[str], preceded: str) -> None:
    assert find_starts(watch(*patterns)).preceded == preceded


@pytest.mark.parametrize(
    ("patterns", "follows", "following"),
    [
        ([r"(?<=</f>)\s*<a>|(?<=x</f>\n)\s*<b>", r"(?<=[xy]f>)\s*<c>"], "", ""),
        ([r"(?<=</f>)\s*<a>|(?<=x</f>)\s*<b>", r"(?<=[xy]f>)\s*<c>"], "f>", "\n <"),
        ([r"(?<=</f>)\s*(?:<a>|\Z)"], "</f>", "\n <"),
        ([r"(?<=</f>)\s*<a>", "<b>"], "", ""),
        ([r"(?<=</f>)<a>"], "", ""),  # found by its own start
        ([r"(?<=a(?:xb|yb))\s*<a>"], "", ""),
        ([r"(?i:(?<=f>)\s*<)"], "", ""),
        ([r"(?<!f>)\s*<a>"], "", ""),
        ([r"</s>|(?<=\])\s*\n\s*(?=[^,])"], "", "\n <"),
        ([r"\]</s>|(?<=\])\s*\n\s*(?=[^,])"], "", ""),  # one begins with what another is behind
    ],
)
def test_watch_knows_what_all_delimiters_follow(
    patterns: list[str], follows: str, following: str
) -> None:
    found = find_starts(watch(*patterns))
    assert found.follows == follows
    accepts = None if found.following is None else re.compile(render_charset(found.following))
    assert "".join(one for one in "\n <f]x" if accepts and accepts.match(one)) == following


@pytest.mark.parametrize(
    ("patterns", "steady"),
    [
        ([r"\)(?=\s*</s>|[ \t]*\n\s*\w+\()"], True),
        ([r"<a>[^<]*<", "<b>"], True),
        ([r"<a>.*<"], False),
        ([r"<a>[^<]*<", r"\s*<b>"], False),
        ([r"<.*a.*b"], False),
    ],
)
def test_watch_knows_whether_a_search_of_a_whole_text_is_linear(
    patterns: list[str], steady: bool
) -> None:
    assert choose_window(watch(*patterns)).steady == steady


@pytest.mark.parametrize(
    ("patterns", "waits", "behind"),
    [
        ([r"\s*<a>", r"\s*\Z"], True, ""),
        ([r"(?<=\})\s*<a>", "<b>"], False, "}"),
        ([r"(?<=\n)\s*<a>"], False, ""),  # one may begin within the run
        ([r"(?<=\})\s*<a>", r"\n<b>"], False, ""),
        ([r"(?<=[a-z])\s*<a>"], False, ""),
        (["<a>"], False, ""),
    ],
)
def test_watch_knows_what_blanks_at_the_end_can_be(
    patterns: list[str], waits: bool, behind: str
) -> None:
    found = find_starts(watch(*patterns))
    assert (found.waits, found.behind) == (waits, behind)


@pytest.mark.parametrize("name", COVERING)
def test_passes_leave_their_input_alone(name: str) -> None:
    before, same = machine(COVERING[name]), machine(COVERING[name])
    assert before is not None and same is not None
    optimised = optimise_machine(before)
    assert before == same
    assert optimise_machine(before) == optimised
    for one in before.watches:
        for improve in PASSES:
            kept = replace(one)
            improve(one)
            assert one == kept


def test_regions_have_their_delimiters_as_the_lists_have_them() -> None:
    lowered = machine(
        {
            "start_anchor": "@",
            "fields": {
                "a": {"open_pattern": r"\s*<a>", "close_pattern": r"\s*</a>"},
                "b": {"open": "<b>"},
                "rest": {"close_pattern": r"\s*<end>"},
            },
        }
    )
    assert lowered is not None
    optimised = optimise_machine(lowered)
    a, b, rest = optimised.regions
    assert optimised.between is not None and a.watch is not None
    assert optimised.between.delimiters == (a.open, b.open, rest.close)
    assert a.watch.delimiters == (a.close,)
    assert optimised.implicit is rest
    assert all(one is not None and one.lead for one in (a.open, a.close, rest.close))


PARTS = ("<a>", "<b>", "<", "a", "ab", r"\s*", r"\s*", r"\n", "[ab]", "a*", r"\s+", "(?=b)", "(?:a|<b>)", "b?", "x", "<a>b", r"\n*", r"[ \n]*", ">", "^", "$", "(?<=a)", "(?:<a>|<b>)", r"\s?", "(?!a)", r"\b", ".*?", "[^<]+")  # fmt: skip
LITERALS = ("<a>", "<b>", "<a>b", "a", "ab", " <a>", "\n<b>", "\n", "  ", "<", "b>", "<<")
PIECES = ("<a>", "<b>", "a", "b", "\n", " ", "<", ">", "x")


def random_delimiter(rng: random.Random, key: str) -> dict[str, Any]:
    if rng.random() < 0.4:
        texts = rng.sample(LITERALS, rng.randint(1, 3))
        return {key: texts if len(texts) > 1 else texts[0]}
    pattern = "".join(rng.choices(PARTS, k=rng.randint(1, 3)))
    return {f"{key}_pattern": rf"\s*{pattern}" if rng.random() < 0.4 else pattern}


def random_template(rng: random.Random) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name in rng.sample("pqr", rng.randint(1, 3)):
        fields[name] = {**random_delimiter(rng, "open"), "repeats": True}
        if rng.random() < 0.8:
            fields[name] |= random_delimiter(rng, "close")
    if rng.random() < 0.6:
        fields["z"] = {"repeats": True}
        if rng.random() < 0.5:
            fields["z"] |= random_delimiter(rng, "close")
    for field in fields.values():
        field["content_args"] = {"strip": False}
    return {"start_anchor": "@", "fields": fields}


def with_window(lowered: ir.Machine, window: int) -> ir.Machine:
    """The machine as it is, but that long delimiters are read by automata from `window` on."""

    def changed(one: ir.Watch | None) -> ir.Watch | None:
        return one and replace(one, window=window, endless=True)

    regions = tuple(replace(region, watch=changed(region.watch)) for region in lowered.regions)
    return replace(lowered, regions=regions, between=changed(lowered.between))


def outcome(namespace: dict[str, Any], chunks: list[str]) -> Any:
    """The message and the events, neighbouring chunks of text joined; or the error."""
    parser = namespace["ResponseParser"]("")
    events: list[Any] = []
    try:
        for chunk in chunks:
            events += parser.feed(chunk)
        message, last = parser.finalize()
    except namespace["ParseError"] as error:
        return str(error)
    joined: list[Any] = []
    for event in events + last:
        if event["type"] == "region_chunk" and joined and joined[-1]["type"] == "region_chunk":
            joined[-1] = {**event, "text": joined[-1]["text"] + event["text"]}
        else:
            joined.append(event)
    return message, joined


def loaded(lowered: ir.Machine) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "generated"}
    code = emit_module(lowered, "0" * 64, "inline", frozenset())
    exec(compile(code, "<generated>", "exec"), namespace)
    return namespace


@pytest.mark.parametrize("seed", range(6))
def test_machine_parses_the_same_with_and_without_the_passes(seed: int) -> None:
    rng, compared = random.Random(seed), 0
    while compared < 20:
        template = random_template(rng)
        lowered = machine(template)
        if lowered is None:
            continue
        compared += 1
        plain = loaded(with_window(lowered, rng.choice((1, 2, 4, 1024))))
        optimised = loaded(optimise_machine(lowered))
        for _ in range(15):
            text = "".join(rng.choices(PIECES, k=rng.randint(0, 14)))
            whole = outcome(plain, [text])
            chunks = at_random(text, rng)
            assert outcome(optimised, [text]) == whole, (template, text)
            assert outcome(optimised, chunks) == whole, (template, chunks)
            assert outcome(plain, chunks) == whole, (template, chunks)
