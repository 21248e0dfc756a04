"""Other names for fields, and fields without events: the message and the way it is found stay the same."""

from __future__ import annotations

from typing import Any

import pytest
from transformers.utils.chat_parsing import parse_response as reference

import rtc
from tests.support.chunkings import standard
from tests.support.command_line import run, write_template
from tests.support.replay import stream

SKIP = {
    "open_pattern": r"\s*<calls>|</call>",
    "close_pattern": "(?=<call>)|</calls>",
    "transform": "",
}
TEMPLATE: dict[str, Any] = {
    "start_anchor": "<|assistant|>",
    "defaults": {"role": "assistant"},
    "fields": {
        "thinking": {"open": "<think>", "close": "</think>"},
        "skip": SKIP,
        "calls": {
            "open_pattern": r"<call>(?P<name>\w+)",
            "close_pattern": "(?=</call>)",
            "repeats": True,
            "content": "json",
            "transform": {"name": "{name}", "arguments": "{content}"},
        },
        "answer": {"repeats": True, "join": ""},
    },
}
RAWS = (
    '<think>hm</think>so <calls>\n<call>f{}</call> lost <call>g{"a": 1}</call>\n</calls> done',
    "so <calls> cut off",
    "<calls></calls>a<calls>b</calls>c",
    "a</call>b",
)


def template(**fields: Any) -> dict[str, Any]:
    return {**TEMPLATE, "fields": {**TEMPLATE["fields"], **fields}}


@pytest.mark.parametrize("raw", RAWS)
def test_internal_field_leaves_the_message_as_the_reference_has_it(raw: str) -> None:
    module = rtc.load_parser(TEMPLATE, internal=["skip"])
    expected = reference(raw, TEMPLATE, prefix="")
    assert module.parse_response(raw, prefix="") == expected
    for chunks in standard(raw, 80):
        message, events = stream(module, chunks, "")
        assert message == expected
        assert {event["field"] for event in events} <= {"thinking", "calls", "answer"}


def test_internal_field_is_in_no_type_of_the_parser() -> None:
    code = rtc.compile_template(TEMPLATE, internal=["skip"])
    assert 'FieldName = Literal["thinking", "calls", "answer"]' in code
    assert "    skip: str\n" not in code and "dropped, without events" in code


def test_template_of_internal_fields_alone_gives_no_events() -> None:
    module = rtc.load_parser({**TEMPLATE, "fields": {"skip": SKIP}}, internal=["skip"])
    assert stream(module, ["a<calls>b", "c</calls>d"], "") == ({"role": "assistant"}, [])


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ({}, "has no open"),
        ({"open": "<s>"}, "its value is in the message"),
        ({"open": "<s>", "transform": "x"}, "its value is in the message"),
        ({"open": "<s>", "transform": "", "content": "json"}, "read as such"),
        ({"open": "<s>", "transform": "", "repeats": True}, "it repeats"),
        ({"open": "<s>", "transform": "", "optional": False}, "has to have it"),
    ],
)
def test_field_that_keeps_something_cannot_be_internal(field: Any, reason: str) -> None:
    spec = template(answer={"open": "<a>"}, skip=field)
    with pytest.raises(ValueError, match=f"'skip' cannot be internal: .*{reason}"):
        rtc.compile_template(spec, internal=["skip"])


def test_field_with_a_default_cannot_be_internal() -> None:
    spec = {**TEMPLATE, "defaults": {"skip": "x"}}
    with pytest.raises(ValueError, match="it has a default"):
        rtc.compile_template(spec, internal=["skip"])


@pytest.mark.parametrize("raw", RAWS)
def test_renamed_fields_have_what_the_old_ones_had(raw: str) -> None:
    names = {"thinking": "reasoning", "calls": "answer", "answer": "calls"}
    module = rtc.load_parser(TEMPLATE, rename=names)
    before, events_before = stream(rtc.load_parser(TEMPLATE), [raw], "")
    message, events = stream(module, [raw], "")
    assert message == {names.get(key, key): value for key, value in before.items()}
    renamed = [
        {**event, "field": names.get(event["field"], event["field"])} for event in events_before
    ]
    assert events == renamed


def test_rename_does_not_change_which_field_wins_a_tie() -> None:
    spec = {**TEMPLATE, "fields": {"a": {"open": "<x>", "close": "."}, "b": {"open": "<x>"}}}
    module = rtc.load_parser(spec, rename={"a": "z"})
    assert module.parse_response("<x>1.", prefix="") == {"role": "assistant", "z": "1"}


def test_rename_takes_the_default_along() -> None:
    spec = {**TEMPLATE, "defaults": {"role": "assistant", "answer": "-"}}
    module = rtc.load_parser(spec, rename={"answer": "content"})
    assert module.parse_response("", prefix="") == {"role": "assistant", "content": "-"}


@pytest.mark.parametrize(
    ("rename", "message"),
    [
        ({"thinkin": "x"}, "no field 'thinkin': did you mean 'thinking'"),
        ({"zzz": "x"}, "no field 'zzz': there are 'thinking', 'skip', 'calls', 'answer'"),
        ({"role": "x"}, "no field 'role'"),
        ({"answer": "role"}, "two keys of the message would be named 'role'"),
        ({"answer": "calls"}, "two keys of the message would be named 'calls'"),
        ({"answer": "x", "calls": "x"}, "two keys of the message would be named 'x'"),
        ({"answer": ""}, "must not be empty"),
    ],
)
def test_rename_that_does_not_fit_is_refused(rename: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rtc.compile_template(TEMPLATE, rename=rename)


def test_bundled_template_has_its_internal_fields_by_name_and_by_model() -> None:
    for entry in rtc.bundled_templates():
        if entry.internal:
            explicit = rtc.compile_template(entry.path, internal=entry.internal)
            assert rtc.compile_template(entry.name) == explicit


def test_command_renames_and_hides(tmp_path: Any) -> None:
    path = write_template(tmp_path / "t.json", TEMPLATE)
    options = ["--rename", "answer=content", "--rename", "thinking=a=b", "--internal", "skip"]
    result = run("compile", path, *options)
    assert result.exit_code == 0, result.stderr
    wanted = {"answer": "content", "thinking": "a=b"}
    assert result.stdout == rtc.compile_template(path, rename=wanted, internal=["skip"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rename", "answer"], "'answer' is not OLD=NEW"),
        (["--rename", "answr=x"], "t.json: the template has no field 'answr'"),
        (["--rename", "answer=x", "--rename", "answer=y"], "'answer' is renamed twice"),
        (["--internal", "nothing"], "no field 'nothing'"),
        (["--internal", "answer"], "'answer' cannot be internal"),
    ],
)
def test_command_refuses_options_that_do_not_fit(
    tmp_path: Any, options: list[str], message: str
) -> None:
    path = write_template(tmp_path / "t.json", TEMPLATE)
    result = run("compile", path, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
