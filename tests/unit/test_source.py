"""Reading: our own JSON reader, positions, files, tokenizer configurations, Python values."""

from __future__ import annotations

import enum
import json
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtc.source import Source, read_file, read_text, read_value

SIMPLE = '{"start_anchor": "<s>", "fields": {"x": {}}}'
JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


def codes(source: Source) -> list[str]:
    return [diagnostic.code for diagnostic in source.diagnostics]


def same(ours: object, theirs: object) -> bool:
    """Equal in types too, and in the sign of zero: True is not 1, -0.0 is not 0.0."""
    return repr(ours) == repr(theirs)


@given(JSON_VALUES, st.sampled_from([None, 0, 3]), st.booleans())
def test_read_text_gives_the_values_of_the_standard_reader(
    value: Any, indent: Any, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    source = read_text(text, "t.json")
    assert source.diagnostics == ()
    assert same(source.value, json.loads(text))


@given(st.data())
@settings(max_examples=300)
def test_read_text_refuses_what_the_standard_reader_refuses(data: st.DataObject) -> None:
    value = data.draw(JSON_VALUES)
    text = json.dumps(value)
    at = data.draw(st.integers(0, len(text)))
    odd = st.sampled_from(list("{}[]\",:\\u0dDeE+-.1 \n\x00'/tnN\ufeffé\u2028"))
    cut = data.draw(st.integers(0, 2))
    text = text[:at] + "".join(data.draw(st.lists(odd, max_size=3))) + text[at + cut :]
    source = read_text(text, "t.json")
    try:
        expected = json.loads(text)
    except ValueError:
        assert "RTC008" not in codes(source)[-1:]
        assert source.diagnostics
    else:
        assert same(source.value, expected)
        assert set(codes(source)) <= {"RTC008", "RTC009"}


@pytest.mark.parametrize(
    "text",
    [
        r'"\ud800"',
        r'"\ud83d\ude00"',
        r'"\ude00\ud83d"',
        r'"\ud800A"',
        '"\ud800"',
        "1e400",
        "-0",
        "-0.0",
        "[1.5E+3, 0e0, 10]",
        '"\x7f\u2028"',
        " \t\r\n[ ] ",
        '{"": {"": []}}',
    ],
)
def test_read_text_accepts_odd_but_valid_json(text: str) -> None:
    source = read_text(text, "t.json")
    assert source.diagnostics == ()
    assert same(source.value, json.loads(text))


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('{"a": 1,}', 1, 9, "another value"),
        ("[1 2]", 1, 4, "','"),
        ('{\n  "a" 1}', 2, 7, "':'"),
        ("{a: 1}", 1, 2, "double quotes"),
        ('{"a": "x', 1, 7, "does not end"),
        ('"a\nb"', 1, 3, "control character"),
        (r'"\x"', 1, 2, "unknown escape"),
        (r'"\u12g4"', 1, 2, "hexadecimal"),
        ("[01]", 1, 3, "','"),
        ("[1]\n x", 2, 2, "nothing after"),
        ("[1", 1, 3, "the text ends here"),
        ("'a'", 1, 1, "a value"),
        ("[-]", 1, 2, "a value"),
    ],
)
def test_read_text_says_where_the_text_is_no_json(
    text: str, line: int, column: int, words: str
) -> None:
    source = read_text(text, "t.json")
    assert codes(source) == ["RTC003"]
    diagnostic = source.diagnostics[0]
    assert (diagnostic.origin.line, diagnostic.origin.column) == (line, column)
    assert words in diagnostic.message
    assert source.value is None


@pytest.mark.parametrize(
    ("text", "hint"),
    [("['a']", "double quotes"), ("// a", "comments"), ("[True]", "true"), ("[None]", "null")],
)
def test_read_text_says_what_to_write_instead(text: str, hint: str) -> None:
    assert hint in (read_text(text, "t.json").diagnostics[0].hint or "")


def test_read_text_names_both_places_of_a_duplicate_key() -> None:
    source = read_text('{"a": 1,\n "b": {"c": 1, "c": 2}}', "t.json")
    (diagnostic,) = source.diagnostics
    assert (diagnostic.code, diagnostic.origin.pointer) == ("RTC008", "/b/c")
    assert (diagnostic.origin.line, diagnostic.origin.column) == (2, 16)
    assert diagnostic.hint == "the first one stands at line 2, column 8"
    assert source.value == {"a": 1, "b": {"c": 2}}


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "9" * 4301])
def test_read_text_goes_on_after_a_bad_number(word: str) -> None:
    source = read_text(f'{{"a": [{word}], "b": 1, "b": 2}}', "t.json")
    assert codes(source) == ["RTC009", "RTC008"]
    assert source.diagnostics[0].origin.pointer == "/a/0"


def test_read_text_goes_on_after_a_byte_order_mark() -> None:
    source = read_text("\ufeff[1]", "t.json")
    assert codes(source) == ["RTC004"]
    assert source.value == [1]


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_read_text_reports_an_empty_text(text: str) -> None:
    assert codes(read_text(text, "t.json")) == ["RTC005"]


@pytest.mark.parametrize("text", ["[" * 10_000 + "]" * 10_000, "[" * 500_000, '{"a":' * 10_000])
def test_read_text_reports_deep_nesting(text: str) -> None:
    source = read_text(text, "t.json")
    assert codes(source) == ["RTC007"]
    assert source.value is None


def test_read_text_accepts_nesting_up_to_the_limit() -> None:
    assert read_text("[" * 200 + "]" * 200, "t.json").diagnostics == ()


@pytest.mark.parametrize("size", [1_000_001, 10_000_000])
def test_read_text_reports_a_text_that_is_too_long(size: int) -> None:
    assert codes(read_text('"' + "x" * size + '"', "t.json")) == ["RTC006"]


def test_read_text_stops_after_a_thousand_flaws() -> None:
    text = "{" + ", ".join(['"a": 1'] * 5_000) + "}"
    source = read_text(text, "t.json")
    assert len(source.diagnostics) == 101
    assert source.diagnostics[-1].code == "RTC012"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_source_positions_hold_every_value_and_key(newline: str) -> None:
    text = newline.join(["{", '  "a": [1,', '    {"b/c": "x", "~": null}],', '  "é": true', "}"])
    source = read_text(text, "t.json")
    assert dict(source.positions) == {
        "": (1, 1),
        "/a#key": (2, 3),
        "/a": (2, 8),
        "/a/0": (2, 9),
        "/a/1": (3, 5),
        "/a/1/b~1c#key": (3, 6),
        "/a/1/b~1c": (3, 13),
        "/a/1/~0#key": (3, 18),
        "/a/1/~0": (3, 23),
        "/é#key": (4, 3),
        "/é": (4, 8),
    }
    assert len(source.positions) == 11
    assert all(pointer in source.positions for pointer in source.positions)


@given(JSON_VALUES)
def test_source_positions_point_at_the_values(value: Any) -> None:
    text = json.dumps(value, indent=1)
    source = read_text(text, "t.json")
    lines = text.split("\n")
    for pointer, (line, column) in source.positions.items():
        expected = value
        if pointer.endswith("#key"):
            continue
        for token in pointer.split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            expected = expected[int(token) if isinstance(expected, list) else token]
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        found, _ = json.JSONDecoder().raw_decode(rest)
        assert same(found, expected)


def test_source_positions_end_at_a_line_separator_of_json_only() -> None:
    source = read_text('["\u2028\x85", 1]', "t.json")
    assert source.positions["/1"] == (1, 8)
    assert source.line(1) == '["\u2028\x85", 1]'


@pytest.mark.parametrize("pointer", ["/a/b", "/x", "/a/-1", "/a/9", "/a/01x", "/a/²"])
def test_source_positions_have_no_place_for_what_is_missing(pointer: str) -> None:
    source = read_text('{"a": [1]}', "t.json")
    assert pointer not in source.positions


def test_source_origin_of_a_missing_value_is_where_it_is_missing() -> None:
    source = read_text('{\n "a": {}}', "t.json")
    origin = source.origin("/a/b/c")
    assert (origin.pointer, origin.line, origin.column) == ("/a/b/c", 2, 7)


def test_source_positions_of_a_key_that_ends_like_the_mark_of_keys() -> None:
    source = read_text('{"a#key": 1}', "t.json")
    assert source.positions["/a#key"] == (1, 11)
    assert source.positions["/a#key#key"] == (1, 2)


def test_source_positions_cost_no_more_than_the_text() -> None:
    key = "k" * 400_000
    source = read_text(json.dumps({key: [0] * 100_000}), "t.json")
    assert source.positions[f"/{key}/99999"] == (1, 400_000 + 7 + 3 * 99_999)


def test_read_text_takes_the_template_out_of_a_larger_file() -> None:
    text = '{"model": NaN, "model": 1,\n "response_template": {"fields": 5, "fields": 6}}'
    source = read_text(text, "c.json", "/response_template")
    assert source.value == {"fields": 6}
    assert source.positions["/fields"] == (2, 47)
    assert [(each.code, each.origin.pointer) for each in source.diagnostics] == [
        ("RTC008", "/fields")
    ]


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_read_file_reads_a_template(tmp_path: Path) -> None:
    source = read_file(write(tmp_path / "t.json", SIMPLE))
    assert (source.name, source.diagnostics) == ("t.json", ())
    assert source.value == json.loads(SIMPLE)


@pytest.mark.parametrize("name", ["tokenizer_config.json", "other.json"])
def test_read_file_reads_a_tokenizer_configuration(tmp_path: Path, name: str) -> None:
    text = f'{{"tokenizer_class": "T",\n "response_template": {SIMPLE}}}'
    source = read_file(write(tmp_path / name, text))
    assert source.value == json.loads(SIMPLE)
    assert source.positions["/start_anchor"] == (2, 40)
    assert source.origin("/start_anchor").pointer == "/start_anchor"


def test_read_file_reads_a_model_folder(tmp_path: Path) -> None:
    write(tmp_path / "tokenizer_config.json", f'{{"response_template": {SIMPLE}}}')
    source = read_file(tmp_path)
    assert (source.name, source.value) == ("tokenizer_config.json", json.loads(SIMPLE))


def test_read_file_takes_a_template_with_a_wrong_key_for_a_template(tmp_path: Path) -> None:
    source = read_file(write(tmp_path / "t.json", '{"fields": {}, "response_template": {}}'))
    assert source.value == {"fields": {}, "response_template": {}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "missing"),
        ("[]", "missing"),
        ('{"response_template": null}', "null"),
    ],
)
def test_read_file_reports_a_configuration_without_a_template(
    tmp_path: Path, text: str, words: str
) -> None:
    source = read_file(write(tmp_path / "tokenizer_config.json", text))
    assert codes(source) == ["RTC011"]
    assert words in source.diagnostics[0].message
    assert source.value is None


def test_read_file_names_the_older_format(tmp_path: Path) -> None:
    path = write(tmp_path / "tokenizer_config.json", '{"response_schema": {}}')
    assert "response_schema" in (read_file(path).diagnostics[0].hint or "")


def test_read_file_reports_a_configuration_that_is_no_json(tmp_path: Path) -> None:
    source = read_file(write(tmp_path / "tokenizer_config.json", '{"a": tru}'))
    assert codes(source) == ["RTC003"]


def test_read_file_takes_a_long_configuration_but_no_long_template_in_it(tmp_path: Path) -> None:
    tokens = json.dumps({str(number): "token" for number in range(90_000)})
    path = tmp_path / "tokenizer_config.json"
    good = read_file(write(path, f'{{"added": {tokens}, "response_template": {SIMPLE}}}'))
    assert (good.diagnostics, good.value) == ((), json.loads(SIMPLE))
    bad = read_file(write(path, f'{{"response_template": {tokens}}}'))
    assert (codes(bad), bad.value) == (["RTC006"], None)


@pytest.mark.parametrize("name", ["tokenizer_config.json", "t.json"])
def test_read_file_reads_no_more_than_the_limit(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b" " * 16_000_001)
    assert codes(read_file(path)) == ["RTC006"]


def test_read_file_reports_an_empty_file(tmp_path: Path) -> None:
    assert codes(read_file(write(tmp_path / "t.json", ""))) == ["RTC005"]


def test_read_file_points_at_the_byte_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_bytes('{"é":\n "'.encode() + b"\xff" + b'"}')
    source = read_file(path)
    assert codes(source) == ["RTC002"]
    assert (source.diagnostics[0].origin.line, source.diagnostics[0].origin.column) == (2, 3)


def test_read_file_recognises_utf16(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_bytes(SIMPLE.encode("utf-16"))
    assert "UTF-16" in (read_file(path).diagnostics[0].hint or "")


def test_read_file_reports_a_folder_without_a_configuration(tmp_path: Path) -> None:
    source = read_file(tmp_path)
    assert codes(source) == ["RTC001"]
    assert "tokenizer_config.json" in source.diagnostics[0].message


@pytest.mark.parametrize("name", ["missing.json", "missing/t.json", "a\0b", "x" * 300])
def test_read_file_reports_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    source = read_file(tmp_path / name)
    assert codes(source) == ["RTC001"]
    assert str(tmp_path) not in source.diagnostics[0].message


class Text(str):
    """A subclass whose own methods must not run."""

    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __str__


class Number(enum.IntEnum):
    ONE = 1


@given(JSON_VALUES)
def test_read_value_writes_the_value_as_json_with_an_indent(value: Any) -> None:
    source = read_value(value)
    assert source.diagnostics == ()
    assert same(source.value, json.loads(json.dumps(value)))
    expected = json.dumps(value, indent=2, ensure_ascii=False)
    assert source.text == expected


def test_read_value_names_the_source_and_copies_the_value() -> None:
    value = {"a": [1]}
    source = read_value(value)
    value["a"].append(2)
    assert (source.name, source.value) == ("<template>", {"a": [1]})
    assert source.positions["/a/0"] == (3, 5)


def test_read_value_takes_subclasses_of_plain_types() -> None:
    source = read_value(OrderedDict(a=Text("x"), b=Number.ONE))
    assert source.value == {"a": "x", "b": 1}
    assert type(source.value["a"]) is str
    assert source.diagnostics == ()


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


CYCLE: list[object] = [1]
CYCLE.append({"self": CYCLE})


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"a": {1, 2}}, "/a"),
        ({"a": (1, 2)}, "/a"),
        ({"a": [b"x"]}, "/a/0"),
        ({"a": float("nan")}, "/a"),
        ([1.5, float("inf")], "/1"),
        ({"a": {5: 1, "b": 2}}, "/a"),
        ({"a": 10**5000}, "/a"),
        (CYCLE, "/1/self"),
        (nested(10_000), "/0" * 200),
        (object(), ""),
    ],
)
def test_read_value_reports_what_is_not_json(value: Any, pointer: str) -> None:
    source = read_value(value)
    assert codes(source) == ["RTC010"]
    assert source.diagnostics[0].origin.pointer == pointer


def test_read_value_reports_everything_that_is_not_json() -> None:
    source = read_value({"a": {1}, "b": [None, {2: 3}], "c": (1,), "d": 4})
    assert [each.origin.pointer for each in source.diagnostics] == ["/a", "/b/1", "/c"]
    assert source.value == {"a": None, "b": [None, {}], "c": None, "d": 4}


def test_read_value_reports_values_that_share_their_way_to_endless_size() -> None:
    value: list[object] = ["x" * 100]
    for _ in range(60):
        value = [value, value]
    assert codes(read_value(value)) == ["RTC006"]


def test_read_value_stops_counting_what_is_not_json() -> None:
    source = read_value([{1}] * 5_000)
    assert len(source.diagnostics) == 101
    assert source.diagnostics[-1].code == "RTC012"
