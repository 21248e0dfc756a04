"""How a diagnostic is shown."""

from __future__ import annotations

import pickle
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtc.diagnostics import (
    Diagnostic,
    Origin,
    TemplateError,
    has_errors,
    printable,
    quote,
    render,
    render_all,
)
from rtc.source import read_text


def diagnostic(
    line: int, column: int, message: str = "bad", pointer: str = "/a", hint: str | None = None
) -> Diagnostic:
    return Diagnostic("RTC001", "error", message, Origin(pointer, line, column), hint)


def test_render_shows_place_message_line_caret_and_hint() -> None:
    source = read_text('{\n  "fields": {"x": {"close": ""}}\n}', "qwen3.json")
    shown = render(diagnostic(2, 29, "empty", "/fields/x/close", "leave it out"), source)
    assert shown == (
        "qwen3.json:2:29: error[RTC001]: empty (at /fields/x/close)\n"
        '    2 |   "fields": {"x": {"close": ""}}\n'
        "      |                             ^\n"
        "  hint: leave it out"
    )


def test_render_leaves_out_what_is_not_there() -> None:
    shown = render(diagnostic(1, 1, pointer=""), read_text("", "t.json"))
    assert shown == "t.json:1:1: error[RTC001]: bad"


def test_render_puts_the_caret_at_the_end_of_a_line() -> None:
    shown = render(diagnostic(1, 4), read_text("[1,", "t.json"))
    assert shown.splitlines()[1:] == ["    1 | [1,", "      |    ^"]


def caret_and_text(text: str, column: int) -> tuple[int, str]:
    _, line, caret = render(diagnostic(1, column), read_text(text, "t.json")).split("\n")
    return caret.index("^"), line


def test_render_cuts_a_long_line_around_the_caret() -> None:
    text = "[" + ", ".join(map(str, range(1000, 2000))) + "]"
    at = text.index("1500")
    caret, line = caret_and_text(text, at + 1)
    assert line[caret:].startswith("1500")
    assert line[8] == line[-1] == "…"
    assert len(line) <= 8 + 100


@pytest.mark.parametrize("column", [1, 2, 50, 51, 52, 100, 101])
def test_render_keeps_the_caret_below_its_character(column: int) -> None:
    text = "[" + "".join(chr(0x100 + number) for number in range(99)) + "]"
    caret, line = caret_and_text(text, column)
    assert line[caret] == text[column - 1]


@pytest.mark.parametrize(
    ("before", "shown"),
    [("\t", "    "), ("\x1b", "\\x1b"), ("\ud800", "\\ud800"), ("\u2028", "\\u2028")],
)
def test_render_counts_what_stands_for_a_character(before: str, shown: str) -> None:
    caret, line = caret_and_text(f"[{before}X", 3)
    assert line == f"    1 | [{shown}X"
    assert line[caret] == "X"


def test_render_counts_wide_and_combining_characters() -> None:
    # The caret stands two columns further for the wide one and none for the combining one.
    caret, _ = caret_and_text("漢e\u0301X", 4)
    assert caret == 8 + 3


HOSTILE = ["\n", "\r", "\x00", "\x1b[31m", '"""', "\\", "\ud800", "\u2028", "\u202e", "\x85", "\t"]


@pytest.mark.parametrize("text", HOSTILE)
def test_render_escapes_hostile_text_everywhere(text: str) -> None:
    source = read_text(f'["{text}"', f"a{text}b.json")
    shown = render(diagnostic(1, 3, f"m{text}", f"/p{text}", f"h{text}"), source)
    assert shown.encode("utf-8")
    assert all(line.isprintable() for line in shown.split("\n"))
    assert len(shown.split("\n")) == 4


@given(st.text(st.characters(exclude_categories=())))
def test_printable_and_quote_give_one_printable_line(text: str) -> None:
    assert printable(text).isprintable()
    assert quote(text).isprintable()
    assert len(quote("x" * 1_000_000)) < 70


def test_render_shortens_long_messages_and_pointers() -> None:
    long = "x" * 1_000_000
    shown = render(diagnostic(1, 1, long, "/" + long, long), read_text("[]", "t.json"))
    assert len(shown) < 3_000


def test_render_all_joins_diagnostics() -> None:
    source = read_text("[]", "t.json")
    both = [diagnostic(1, 1), diagnostic(1, 2)]
    assert render_all(both, source) == render(both[0], source) + "\n" + render(both[1], source)


def test_has_errors_looks_at_the_severity() -> None:
    warning = Diagnostic("RTC002", "warning", "odd", Origin("", 1, 1))
    assert not has_errors([warning])
    assert has_errors([warning, diagnostic(1, 1)])


def test_template_error_shows_its_diagnostics_and_can_be_pickled() -> None:
    error = TemplateError([diagnostic(1, 1)], "t.json:1:1: bad")
    assert isinstance(error, ValueError)
    assert str(error) == error.rendered == "t.json:1:1: bad"
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.diagnostics, copy.rendered) == (error.diagnostics, error.rendered)


def test_diagnostics_need_no_other_module_of_the_compiler() -> None:
    assert "rtc.source" not in vars(sys.modules["rtc.diagnostics"])
