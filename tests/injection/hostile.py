"""Strings that break careless code generators, and templates that hold them everywhere."""

from __future__ import annotations

import json
import re
from typing import Any

SENTINEL = "rtc-injected"

_RUN = f'open("{SENTINEL}", "w").close()'

HOSTILE: tuple[str, ...] = (
    '"', "'", '"""', "'''", '\\"""', "\\", "\\\\", "\\'", '\\"', "\\\n", "a\nb", "\r\n", "\r", "\t", "\x0b", "\x0c",
    "\x00", "\x1a", "\x1b[31m", "\x7f", "\x85", "\xa0", "\u2028", "\u2029", "\u202e", "\u200b", "\ufeff", "\ufffe",
    "\ud800", "\udfff x", "\ud83d", "\U0001d49c", "\U0010ffff", "é", "e\u0301",
    "«", "»", "«a»", "»x«", "\\«", "(?:", "(?=", "\\Z",
    "{% raw %}", "{% endraw %}", "{{ 7 * 7 }}", "{# note #}", "{%- for x in y %}", "%}", "}}", "{{", "{", "}", "{}", "{0}",
    "{0.__class__}", "%s", "%(x)s", "%", "$x", "${x}", "`", "#", "# type: ignore", "#!/bin/sh", "-*- coding: latin-1 -*-",
    "\\x41", "\\u0041", "\\N{DIGIT ONE}", "\\0", "\\n", r"\g<0>", "(?P<x>", "[[:alpha:]]", "(?#", "*", "]", "^", "|", "(", ")",
    _RUN, f"__import__('os').system('touch {SENTINEL}')", f'"); {_RUN} #', f"'); {_RUN} #", f'"""\n{_RUN}\n"""', f"'''\n{_RUN}\n'''",
    f"\n{_RUN}\n", f"\r{_RUN}\r", f"\u2028{_RUN}\u2028", f"\x0c{_RUN}", f"\\\n{_RUN}", f'"+{_RUN}+"', f"{{{_RUN}}}", f'{{{{{_RUN}}}}}',
    f"f'{{{_RUN}}}'", f"]\n{_RUN}\nx = [", f"}}\n{_RUN}\nx = {{", f"# \n{_RUN}", "<script>", "-->", "*/", "lambda: 0", "...",
)  # fmt: skip

NAMES: tuple[str, ...] = (
    "class", "def", "None", "True", "async", "match", "type", "_", "__", "___", "print", "len", "str", "dict", "list", "int",
    "range", "repr", "isinstance", "super", "object", "Exception", "ValueError", "__init__", "__class__", "__dict__", "__name__",
    "__all__", "__file__", "__builtins__", "__slots__", "__doc__", "self", "cls", "feed", "finalize", "initial_events", "prefix",
    "tools", "text", "message", "event", "events", "field", "fields", "value", "body", "captures", "output", "re", "json", "typing",
    "Message", "ParseError", "ResponseParser", "parse_response", "RegionOpen", "RegionChunk", "RegionClose", "Event", "main",
    "annotations", "role", "buffer", "held", "region", "current", "scan", "close", "open", "match_open", "start", "end", "loads",
    "json_value", "strip", "compile", "pattern", "Any", "Dict", "List", "Optional", "Union", "TypedDict", "Tuple", "Literal",
)  # fmt: skip

COLLIDING: tuple[str, ...] = (
    "a-b", "a_b", "a b", "a.b", "a/b", "A_B", "A-B", "aB", "a__b", "_a_b", "a_b_", "a-b-2", "a_b_2", "a_b2", "ab", "AB",
    "é", "e\u0301", "ﬁ", "fi", "\u212a", "K", "k", "ſ", "s", "ª", "1", "_1", "1a", "01", "", " ", "  ", "-", "--", "日本", "日本 ",
    "region", "region_1", "field", "field_1", "𝒜", "A", "ℌ", "H", "a\u200bb", "x\x00", "x",
)  # fmt: skip


def everywhere(text: str) -> dict[str, Any]:
    """A template with `text` in every string slot; each field has delimiters of its own."""
    escaped = re.escape(text)
    shaped = {"{" + text: [text, "{content}"]} if _is_plain(text) else "{content}"
    return {
        "defaults": {f"{text}default": text, "nested": {text: [text, {text: None}]}},
        "start_anchor": [f"{text}anchor", f"{text}anchor2"],
        "fields": {
            text: {"open": f"{text}1", "close": f"{text}2"},
            f"{text} list": {"open": [f"{text}3", f"{text}33"], "close": [f"{text}4", f"{text}44"]},
            f"{text} pattern": {
                "open_pattern": f"{escaped}5(?P<group>\\w*?);",
                "close_pattern": f"{escaped}6|[{re.escape('-]^' + text)}]7",
                "transform": [shaped, "{group}"],
            },
            f"{text} json": {
                "open": f"{text}8",
                "close": f"{text}9",
                "content": "json",
                "content_args": {"string_delims": [[f"{text}s", f"{text}t"]]},
            },
            f"{text} tags": {
                "open": f"{text}A",
                "close": f"{text}B",
                "content": "xml-inline",
                "content_args": {"tag_pattern": f"{escaped}(?P<key>\\w)=(?P<value>\\w)"},
            },
            f"{text} lines": {
                "open": f"{text}C",
                "close": f"{text}D",
                "content": "kv-lines",
                "content_args": {"line_sep": f"{text}L", "kv_sep": f"{text}K"},
            },
            f"{text} joined": {
                "open": f"{text}E",
                "close": f"{text}F",
                "repeats": True,
                "join": text,
            },
        },
    }


def everywhere_input(text: str) -> tuple[str, str]:
    """A prefix and a generation that use every field of `everywhere`."""
    quoted = json.dumps(text)
    generation = (
        f"{text}1 one {text}{text}2"
        f"{text}3 two {text}4{text}33 three {text}44"
        f"{text}5name; four {text}6"
        f'{text}8{{"a": {text}sverbatim{text}t, "b": {quoted}}}{text}9'
        f"{text}A{text}a=1{text}b=2{text}B"
        f"{text}Ck{text}Kv{text}Lx{text}Ky{text}D"
        f"{text}Efirst{text}F{text}Esecond{text}F{text}"
    )
    return f"old{text}1old{text}2{text}anchor {text}1 begun", f" here {text}2{generation}"


def with_fields(names: tuple[str, ...]) -> dict[str, Any]:
    """A template whose fields have the given names, each with its own tags and a capture."""
    fields = {
        name: {
            "open_pattern": f"<{place}(?: (?P<name>\\w+))?>",
            "close": f"</{place}>",
            "transform": {"of": "{content}"},
        }
        for place, name in enumerate(names)
    }
    return {"defaults": {"role": "assistant"}, "start_anchor": "<|assistant|>", "fields": fields}


def with_fields_input(names: tuple[str, ...]) -> str:
    return "".join(f"<{place} x>{name}</{place}>" for place, name in enumerate(names))


def _is_plain(text: str) -> bool:
    """Whether `text` may stand in a transform: no placeholder in it."""
    return re.search(r"\{(\w+(?:\.\w+)*)\}", text) is None
