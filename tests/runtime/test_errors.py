"""ParseError: what it says and what it carries."""

from __future__ import annotations

import copy
import pickle

from rtc_runtime import ParseError


def test_error_says_field_offset_reason_and_text_in_one_sentence() -> None:
    error = ParseError("not JSON", field="calls", offset=-3, text='{"a')
    assert str(error) == "field 'calls' at offset -3: not JSON (text: '{\"a')"


def test_error_of_a_batch_says_which_response() -> None:
    error = ParseError("required fields are missing: 'a'", offset=7, index=2)
    assert str(error) == "response 2, at offset 7: required fields are missing: 'a'"


def test_error_clips_long_texts_in_its_sentence_alone() -> None:
    text, reason = "x" * 100_000, "y" * 100_000
    error = ParseError(reason, field="f" * 100_000, text=text)
    assert len(str(error)) < 800
    assert (error.text, error.reason) == (text, reason)


def test_error_can_be_printed_whatever_the_text_holds() -> None:
    error = ParseError("bad", field="a\n\ud800", text="\ud800\n\x00\u2028")
    assert str(error).isprintable()


def test_error_carries_what_was_parsed_so_far() -> None:
    error = ParseError("bad", message={"a": 1}, events=[1], messages=[{"b": 2}])
    assert (error.message, error.events, error.messages) == ({"a": 1}, [1], [{"b": 2}])


def test_error_without_context_has_empty_containers_of_its_own() -> None:
    one, other = ParseError("bad"), ParseError("bad")
    assert (one.field, one.index, one.message, one.events, one.messages) == (None, None, {}, [], [])
    assert one.message is not other.message


def test_error_survives_copying_and_pickling() -> None:
    error = ParseError("bad", field="a", offset=4, text="t", message={"a": [1]}, index=0)
    for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert isinstance(twin, ParseError) and isinstance(twin, ValueError)
        assert (vars(twin), str(twin)) == (vars(error), str(error))
