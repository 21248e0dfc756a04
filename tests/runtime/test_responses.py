"""Many responses, one after the other."""

from __future__ import annotations

import pytest

from rtc_runtime import ParseError, after_text, read_each


def parse(prefix: str, response: str) -> str:
    if response == "bad":
        raise ParseError("not JSON", field="calls", offset=3, text="x", message={"a": 1})
    if response == "crash":
        raise RuntimeError("misuse")
    return f"{prefix}|{response}"


def test_one_prefix_goes_with_every_response() -> None:
    assert read_each(parse, ["a", "b"], "p", "#", after_text) == ["p|a", "p|b"]
    assert read_each(parse, [], "p", "#", after_text) == []


def test_each_response_has_its_prefix() -> None:
    assert read_each(parse, ["a", "b"], ["p", ""], "#", after_text) == ["p|a", "|b"]
    assert read_each(parse, [], [], "#", after_text) == []


@pytest.mark.parametrize("prefixes", [[], ["p"], ["p", "q", "r"]])
def test_other_number_of_prefixes_is_refused(prefixes: list[str]) -> None:
    with pytest.raises(ValueError, match=f"2 responses, but {len(prefixes)} prefixes"):
        read_each(parse, ["a", "b"], prefixes, "#", after_text)


def test_error_carries_its_index_and_the_messages_before_it() -> None:
    with pytest.raises(ParseError) as caught:
        read_each(parse, ["a", "b", "bad", "c"], "p", "#", after_text)
    error = caught.value
    assert (error.index, error.messages) == (2, ["p|a", "p|b"])
    assert (error.field, error.offset, error.message) == ("calls", 3, {"a": 1})
    assert str(error).startswith("response 2, field 'calls'")


def test_other_errors_pass_through() -> None:
    with pytest.raises(RuntimeError, match="misuse"):
        read_each(parse, ["a", "crash"], "p", "#", after_text)
