"""Of the prompt, only what follows the last start anchor belongs to the response."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from rtc_runtime.prefix import PREFIX_REQUIRED, after_anchor, after_text


@pytest.mark.parametrize(
    ("prefix", "anchor", "rest"),
    [
        ("<|a|>", r"<\|a\|>", ""),
        ("x<|a|>y", r"<\|a\|>", "y"),
        ("<|a|>x<|a|>y\n", r"<\|a\|>", "y\n"),
        ("aaa", "aa", "a"),
        ("aaaa", "aa", ""),
        ("<a>x<b>y<a>", "<a>|<b>", ""),
        ("<a>\nx", r"<a>\s*", "x"),
        ("a\nb\nc", "(?m:^)", "c"),
        ("abc", "$", ""),
        ("a.b", ".", ""),
        ("a\nb", "a.", "b"),
    ],
)
def test_text_after_the_last_match_is_kept(prefix: str, anchor: str, rest: str) -> None:
    assert after_anchor(prefix, anchor) == rest


@pytest.mark.parametrize("prefix", ["", "x", "<a>", "x<a>y", "<a>x<a>y\n", "<a><a>", "a><a"])
def test_text_is_found_as_its_pattern_is(prefix: str) -> None:
    assert after_text(prefix, "<a>") == after_anchor(prefix, "<a>")


@pytest.mark.parametrize(("after", "anchor"), [(after_anchor, r"<\|a\|>"), (after_text, "<|a|>")])
def test_prefix_without_the_anchor_is_kept_and_logged(
    after: Callable[[str, str], str], anchor: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        assert after("hello <|", anchor) == "hello <|"
    (record,) = caplog.records
    assert (record.levelno, record.name) == (logging.INFO, "rtc_runtime.prefix")
    assert "the start anchor is not in the prefix" in record.getMessage()
    assert "hello" not in record.getMessage()


def test_nothing_is_logged_where_there_is_nothing_to_say(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        assert after_anchor("", "<a>") == ""
        assert after_anchor("x<a>y", "<a>") == "y"
        assert after_text("", "<a>") == ""
        assert after_text("x<a>y", "<a>") == "y"
    assert caplog.records == []


def test_sentence_on_a_missing_prefix_says_what_to_pass() -> None:
    assert PREFIX_REQUIRED.startswith("a prefix is required")
    assert 'prefix=""' in PREFIX_REQUIRED
