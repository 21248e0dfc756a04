"""What the pieces give, as a table: run by a test here, and by every other Python as a script.

Standard library only, and nothing newer than Python 3.8, so that a bare interpreter can run it.
"""

from __future__ import annotations

import copy
import pickle
import sys
import threading
import types
import typing

from rtc_runtime import (
    ParseError,
    descend,
    function_schema,
    gather,
    json_or_text,
    parse_json,
    parse_python_calls,
    pick,
    quote_bare_keys,
    refuse_function,
    restore_strings,
    take_delimited_strings,
)
from rtc_runtime.coercion import DeepCoercion
from rtc_runtime.escaped_text import is_python, unescape_text
from rtc_runtime.json_repair import JsonMender
from rtc_runtime.recording import root_node
from rtc_runtime.tools import coerce_tool_calls, tool_parameters, tool_schemas
from rtc_runtime.values import TransformError


class Fails:
    """An expected error, by its type and a part of its text."""

    def __init__(self, part: str, kind: type = ValueError) -> None:
        self.part, self.kind = part, kind


def lists(levels: int) -> str:
    return "[" * levels + "]" * levels


def objects(levels: int) -> str:
    return '{"a":' * levels + "0" + "}" * levels


def depth(value: typing.Any) -> int:
    levels = 0
    while isinstance(value, (list, dict)):
        value = value["a"] if isinstance(value, dict) else value[0] if value else None
        levels += 1
    return levels


def json_depth(text: str) -> int:
    return depth(parse_json(text))


def json_depth_called_deep(text: str, frames: int) -> int:
    """The depth of the JSON value, read by a caller whose own stack is `frames` deep."""
    return json_depth_called_deep(text, frames - 1) if frames else json_depth(text)


def dialect(text: str, pairs: typing.Any = (), bare_keys: bool = False) -> typing.Any:
    taken, literals = take_delimited_strings(text, pairs)
    return parse_json(restore_strings(quote_bare_keys(taken) if bare_keys else taken, literals))


def copies(error: ParseError) -> typing.Any:
    return [
        (type(twin), str(twin), vars(twin) == vars(error))
        for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error)))
    ]


def gathered(pairs: typing.Any) -> typing.Any:
    entries: dict[str, typing.Any] = {}
    repeated: set[str] = set()
    for key, value in pairs:
        gather(entries, repeated, key, value)
    return entries


def coerced(schema: typing.Any, argument: typing.Any) -> typing.Any:
    tool = {"name": "f", "parameters": {"type": "object", "properties": {"a": schema}}}
    arguments = {"a": argument}
    call = {"function": {"name": "f", "arguments": arguments}}
    assert coerce_tool_calls(call, tool_parameters([tool], refuse_function)) is call
    return arguments["a"]


def coerced_deep(schema: typing.Any, argument: typing.Any, quoted: bool = False) -> typing.Any:
    tool = {"name": "f", "parameters": {"type": "object", "properties": {"a": schema}}}
    arguments = {"a": argument}
    call = {"function": {"name": "f", "arguments": arguments}}
    assert DeepCoercion(tool_schemas([tool], refuse_function))(call, quoted) is call
    return arguments["a"]


def schema_of(hint: str, description: str = "The a.") -> typing.Any:
    """The schema of the argument of a function whose hint is `hint`."""

    def tool(a: typing.Any) -> None: ...

    tool.__annotations__ = {"a": hint}
    tool.__doc__ = f"Does.\n\nArgs:\n    a: {description}\n"
    return function_schema(tool)["function"]["parameters"]["properties"]["a"]


def unescaped(media_type: str, text: str) -> str:
    return unescape_text(root_node({"type": "string", "contentMediaType": media_type}), text)


def mended(text: str) -> typing.Any:
    return parse_json(JsonMender(may_close=True)(text))


def read_on_a_small_stack(texts: list[str]) -> typing.Any:
    """What `is_python` says of each text in a thread with a stack of 256 KB, as some platforms' are."""
    found: list[typing.Any] = []
    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=lambda: found.extend(map(is_python, texts)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    return found


# As deep as code may be, in a line of its own and inside of 98 blocks.
DEEP_LINES = [
    "(" * 40 + "-" * 100 + "1" + ")" * 40,
    "{1: " * 40 + "a" + "}" * 40,
    "a(" * 40 + ")" * 40,
    "a" + ".b" * 190,
    "a" + "[0]" * 40 + "()" * 90,
    "1 + " * 190 + "1",
    "-" * 190 + "1",
    "not " * 190 + "a",
    "lambda: " * 190 + "a",
    "a if b else " * 90 + "c",
    'f"{' + "(" * 39 + "1" + ")" * 39 + '}"',
    'f"{' + "-" * 180 + '1}"',
]
BLOCKS = "".join(" " * level + "if a:\n" for level in range(98)) + " " * 98
TOO_DEEP_LINES = [
    "(" * 41 + ")" * 41,
    "-" * 20_000 + "1",
    "1 + " * 10_000 + "1",
    "a" + ".b" * 10_000,
    "a" + "()" * 10_000,
    "not " * 10_000 + "a",
    "lambda: " * 5_000 + "a",
    "if a: b\n" + "elif a: b\n" * 2_000,
]

ANGLES = (("«", "»"),)
ANGLES_AND_HOOKS = (("«", "»"), ("‹", "›"))
ERROR = ParseError(
    "no", field="calls", offset=-3, text="{", message={"a": 1}, index=2, messages=[0]
)

# A function, its arguments, and its value or its error.
CASES: list[tuple[typing.Any, tuple[typing.Any, ...], typing.Any]] = [
    # JSON: as json.loads, but for depth
    (parse_json, (' {"a": [1, 2.5, "é\\n", null]} ',), {"a": [1, 2.5, "é\n", None]}),
    (parse_json, ('{"a": 1, "a": 2}',), {"a": 2}),
    (parse_json, ("1e400",), float("inf")),
    (parse_json, ("",), Fails("not JSON: Expecting value: character 0, near ''")),
    (parse_json, ('{"a" 1}',), Fails("character 5, near '{\"a\" 1}'")),
    (parse_json, ('{"a": 1} x',), Fails("Extra data: character 9")),
    (parse_json, ('"\t"',), Fails("character 1")),
    (json_depth, (lists(512),), 512),
    (json_depth, (objects(512),), 512),
    (json_depth, (lists(513),), Fails("more than 512 nested arrays and objects: character 512")),
    (json_depth, (objects(513),), Fails("more than 512 nested")),
    (json_depth, (lists(100_000),), Fails("more than 512 nested")),
    (json_depth, ('{"a":' * 100_000,), Fails("more than 512 nested")),
    (json_depth, ("[" * 511 + "]" * 512,), Fails("Extra data: character 1022")),
    (parse_json, ('["' + "[{" * 1000 + '\\""]',), ["[{" * 1000 + '"']),
    (parse_json, ('["\\"' + "[" * 1000 + '"]',), ['"' + "[" * 1000]),
    (parse_json, ("[" + "[], " * 1000 + "[]]",), [[]] * 1001),
    (json_depth_called_deep, (lists(512), 700), 512),
    (json_depth_called_deep, (objects(512), 700), 512),
    (json_depth_called_deep, ("[" * 512 + "]" * 511, 700), Fails("not JSON: ")),
    (json_depth_called_deep, ("[" * 512 + "}" * 512, 700), Fails("character 512")),
    (json_or_text, ("[1]", "x"), [1]),
    (json_or_text, ("[1", "x"), "x"),
    (json_or_text, (lists(513), "x"), "x"),
    (json_or_text, ("[" * 600 + "oops", "x"), "x"),
    # JSON: strings in delimiters of their own, bare keys
    (dialect, ('{"a": «say "hi"\\n»}', ANGLES), {"a": 'say "hi"\\n'}),
    (dialect, ("{«a»: «»}", ANGLES), {"a": ""}),
    (dialect, ('[<|"|>a<|"|>, <|"|><|<|"|>]', (('<|"|>', '<|"|>'),)), ["a", "<|"]),
    (dialect, ("[«a», «b]", ANGLES), Fails("not JSON")),
    (dialect, ("[«\x01», «\x020»]", ANGLES), ["\x01", "\x020"]),
    (dialect, ("[«a», \x010\x02]", ANGLES), Fails("not JSON")),
    (dialect, ("«" + "".join(map(chr, range(32))) + "»", ANGLES), Fails("control characters")),
    (dialect, ("[‹a«b›, «c‹d»]", ANGLES_AND_HOOKS), Fails("not JSON")),
    (dialect, ("[«a‹b›c», ‹d›]", ANGLES_AND_HOOKS), ["a‹b›c", "d"]),
    (dialect, ("‹a«b»c›", ANGLES_AND_HOOKS), "a\x010\x02c"),
    (dialect, ('["«,»"]', ANGLES), ["", ""]),
    (dialect, ("#a#", (("", "#"),)), Fails("not JSON")),
    (dialect, ("", (("", ""),)), ""),
    (dialect, ("1", (("", ""),)), Fails("not JSON")),
    (dialect, ("{a: 1, b_2 :2,\n3: 3}", (), True), {"a": 1, "b_2": 2, "3": 3}),
    (dialect, ('{a: "{b: 1, c: \\", d: 2}"}', (), True), {"a": '{b: 1, c: ", d: 2}'}),
    (
        dialect,
        ("{é: 1, हिन्दी: 2, می\u200cشود: 3, ⓐ: 4}", (), True),
        {"é": 1, "हिन्दी": 2, "می\u200cشود": 3, "ⓐ": 4},
    ),
    (dialect, ("{a-b: 1}", (), True), Fails("not JSON")),
    (quote_bare_keys, ("{a b: 1, c-d :2}",), "{a b: 1, c-d :2}"),
    (quote_bare_keys, ("{a b: 1, c-d :2}", True), '{"a b": 1, "c-d" :2}'),
    (quote_bare_keys, ("{$a/b: {é 1:2}}", True), '{"$a/b": {"é 1":2}}'),
    (quote_bare_keys, ("{'a b': 1, a “b”: 2, a=b: 3}", True), "{'a b': 1, a “b”: 2, a=b: 3}"),
    (
        quote_bare_keys,
        ('{"a {b c:1}": «d, e f:», "\\"g h:1', True),
        '{"a {b c:1}": «d, "e f":», "\\"g h:1',
    ),
    (dialect, ("{a“: 1}", (), True), Fails("not JSON")),
    (dialect, ("{x²: 1}", (), True), Fails("not JSON")),
    (dialect, ("{\u3000a: 1}", (), True), Fails("not JSON")),
    (dialect, ('{a: "b', (), True), Fails("not JSON")),
    (dialect, ("{a: «{b: 1}», c: 2}", ANGLES, True), {"a": "{b: 1}", "c": 2}),
    (dialect, ('{"x\\«y»: 1, k: 2}', ANGLES, True), {'x"y': 1, "k": 2}),
    # Calls
    (parse_python_calls, (" [ ] ",), []),
    (
        parse_python_calls,
        ("[f(a=1), g.h-2(b = -0.5e1, c=['x', \"y\"], d={'k': {}}), f()]",),
        [
            {"name": "f", "arguments": {"a": 1}},
            {"name": "g.h-2", "arguments": {"b": -5.0, "c": ["x", "y"], "d": {"k": {}}}},
            {"name": "f", "arguments": {}},
        ],
    ),
    (
        parse_python_calls,
        ("[f(a=[True, true, False, false, None, null])]",),
        [{"name": "f", "arguments": {"a": [True, True, False, False, None, None]}}],
    ),
    (
        parse_python_calls,
        (r"""[f(a='\'"\/\t\u00e9\ud83d\ude00	', b="'\"")]""",),
        [{"name": "f", "arguments": {"a": "'\"/\té\U0001f600\t", "b": "'\""}}],
    ),
    (
        parse_python_calls,
        ("[f(a=9007199254740991, b=-9007199254740991, c=1e-400)]",),
        [{"name": "f", "arguments": {"a": 2**53 - 1, "b": 1 - 2**53, "c": 0.0}}],
    ),
    (
        parse_python_calls,
        ("[f(a=(800, 600), b=( ), c=[(1, {'k': (2, 3)})])]",),
        [{"name": "f", "arguments": {"a": [800, 600], "b": [], "c": [[1, {"k": [2, 3]}]]}}],
    ),
    (parse_python_calls, ("[f(a=(1))]",), Fails("is no tuple: character 7")),
    (parse_python_calls, ("[f(a=(1,))]",), Fails("expected a string, number, list, dict")),
    (parse_python_calls, ("[f(a=(1, 2])]",), Fails("expected ')'")),
    (parse_python_calls, ("[f(a=9007199254740992)]",), Fails("integer beyond")),
    (parse_python_calls, ("[f(a=" + "9" * 10_000 + ")]",), Fails("integer beyond")),
    (parse_python_calls, ("[f(a=1e400)]",), Fails("number too large: character 5")),
    (parse_python_calls, ("[f(a=01)]",), Fails("expected ','")),
    (parse_python_calls, ("f(a=1)",), Fails("expected '[': character 0")),
    (parse_python_calls, ("[f(1)]",), Fails("expected a keyword argument: character 3")),
    (parse_python_calls, ("[f(a=1,)]",), Fails("expected a keyword argument")),
    (parse_python_calls, ("[f(),]",), Fails("expected a function name")),
    (parse_python_calls, ("[f(a=[1,])]",), Fails("expected a string, number, list, dict")),
    (parse_python_calls, ("[f(a=1, a=2)]",), Fails("repeated name 'a'")),
    (parse_python_calls, ("[f(a={'k': 1, \"k\": 2})]",), Fails("repeated name 'k'")),
    (parse_python_calls, ("[f(a={k: 1})]",), Fails("expected a key in quotes")),
    (parse_python_calls, ("[f(a=Nil)]",), Fails("expected a string, number")),
    (parse_python_calls, ("[f()] x",), Fails("unexpected text after the end: character 6")),
    (parse_python_calls, ("[f(a='x\ny')]",), Fails("does not end on its line")),
    (parse_python_calls, ("[f(a='\\x41')]",), Fails("in the string: character 5")),
    (parse_python_calls, ("[f(a='\\ud83d')]",), Fails("lone surrogate")),
    (parse_python_calls, ("[f(a='\ud83d\ude00')]",), Fails("lone surrogate")),
    (parse_python_calls, ("[f(" + "a" * 1000 + "=Nil)]",), Fails("near 'aaa")),
    (
        lambda levels: depth(parse_python_calls(f"[f(a={lists(levels)})]")[0]["arguments"]["a"]),
        (100,),
        100,
    ),
    (
        lambda levels: parse_python_calls(f"[f(a={lists(levels)})]"),
        (101,),
        Fails("more than 100 nested"),
    ),
    (
        lambda levels: parse_python_calls(f"[f(a={objects(levels)})]"),
        (100_000,),
        Fails("more than 100 nested"),
    ),
    # Values
    (gathered, ([("a", 1), ("b", 2), ("a", 3), ("a", [4])],), {"a": [1, 3, [4]], "b": 2}),
    (gathered, ([("a", [1]), ("a", 2)],), {"a": [[1], 2]}),
    (descend, ({"a": {"b": 0}}, ("a", "b"), "c.a.b"), 0),
    (
        descend,
        ({"a": [1]}, ("a", "b"), "c.a.b"),
        Fails("{c.a.b} looks for the key 'b' in a value of type list", TransformError),
    ),
    (
        descend,
        ({"x": 1, "y": 2}, ("a",), "c.a"),
        Fails("{c.a} finds no key 'a'; available: 'x', 'y'", TransformError),
    ),
    (descend, ({}, ("a",), "c.a"), Fails("available: nothing", TransformError)),
    (pick, ("a", "a", {"a": 1}, {"a": 2, "b": 3}), 1),
    (pick, ("b", "b", {"a": 1}, {"a": 2, "b": 3}), 3),
    (
        pick,
        ("c", "c.d", {"a": 1}, {"a": 2, "b": 3}),
        Fails("{c.d} is not defined; available: 'a', 'b'", TransformError),
    ),
    # Errors
    (copies, (ERROR,), [(ParseError, str(ERROR), True)] * 3),
    # Tools, all the way down
    (coerced_deep, ({"type": "integer"}, " 12 "), 12),
    (coerced_deep, ({"type": "integer"}, "1_000"), "1_000"),
    (coerced_deep, ({"type": "integer"}, "٣"), "٣"),
    (coerced_deep, ({"type": "integer"}, "12.5e1"), 125),
    (coerced_deep, ({"type": "integer"}, "9" * 5000), "9" * 5000),
    (coerced_deep, ({"type": "integer"}, "9" * 5000 + ".0"), "9" * 5000 + ".0"),
    (coerced_deep, ({"type": "number"}, "9007199254740993"), 2**53 + 1),
    (coerced_deep, ({"type": "number"}, "NaN"), "NaN"),
    (coerced_deep, ({"type": "array"}, "[NaN]"), "[NaN]"),
    (coerced_deep, ({"type": "array"}, lists(513)), lists(513)),
    (coerced_deep, ({"type": "array", "items": {"type": "integer"}}, '["1"]'), [1]),
    (coerced_deep, ({"type": ["string", "null"]}, "null"), None),
    (coerced_deep, ({"type": ["string", "null"]}, "null", True), "null"),
    (coerced_deep, ({"patternProperties": {"^n": {"type": "integer"}}}, {"n": "1"}), {"n": 1}),
    # Tools, as the reference casts
    (coerced, ({"type": "integer"}, " 12 "), 12),
    (coerced, ({"type": "integer"}, "3.0"), 3),
    (coerced, ({"type": "integer"}, "3.5"), "3.5"),
    (coerced, ({"type": "integer"}, "inf"), "inf"),
    (coerced, ({"type": "integer"}, "9" * 5000), "9" * 5000),
    (coerced, ({"type": "number"}, "1e3"), 1000),
    (coerced, ({"type": "number"}, "2.0"), 2.0),
    (coerced, ({"type": "number"}, "nan"), "nan"),
    (coerced, ({"type": "number"}, "-inf"), "-inf"),
    (coerced, ({"type": "boolean"}, " TRUE "), True),
    (coerced, ({"type": "boolean"}, "0"), False),
    (coerced, ({"type": "boolean"}, "yes"), "yes"),
    (coerced, ({"type": ["integer", "null"]}, "None"), None),
    (coerced, ({"type": "string", "nullable": True}, "null"), None),
    (coerced, ({"type": "string"}, "12"), "12"),
    (coerced, ({"anyOf": [{"type": "object"}, {"oneOf": [{"type": "integer"}]}]}, "12"), 12),
    (coerced, ({"type": "object"}, '{"a": "1"}'), {"a": "1"}),
    (coerced, ({"type": "object"}, "[1]"), "[1]"),
    (coerced, ({"type": "array"}, "[1"), "[1"),
    (coerced, ({"type": "array"}, lists(513)), lists(513)),
    (coerced, ({"type": "array"}, lists(100_000)), lists(100_000)),
    (coerced, ({"type": "array"}, "[" + "9" * 5000 + "]"), "[" + "9" * 5000 + "]"),
    (coerced, ({"type": "array"}, ["1", "x"]), ["1", "x"]),
    (coerced, ({"type": "integer"}, ["1", "x", None, ["2"]]), [1, "x", None, ["2"]]),
    (coerced, ({}, ["1"]), ["1"]),
    (coerced, ({"type": 3, "anyOf": 4, "oneOf": "ab"}, "1"), "1"),
    (coerced, ({"type": [["integer"], None, "integer"]}, "1"), 1),
    (coerced, (True, "1"), "1"),
    (tool_parameters, (None, refuse_function), {}),
    (tool_parameters, ([3, {"name": 1}, {"function": 2, "name": "f"}], refuse_function), {}),
    (tool_parameters, ([{"name": "f", "parameters": []}], refuse_function), {"f": {}}),
    (
        tool_parameters,
        (
            [
                {
                    "type": "function",
                    "function": {"name": "f", "parameters": {"properties": {"a": 1}}},
                }
            ],
            refuse_function,
        ),
        {"f": {"a": 1}},
    ),
    (
        tool_parameters,
        ([lists], refuse_function),
        Fails("compile the template with `--with functions`", TypeError),
    ),
    # Repairs
    (read_on_a_small_stack, (DEEP_LINES,), [True] * len(DEEP_LINES)),
    (
        read_on_a_small_stack,
        ([BLOCKS + line for line in DEEP_LINES],),
        [True] * len(DEEP_LINES),
    ),
    (read_on_a_small_stack, (TOO_DEEP_LINES,), [None] * len(TOO_DEEP_LINES)),
    (is_python, ("f'" + "{-" * 20_000,), None),
    (is_python, ("x =" + " " * 40_000 + "\\n",), None),
    (is_python, ("x\x00",), False),
    (is_python, ("'\ud800'",), False),
    (is_python, ("9" * 20_000 + " x",), False),
    (is_python, ("'\\d' + b'\\8' + r'\\('",), True),
    (unescaped, ("text/x-python", 'if a:\\n\\tprint(\\"b\\")'), 'if a:\n\tprint("b")'),
    (unescaped, ("text/x-python", 'print("a\\nb")\\nx'), 'print("a\\nb")\\nx'),
    (unescaped, ("application/json", '{\\"a\\": [1]}'), '{"a": [1]}'),
    (unescaped, ("application/json", lists(513) + "\\n"), lists(513) + "\\n"),
    (unescaped, ("application/sql", "SELECT *\\nFROM t"), "SELECT *\nFROM t"),
    (unescaped, ("text/x-python", "a = 'f" + "o" * 300 + "'\\nb"), "a = 'f" + "o" * 300 + "'\nb"),
    (unescaped, ("application/sql", "SELECT 'a\nb', 1\\n"), "SELECT 'a\nb', 1\\n"),
    (mended, ("{'a': True, \"b\": ['\\'',],",), Fails("not JSON")),
    (mended, ("{'a': True, \"b\": ['\\'',]",), {"a": True, "b": ["'"]}),
    (mended, ('["a\n\tb",]',), ["a\n\tb"]),
    (mended, ("[" * 100_000 + ",",), Fails("more than 512 nested")),
    # Functions
    (schema_of, ("int",), {"type": "integer", "description": "The a."}),
    (schema_of, ("typing.Any",), {"description": "The a."}),
    (schema_of, ("typing.List",), {"type": "array", "description": "The a."}),
    (
        schema_of,
        ("typing.List[int]",),
        {"type": "array", "items": {"type": "integer"}, "description": "The a."},
    ),
    (
        schema_of,
        ("typing.Dict[str, typing.Optional[float]]",),
        {
            "type": "object",
            "additionalProperties": {"type": "number", "nullable": True},
            "description": "The a.",
        },
    ),
    (
        schema_of,
        ("typing.Tuple[int, str]",),
        {
            "type": "array",
            "prefixItems": [{"type": "integer"}, {"type": "string"}],
            "description": "The a.",
        },
    ),
    (
        schema_of,
        ("typing.Union[str, int]",),
        {"type": ["integer", "string"], "description": "The a."},
    ),
    (
        schema_of,
        ("typing.Literal['a', 2]",),
        {"type": ["string", "integer"], "enum": ["a", 2], "description": "The a."},
    ),
    (
        schema_of,
        ("str", 'The a. (choices: ["x", " y "])'),
        {"type": "string", "enum": ["x", "y"], "description": "The a."},
    ),
    (
        schema_of,
        ("typing.Tuple[int, ...]",),
        {"type": "array", "items": {"type": "integer"}, "description": "The a."},
    ),
    (
        schema_of,
        ("typing.Sequence",),
        {"type": "array", "description": "The a."},
    ),
    (
        schema_of,
        ("typing.Set[str]",),
        {
            "type": "array",
            "items": {"type": "string"},
            "uniqueItems": True,
            "description": "The a.",
        },
    ),
    (schema_of, ("Fails",), Fails("has no JSON schema", TypeError)),
    (schema_of, ("nowhere.Type",), Fails("cannot be read", TypeError)),
    (schema_of, ("str", "The a. (choices: x)"), Fails("are not a list in JSON", TypeError)),
]

# Integers have a limit of digits where Python has one.
if hasattr(sys, "get_int_max_str_digits"):
    DIGITS = "[0, " + "1" * 5000 + "]"
    CASES += [
        (parse_json, (DIGITS,), Fails("an integer with too many digits at character 4")),
        (json_or_text, (DIGITS, "x"), Fails("an integer with too many digits at character 4")),
    ]

# `X | Y` is a hint where Python has it.
if hasattr(types, "UnionType"):
    CASES += [
        (
            schema_of,
            ("int | None",),
            {"type": "integer", "nullable": True, "description": "The a."},
        ),
        (
            schema_of,
            ("list[str]",),
            {"type": "array", "items": {"type": "string"}, "description": "The a."},
        ),
    ]
else:
    CASES.append((schema_of, ("int | None",), Fails("cannot be read", TypeError)))


def complaint(
    function: typing.Any, arguments: tuple[typing.Any, ...], expected: typing.Any
) -> str | None:
    """What is wrong with the outcome of one case, or None."""
    try:
        value = function(*arguments)
    except Exception as error:
        if not isinstance(expected, Fails):
            return f"raised {error!r}"
        if type(error) is not expected.kind or expected.part not in str(error):
            return f"raised {error!r}, not {expected.kind.__name__} with {expected.part!r}"
        return None
    if isinstance(expected, Fails):
        return f"gave {value!r}, no error"
    return None if repr(value) == repr(expected) else f"gave {value!r}, not {expected!r}"


def complaints() -> list[str]:
    found = []
    for number, (function, arguments, expected) in enumerate(CASES):
        problem = complaint(function, copy.deepcopy(arguments), expected)
        if problem is not None:
            found.append(f"case {number}, {function.__name__}: {problem[:300]}")
    return found


if __name__ == "__main__":
    problems = complaints()
    print("\n".join(ascii(problem) for problem in problems) or f"{len(CASES)} cases")
    sys.exit(bool(problems))
