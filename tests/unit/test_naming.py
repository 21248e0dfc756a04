"""Template names as Python names: always valid, never twice."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc.naming import Name, assign_names, camel_case, free_name, is_plain_key, snake_case
from tests.support.pattern_strategies import STEADY

HOSTILE = (
    "",
    " ",
    "_",
    "__",
    "__init__",
    "self",
    "class",
    "Class",
    "None",
    "print",
    "1",
    "1st",
    "a b",
    "a-b",
    "a_b",
    "A_B",
    "ab",
    "a\nb",
    "a\0b",
    'a"b',
    "a'; import os #",
    "中文",
    "é",
    "ﬁ",
    "\ud800",
    "\u202eabc",
    "{{ x }}",
    "{% raw %}",
    "x" * 10_000,
    "x" * 10_000 + "y",
    "tool_calls",
    "tool.calls",
    "toolCalls",
    "TOOL CALLS",
    "field",
    "field_1",
    *keyword.kwlist,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tool_calls", "tool_calls"),
        ("Tool Calls", "tool_calls"),
        ("reasoning-content", "reasoning_content"),
        ("__a__b__", "a_b"),
        ("2nd", "field_2nd"),
        ("", "field"),
        ("中文", "field"),
        ("class", "class_"),
        ("é", "field"),
        ("a😀b", "a_b"),
    ],
)
def test_snake_case_resembles_the_text(text: str, expected: str) -> None:
    assert snake_case(text) == expected


def is_good(name: Name) -> bool:
    spellings = (name.snake, name.upper, name.camel)
    return all(one.isascii() and one.isidentifier() for one in spellings)


def test_hostile_names_become_distinct_identifiers() -> None:
    names = assign_names(HOSTILE)
    assert list(names) == list(dict.fromkeys(HOSTILE))
    assert all(name.original == original and is_good(name) for original, name in names.items())
    assert_distinct(names)


def assert_distinct(names: dict[str, Name]) -> None:
    for spelling in ("snake", "upper", "camel"):
        spelled = [getattr(name, spelling) for name in names.values()]
        assert len({one.lower() for one in spelled}) == len(spelled), spelling


def test_keyword_is_no_name() -> None:
    names = assign_names(keyword.kwlist)
    assert not [name.snake for name in names.values() if keyword.iskeyword(name.snake)]
    assert not keyword.iskeyword(snake_case("class"))


@settings(STEADY, max_examples=300)
@given(st.lists(st.text(max_size=6) | st.sampled_from(HOSTILE), unique=True, max_size=12))
def test_names_are_good_and_distinct_whatever_the_fields(originals: list[str]) -> None:
    names = assign_names(originals)
    assert list(names) == originals
    assert all(map(is_good, names.values()))
    assert_distinct(names)


def test_names_that_would_look_alike_are_numbered_in_order() -> None:
    names = assign_names(["a_b", "A-B", "ab", "a_b_2", "a b"])
    assert [name.snake for name in names.values()] == ["a_b", "a_b_2", "ab_3", "a_b_2_2", "a_b_4"]


def test_first_of_those_that_look_alike_keeps_its_name() -> None:
    assert assign_names(["Answer", "answer"])["Answer"].snake == "answer"
    assert assign_names(["answer", "Answer"])["answer"].snake == "answer"


def test_long_names_are_clipped_and_stay_distinct() -> None:
    names = assign_names(["x" * 500, "x" * 600, "x" * 59 + "_y"])
    assert all(len(name.snake) <= 70 for name in names.values())
    assert_distinct(names)


def test_thousand_equal_looking_names_are_distinct() -> None:
    names = assign_names([f"{'-' * number}a" for number in range(1000)])
    assert_distinct(names)


def test_spellings_of_a_name() -> None:
    name = Name("tool-calls", "tool_calls")
    assert (name.upper, name.camel) == ("TOOL_CALLS", "ToolCalls")
    assert camel_case("a_1_b") == "A1B"


def test_free_name_counts_up_to_what_is_not_taken() -> None:
    assert free_name("a", ()) == "a"
    assert free_name("a", {"a", "a_2"}) == "a_3"


def test_plain_keys_can_stand_in_a_class_body() -> None:
    assert all(map(is_plain_key, ("a", "_a", "type", "A1", "self")))
    assert not any(map(is_plain_key, ("", "1", "a-b", "class", "é", "__a", "a b", "None")))
