"""The stream: what is settled and given to regions, what is held, what delimiters are found."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rtc
from rtc.delimiters import Pattern
from rtc.delimiters.analysis import left_context, nullable
from rtc.delimiters.edge import render_edge
from rtc.delimiters.program import compile_program
from rtc.delimiters.render import render_pattern
from rtc_runtime import ParseError
from rtc_runtime.matching import Delimiter, Found, Watch, literal
from rtc_runtime.parser import RegionParser
from rtc_runtime.regions import Format, Region
from rtc_runtime.stream import READ_FREELY, Stream
from tests.support.chunkings import at_random, characters
from tests.support.pattern_strategies import STEADY, patterns, sources

END = Watch(literal(None, "<end>"), starts=("<end>",))


def open_stream(watch: Watch | None = END, context: int = 0, begun: str = "") -> Stream:
    """A stream in which the region `a` is open."""
    stream = Stream(begun, context)
    open_region(stream, "a", watch)
    stream.begin_call("feed")
    return stream


def open_region(stream: Stream, field: str, watch: Watch | None) -> None:
    stream.rest(field, dirty=False, watch=watch)
    stream.begin_region()


def chunk(text: str, field: str = "a", dirty: bool = False) -> dict[str, Any]:
    return {"type": "region_chunk", "field": field, "text": text, "dirty": dirty}


def test_text_that_can_be_no_delimiter_goes_to_the_region_at_once() -> None:
    stream = open_stream()
    stream.add("ab<")
    assert stream.find(at_end=False) is None
    assert stream.events == [chunk("ab")]
    assert stream.text[stream.start :] == "<"


def test_text_that_may_begin_a_delimiter_is_held_until_that_is_decided() -> None:
    stream = open_stream()
    for text, settled in (("x<", "x"), ("en", ""), ("d<e", "<end"), ("", "")):
        stream.begin_call("feed")
        stream.add(text)
        assert stream.find(at_end=False) is None
        assert stream.events == ([chunk(settled)] if settled else [])
        stream.settle()
    stream.begin_call("finalize")
    stream.add("")
    assert stream.find(at_end=True) is None
    assert stream.events == [chunk("<e")]
    assert stream.body_text() == "x<end<e"


def test_delimiter_is_found_with_the_text_before_it_still_to_take() -> None:
    stream = open_stream()
    stream.add("ab<end>c")
    found = stream.find(at_end=False)
    assert found is not None
    assert (found[1], found[2], found[0].literal) == (2, 7, "<end>")
    assert stream.events == []
    stream.cut(found, "a")
    assert stream.events == [chunk("ab")]
    assert stream.text[stream.start :] == "c"
    assert stream.body_text() == "ab"


def test_region_that_is_not_opened_by_a_delimiter_opens_with_its_first_text() -> None:
    stream = Stream("", 0)
    stream.rest("z", dirty=True, watch=END)
    stream.begin_call("feed")
    stream.add("")
    assert stream.find(at_end=False) is None and stream.events == []
    stream.settle()
    stream.add("ab")
    assert stream.find(at_end=False) is None
    assert stream.events == [{"type": "region_open", "field": "z"}, chunk("ab", "z", dirty=True)]


def test_text_outside_of_any_field_is_dropped() -> None:
    stream = Stream("", 0)
    stream.rest(None, dirty=False, watch=END)
    stream.add("ab<end>")
    found = stream.find(at_end=False)
    assert found is not None
    stream.cut(found, "a")
    assert stream.events == [] and not stream.is_open
    assert stream.body_text() == ""


def test_nothing_is_looked_for_where_nothing_is_watched() -> None:
    stream = open_stream(None)
    stream.add("ab<end>")
    assert stream.find(at_end=False) is None
    assert stream.events == [chunk("ab<end>")]


def test_taking_nothing_is_no_event() -> None:
    stream = open_stream()
    stream.add("ab")
    stream.take(0)
    assert stream.events == []
    stream.take(1)
    stream.take(1)
    assert stream.events == [chunk("a")]


def test_offsets_count_from_the_generation_and_are_negative_in_the_prefix() -> None:
    stream = Stream("xy", 0)
    assert stream.offset == -2
    open_region(stream, "a", None)
    assert stream.body_offset == -2
    stream.take(2)
    stream.settle()
    assert (stream.offset, stream.text, stream.start) == (0, "", 0)
    stream.add("abc")
    stream.take(1)
    open_region(stream, "b", None)
    assert stream.body_offset == 1


def test_settled_text_is_forgotten_but_for_the_context() -> None:
    stream = open_stream(None, context=2)
    stream.add("abcdef")
    stream.take(5)
    stream.settle()
    assert (stream.text, stream.start, stream.offset) == ("def", 2, 3)
    stream.settle()
    assert (stream.text, stream.start, stream.offset) == ("def", 2, 3)


def test_error_tells_the_region_and_what_came_before() -> None:
    def refuse(body: str) -> None:
        raise ValueError("why")

    region = Region("a", refuse)
    parser = RegionParser(
        Format(region, between=lambda: END, defaults=lambda: {"x": 1}, implicit="a"), ""
    )
    with pytest.raises(ParseError) as caught:
        parser.feed("abc<end>")
    error = caught.value
    assert (error.reason, error.field, error.offset, error.text) == ("why", "a", 0, "abc")
    assert error.message == {"x": 1} and error.message is not parser.message
    assert [one["type"] for one in error.events] == ["region_open", "region_chunk"]
    assert error.events is not parser.stream.events


def test_call_begins_with_no_events_and_none_begins_after_the_end() -> None:
    stream = open_stream()
    stream.events.append({})
    before = stream.events
    stream.begin_call("feed")
    assert stream.events == [] and before != []
    stream.finished = True
    for name in ("feed", "finalize"):
        with pytest.raises(RuntimeError, match=rf"{name}\(\) after finalize\(\)"):
            stream.begin_call(name)


# Delimiters found in a text, however it comes in, against a search of the whole.

ATOMS = ("a", "b", "[ab]", ".", r"\s", "[^a]")
PATTERNS = patterns(sources(ATOMS))
TAKING = PATTERNS.filter(lambda pattern: not nullable(pattern.tree))


def delimiter(pattern: Pattern) -> Delimiter:
    tree = pattern.tree
    return Delimiter(None, render_pattern(tree), render_edge(tree), compile_program(tree, {}))


def found_in_chunks(watch: Watch, chunks: list[str], context: int) -> tuple[list[Any], str]:
    """Each delimiter found as (its number, start, end), and the text between them."""
    stream = Stream("", context)
    found: list[Any] = []
    open_region(stream, "a", watch)
    for at_end, text in [*((False, text) for text in chunks), (True, "")]:
        stream.begin_call("feed")
        stream.add(text)
        while (one := stream.find(at_end)) is not None:
            found.append(placed(stream, watch, one))
            stream.cut(one, "a")
            if one[1] == one[2]:  # as a real parser does not, lest it goes on for ever
                return found, ""
        stream.settle()
    return found, stream.body_text()


def placed(stream: Stream, watch: Watch, found: Found) -> tuple[int, int, int]:
    number = watch.delimiters.index(found[0])
    return number, stream.offset + found[1], stream.offset + found[2]


def found_in_whole(found_by: list[re.Pattern[str]], text: str) -> tuple[list[Any], str]:
    """The same by definition: the earliest, then the longest, then the first in the list."""
    found: list[Any] = []
    position, between = 0, ""
    while True:
        matches = [(number, one.search(text, position)) for number, one in enumerate(found_by)]
        here = [
            (match.start(), -match.end(), number)
            for number, match in matches
            if match is not None and match.start() < len(text)
        ]
        if not here:
            return found, between + text[position:]
        start, end, number = min(here)
        found.append((number, start, -end))
        if start == -end:
            return found, ""
        between += text[position:start]
        position = -end


@settings(STEADY, max_examples=250)
@given(
    st.lists(TAKING, min_size=2, max_size=3) | st.lists(PATTERNS, min_size=1, max_size=2),
    st.text("ab ", min_size=3, max_size=12),
    st.sampled_from((1, 2, 3, 5, 1024)),
    st.booleans(),
    st.integers(0, 999),
)
def test_delimiters_found_do_not_depend_on_the_chunks(
    list_of: list[Pattern], text: str, window: int, read_again: bool, seed: int
) -> None:
    watch = Watch(*map(delimiter, list_of), alike=True, window=window)
    context = max(left_context(pattern.tree) for pattern in list_of)
    compiled = [re.compile(render_pattern(one.tree), re.DOTALL) for one in list_of]
    wanted = found_in_whole(compiled, text)
    rng = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rtc_runtime.stream.READ_FREELY", READ_FREELY if read_again else -999)
        for chunks in ([text], characters(text), at_random(text, rng)):
            got = found_in_chunks(watch, chunks, context)
            assert got == wanted, ([one.source for one in list_of], chunks, window)


def test_of_delimiters_that_start_at_one_place_the_longest_wins_then_the_first() -> None:
    texts = ("<a>", "<a>b", "<", "<a>")
    watch = Watch(*(literal(str(place), one) for place, one in enumerate(texts)), alike=True)
    for text, opens, end in (("x<a>bc", "1", 5), ("x<a>c", "0", 4), ("x<b", "2", 2)):
        for chunks in ([text], characters(text)):
            stream = open_stream(watch)
            for one in chunks:
                stream.add(one)
                found = stream.find(at_end=False)
                if found is not None:
                    break
                stream.settle()
            assert found is not None
            assert found[0].opens == opens
            assert placed(stream, watch, found)[1:] == (1, end)


def test_delimiter_that_starts_earlier_wins_though_another_is_complete() -> None:
    watch = Watch(literal("late", "bc"), literal("early", "abcd"), alike=True)
    stream = open_stream(watch)
    stream.add("abc")
    assert stream.find(at_end=False) is None and stream.events == []
    stream.settle()
    stream.add("d")
    found = stream.find(at_end=False)
    assert found is not None and found[0].opens == "early"
    stream = open_stream(watch)
    stream.add("abc")
    assert stream.find(at_end=False) is None
    stream.settle()
    stream.add("")
    found = stream.find(at_end=True)
    assert found is not None and (found[0].opens, found[1]) == ("late", 1)


# The way of a chunk without a delimiter, which the parser takes by itself.

TEMPLATE: dict[str, Any] = {
    "start_anchor": "@",
    "fields": {
        "a": {"open_pattern": r"\s*<a>", "close_pattern": r"\s*</a>", "content_args": {"strip": False}},
        "n": {"open": "<n>", "close": "</n>", "content": "int"},
        "z": {"close": "<end>", "content_args": {"strip": False}},
    },
}  # fmt: skip


def joined(events: list[Any]) -> list[Any]:
    """Events with neighbouring chunks of text as one."""
    found: list[Any] = []
    for event in events:
        if event["type"] == "region_chunk" and found and found[-1]["type"] == "region_chunk":
            found[-1] = {**event, "text": found[-1]["text"] + event["text"]}
        else:
            found.append(event)
    return found


@settings(STEADY, max_examples=200)
@given(
    st.lists(st.sampled_from(("<a>", "</a>", "<n>1</n>", "<end>", " ", "\n", "x", "<", "a b", "  ")), max_size=12),
    st.integers(0, 999),
)  # fmt: skip
def test_chunks_passed_on_unread_change_nothing(pieces: list[str], seed: int) -> None:
    module, text, rng = _module(), "".join(pieces), random.Random(seed)
    whole = module.parse_response(text, prefix="")
    events: list[Any] = []
    for chunks in ([text], pieces, characters(text), at_random(text, rng)):
        parser = module.ResponseParser("")
        got = [event for one in chunks for event in parser.feed(one)]
        message, last = parser.finalize()
        assert message == whole
        events = events or joined(got + last)
        assert joined(got + last) == events, chunks


def _module() -> Any:
    if not MODULES:
        MODULES.append(rtc.load_parser(TEMPLATE))
    return MODULES[0]


MODULES: list[Any] = []


def test_delimiter_looks_back_at_chunks_passed_on_unread() -> None:
    closes = {"a": {"open": "<a>", "close_pattern": r"(?<=ab)<x>|\b<y>"}}
    module: Any = rtc.load_parser({"start_anchor": "@", "fields": closes})
    for chunks, value in (
        (["<a>", "xa", "b", "<x>", "."], "xab"),
        (["<a>", "xa", "b ", "<x>", "."], "xab <x>."),
        (["<a>", "xa", "b", "<y>", "."], "xab"),
        (["<a>", "xa", "-", "<y>", "."], "xa-<y>."),
    ):
        parser = module.ResponseParser("")
        assert sum(len(parser.feed(chunk)) for chunk in chunks) > 2
        assert parser.finalize()[0] == {"a": value}


def test_blanks_that_may_belong_to_a_delimiter_are_held() -> None:
    parser = _module().ResponseParser("")
    texts = [[event.get("text") for event in parser.feed(one)] for one in ("a", "b ", " ", "\n", "c", " ", "<a>")]  # fmt: skip
    assert texts == [[None, "a"], ["b"], [], [], ["  \nc"], [], [None, None]]


@pytest.mark.parametrize("text", ["", "abc", "<a>abc", "<a>abc</a>", "x <a>b</a> c", "abc ", "<"])
def test_nothing_can_be_fed_after_the_end(text: str) -> None:
    parser = _module().ResponseParser("")
    parser.feed(text)
    parser.finalize()
    for more in ("x", "", " ", "<a>"):
        with pytest.raises(RuntimeError, match="after finalize"):
            parser.feed(more)
    with pytest.raises(RuntimeError, match="after finalize"):
        parser.finalize()


def test_text_fed_after_an_error_at_the_end_is_not_lost() -> None:
    parser = _module().ResponseParser("")
    parser.feed("x<n>no")
    with pytest.raises(ValueError, match="field 'n'"):
        parser.finalize()
    events = parser.feed("more")
    assert [event["type"] for event in events] == ["region_open", "region_chunk"]
    message, last = parser.finalize()
    assert message == {"z": "more"} and [event["type"] for event in last] == ["region_close"]


def test_many_small_pieces_are_kept_as_one_text() -> None:
    """Ten thousand strings of one character would take a hundred times their length."""
    parser = _module().ResponseParser("")
    for _ in range(10_000):
        parser.feed("x")
    stream = parser._stream
    assert len(stream.body) + len(stream.blocks) < 5_000
    assert parser.finalize()[0] == {"z": "x" * 10_000}


def test_read_text_is_not_kept_twice() -> None:
    parser = _module().ResponseParser("")
    for _ in range(300):
        parser.feed("ab <")
    assert len(parser._stream.text) < 20
