"""Template text as literals, comments and docstrings: the value stays, and nothing gets out."""

from __future__ import annotations

import ast
import io
import json
import math
import string
import tokenize
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtc.emit.literals import (
    MAX_COMMENT,
    py_comment,
    py_docstring,
    py_literal,
    py_pattern,
    py_value,
    words,
)
from tests.support.pattern_strategies import STEADY

HOSTILE = (
    "",
    "\\",
    "\\\\",
    '"',
    "'",
    "\"'",
    '"""',
    "'''",
    '\\"',
    '""" + __import__("os").getcwd() + """',
    'a"""\nimport os\n"""',
    "\nimport os",
    "#\n",
    "\r",
    "\r\n",
    "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029",
    "\0",
    "\ud800",
    "\udfff\ud800",
    "\x1b[31m",
    "\u202e",
    "\ufeff",
    "\N{ZERO WIDTH SPACE}",
    "{x} {{x}} %s %(x)s $x",
    "\\N{BULLET}",
    "\\x41\\u0041",
    "a\\",
    "é中😀",
    "r'",
    'r"\\',
    "x" * 1000,
)
text = st.text(max_size=20) | st.text("\\\"'\n\r\t#{}%\0\u2028 ab", max_size=12)
text |= st.text(st.characters(categories=["Cs", "Cc", "Cf", "Zl", "Zp"]), max_size=5)
texts = text | st.sampled_from(HOSTILE)


@STEADY
@given(texts)
def test_literal_is_the_text(value: str) -> None:
    literal = py_literal(value)
    assert ast.literal_eval(literal) == value
    assert literal.isprintable()


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_literal_is_the_text(value: str) -> None:
    for write in (py_literal, py_pattern):
        assert ast.literal_eval(write(value)) == value
        assert write(value).isprintable()


def test_literal_reads_well() -> None:
    assert py_literal("<think>") == '"<think>"'
    assert py_literal('{"a"}') == "'{\"a\"}'"
    assert py_literal('it\'s "x"') == '"it\'s \\"x\\""'
    assert py_literal("a\n\té中") == '"a\\n\\té中"'
    assert py_literal("\x00\u2028\U000e0001") == '"\\x00\\u2028\\U000e0001"'


@STEADY
@given(texts | st.text(r"\dsw[]()|\"'*+", max_size=12))
def test_pattern_is_the_text(source: str) -> None:
    literal = py_pattern(source)
    assert ast.literal_eval(literal) == source
    assert literal.isprintable()


def test_pattern_is_raw_where_that_reads_better() -> None:
    assert py_pattern(r"\s*<\|end\|>") == r'r"\s*<\|end\|>"'
    assert py_pattern(r'"\w+"') == "r'\"\\w+\"'"
    assert py_pattern("<end>") == '"<end>"'
    assert py_pattern("\\") == '"\\\\"'
    assert py_pattern("'\"\\d") == '"\'\\"\\\\d"'


@STEADY
@given(texts)
def test_comment_is_one_line(value: str) -> None:
    comment = py_comment(value)
    assert comment.startswith("# ") and comment.isprintable()
    assert len(comment.splitlines()) == 1
    source = f"{comment}\nx = 1\n"
    kinds = [token.type for token in tokenize.generate_tokens(io.StringIO(source).readline)]
    assert kinds.count(tokenize.COMMENT) == 1
    assert kinds[0] == tokenize.COMMENT
    assert [type(node) for node in ast.parse(source).body] == [ast.Assign]


def test_comment_escapes_every_line_end() -> None:
    for character in "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\0\x1a":
        assert len(f"{py_comment(f'a{character}b')}|".splitlines()) == 1
        assert repr(character)[1:-1] in py_comment(character).replace("\\x0a", "\\n").replace(
            "\\x0d", "\\r"
        )


def test_comment_is_clipped() -> None:
    assert len(py_comment("x" * 100_000)) < MAX_COMMENT + 10
    assert py_comment("x" * MAX_COMMENT).endswith("x")
    assert words("x" * (MAX_COMMENT + 1)).endswith(" ...")


@STEADY
@given(texts)
def test_docstring_cannot_be_closed_from_inside(value: str) -> None:
    source = f"def f():\n    {py_docstring(value)}\n    return 7\n"
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    assert [type(node) for node in function.body] == [ast.Expr, ast.Return]
    statement, _ = function.body
    assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    assert isinstance(statement.value.value, str)


@STEADY
@given(st.text(string.ascii_letters + string.punctuation + "é中\n", max_size=30))
def test_docstring_says_what_it_is_given(value: str) -> None:
    (statement,) = ast.parse(py_docstring(value)).body
    assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    assert statement.value.value == value


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_docstring_stays_a_docstring(value: str) -> None:
    for around in (value, f"x{value}", f"{value}x", f"x\n{value}\n"):
        tree = ast.parse(py_docstring(around))
        assert [type(node) for node in tree.body] == [ast.Expr]
        assert isinstance(ast.get_docstring(tree, clean=False), str)


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@STEADY
@given(json_values)
def test_value_is_the_value(value: Any) -> None:
    assert same(evaluated(py_value(value)), value)


def evaluated(source: str) -> Any:
    tree = ast.parse(source, mode="eval")
    allowed = {"float", "json"}
    assert {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} <= allowed
    return eval(compile(tree, "<value>", "eval"), {"json": json, "float": float})


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal: NaN equals NaN, 0.0 differs from -0.0 and from 0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, float) and (math.isnan(one) or one == 0):
        return repr(one) == repr(other)
    return bool(one == other)


def test_large_and_deep_values_are_json_text() -> None:
    wide: list[Any] = list(range(1000))
    deep: Any = 1
    for _ in range(200):
        deep = [deep]
    values: list[Any] = [wide, deep, {"a": wide, "b": "\ud800\u2028"}]
    for value in values:
        source = py_value(value)
        assert source.startswith("json.loads(") and source.isprintable()
        assert evaluated(source) == value
    assert py_value([1, {"a": None}]) == '[1, {"a": None}]'


def test_numbers_that_are_no_json_are_written_as_calls() -> None:
    assert py_value(float("inf")) == 'float("inf")'
    assert py_value([float("-inf")]) == '[float("-inf")]'
    assert py_value(float("nan")) == 'float("nan")'
    assert evaluated(py_value([float("inf")] * 500)) == [float("inf")] * 500
    assert py_value(10**30) == "1" + "0" * 30
