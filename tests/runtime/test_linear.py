"""Bounded work for each character, whatever is held: counted, not timed.

Every case is run at one length and at four times that; the lines of Python that run, each of which
looks at a bounded piece of text, must grow no faster than the text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any

import pytest

import rtc
from tests.support.timing import time_limit

CALL = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}
TAG = r"<parameter=(?P<key>[^>\n]+)>\s*(?P<value>.*?)\s*</parameter>"
Fields = dict[str, dict[str, Any]]

XML: Fields = {
    "thinking": {"open": "<think>", "close": "</think>"},
    "tool_calls": {
        "open_pattern": r"\s*<tool_call>\s*<function=(?P<name>[^>\n]+)>",
        "close_pattern": r"</function>\s*</tool_call>",
        "repeats": True,
        "content": "xml-inline",
        "content_args": {"tag_pattern": TAG},
        "transform": CALL,
    },
    "content": {"close_pattern": r"\s*(?:<\|im_end\|>|<\|endoftext\|>)"},
}
HARMONY: Fields = {
    "tool_calls": {
        "open_pattern": r"<\|channel\|>commentary to=functions\.(?P<name>\w+).*?<\|message\|>",
        "close_pattern": r"<\|call\|>\s*",
        "transform": CALL,
    },
}
AHEAD: Fields = {
    "thinking": {"open_pattern": r"(?=[\s\S]*?</think>)", "close_pattern": r"</think>\s*"},
    "content": {"close_pattern": r"<\|im_end\|>\s*"},
}
BEHIND: Fields = {
    "tool_calls": {
        "open": "<call>",
        "close_pattern": r"(?<=</function>)\s*(?:</call>|<end>|\Z)",
    },
    "content": {"close_pattern": r"\s*(?:</call>|<call>\s*\Z)|\s+\Z"},
}
BLANKS: Fields = {
    "call": {"open_pattern": r"<c>\s*(?P<n>[^\n<]+?)\s*\n?\s*(?=<k>)", "transform": "{n}"}
}
KEYS: Fields = {
    "x": {
        "open": "<x>",
        "close_pattern": r"\s*</x>",
        "content": "json",
        "content_args": {"unquoted_keys": True, "string_delims": [['<|"|>', '<|"|>']]},
    }
}
TWO_ENDS: Fields = {
    "x": {
        "open": "<x>",
        "close": "</x>",
        "content": "json",
        "content_args": {"string_delims": [["<s>", "</s>"]]},
        "repeats": True,
    }
}

# The text that decides on a delimiter is far behind it, and the same for many.
FAR: Fields = {
    "thinking": {"open_pattern": r"<think>(?=[\s\S]*?</think>)", "close": "x", "repeats": True},
    "call": {"open": "[", "close_pattern": r"</c>(?!.*<more>)", "repeats": True},
    "name": {"open_pattern": r"<n(?:.*!|>)", "close": ".", "repeats": True},
}
RIVALS: Fields = {
    "call": {"open_pattern": "<.*a.*a.*b", "close": "x", "repeats": True},
    "content": {"close_pattern": r"<end>(?:\s*a*\s*\Z)?"},
}
UNLIKE: Fields = {
    "call": {
        "open": "[C]",
        "close_pattern": r"(?<=\})\s*(?:</c>|,(?=\s*\{))",
        "content": "text",
        "repeats": True,
    },
    "say": {"open": "<say>", "close_pattern": r"\)(?=\s*(?:</say>|!))", "repeats": True},
    "content": {"close_pattern": r"</end>|(?<=\])[ \t]*\n"},
}

LONG_HEADER = "<|channel|>commentary to=functions." + "n" * 300 + "<|message|>{}<|call|>"
CASES: dict[str, tuple[Fields, Callable[[int], str]]] = {
    "long delimiters, and others that do not come": (
        {**HARMONY, "thinking": {"open": "<think>", "close": "</think>"}},
        lambda size: LONG_HEADER * (size // len(LONG_HEADER)),
    ),
    "a name without end": (
        HARMONY,
        lambda size: "<|channel|>commentary to=functions." + "a" * size,
    ),
    "a lookahead that finds nothing": (AHEAD, lambda size: "word " * (size // 5)),
    "a lookahead that finds its end": (AHEAD, lambda size: "word " * (size // 5) + "</think>x"),
    "blanks before a delimiter": (XML, lambda size: "a" + " " * size + "<tool_call>"),
    "blanks before anything": (XML, lambda size: " " * size + "<tool_call>"),
    "blanks between regions": (XML, lambda size: "<think></think>" + " " * size + "<tool_call>"),
    "blanks inside a delimiter": (XML, lambda size: "<tool_call>" + " " * size + "<function=f>"),
    "newlines behind a delimiter": (AHEAD, lambda size: "a<|im_end|>" + "\n" * size + "b"),
    "first characters alone": (XML, lambda size: "<" * size),
    "near misses of an open": (XML, lambda size: "<tool_call><function=" * (size // 21)),
    "near misses of a close": (
        XML,
        lambda size: "<tool_call><function=f>" + "</function>\n" * (size // 12),
    ),
    "tags that do not close": (
        XML,
        lambda size: "<tool_call><function=f>"
        + "<parameter=a>" * (size // 13)
        + "</function></tool_call>",
    ),
    "blanks in a tag": (
        XML,
        lambda size: "<tool_call><function=f><parameter=a>"
        + " " * size
        + "</function></tool_call>",
    ),
    "blanks behind what is looked back at": (BEHIND, lambda size: "<call></function>" + " " * size),
    "blanks before the end": (BEHIND, lambda size: "a" + " \n" * (size // 2) + "b"),
    "blanks for several loops": (BLANKS, lambda size: "<c>" + " " * size + "x"),
    "escaped quotes": (KEYS, lambda size: '<x>{a: "' + '\\"' * (size // 2) + '"}'),
    "delimited strings": (KEYS, lambda size: "<x>[" + '<|"|>a<|"|>,' * (size // 12) + "1]"),
    "blanks before a close in a string": (KEYS, lambda size: '<x>"' + " " * size + '</x>"'),
    "closes in a string": (KEYS, lambda size: '<x>["' + "</x>" * (size // 4) + '"]</x>'),
    "closes in strings": (KEYS, lambda size: "<x>[" + '"</x>",' * (size // 7) + "1]</x>"),
    "closes in a string that never ends": (KEYS, lambda size: '<x>["' + "</x>" * (size // 4)),
    "a string that never ends": (KEYS, lambda size: '<x>["</x>' + "a" * size),
    "escapes behind a close": (KEYS, lambda size: '<x>["</x>' + "\\\\" * (size // 2) + '"]</x>'),
    "blanks behind a string": (KEYS, lambda size: '<x>["</x>"' + " " * size + "]</x>"),
    "blanks before closes in a string": (
        KEYS,
        lambda size: '<x>["' + "  </x>" * (size // 6) + '"]</x>',
    ),
    "closes that fire, one after the other": (KEYS, lambda size: '<x>["</x>' * (size // 9)),
    "strings that never end": (TWO_ENDS, lambda size: "<x>[<s></x>" * (size // 11)),
    "strings that end too late": (TWO_ENDS, lambda size: "<x>[<s></x>" * (size // 11) + "</s>"),
}

CASES.update(
    {
        "delimiters that the end decides": (
            FAR,
            lambda size: "<think>yx" * (size // 9) + "</think>",
        ),
        "delimiters that the end refuses": (FAR, lambda size: "[a</c>" * (size // 6) + "<more>"),
        "delimiters that the end lets be": (FAR, lambda size: "[a</c>" * (size // 6)),
        "a worse reading that the end decides": (FAR, lambda size: "<n>b." * (size // 5)),
        "loops that share the text": (RIVALS, lambda size: "<aaaab" + "a" * size),
        "loops that share it in vain": (RIVALS, lambda size: "<" + "a" * size + "\n" + "<aab"),
        "loops at the end": (RIVALS, lambda size: "<end>" + " " * (size // 2) + "a" * (size // 2)),
    }
)
CASES.update(
    {
        "regions that begin unlike": (UNLIKE, lambda size: "[C]{}</c>x" * (size // 10)),
        "near misses that are unlike": (UNLIKE, lambda size: "[C <say " * (size // 8)),
        "one of two that are unlike": (UNLIKE, lambda size: "<say>a)!" * (size // 8)),
        "what a close follows": (UNLIKE, lambda size: "[C]" + "}\n" * (size // 2) + "</c>"),
        "what a close follows, and blanks": (UNLIKE, lambda size: "[C]}" + " " * size + "x"),
        "places for a close": (UNLIKE, lambda size: "<say>" + ")  " * (size // 3) + ")!"),
        "brackets that anything may follow": (UNLIKE, lambda size: "]\t" * (size // 2)),
    }
)

# So long that a step for each character which reads all that came before would take hours.
LONG = 1_000_000
LONG_CASES = (
    "blanks before a delimiter",
    "blanks before a close in a string",
    "closes in a string",
    "closes in a string that never ends",
    "a string that never ends",
    "blanks behind a string",
    "blanks before anything",
    "blanks between regions",
    "delimiters that the end decides",
    "loops that share the text",
    "regions that begin unlike",
    "one of two that are unlike",
    "what a close follows",
    "places for a close",
    "brackets that anything may follow",
)


def lines_run(module: ModuleType, function: Callable[[], object]) -> int:
    """How many lines of the parser run."""
    count, file = 0, module.parse_response.__code__.co_filename

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace if frame.f_code.co_filename == file else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
    return count


def whole(module: ModuleType, text: str) -> None:
    try:
        module.parse_response(text, prefix="")
    except module.ParseError:
        pass


def in_chunks(module: ModuleType, text: str) -> None:
    parser = module.ResponseParser("")
    try:
        for start in range(0, len(text), 4):
            parser.feed(text[start : start + 4])
        parser.finalize()
    except module.ParseError:
        pass


def recovering(module: ModuleType, text: str) -> None:
    module.parse_full(text, prefix="")


def recovering_in_chunks(module: ModuleType, text: str) -> None:
    parser = module.ResponseParser("", on_malformed="event", spans=True, keep_text=True)
    for start in range(0, len(text), 4):
        parser.feed(text[start : start + 4])
    parser.finalize()


@pytest.mark.parametrize("run", [whole, in_chunks, recovering, recovering_in_chunks])
@pytest.mark.parametrize("name", CASES)
def test_lines_grow_with_the_text(name: str, run: Callable[[ModuleType, str], None]) -> None:
    fields, text = CASES[name]
    module = rtc.load_parser({"start_anchor": "<a>", "fields": fields})
    short, long = text(6_000), text(24_000)
    few = lines_run(module, lambda: run(module, short))
    many = lines_run(module, lambda: run(module, long))
    assert many <= 4.4 * few + 2_000


@pytest.mark.parametrize("run", [recovering, recovering_in_chunks])
@pytest.mark.parametrize("name", LONG_CASES)
def test_long_text_comes_to_an_end(name: str, run: Callable[[ModuleType, str], None]) -> None:
    """What a line does is not counted above: one that copies all that is held would take hours here."""
    fields, text = CASES[name]
    module = rtc.load_parser({"start_anchor": "<a>", "fields": fields})
    with time_limit(60):
        run(module, text(LONG))


@pytest.mark.parametrize("run", [recovering, recovering_in_chunks])
@pytest.mark.parametrize(
    "name",
    [
        "closes in strings",
        "closes in a string that never ends",
        "closes that fire, one after the other",
        "strings that never end",
        "strings that end too late",
    ],
)
def test_text_behind_a_close_in_a_string_is_read_a_few_times(
    name: str, run: Callable[[ModuleType, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fields, make = CASES[name]
    module = rtc.load_parser({"start_anchor": "<a>", "fields": fields})
    text, looked_at, read = make(20_000), 0, module.Judgement.read

    def counted(judgement: Any, text: str) -> None:
        nonlocal looked_at
        looked_at += len(text) if judgement.verdict is None else 0
        read(judgement, text)

    monkeypatch.setattr(module.Judgement, "read", counted)
    run(module, text)
    assert 0 < looked_at <= 4 * len(text)


def test_long_runs_of_blanks_before_a_mark_are_passed_over_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    close = r"(?<=\})\s*(?:</x>|<end>)"
    fields: Fields = {"x": {"open": "<x>", "close_pattern": close, "content": "text"}}
    module = rtc.load_parser({"start_anchor": "<a>", "fields": fields})
    given, passed = module.run_start, [0]

    def counted(text: str, start: int, end: int, blanks: str) -> Any:
        passed[0] += end - start
        return given(text, start, end, blanks)

    monkeypatch.setattr(module, "run_start", counted)
    text = "<x>a" + " " * 50_000 + "</x>"
    assert module.parse_response(text, prefix="")["x"] == text[3:].strip()
    assert passed[0] <= 4 * len(text)
