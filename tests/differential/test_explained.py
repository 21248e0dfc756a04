"""One example for each explained difference, which its predicate must explain and which must be real."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.differential import oracle
from tests.differential.check import Case, check_case
from tests.differential.explained import EXPLANATIONS
from tests.support import replay
from tests.support.parsers import load_parser

ROOT = Path(__file__).parents[2]


def _template(**field: Any) -> dict[str, Any]:
    return {"start_anchor": "<|assistant|>", "fields": {"x": field}}


EXAMPLES = {
    "Words and digits beyond ASCII": Case(
        _template(open_pattern="<(?P<name>\\w+)>", transform="{name}"), ("<e\u0301>",)
    ),
    "Control characters beside string_delims": Case(
        _template(content="json", content_args={"string_delims": [["<s>", "</s>"]]}),
        ("<s>\x01</s>",),
    ),
    "An empty close where the region's own empty open was": Case(
        _template(open_pattern="(?=1)", close_pattern="(?=1|;)", content="json"), ("1;",)
    ),
    "Alternatives that are negated characters": Case(
        _template(open_pattern="<(?:[^a]|[^b])>"), ("<a>text",)
    ),
    "A close inside a string of JSON": Case(
        _template(open="<c>", close="</c>", content="json"), ('<c>{"a": "</c>"}</c>',)
    ),
    "Bare keys of several words": Case(
        _template(content="json", content_args={"unquoted_keys": True}), ("{a b: 1}",)
    ),
    "Tuples in a list of calls": Case(_template(content="python-call-list"), ("[f(a=(1, 2))]",)),
    "JSON nested over 512 levels": Case(_template(content="json"), ("[" * 513 + "]" * 513,)),
}


@pytest.mark.parametrize("heading", EXPLANATIONS)
def test_explained_difference_is_real_and_explained(heading: str) -> None:
    problem = check_case(EXAMPLES[heading])
    assert problem is not None
    assert problem.explained == heading


def test_difference_is_explained_where_tools_cast_what_the_model_has_as_text() -> None:
    item = {"function": {"name": "f", "arguments": "{content}"}}
    template = _template(open="<c>", close="</c>", content="json", transform=item)
    parameters = {"properties": {"n": {"type": "integer"}}}
    tools = [{"function": {"name": "f", "parameters": parameters}}]
    problem = check_case(Case(template, ('<c>{"a": "</c>", "n": "1"}</c>',), tools=tools))
    assert problem is not None and problem.explained == "A close inside a string of JSON"


def test_explained_differences_have_their_heading_in_the_documentation() -> None:
    page = (ROOT / "docs" / "differences.md").read_text(encoding="utf-8")
    headings = {line.lstrip("# ").strip() for line in page.splitlines() if line.startswith("#")}
    assert set(EXPLANATIONS) <= headings


def test_what_differs_only_in_words_stays_unexplained_elsewhere() -> None:
    """The heading needs both a character that differs and a pattern that asks for words."""
    assert check_case(Case(_template(open="<"), ("<e\u0301>",))) is None


def test_zero_width_close_on_its_own_zero_width_open_has_no_oracle_and_one_meaning() -> None:
    template = _template(open_pattern="(?=b)", close_pattern="(?=\\w|;)")
    with pytest.raises(oracle.NoOracle):
        oracle.parse_whole(oracle.load_template(template), "ab;")
    module = load_parser(template)
    whole = replay.parse_chunks(module, ["ab;"], "")
    assert whole.message == repr({"x": "b"})
    assert replay.parse_chunks(module, list("ab;"), "") == whole
