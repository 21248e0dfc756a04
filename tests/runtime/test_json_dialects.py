"""JSON dialects against the reference, and what hostile texts cost."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from itertools import product
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.utils.chat_parsing.content_parsers import _json as reference_json

from rtc_runtime import (
    delimited_json,
    json_dialects,
    json_or_text,
    parse_json,
    quote_bare_keys,
    restore_strings,
    take_delimited_strings,
)
from rtc_runtime.json_dialects import is_word
from rtc_runtime.nested import end_of_pieces
from tests.runtime.steps import WatchedText, lines_run

Pairs = tuple[tuple[str, str], ...]

PAIRS: list[Pairs] = [
    (("«", "»"),),
    (("«", "»"), ("‹", "›")),
    (("‹", "›"), ("«", "»")),
    (("«", "«"),),
    (("«", ""),),
    (("", "»"),),
    (("", ""),),
    (("", ""), ("a", "1")),
    (('"', '"'),),
    (('"""', '"""'), ("'", "'")),
    ((",", ":"),),
    (("a", "1"), ("0", "1")),
    (("«", "»"), ("\x01", "\x02")),
]
PARTS = [
    *'{}[],:"\\«»‹›a10 \n\t',
    *(
        "b1",
        "a b:",
        ",k-1 :",
        "true",
        "{k:",
        "{ k :",
        ",k:",
        '"k":',
        "é",
        "ि",
        "\u3000",
        "\\n",
        "\\\n",
        '\\"',
        '"""',
    ),
]
VALUES = [
    *(
        "1",
        "true",
        "«a»",
        "‹b›",
        '"c"',
        "«{k:1}»",
        "«x‹y›z»",
        "‹x«y»z›",
        '"{k: 1}"',
        "'d'",
        '"""e"""',
    ),
    *('"a «,» b"', '"«,»"', '"\\«b»', '"\\"q"', '"\\\\"', '«"»', "«\\»", "«\ud800»"),
]
KEYS = [
    "a b",
    "k-1",
    "k",
    " k ",
    '"k"',
    "«k»",
    "é1",
    "1",
    '"a\\"b"',
    '"\\«b»',
    "«k",
    "हि",
    "x\u200cy",
    "k»",
]


def written(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    entries = st.tuples(st.sampled_from(KEYS), inner).map(":".join)
    return st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{','.join(items)}]"),
        st.lists(entries, max_size=3).map(lambda items: f"{{{', '.join(items)}}}"),
    )


loose_texts = st.lists(st.sampled_from(PARTS), max_size=12).map("".join)
nearly_json = st.recursive(st.sampled_from(VALUES), written, max_leaves=8)
texts = st.one_of(
    loose_texts,
    nearly_json,
    st.tuples(nearly_json, loose_texts, nearly_json).map("".join),
)


def dialect(
    text: str, pairs: Pairs, bare_keys: bool, fallback: str | None, phrases: bool = False
) -> Any:
    """The steps as a generated parser takes them."""
    taken, literals = take_delimited_strings(text, pairs) if pairs else (text, {})
    quoted = quote_bare_keys(taken, phrases) if bare_keys else taken
    restored = restore_strings(quoted, literals)
    return parse_json(restored) if fallback is None else json_or_text(restored, fallback)


def read_delimited(body: str, pairs: Pairs) -> Any:
    return json_or_text(delimited_json(body, pairs), body)


def outcome(function: Any, *arguments: Any) -> str:
    try:
        return repr(function(*arguments))
    except ValueError:
        return "ValueError"


@given(texts, st.sampled_from([(), *PAIRS]), st.booleans(), st.booleans())
@settings(deadline=None, max_examples=1500)
def test_dialect_gives_what_the_reference_gives(
    text: str, pairs: Pairs, bare_keys: bool, falls_back: bool
) -> None:
    arguments = {
        "string_delims": pairs,
        "unquoted_keys": bare_keys,
        "allow_non_json": falls_back,
    }
    fallback = text.strip() if falls_back else None
    expected = outcome(reference_json, text, arguments)
    assert outcome(dialect, text, pairs, bare_keys, fallback) == expected
    if expected != "ValueError" and not falls_back:
        assert outcome(dialect, text, pairs, bare_keys, None, True) == expected


@given(texts, st.sampled_from([(), *PAIRS]), st.sampled_from("aé\ud83d\ude00\x01"))
@settings(deadline=None, max_examples=1000)
def test_text_that_is_one_string_is_what_writing_and_reading_it_gives(
    text: str, pairs: Pairs, more: str
) -> None:
    for body in (text, f"«{text}»", f"«{text}{more}\ude00»", f"‹{text}{more}›"):
        expected = outcome(dialect, body, pairs, False, body)
        assert outcome(read_delimited, body, pairs) == expected


def test_text_that_is_one_string_is_not_written_as_json() -> None:
    pairs = (("<s>", "</s>\n"), ("<s>", "</s>"))
    known = delimited_json("<s>né[1]</s>", pairs)
    assert (known, json_or_text(known, "")) == ("", "né[1]")


@given(st.text(st.sampled_from('\x00\x01\x02\x0301 «»"'), max_size=12))
@settings(deadline=None, max_examples=400)
def test_delimited_string_holds_any_control_characters(body: str) -> None:
    # The reference keeps two of them to itself and refuses text that holds either.
    if "»" not in body:
        assert dialect(f"[«{body}», 1]", (("«", "»"),), False, None) == [body, 1]


@given(st.text(st.sampled_from("\x01\x0201,"), max_size=8))
def test_control_characters_outside_strings_are_never_json(text: str) -> None:
    if re.search("[\x01\x02]", text):
        with pytest.raises(ValueError):
            dialect(f"[«a»{text}«b»]", (("«", "»"),), False, None)


def test_bare_key_characters_are_the_words_of_the_regex_module() -> None:
    # Characters that are newer than this Python's tables are left out.
    characters = map(chr, range(0x80, sys.maxunicode + 1))
    known = [one for one in characters if unicodedata.category(one) != "Cn"]
    words = set(regex.findall(r"\w", "".join(known)))
    assert [one for one in known if is_word(one) != (one in words)] == []


def test_dialect_strings_are_taken_out_in_one_pass() -> None:
    for hostile in ("«", "«»", "«a", "«»»", "»"):
        text = WatchedText(hostile * 5000)
        taken, literals = take_delimited_strings(text, (("«", "»"),))
        assert text.looked_at <= 3 * len(text)
        assert restore_strings(taken, literals).count('""') <= 5000


def test_dialect_strings_are_put_back_in_one_pass() -> None:
    def put_back(count: int) -> None:
        restore_strings(*take_delimited_strings("«a»," * count, (("«", "»"),)))

    assert lines_run(put_back, 4000) <= 4.1 * lines_run(put_back, 1000)


@given(st.lists(st.sampled_from(["a", "b-1", "$c", "d.e/f", "é", "ि"]), min_size=1, max_size=4))
@settings(deadline=None, max_examples=100)
def test_key_may_be_words_with_blanks_between_them(words: list[str]) -> None:
    key = "  ".join(words)
    found = dialect(f"{{ {key} : {{{key}:1}}, x:2}}", (), True, None, True)
    assert found == {key: {key: 1}, "x": 2}


@given(st.text(st.sampled_from('"\\\n{a:'), max_size=40))
@settings(deadline=None, max_examples=400)
def test_quote_bare_keys_looks_for_the_end_of_a_string_once(text: str) -> None:
    # What is quadratic is a search for a closing quote that fails at quote after quote.
    searched: list[int] = []

    def recorded(piece: Any, text: str, position: int) -> int:
        end = end_of_pieces(piece, text, position)
        searched.extend(range(position, end))
        return end

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_dialects, "end_of_pieces", recorded)
        quote_bare_keys(text)
    assert len(searched) == len(set(searched))


def test_quote_bare_keys_takes_hostile_texts() -> None:
    for hostile in ('\\"', '"', '{a"', '"\\\n', "{a", "{ ", ",:", '{a:"', "a ", ",a b", "  a"):
        for text, phrases in product(
            ('{"' + hostile * 50_000, "{" + hostile * 50_000), (False, True)
        ):
            assert quote_bare_keys(text, phrases).replace('"', "") == text.replace('"', "")


def test_dialect_keeps_the_depth_limit() -> None:
    deep = "[" * 512 + "«[[»" + "]" * 512
    assert json.dumps(dialect(deep, (("«", "»"),), True, None)).count("[") == 514
    with pytest.raises(ValueError, match="more than 512 nested"):
        dialect(f"[{deep}]", (("«", "»"),), True, None)
