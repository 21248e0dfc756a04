"""A close without length where the response ends: the region is not cut off."""

from __future__ import annotations

from typing import Any

import pytest

import rtc

TAGS = {"tag_pattern": r"<(?P<key>\w+)>(?P<value>[^<]*)"}


def template(close: str) -> dict[str, Any]:
    field = {
        "open": "[",
        "close_pattern": close,
        "content": "xml-inline",
        "content_args": TAGS,
    }
    return {"start_anchor": "@", "fields": {"call": field, "content": {"content": "text"}}}


@pytest.mark.parametrize("close", [r"(?<=/>)\s*(?:!|\Z)", r"(?<=/>)(?=\s*(?:\[|\Z))", r"!|\Z"])
def test_region_ends_with_an_empty_close_at_the_end(close: str) -> None:
    module = rtc.load_parser(template(close))
    text = "[<a>1</>"
    assert module.parse_full(text, prefix="@") == ({"call": {"a": "1"}}, [], [])
    parser = module.ResponseParser("@", on_malformed="event")
    for character in text:
        parser.feed(character)
    assert parser.finalize()[0] == {"call": {"a": "1"}}


def test_region_without_its_close_at_the_end_is_cut_off() -> None:
    module = rtc.load_parser(template(r"(?<=/>)\s*(?:!|\Z)"))
    found = module.parse_full("[<a>1", prefix="@")
    assert found.message == {}
    assert [one["reason"] for one in found.malformed] == ["unterminated"]
