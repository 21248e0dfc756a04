"""What reading takes in memory: a few times the text, however many escapes it has."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from rtc_runtime import parse_json, parse_python_calls, quote_bare_keys

SIZE = 200_000


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (parse_python_calls, "[f(a='" + "\\'" * SIZE + "')]"),
        (parse_python_calls, "[f" + ".a" * SIZE + "()]"),
        (quote_bare_keys, '{a: "' + '\\"' * SIZE + '"}'),
        (quote_bare_keys, '{a: "' + '\\"' * SIZE),
    ],
)
def test_escapes_take_no_more_memory_than_other_text(
    read: Callable[[str], object], text: str
) -> None:
    tracemalloc.start()
    try:
        read(text)
        assert tracemalloc.get_traced_memory()[1] <= 8 * len(text)
    finally:
        tracemalloc.stop()


def test_long_json_is_not_copied_to_be_read() -> None:
    text = "\n" + '"' + "x" * 1_000_000 + '"' + "\n"
    tracemalloc.start()
    try:
        assert len(parse_json(text)) == 1_000_000
        assert tracemalloc.get_traced_memory()[1] < 1.5 * len(text)
    finally:
        tracemalloc.stop()
