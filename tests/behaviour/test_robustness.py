"""Whatever a model emits: only documented errors, nothing lost, the same under every chunking, in both modes."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rtc
from tests.support import chunkings
from tests.support.fixtures import Fixture, read_fixtures, template_of
from tests.support.interpreters import VERSIONS, interpreters
from tests.support.mutations import mutate, random_text
from tests.support.parsers import load_parser
from tests.support.pattern_strategies import STEADY
from tests.support.recovery import MODES, recover

_DRIVER = Path(__file__).parents[1] / "support" / "hostile_driver.py"
_FIXTURES: dict[str, list[Fixture]] = {}
for _fixture in read_fixtures():
    _FIXTURES.setdefault(_fixture.format, []).append(_fixture)
# Bad outputs for each bundled template.
_RUNS = 25


def _check(module: ModuleType, text: str, prefix: str, tools: Any, rng: random.Random) -> None:
    """Both modes, with deep coercion, whole and in chunks; `recover` checks what holds for each."""
    for mode in MODES:
        whole = recover(module, [text], prefix, tools, mode=mode, coercion="deep")
        for cut in (chunkings.at_random, chunkings.at_marks):
            chunks = cut(text, rng)
            again = recover(module, chunks, prefix, tools, mode=mode, coercion="deep")
            assert again == whole, (mode, prefix, chunks)


@pytest.mark.parametrize("name", sorted(_FIXTURES))
def test_bundled_parser_survives_bad_outputs(name: str) -> None:
    module, rng = load_parser(template_of(name)), random.Random(name)
    for number in range(_RUNS):
        fixture = rng.choice(_FIXTURES[name])
        text = mutate(fixture.raw, rng)
        if number % 5 == 0:
            place = rng.randint(0, len(text))
            text = text[:place] + random_text(rng) + text[place:]
        _check(module, text, fixture.prefix, fixture.tools, rng)


def test_bundled_parsers_with_their_internal_fields_survive_bad_outputs() -> None:
    """As they are shipped: with fields that only discard text."""
    rng = random.Random(3)
    for bundled in rtc.bundled_templates():
        module = rtc.load_parser(bundled.name)
        for _ in range(3):
            fixture = rng.choice(_FIXTURES[bundled.name])
            _check(module, mutate(fixture.raw, rng), fixture.prefix, fixture.tools, rng)


@settings(STEADY, max_examples=300)
@given(data=st.data())
def test_bundled_parser_survives_any_text(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(_FIXTURES)))
    pieces = st.sampled_from(_pieces(name)) | st.text(st.characters(), max_size=4)
    text = "".join(data.draw(st.lists(pieces, max_size=12)))
    split = data.draw(st.integers(0, len(text)))
    cuts = data.draw(st.lists(st.integers(0, len(text) - split), max_size=4))
    module = load_parser(template_of(name))
    for mode in MODES:
        whole = recover(module, [text[split:]], text[:split], mode=mode)
        chunks = chunkings.cut(text[split:], cuts)
        assert recover(module, chunks, text[:split], mode=mode) == whole
        assert recover(module, list(text[split:]), text[:split], mode=mode) == whole


def _pieces(name: str) -> list[str]:
    """Real outputs in pieces, their markers and their notation among them."""
    found: set[str] = set()
    for fixture in _FIXTURES[name][:6]:
        found.update(chunkings.at_marks(fixture.raw[:600], random.Random(1)))
    return sorted(found)


# Values that have crashed parsers

JSON_FIELD: dict[str, Any] = {
    "open": "<x>",
    "close": "</x>",
    "content": "json",
    "repeats": True,
}
TEMPLATE: dict[str, Any] = {
    "start_anchor": "<a>",
    "fields": {
        "json": JSON_FIELD,
        "bare": {
            **JSON_FIELD,
            "open": "<b>",
            "content_args": {"unquoted_keys": True, "string_delims": [["<|", "|>"]]},
        },
        "guess": {**JSON_FIELD, "open": "<g>", "content_args": {"allow_non_json": True}},
        "calls": {**JSON_FIELD, "open": "<c>", "content": "python-call-list"},
        "int": {**JSON_FIELD, "open": "<i>", "content": "int"},
        "float": {**JSON_FIELD, "open": "<f>", "content": "float"},
        "tags": {
            **JSON_FIELD,
            "open": "<t>",
            "content": "xml-inline",
            "content_args": {
                "tag_pattern": "<(?P<key>k)>(?P<value>[^<]*)",
                "value_parser": {"name": "json", "args": {"allow_non_json": True}},
            },
            "transform": {"function": {"name": "f", "arguments": "{content}"}},
        },
        "text": {},
    },
}
OPENS = ("<x>", "<b>", "<g>", "<c>[f(a=", "<i>", "<f>", "<t><k>")
TOOLS = [
    {
        "name": "f",
        "parameters": {
            "type": "object",
            "properties": {"k": {"type": ["integer", "number", "object", "array", "boolean"]}},
        },
    }
]
HOSTILE: dict[str, str] = {
    "deep arrays": "[" * 100_000,
    "deep arrays that close": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 100_000,
    "brackets in a deep string": '["' + "[" * 100_000 + '"]',
    "a long number": "1" * 1_000_000,
    "a long fraction": "0." + "1" * 1_000_000,
    "a long exponent": "1e" + "1" * 100_000,
    "an integer of 5,000 digits": "9" * 5_000,
    "a negative integer of 5,000 digits in a list": "[-" + "9" * 5_000 + "]",
    "a lone surrogate": '"\ud800"',
    "an escaped lone surrogate": '"\\ud800"',
    "surrogates in the wrong order": '{"\udfff\ud800": "\\udfff\\ud800"}',
    "NUL": '"\x00"',
    "NUL alone": "\x00",
    "placeholders of the dialect": "\x010\x02",
    "repeated keys": '{"a": 1, "a": {"a": 2, "a": 3}}',
    "NaN": "[NaN, Infinity, -Infinity]",
    "infinity": "1e999",
    "underscores": "1_000",
    "other digits": "٣",
    "superscripts": "²",
    "a byte order mark": "\ufeff1",
    "line separators": '"\u2028\u2029"',
    "escapes without end": '"' + "\\" * 100_001,
    "quotes": '"' * 100_001,
    "commas": "[" + "," * 100_000,
    "keys": "{" + "a:" * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_value_is_an_error_or_kept(name: str) -> None:
    module = load_parser(TEMPLATE)
    text = "".join(f"a{opening}{HOSTILE[name]}</x>" for opening in OPENS) + "b"
    chunks = [text[start : start + 1024] for start in range(0, len(text), 1024)]
    found = [
        recover(module, pieces, tools=TOOLS, mode=mode, coercion=coercion)
        for mode, coercion in (("event", "deep"), ("raise", "deep"), ("event", "reference"))
        for pieces in ([text], chunks)
    ]
    assert len({(one.spans, one.events) for one in found[:4] if one is not None}) == 1
    assert found[4] is not None and found[4] == found[5]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_value_that_is_cut_off_is_an_error_or_kept(name: str) -> None:
    module = load_parser(TEMPLATE)
    for opening in OPENS:
        text = opening + HOSTILE[name]
        for mode in MODES:
            assert recover(module, [text], tools=TOOLS, mode=mode) == recover(
                module, [text[:-7], text[-7:]], tools=TOOLS, mode=mode
            )


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("underscores", "int", [1000]),  # Python's reading, as the reference has it
        ("underscores", "guess", ["1_000"]),
        ("other digits", "int", [3]),
        ("other digits", "guess", ["٣"]),
        ("superscripts", "int", None),
        ("a long number", "int", None),
        ("an integer of 5,000 digits", "json", None),
        ("repeated keys", "json", [{"a": {"a": 3}}]),
        ("a lone surrogate", "json", ["\ud800"]),
        ("an escaped lone surrogate", "json", ["\ud800"]),
        ("an escaped lone surrogate", "calls", None),
        ("NUL", "json", None),
        ("NUL", "guess", ['"\x00"']),
        ("infinity", "json", [float("inf")]),
        ("infinity", "calls", None),
        ("deep arrays", "json", None),
        ("deep arrays that close", "json", None),
        ("deep arrays that close", "guess", [HOSTILE["deep arrays that close"]]),
        ("brackets in a deep string", "json", [["[" * 100_000]]),
    ],
)
def test_hostile_value_is_what_the_rules_say(name: str, field: str, value: Any) -> None:
    place = list(TEMPLATE["fields"]).index(field)
    opening, ending = OPENS[place], ")]" if field == "calls" else ""
    text = f"{opening}{HOSTILE[name]}{ending}</x>"
    result = load_parser(TEMPLATE).parse_full(text, prefix="")
    assert result.message.get(field) == value
    assert len(result.malformed) == (value is None)


def test_hostile_arguments_stay_text() -> None:
    module = load_parser(TEMPLATE)
    for name in ("deep arrays", "underscores", "other digits", "an integer of 5,000 digits"):
        text = f"<t><k>{HOSTILE[name]}</x>"
        result = module.parse_full(text, prefix="", tools=TOOLS)
        kept = [call["function"]["arguments"]["k"] for call in result.message.get("tags", [])]
        assert kept == [HOSTILE[name]] or len(result.malformed) == 1, name


@pytest.mark.parametrize("version", VERSIONS)
def test_hostile_values_on_every_interpreter(version: str, tmp_path: Path) -> None:
    python = interpreters().get(version)
    if python is None:
        pytest.skip(f"no CPython {version} on this machine")
    parser = tmp_path / "hostile_parser.py"
    parser.write_text(rtc.compile_template(TEMPLATE), "utf-8")
    texts = [
        f"a{opening}{value}</x>b"
        for opening in OPENS
        for value in HOSTILE.values()
        if len(value) < 1_000 or opening == "<x>"  # the long ones cost seconds
    ]
    done = subprocess.run(
        [str(python), "-I", "-S", str(_DRIVER), str(parser)],
        input=json.dumps({"texts": texts, "tools": TOOLS}),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == []
