"""Repairs: only on their condition, the same for every chunking, told in the report, linear."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rtc
from rtc.emit.module import RuntimeKind
from rtc.pipeline import Options, compile_source
from rtc.source import read_value
from rtc_runtime.delimited_strings import restore_strings, take_delimited_strings
from rtc_runtime.escaped_text import is_python, is_sql, unescape_text
from rtc_runtime.json_dialects import quote_bare_keys
from rtc_runtime.json_repair import JsonMender
from rtc_runtime.recording import root_node
from tests.runtime.steps import lines_run
from tests.support.chunkings import cut
from tests.support.covering import compiled_code

PYTHON = {"type": "string", "contentMediaType": "text/x-python"}
ESCAPED = "import os\\nprint(1)"
PLAIN = "import os\nprint(1)"
TAGS = {"tag_pattern": "<(?P<key>\\w+)>(?P<value>.*?)</(?P=key)>"}
CALL = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}
TEMPLATE = {
    "start_anchor": "<s>",
    "fields": {
        "calls": {
            "open": "<call>",
            "close": "</call>",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "bare": {
            "open_pattern": "<b:(?P<name>\\w+)>",
            "close": "</b>",
            "repeats": True,
            "content": "xml-inline",
            "content_args": TAGS,
            "transform": CALL,
        },
        "lenient": {
            "open": "<l>",
            "close": "</l>",
            "content": "json",
            "content_args": {"allow_non_json": True},
        },
        "ends": {"open": "<e>", "close_pattern": "</e>|\\s*\\Z|(?=<call>)", "content": "json"},
        "joined": {"open": "<j>", "close": "</j>", "repeats": True, "join": "", "content": "json"},
        "named": {
            "open": "<n>",
            "close": "</n>",
            "content": "json",
            "transform": {"n": "{content.n}"},
        },
    },
}


@cache
def module(*features: str) -> ModuleType:
    return rtc.load_parser(TEMPLATE, features=features or ["repair", "report"])


def tools(**properties: Any) -> list[Any]:
    return [{"name": "f", "parameters": {"type": "object", "properties": properties}}]


def call(**arguments: Any) -> str:
    return f"<call>{json.dumps({'name': 'f', 'arguments': arguments})}</call>"


def result(raw: str, repair: Any = ("json", "escaped-newlines"), **options: Any) -> Any:
    return module().parse_full(raw, prefix="", repair=repair, **options)


def argument(schema: Any, text: str = ESCAPED, **options: Any) -> Any:
    """The value of an argument of that text and schema."""
    message = result(call(a=text), tools=tools(a=schema), **options).message
    return message["calls"][0]["function"]["arguments"]["a"]


# Names


@pytest.mark.parametrize("repair", [["xml"], ("json", "JSON"), "json", [""], ["json", "xml"]])
@pytest.mark.parametrize("features", [("repair",), ("repair", "report")])
def test_repair_of_another_name_lists_those_there_are(repair: Any, features: Any) -> None:
    parser = module(*features)
    for function, text in (("parse_response", ""), ("parse_full", [""])):
        with pytest.raises(ValueError, match="escaped-newlines, json"):
            getattr(parser, function)(text, prefix="", repair=repair)
    with pytest.raises(ValueError, match="escaped-newlines, json"):
        parser.ResponseParser("", repair=repair)


def test_nothing_is_repaired_unless_asked() -> None:
    assert argument(PYTHON, repair=()) == ESCAPED
    assert argument(PYTHON, repair=["json"]) == ESCAPED
    assert result("<n>{'n': 1}</n>", repair=["escaped-newlines"]).message == {}
    parser = module().ResponseParser("")
    with pytest.raises(module().ParseError):
        parser.feed("<n>{'n': 1}</n>")


def test_repairs_are_compiled_in_only_on_demand() -> None:
    def code_with(*features: str) -> str:
        options = Options(features=frozenset(features), formatted=False)
        return compile_source(read_value(TEMPLATE), options).code or ""

    for code in (code_with(), code_with("functions"), code_with("report")):
        for name in ("mend", "Mender", "epairs", "repair:", "unescape", "escaped-newlines"):
            assert name not in code
    assert "report" not in code_with("repair").replace("reported", "")


def test_field_of_any_name_is_repaired() -> None:
    name = '"),),) or print("ran") #\n{{ repair }}{% x'
    template = {
        "start_anchor": "@",
        "fields": {name: {"open": "<a>", "close": "</a>", "content": "json"}},
    }
    parser = rtc.load_parser(template, features=["repair"])
    assert parser.parse_response("<a>[1,]</a>", prefix="", repair=["json"]) == {name: [1]}


# JSON


@pytest.mark.parametrize("features", [("repair",), ("repair", "report")])
@pytest.mark.parametrize("mode", ["raise", "event"])
def test_repair_is_the_same_for_every_chunking(features: Any, mode: str) -> None:
    raw = (
        "<call>{'name': 'f', 'arguments': {'a': True,},}</call>"
        '<call>{"name": "f", "arguments": {"a": "x</call>y", "b": 1}}</call>'
        "<b:f><a>import os\\nx</a></b><n>{'n': 1</n>"
    )
    schemas = tools(a=PYTHON)
    parser = module(*features)
    names = ("json", "escaped-newlines")
    whole = parser.parse_response(raw, prefix="", tools=schemas, repair=names)
    assert whole["bare"][0]["function"]["arguments"] == {"a": "import os\nx"}
    assert whole["calls"][0]["function"]["arguments"] == {"a": True}
    assert whole["calls"][1]["function"]["arguments"]["a"] == "x</call>y"
    assert whole["named"] == {"n": 1}
    for size in (1, 2, 5, 1000):
        streamed = parser.ResponseParser("", tools=schemas, on_malformed=mode, repair=names)
        events = []
        for piece in cut(raw, range(size, len(raw), size)):
            events += streamed.feed(piece)
        message, last = streamed.finalize()
        assert message == whole
        closed = [one["value"] for one in (*events, *last) if one["type"] == "region_close"]
        assert closed == [*whole["calls"], *whole["bare"], whole["named"]]
    assert parser.parse_response([raw, raw], prefix="", tools=schemas, repair=names) == [whole] * 2


@pytest.mark.parametrize(
    "raw",
    [
        # A close that the text so far would have to be repaired for is one like any other.
        '<call>{"a": "x</call>", "b": 1,}</call>',
        "<call>{'a': 'x</call>y'}</call>",
        '<call>{"a": "x</call>y", \'b\': 1}</call>',
    ],
)
@pytest.mark.parametrize("size", [1, 1000])
def test_repair_does_not_move_a_close(raw: str, size: int) -> None:
    spans = []
    for repair in ((), ("json",)):
        parser = module().ResponseParser("", on_malformed="event", spans=True, repair=repair)
        for piece in cut(raw, range(size, len(raw), size)):
            parser.feed(piece)
        parser.finalize()
        spans.append(parser.spans)
    assert spans[0] == spans[1]


def test_repaired_call_is_one_of_several() -> None:
    raw = "<call>{'name': 'f', 'arguments': {}}</call><call>oops</call>" + call(a=1)
    names = result(raw).message["calls"]
    assert [one["function"]["arguments"] for one in names] == [{}, {"a": 1}]


@pytest.mark.parametrize("end", ["", "\n", "<call>{}"])
def test_last_bracket_is_not_added_where_the_response_may_have_been_cut_off(end: str) -> None:
    assert "ends" not in result(f'<e>{{"a": 1{end}').message
    assert result(f'<e>{{"a": 1,}}{end}').message["ends"] == {"a": 1}
    assert result('<e>{"a": 1</e>').message["ends"] == {"a": 1}


def test_tags_that_are_cut_off_are_not_repaired() -> None:
    field = {
        "open": "<t>",
        "close": "</t>",
        "content": "xml-inline",
        "content_args": {**TAGS, "value_parser": {"name": "json"}},
    }
    parser = rtc.load_parser({"start_anchor": "@", "fields": {"t": field}}, features=["repair"])
    closed = parser.parse_response("<t><a>True</a></t>", prefix="", repair=["json"])
    assert closed == {"t": {"a": True}}
    for mode in ("raise", "event"):
        streamed = parser.ResponseParser("", on_malformed=mode, repair=["json"])
        streamed.feed("<t><a>True</a>")
        try:
            assert streamed.finalize()[0] == {}
        except parser.ParseError:
            assert mode == "raise"


def test_content_that_may_be_text_is_not_repaired() -> None:
    assert result("<l>{'a': 1}</l>").message == {"lenient": "{'a': 1}"}


@pytest.mark.parametrize(
    ("raw", "reason", "error"),
    [
        ("<n>{'m': 1}</n>", "content", "not JSON: Expecting property name"),
        ("<j>{'m': 1}</j>", "content", "not JSON: Expecting property name"),
        ('<n>{"m": 1}</n>', "transform", "{content.n} finds no key"),
        ("<n>" + "[" * 600 + "1,]" + "]" * 599 + "</n>", "content", "not JSON: Illegal trailing"),
    ],
)
def test_region_that_is_not_repaired_is_malformed_as_before(
    raw: str, reason: str, error: str
) -> None:
    with_repair, without = result(raw), result(raw, repair=())
    assert with_repair == without
    (event,) = with_repair.malformed
    assert event["reason"] == reason
    if not raw.count("[") > 500:  # the wording of json differs between versions
        assert event["error"].startswith(error)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
ALMOST = st.text(alphabet=list("{}[]:,'\"\\ \n\ttrueTNone01a-.«»")) | st.lists(
    st.sampled_from(["{", "}", "[", "]", ":", ",", "'a'", '"b"', "True", "1", " ", "«c»", "k"])
).map("".join)


@given(JSON_VALUES, st.sampled_from([None, 2]), st.booleans(), st.booleans())
def test_json_is_never_touched(value: Any, indent: Any, escapes: bool, may_close: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=escapes)
    assert JsonMender(may_close)(text) == text


@settings(max_examples=500)
@given(ALMOST, st.booleans())
def test_text_that_parses_is_never_touched(text: str, may_close: bool) -> None:
    mender = JsonMender(may_close)
    try:
        json.loads(text)
    except ValueError:
        return
    assert mender(text) == text
    assert mender.done == {}


def bare(value: Any) -> str:
    """`value` as a dialect writes it: keys without quotes where they are words, strings between « and »."""
    if isinstance(value, dict):
        members = (f"{key if key.isidentifier() else json.dumps(key)}: {bare(one)}" for key, one in value.items())  # fmt: skip
        return "{" + ", ".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(bare, value)) + "]"
    plain = isinstance(value, str) and "«" not in value and "»" not in value
    return f"«{value}»" if plain else json.dumps(value)


@given(JSON_VALUES, st.booleans())
def test_dialect_is_never_touched(value: Any, may_close: bool) -> None:
    try:
        text, strings = take_delimited_strings(bare(value), (("«", "»"),))
        json.loads(restore_strings(quote_bare_keys(text), strings))
    except ValueError:
        return
    assert JsonMender(may_close)(text) == text


@settings(max_examples=300)
@given(ALMOST)
def test_mended_text_stays_as_it_is(text: str) -> None:
    mended = JsonMender(True)(text)
    assert JsonMender(True)(mended) == mended


@given(JSON_VALUES)
def test_python_s_notation_gives_the_value(value: Any) -> None:
    def plain(one: Any) -> bool:
        if isinstance(one, dict):
            return all(map(plain, (*one, *one.values())))
        if isinstance(one, list):
            return all(map(plain, one))
        if isinstance(one, float):
            return abs(one) < float("inf")
        return not isinstance(one, str) or (one.isprintable() and "\\" not in one)

    if plain(value):
        assert json.loads(JsonMender(False)(repr(value))) == value


# Escapes


@pytest.mark.parametrize(
    "schema",
    [
        {"contentMediaType": "text/x-python"},
        {"anyOf": [PYTHON, {"type": "null"}]},
        {**PYTHON, "nullable": True},
        {"allOf": [{"type": "string"}, {"contentMediaType": "text/x-python"}]},
        {"$ref": "#/properties/b"},
        {"anyOf": [PYTHON, {**PYTHON, "contentMediaType": "text/x-python3"}]},
    ],
)
def test_text_of_a_language_is_unescaped(schema: Any) -> None:
    for features in (("repair",), ("repair", "report")):
        message = module(*features).parse_response(
            call(a=ESCAPED), prefix="", tools=tools(a=schema, b=PYTHON), repair=["escaped-newlines"]
        )
        assert message["calls"][0]["function"]["arguments"] == {"a": PLAIN}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {},
        {**PYTHON, "contentEncoding": "base64"},
        {**PYTHON, "enum": [ESCAPED]},
        {**PYTHON, "const": ESCAPED},
        {"anyOf": [PYTHON, {"type": "string"}]},
        {"anyOf": [PYTHON, {"type": "string", "contentMediaType": "application/json"}]},
        {"allOf": [PYTHON, {"contentMediaType": "application/json"}]},
        {"type": "string", "contentMediaType": ["text/x-python"]},
        {"type": "string", "contentMediaType": "text/plain"},
        False,
    ],
)
def test_text_of_no_one_language_is_left_alone(schema: Any) -> None:
    assert argument(schema) == ESCAPED


def test_text_is_unescaped_wherever_it_stands_in_the_arguments() -> None:
    schemas = tools(
        list={"type": "array", "items": PYTHON},
        object={"type": "object", "properties": {"code": PYTHON}},
    )
    given = {"list": [ESCAPED, "a\\d", 1], "object": {"code": ESCAPED}, "other": ESCAPED}
    message = result(call(**given), tools=schemas).message
    wanted = {"list": [PLAIN, "a\\d", 1], "object": {"code": PLAIN}, "other": ESCAPED}
    assert message["calls"][0]["function"]["arguments"] == wanted
    quoted = json.dumps({"name": "f", "arguments": json.dumps({"object": {"code": ESCAPED}})})
    (found,) = result(f"<call>{quoted}</call>", tools=schemas).message["calls"]
    assert found["function"]["arguments"] == {"object": {"code": PLAIN}}


def test_text_is_left_alone_without_tools_and_as_the_reference_casts() -> None:
    assert argument(PYTHON, coercion="reference") == ESCAPED
    message = result(call(a=ESCAPED)).message
    assert message["calls"][0]["function"]["arguments"] == {"a": ESCAPED}
    whole = [{"name": "f", "parameters": PYTHON}]
    text = json.dumps({"name": "f", "arguments": ESCAPED})
    message = result(f"<call>{text}</call>", tools=whole).message
    assert message["calls"][0]["function"]["arguments"] == ESCAPED


@pytest.mark.parametrize("text", ["x\\n\x00", "\ud800\\nx", "\\n" * 30_000, "x" * 60_000 + "\\nx"])
def test_text_that_cannot_be_read_is_left_alone(text: str) -> None:
    assert unescape_text(root_node(PYTHON), text) == text


@pytest.mark.parametrize(
    "text",
    [
        "(" * 41 + ")" * 41,
        "-" * 201 + "1",
        "1" + "+1" * 201,
        "a" + ".b" * 201,
        "a" + "()" * 201,
        "not " * 201 + "a",
        "lambda: " * 201 + "a",
        "if a: b\n" + "elif a: b\n" * 201,
        "f'" + "{a}" * 100 + "'",
        "a; " * 100 + "[" * 20_000,
    ],
)
def test_code_that_nests_is_not_given_to_the_parser(text: str) -> None:
    if not text.startswith("f'") or sys.version_info < (3, 12):
        assert is_python(text) in (None, False)
    escaped = text.replace("\n", "\\n") + "\\n"
    assert unescape_text(root_node(PYTHON), escaped) == escaped or text.startswith("f'")


def test_reading_code_warns_of_nothing() -> None:
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]\n"
        "from rtc_runtime.escaped_text import is_python\n"
        "print([is_python(text) for text in (\"'\\\\d'\", \"b'\\\\d \\\\8'\", \"f'{a}\\\\('\", 'x is 1')])"
    )
    runtime = str(Path(rtc.__file__).parents[2] / "runtime")
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", code, runtime], capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("[True, True, True, True]\n", "")


@given(st.text(alphabet=list("ab()[]{}'\"\\nt#:=,;- \n\t\r\f.@*if$?\x00é℘\ud800")))
def test_any_text_is_judged(text: str) -> None:
    assert is_python(text) in (True, False, None)
    assert is_sql(text) in (True, False, None)


@settings(max_examples=300)
@given(st.text(alphabet=list("ab()'\"\\nt:=, \n")))
def test_code_that_can_be_read_is_never_touched(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "<text>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return
    assert unescape_text(root_node(PYTHON), text) == text


# The report


def test_report_tells_what_was_repaired_in_a_region() -> None:
    (region,) = result("<n>{'n': True,}</n>", report=True).report
    assert (region.parsed, region.value) == ({"n": True}, {"n": True})
    assert (region.stage, region.reason) == ("generation", "repaired")
    assert region.error.startswith("not JSON")
    assert region.repaired == (
        ("json", "string in single quotes: 1, Python literal: 1, trailing comma: 1"),
    )
    (plain,) = result('<n>{"n": 1}</n>', report=True).report
    assert (plain.stage, plain.repaired) == (None, ())


def test_report_tells_what_was_repaired_in_an_argument() -> None:
    (region,) = result(call(a=ESCAPED, b="x"), tools=tools(a=PYTHON, b={}), report=True).report
    code, other = region.arguments
    assert region.repaired == ()
    assert region.parsed["function"]["arguments"]["a"] == ESCAPED
    assert (code.written, code.value, code.done) == (ESCAPED, PLAIN, "repaired")
    assert (code.stage, code.repaired) == (
        "generation",
        (("escaped-newlines", "escapes undone: 1"),),
    )
    assert (other.done, other.repaired) == ("untyped", ())


def test_arguments_of_a_repaired_call_are_reported() -> None:
    raw = "<call>{'name': 'f', 'arguments': {'n': '3'}}</call>"
    (region,) = result(raw, tools=tools(n={"type": "integer"}), report=True).report
    assert [(one.path, one.value, one.done) for one in region.arguments] == [(("n",), 3, "cast")]


def test_repair_that_fails_leaves_nothing_in_the_report() -> None:
    (region,) = result("<j>{'m': 1}</j>", report=True).report
    assert (region.stage, region.reason, region.repaired) == ("generation", "content", ())
    assert (region.parsed, region.value, region.arguments) == (None, None, ())


def test_report_is_the_same_for_every_chunking_and_in_parse_response() -> None:
    raw = "<n>{'n': 1}</n>" + call(a=ESCAPED) + "<n>oops</n>"
    wanted = result(raw, tools=tools(a=PYTHON), report=True).report
    names = ("json", "escaped-newlines")
    parser = module().ResponseParser(
        "", tools=tools(a=PYTHON), on_malformed="event", report=True, repair=names
    )
    for character in raw:
        parser.feed(character)
    parser.finalize()
    assert parser.report == wanted
    found: list[Any] = []
    module().parse_response(
        raw[: raw.rindex("<n>")], prefix="", tools=tools(a=PYTHON), report=found, repair=names
    )
    assert found == wanted[:-1]
    assert result(raw).report == []


# Bounded work


UNITS = [
    "[",
    "]",
    "[1,],",
    "True ",
    " ",
    ",",
    "'",
    "'a',",
    '"',
    '"\\"',
    "'\\'",
    "'\n",
    "{'a':",
    "a\t",
    "[]:",
]


@pytest.mark.parametrize("begin", ["", "[", "['", '["'])
@pytest.mark.parametrize("unit", UNITS)
def test_mending_runs_so_many_lines_per_character(begin: str, unit: str) -> None:
    text = begin + unit * 4000
    assert lines_run(JsonMender(True), text) <= 20 * len(text)


@pytest.mark.parametrize("unit", ["'", "/*", "--", "(", "a ", "\\n", "/* */"])
def test_sql_is_read_in_so_many_lines_per_character(unit: str) -> None:
    assert lines_run(is_sql, unit * 4000) <= 10 * len(unit * 4000)


@pytest.mark.parametrize("text", ["[" * 100_000, "{'a':" * 100_000, "[" * 100_000 + "]" * 100_000])
def test_deep_text_is_malformed_as_ever(text: str) -> None:
    (event,) = result(f"<n>{text},</n>").malformed
    assert event["reason"] == "content"
    assert unescape_text(root_node(PYTHON), text[:40_000] + "\\n") == text[:40_000] + "\\n"


# The files


def test_files_with_repairs_are_strictly_typed_and_formatted(tmp_path: Path) -> None:
    kinds: list[tuple[RuntimeKind, bool]] = [("inline", True), ("import", False), ("import", True)]
    paths = []
    for runtime, report in kinds:
        path = tmp_path / f"{runtime}_{report}.py"
        code = compiled_code("strict", runtime, formatted=True, report=report, repair=True)
        path.write_text(code, encoding="utf-8")
        paths.append(str(path))
    black = [sys.executable, "-m", "black", "--check", "--quiet", "--line-length", "100", *paths]
    assert subprocess.run(black, check=False).returncode == 0
    mypy = [sys.executable, "-m", "mypy", "--strict", "--scripts-are-modules"]
    mypy += ["--cache-dir", str(tmp_path / "cache"), *paths]
    done = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F"]
    done = subprocess.run([*ruff, *paths], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
