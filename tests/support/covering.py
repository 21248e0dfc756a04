"""Templates that between them make the compiler emit everything it can, and what they compile to."""

from __future__ import annotations

from functools import cache
from typing import Any

from rtc.bundled import bundled_names
from rtc.emit.module import RuntimeKind
from rtc.locate import read_template
from rtc.pipeline import Options, compile_source
from rtc.source import read_value

_CALL = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}

COVERING: dict[str, dict[str, Any]] = {
    "contents": {
        "start_anchor": "<|assistant|>",
        "defaults": {"role": "assistant", "notes": [1.5, None, {"a": True}]},
        "fields": {
            "number": {"open": "<n>", "close": "</n>", "content": "int", "optional": False},
            "ratio": {"open": "<r>", "close": "</r>", "content": "float"},
            "flag": {"open": "<f>", "close": "</f>", "content": "bool"},
            "data": {
                "open": "<d>",
                "close": "</d>",
                "content": "json",
                "content_args": {
                    "string_delims": [["<|", "|>"], ["'", "'"]],
                    "unquoted_keys": True,
                    "allow_non_json": True,
                },
            },
            "tags": {
                "open": "<t>",
                "close": "</t>",
                "content": "xml-inline",
                "content_args": {
                    "tag_pattern": r"<(?P<key>\w+)>(?:(?P<value>.*?)</(?P=key)>|(?P<x>/))|<(?P<key2>-)>",
                    "merge_duplicates": True,
                    "value_parser": {
                        "name": "kv-lines",
                        "args": {
                            "value_parser": {"name": "json", "args": {"allow_non_json": True}}
                        },
                    },
                },
            },
            "calls": {
                "open": "<c>",
                "close": "</c>",
                "repeats": True,
                "content": "python-call-list",
                "transform": {
                    "type": "function",
                    "function": {"name": "{name}", "arguments": "{arguments}"},
                },
                "transform_each": True,
            },
            "split tags": {
                "open": "<s>",
                "close": "</s>",
                "content": "xml-inline",
                "content_args": {"tag_pattern": r"<p=(?P<key>[^>]+)>(?P<value>.*?)</p>"},
            },
            "answer": {"content_args": {"strip": False}},
        },
    },
    "captures": {
        "start_anchor_pattern": r"<\|(?:assistant|model)\|>\n?",
        "fields": {
            "tool_calls": {
                "open_pattern": r"\s*<call:(?P<name>[^>\n]+)>|<fn=(?P<name>\w+)>",
                "close_pattern": r"</call>(?:\[(?P<id>\d+)\])?|(?=<call:)",
                "repeats": True,
                "content": "json",
                "transform": {**_CALL, "id": "{id}", "path": "{content.a.b}"},
            },
            "joined": {
                "open": "<j>",
                "close": ["</j>", "</joined>"],
                "repeats": True,
                "join": ", ",
                "content": "json",
            },
            "content": {"close_pattern": r"\s*(?:<end>|$)", "transform": ["{content}", "x"]},
        },
    },
    "strict": {
        "start_anchor": "@",
        "fields": {
            "dialect": {
                "open": "<d>",
                "close": "</d>",
                "content": "json",
                "content_args": {"string_delims": [["<|", "|>"]], "unquoted_keys": True},
            },
            "tags": {
                "open_pattern": "<t:(?P<name>\\w+)>",
                "close": "</t>",
                "content": "xml-inline",
                "content_args": {
                    "tag_pattern": "<(?P<key>\\w+)>(?P<value>.*?)</(?P=key)>",
                    "value_parser": {
                        "name": "kv-lines",
                        "args": {
                            "value_parser": {
                                "name": "json",
                                "args": {"string_delims": [["«", "»"]]},
                            }
                        },
                    },
                },
                "transform": {"name": "{name}", "arguments": "{content}"},
            },
            "lines": {
                "open": "<l>",
                "close": "</l>",
                "content": "kv-lines",
                "content_args": {"value_parser": {"name": "json"}},
            },
        },
    },
    "edges": {
        "start_anchor": ["aa", "b"],
        "fields": {
            "empty": {"open_pattern": "(?=x)|^", "close_pattern": "(?=y)|$", "transform": ""},
            "all": {"open_pattern": r"<(?:\w+\s+)*all>", "repeats": True, "join": ""},
            "optional key": {
                "open": "<k>",
                "close": "</k>",
                "content": "xml-inline",
                "content_args": {
                    "tag_pattern": r"(?P<key>\w+)?=(?P<value>\w+)?;",
                    "value_parser": {"name": "int"},
                },
            },
            "from __future__ import annotations": {"open": "# <imports>\n", "close": '"""'},
        },
    },
    "one literal": {"start_anchor": "@", "fields": {"only": {"open": "<a>", "close": "</a>"}}},
    "no delimiter": {"start_anchor": "@", "fields": {"everything": {}}},
}


@cache
def compiled_code(
    name: str,
    runtime: RuntimeKind = "inline",
    functions: bool = False,
    formatted: bool = False,
    report: bool = False,
    repair: bool = False,
) -> str:
    """The parser of a covering or a bundled template."""
    source = read_value(COVERING[name]) if name in COVERING else read_template(name)
    chosen = {"functions": functions, "report": report, "repair": repair}
    features = frozenset(name for name, wanted in chosen.items() if wanted)
    compiled = compile_source(source, Options(runtime, features, formatted))
    assert compiled.code is not None, compiled.diagnostics
    return compiled.code


def all_names() -> tuple[str, ...]:
    return (*bundled_names(), *COVERING)
