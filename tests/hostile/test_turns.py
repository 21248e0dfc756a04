"""Layouts write what the formats write: a turn of each family as a whole."""

from __future__ import annotations

from tests.hostile.judge import tools_of
from tests.hostile.layouts import LAYOUTS
from tests.hostile.turns import Call, Turn
from tests.hostile.values import markers_of, seams

CALLS = (Call("f", {"a": "x", "n": 1}), Call("g", {}))


def test_layout_writes_thought_text_and_calls() -> None:
    turn = Turn(("Look.", *CALLS, "Done."), thought="Hm.")
    assert LAYOUTS["qwen3"].write(turn) == (
        "<think>\nHm.\n</think>\n\nLook.\n"
        '<tool_call>\n{"name": "f", "arguments": {"a": "x", "n": 1}}\n</tool_call>\n'
        '<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call>Done.<|im_end|>'
    )


def test_layout_writes_an_element_for_each_argument() -> None:
    assert LAYOUTS["qwen3_coder"].write(Turn(CALLS)) == (
        "<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n<parameter=n>\n1\n</parameter>\n"
        "</function>\n</tool_call>\n<tool_call>\n<function=g>\n</function>\n</tool_call><|im_end|>"
    )


def test_layout_writes_types_where_the_format_has_them() -> None:
    written = LAYOUTS["deepseek_dsml"].write(Turn(CALLS))
    assert '<｜DSML｜parameter name="a" string="true">x<' in written
    assert '<｜DSML｜parameter name="n" string="false">1<' in written


def test_layout_writes_code() -> None:
    assert "[f(a='x', n=1), g()]" in LAYOUTS["lfm2_5"].write(Turn(CALLS))
    quoted = Turn((Call("f", {"a": 'it\'s \\ "q"\n'}),))
    assert "f(a='it\\'s \\\\ \"q\"\\n')" in LAYOUTS["lfm2_5"].write(quoted)
    assert 'call:f{a:<|"|>x<|"|>,n:1}' in LAYOUTS["gemma4"].write(Turn(CALLS))


def test_layout_separates_blocks() -> None:
    assert LAYOUTS["gpt_oss"].write(Turn(("Look.", CALLS[1]), thought="Hm.")) == (
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant"
        "<|channel|>commentary<|message|>Look.<|end|><|start|>assistant"
        "<|channel|>commentary to=functions.g <|constrain|>json<|message|>{}<|call|>"
    )


def test_message_has_text_for_values_without_tools_where_the_format_has_no_types() -> None:
    layout, turn = LAYOUTS["seed_oss"], Turn((Call("f", {"a": "x", "n": [1]}),))
    typed, untyped = (layout.message(turn, typed)["tool_calls"][0] for typed in (True, False))
    assert typed["function"]["arguments"] == {"a": "x", "n": [1]}
    assert untyped["function"]["arguments"] == {"a": "x", "n": "[1]"}


def test_tools_have_the_types_of_the_arguments() -> None:
    (tool,) = tools_of(Turn((Call("f", {"a": 1, "b": None}), Call("f", {"c": [True]}))))
    properties = tool["function"]["parameters"]["properties"]
    assert properties == {"a": {"type": "integer"}, "b": {"type": "null"}, "c": {"type": "array"}}


def test_markers_are_those_that_the_format_writes() -> None:
    assert markers_of(LAYOUTS["granite4"]) == [
        "</tool_call>",
        "<tool_call>",
        "<|end_of_role|>",
        "<|end_of_text|>",
        "<|start_of_role|>",
    ]
    assert "]<]minimax[>[</invoke>" in markers_of(LAYOUTS["minimax_m3"])


def test_seams_are_what_stands_between_two_values() -> None:
    found = dict(seams(LAYOUTS["minimax_m2"]))
    assert found["next argument"] == '</parameter>\n<parameter name="b">'
    assert found["text after the call"].endswith("</invoke>\n</minimax:tool_call>")
    assert found["end of the turn"].endswith("</minimax:tool_call>[e~[")
