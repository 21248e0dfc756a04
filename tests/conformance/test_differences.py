"""Every difference that docs/differences.md lists, shown to be as it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import regex
from transformers.utils import get_json_schema
from transformers.utils.chat_parsing import ResponseParser as Reference
from transformers.utils.chat_parsing import parse_response as reference_parse

import rtc
from rtc.pipeline import compile_source
from rtc.source import read_text
from rtc_runtime import function_schema
from rtc_runtime.tools import coerce_tool_calls
from tests.support.equality import identical

PAGE = Path(__file__).parents[2] / "docs" / "differences.md"
Check = Callable[[], None]
CHECKS: dict[str, Check] = {}


def shows(heading: str) -> Callable[[Check], Check]:
    def register(check: Check) -> Check:
        CHECKS[heading] = check
        return check

    return register


def template(defaults: dict[str, Any] | None = None, **field: Any) -> dict[str, Any]:
    return {"start_anchor": "<a>", "defaults": defaults or {}, "fields": {"x": field}}


def codes(spec: dict[str, Any]) -> list[str]:
    return [one.code for one in rtc.check_template(spec) if one.severity == "error"]


def parser(**field: Any) -> ModuleType:
    return rtc.load_parser(template(**field))


@shows("Constructs that cannot be decided while text streams in")
def _constructs() -> None:
    for pattern in (
        r"(a)\1",
        r"(?<=a*)b",
        r"(?>a)b",
        r"a++b",
        r"(a)?(?(1)b|c)",
        r"a(?R)?b",
        r"\p{L}",
        r"\X",
        r"\R",
        r"\h",
        r"a\Kb",
        r"\Ga",
        r"\ma",
        r"\N{DIGIT ONE}",
        r"[[:alpha:]]",
        r"a{e<=1}",
        r"a(?i)b",
        r"\012",
        r"(?:a?)*b",
        r"(?<=\b)a",
    ):
        assert codes(template(open_pattern=pattern)) == ["RTC040"], pattern
        Reference(template(open_pattern=pattern), prefix="")
    twice = template(open_pattern="(?P<n>a)(?P<n>b)", transform="{n}")
    assert codes(twice) == ["RTC040"]
    tags = {"tag_pattern": r"<(?P<key>\w+)>(?P<value>.*?)</(?P=key)>"}
    assert codes(template(content="xml-inline", content_args=tags)) == []


@shows("Loops of exponential cost")
def _exponential() -> None:
    assert codes(template(open_pattern="(?:a+)+b")) == ["RTC041"]
    assert codes(template(open_pattern="(?:a|ab)*c")) == ["RTC041"]
    assert codes(template(open_pattern=r"(?:<x>\s*)*y")) == []


@shows("Limits on size")
def _limits() -> None:
    fields = {f"f{number}": {"open": f"<{number}>"} for number in range(65)}
    assert codes({"start_anchor": "a", "fields": fields}) == ["RTC027"]
    assert codes(template(open=[f"<{number}>" for number in range(101)])) != []
    assert codes(template(open_pattern="a" * 5001)) == ["RTC038"]
    assert codes(template(open="a", transform=["x"] * 301)) == ["RTC069"]


@shows("JSON that is none")
def _no_json() -> None:
    for text in (
        '{"start_anchor": "a", "fields": {"x": {"transform": NaN}}}',
        '{"start_anchor": "a", "fields": {"x": {}, "x": {}}}',
        '\ufeff{"start_anchor": "a", "fields": {"x": {}}}',
    ):
        assert compile_source(read_text(text, "t.json")).code is None


@shows("Mistakes that would make every match fail")
def _mistakes() -> None:
    for spec in (
        template(repeats=True, join="", content="int"),
        template(content="text", transform="{x}", transform_each=True),
        template(transform="{content.key}"),
        template(repeats=True, defaults={"x": 1}),
        template(content_args=None),
        template(content="xml-inline"),
        template(content="xml-inline", content_args={"tag_pattern": "("}),
        template(content="xml-inline", content_args={"tag_pattern": "(?P<value>x)"}),
        template(content="kv-lines", content_args={"value_parser": {"name": "yaml"}}),
        template(content="kv-lines", content_args={"line_sep": ""}),
        template(content="json", content_args={"string_delims": [["a"]]}),
    ):
        assert codes(spec) != [], spec
        Reference(spec, prefix="")


@shows("Chunking")
def _chunking() -> None:
    spec = template(open_pattern=r"<think>(?:\n\n)?", close="</think>")
    module = rtc.load_parser(spec)
    chunks = ("<think>", "\n", "\nhm</think>")
    ours, theirs = module.ResponseParser(""), Reference(spec, prefix="")
    seen = [event["text"] for chunk in chunks for event in ours.feed(chunk) if "text" in event]
    other = [event["text"] for chunk in chunks for event in theirs.feed(chunk) if "text" in event]
    assert "".join(seen) == "hm"
    assert "".join(other) == "\n\nhm"


@shows("When a delimiter fires")
def _firing() -> None:
    spec = template(open_pattern="<(?:a|b)>")
    ours, theirs = rtc.load_parser(spec).ResponseParser(""), Reference(spec, prefix="")
    assert [event["type"] for event in ours.feed("<a>")] == ["region_open"]
    assert theirs.feed("<a>") == []
    assert [event["type"] for event in theirs.feed("x")] == ["region_open", "region_chunk"]


@shows("An empty close where the region's own empty open was")
def _empty() -> None:
    module = parser(open_pattern="(?=x)", close_pattern="(?=.)")
    assert module.parse_response("xy", prefix="") == {"x": "x"}


@shows("Words and digits beyond ASCII")
def _words() -> None:
    differing = next(
        one
        for one in map(chr, range(0x80, 0x10000))
        if bool(re.match(r"\w", one)) != bool(regex.match(r"\w", one))
    )
    spec = template(open_pattern=r"<\w>")
    text = f"<{differing}>a"
    assert rtc.load_parser(spec).parse_response(text, prefix="") != reference_parse(
        text, spec, prefix=""
    )


@shows("Alternatives that are negated characters")
def _negated() -> None:
    spec = template(open_pattern="<(?:[^a]|[^b])>")
    assert rtc.load_parser(spec).parse_response("<a>x", prefix="") == {"x": "x"}
    assert reference_parse("<a>x", spec, prefix="") == {}


def both(schema: Any, body: str, **content: Any) -> tuple[Any, Any]:
    """The argument `a` as the default casts it and as the reference does; `reference` must agree with that."""
    call = {"function": {"name": "f", "arguments": "{content}"}}
    spec = template(open="<x>", close="</x>", transform=call, **content)
    tools = [{"name": "f", "parameters": {"type": "object", "properties": {"a": schema}}}]
    module, text = rtc.load_parser(spec), f"<x>{body}</x>"
    theirs = reference_parse(text, spec, prefix="", tools=tools)["x"]
    ours = module.parse_response(text, prefix="", tools=tools)["x"]
    parity = module.parse_response(text, prefix="", tools=tools, coercion="reference")["x"]
    assert identical(parity, theirs)
    return ours["function"]["arguments"]["a"], theirs["function"]["arguments"]["a"]


def bare(schema: Any, text: str, **args: Any) -> tuple[Any, Any]:
    tags = {"tag_pattern": "<(?P<key>a)>(?P<value>.*?)</a>", "merge_duplicates": True, **args}
    return both(schema, f"<a>{text}</a>", content="xml-inline", content_args=tags)


def quoted(schema: Any, text: str) -> tuple[Any, Any]:
    return both(schema, f'{{"a": {text}}}', content="json")


@shows("Types are cast at every depth")
def _depth() -> None:
    inner = {"type": "object", "properties": {"b": {"type": "integer"}}}
    assert quoted(inner, '{"b": "1"}') == ({"b": 1}, {"b": "1"})
    assert bare({"type": "array", "items": inner}, '[{"b": "1"}]') == ([{"b": 1}], [{"b": "1"}])
    assert bare({"allOf": [{"type": "integer"}]}, "1") == (1, "1")
    tools = [{"name": "f", "parameters": {"type": "object", "properties": {}}}]
    call = '{"function": {"name": "f", "arguments": "{}"}}'
    module = parser(content="json")
    for name, arguments in (("deep", {}), ("reference", "{}")):
        message = module.parse_response(call, prefix="", tools=tools, coercion=name)
        assert message["x"]["function"]["arguments"] == arguments


@shows("A string that is allowed stays")
def _allowed() -> None:
    assert bare({"type": ["string", "integer"]}, "7") == ("7", 7)
    assert quoted({"type": ["string", "null"]}, '"null"') == ("null", None)
    assert quoted({"anyOf": [{"type": "string"}, {"type": "object"}]}, '"{}"') == ("{}", {})


@shows("Enums and constants count")
def _enums() -> None:
    assert bare({"enum": [1, 2]}, "1") == (1, "1")
    assert bare({"type": ["string", "null"], "enum": ["null", None]}, "null") == ("null", None)
    union = {"anyOf": [{"type": "integer", "const": 0}, {"type": "boolean"}]}
    assert identical(bare(union, "1"), (True, 1))


@shows("JSON before the schema's order")
def _order() -> None:
    assert identical(bare({"type": ["boolean", "integer"]}, "1"), (1, True))


@shows("Numbers by JSON's grammar")
def _numbers() -> None:
    for text, number in (("007", 7), ("+7", 7), ("1_000", 1000), ("٣", 3)):
        assert bare({"type": "integer"}, text) == (text, number)
    assert bare({"type": "number"}, ".5") == (".5", 0.5)
    assert bare({"type": "number"}, "9007199254740993") == (2**53 + 1, 2**53)
    assert identical(bare({"type": "number"}, "1e3"), (1000.0, 1000))
    ours, theirs = bare({"type": "array"}, "[NaN]")
    assert ours == "[NaN]" and isinstance(theirs, list)


@shows("Guesses of a lenient value parser keep their text")
def _guesses() -> None:
    lenient = {"name": "json", "args": {"allow_non_json": True}}
    assert bare({"type": "string"}, "12345", value_parser=lenient) == ("12345", 12345)


@shows("Lists where the schema has none")
def _lists() -> None:
    assert quoted({"type": "integer"}, '["1"]') == (["1"], [1])
    assert bare({"type": "integer"}, "1</a><a>2") == ([1, 2], [1, 2])


@shows("One text for a list")
def _one_item() -> None:
    assert bare({"type": "array", "items": {"type": "string"}}, "x") == (["x"], "x")


@shows("JSON nested over 512 levels")
def _deep() -> None:
    module = parser(content="json")
    assert module.parse_response("[" * 512 + "]" * 512, prefix="")
    with pytest.raises(module.ParseError):
        module.parse_response("[" * 513 + "]" * 513, prefix="")
    lenient = parser(content="json", content_args={"allow_non_json": True})
    text = "[" * 513 + "]" * 513
    assert lenient.parse_response(text, prefix="") == {"x": text}


@shows("A close inside a string of JSON")
def _close_in_a_string() -> None:
    spec = template(open="<c>", close="</c>", content="json")
    text = '<c>{"a": "</c>"}</c>'
    assert rtc.load_parser(spec).parse_response(text, prefix="") == {"x": {"a": "</c>"}}
    with pytest.raises(ValueError):
        reference_parse(text, spec, prefix="")


@shows("Control characters beside string_delims")
def _controls() -> None:
    args = {"string_delims": [["'", "'"]]}
    spec = template(content="json", content_args=args)
    assert rtc.load_parser(spec).parse_response("['\x01']", prefix="") == {"x": ["\x01"]}
    with pytest.raises(ValueError):
        reference_parse("['\x01']", spec, prefix="")


@shows("Bare keys in new letters")
def _bare_keys() -> None:
    module = parser(content="json", content_args={"unquoted_keys": True})
    assert module.parse_response("{é: 1}", prefix="") == {"x": {"é": 1}}
    with pytest.raises(module.ParseError):
        module.parse_response("{\U000e1000: 1}", prefix="")


@shows("Bare keys of several words")
def _key_phrases() -> None:
    field: dict[str, Any] = {"content": "json", "content_args": {"unquoted_keys": True}}
    spec, module = template(**field), parser(**field)
    found = module.parse_response("{Basic chain: {content-type :1, $a/b.c:2}}", prefix="")
    assert found == {"x": {"Basic chain": {"content-type": 1, "$a/b.c": 2}}}
    for refused in ("{'a b': 1}", "{a <b>: 1}", "{a\tb: 1}", "{“a b”: 1}", "[a b: 1]", "{a b}"):
        with pytest.raises(module.ParseError):
            module.parse_response(refused, prefix="")
    with pytest.raises(ValueError):
        reference_parse("{a b: 1}", spec, prefix="")
    field["content_args"]["allow_non_json"] = True
    assert parser(**field).parse_response("{a b: 1}", prefix="") == {"x": "{a b: 1}"}


@shows("Tuples in a list of calls")
def _tuples() -> None:
    spec, module = template(content="python-call-list"), parser(content="python-call-list")
    found = module.parse_response("[f(size=(800, (), [(1, 2)]))]", prefix="")
    assert found == {"x": [{"name": "f", "arguments": {"size": [800, [], [[1, 2]]]}}]}
    for refused in ("[f(a=(1))]", "[f(a=(1,))]", "[f(a=(1, 2,))]", "[f((1, 2))]"):
        with pytest.raises(module.ParseError):
            module.parse_response(refused, prefix="")
    with pytest.raises(ValueError):
        reference_parse("[f(size=(800, 600))]", spec, prefix="")


@shows("Crashes")
def _crashes() -> None:
    spec = template(open_pattern="<(?P<n>a)?>", transform="{n}")
    module = rtc.load_parser(spec)
    with pytest.raises(module.ParseError) as caught:
        module.parse_response("<>text", prefix="")
    assert (caught.value.field, caught.value.text) == ("x", "text")
    with pytest.raises(KeyError):
        reference_parse("<>text", spec, prefix="")


@shows("Schemas that are none")
def _schemas() -> None:
    loop: dict[str, Any] = {"type": "integer"}
    loop["anyOf"] = [loop]
    call = {"function": {"name": "f", "arguments": {"a": "1", "b": "2"}}}
    properties = {"f": {"a": loop, "b": {"anyOf": 5, "type": "integer"}}}
    assert coerce_tool_calls(call, properties)["function"]["arguments"] == {"a": 1, "b": 2}


@shows("Hints of types that the reference takes from other packages")
def _hints() -> None:
    def tool(a: int) -> None:
        """Does it.

        Args:
            a: A number.
        """

    tool.__annotations__["return"] = {"no": "hint"}
    assert "return" not in function_schema(tool)["function"]
    with pytest.raises(TypeError):
        get_json_schema(tool)


@shows("One region is dropped")
def _dropped() -> None:
    module = parser(open="<x>", close="</x>", content="json", repeats=True)
    parsing = module.ResponseParser("")
    with pytest.raises(module.ParseError) as caught:
        parsing.feed("<x>{</x><x>1</x>")
    assert caught.value.text == "{"
    assert parsing.feed("")[-1]["value"] == 1
    assert parsing.finalize()[0] == {"x": [1]}


HEADINGS = re.findall(r"^### (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("heading", HEADINGS)
def test_difference_is_as_the_page_says(heading: str) -> None:
    CHECKS[heading]()


def test_every_check_has_its_heading() -> None:
    assert list(CHECKS) == HEADINGS
