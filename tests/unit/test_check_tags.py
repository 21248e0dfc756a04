"""Warnings on tag patterns that cost more than the text is long: which part, where, and no false alarm."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

import rtc
from rtc.rules_content import TAG_NOT_LINEAR
from tests.differential.published import published_templates
from tests.support.repository import ROOT

LONG = "|".join(f"{number:03}" for number in range(400))


def warnings(template: Any) -> Iterator[rtc.Diagnostic]:
    return (one for one in rtc.check_template(template) if one.code == TAG_NOT_LINEAR.code)


def template(pattern: str) -> dict[str, Any]:
    parser = {"name": "xml-inline", "args": {"tag_pattern": pattern}}
    field = {"open": "<x>", "content": "kv-lines", "content_args": {"value_parser": parser}}
    return {"start_anchor": "<a>", "fields": {"x": field}}


@pytest.mark.parametrize(
    "pattern, message",
    [
        (
            "(?P<key>[a-z]+)=(?P<value>[^;]*)\\s*;",
            "'[^;]*' (at character 27 of the pattern) and '\\\\s*' (at character 33 of the pattern) can share "
            "out the same text: the cost grows with power 2 of it",
        ),
        (
            "<(?P<key>a)>(?P<value>.*?)b(.*?)c(.*?)d",
            "'.*?' (at character 23 of the pattern) and '.*?' (at character 29 of the pattern) can share out "
            "the same text: the cost grows with power 3 of it",
        ),
        (
            "<(?P<key>a{0,99}a{0,99})>",
            "'a{0,99}' (at character 10 of the pattern) and 'a{0,99}' (at character 17 of the pattern) can "
            "share out the same text: the cost grows with power 2 of it",
        ),
        (
            r"<(?P<key>\w+)>(?P<value>.*?)</(?P=key)>",
            "what a group takes decides on the match, from each place where one may start: '.*?' (at character "
            "25 of the pattern) reads it again each time",
        ),
        (
            "(?P<key>a)(?=(?P<value>.*))",
            "what a group takes decides on the match, from each place where one may start: '.*' (at character "
            "24 of the pattern) reads it again each time",
        ),
        (
            f"(?P<key>{LONG})(?P<value>x)",
            "the pattern is too large to tell how its cost grows with the text",
        ),
    ],
)
def test_check_names_what_is_not_linear(pattern: str, message: str) -> None:
    found = list(warnings(template(pattern)))
    assert [one.message for one in found] == [message]
    assert found[0].hint
    assert found[0].severity == "warning"
    assert found[0].origin.pointer == "/fields/x/content_args/value_parser/args/tag_pattern"


@pytest.mark.parametrize(
    "pattern",
    [
        "<(?P<key>[^<>]+)>(?P<value>[^<]*)</>",
        r"<p=(?P<key>[^>\n]+)>\s*(?P<value>.*?)\s*</p>",
        r"<p=(?P<key>[^>\n]+)>\n?(?P<value>.*?)\n?(?:</p>|(?=<p=|</f>)|$)",
        r"(?P<key>\w+)=(?P<value>\"(?:\\.|[^\"\\])*\"|[^,]+)",
        r"<(?:(?P<key>\w+)>(?P<value>[^<]*)</(?P=key)>|.*)",
        r"<(?:(?P<key>\w+)>(?P<value>[^<]*)</(?P=key)>|.*)|(?<!x)\Z",
        r"(?P<key>\w)(?P=key)(?P<value>x)",
    ],
)
def test_check_says_nothing_where_the_parser_is_linear(pattern: str) -> None:
    assert not list(warnings(template(pattern)))


def test_check_warns_where_only_some_alternatives_take_the_rest() -> None:
    pattern = r"(?:<(?P<key>\w+)>(?P<value>[^<]*)</(?P=key)>|x*)|y*z"
    assert list(warnings(template(pattern)))


@pytest.mark.parametrize(
    "path", sorted((ROOT / "templates").glob("*.json")), ids=lambda one: one.stem
)
def test_bundled_templates_read_tags_in_linear_time(path: Any) -> None:
    assert not list(warnings(path))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="trl is installed from Python 3.11 on")
def test_published_templates_read_tags_in_linear_time() -> None:
    for name, published in published_templates().items():
        assert not list(warnings(published)), name
