"""Random response templates that the reference accepts, over the whole language."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.differential.random_patterns import LETTERS, TAGS, PatternMaker, Vocabulary, tag_pattern

_NAMES = ("content", "thinking", "tool_calls", "a", "b", "class", "x-y", "日本", "0", "feed", "A")
_CONTENTS = ("text",) * 6 + ("json",) * 4 + ("xml-inline",) * 2 + ("kv-lines",) * 2 + ("python-call-list",) * 2 + ("int", "float", "bool")  # fmt: skip
_TAGS = (
    r"<p=(?P<key>\w+)>\s*(?P<value>.*?)\s*</p>",
    r"(?P<key>\w+)=(?P<value>'[^']*'|[^,)]*)",
    r"<(?P<key>[^<>/]+)>(?P<value>.*?)</(?P=key)>",
    r"<k>(?P<key>[^<]+)</k>\s*\n?<v>(?P<value>.*?)</v>",
    r"(?P<key>\w+);",
    r"(?P<key>\w)(?P<value>\d)?",
    r"(?i)<ARG (?P<key>[a-z]+)>(?P<value>[^<]*)",
)
_DELIMS = ([["'", "'"]], [['<|"|>', '<|"|>']], [["<s>", "</s>"], ["`", "`"]], [["``", "''"]])
_ANCHORS = ("<|im_start|>assistant\n", "aa", ["[/INST]", "[/TOOL]"], ["<x>", "<x>y"])
_ANCHOR_PATTERNS = (
    r"<\|im_start\|>assistant\n(?:<think>\n?)?",
    r"(?:\[/INST\]|\[/TOOL\])\s*",
    r"a{2}",
    r"\n|$",
)


def random_template(rng: random.Random) -> dict[str, Any]:
    """A template; about one in twenty is refused by the reference, for names captured in vain."""
    names = rng.sample(_NAMES, rng.choice((1, 2, 2, 3, 3, 4)))
    implicit = rng.choice(names) if rng.random() < 0.75 else None
    template: dict[str, Any] = {}
    if rng.random() < 0.3:
        template["version"] = 1
    words = LETTERS if rng.random() < 0.4 else TAGS
    template["fields"] = {name: _field(rng, words, name == implicit) for name in names}
    if rng.random() < 0.35:
        template["fields"]["calls"] = _call_field(rng)
    defaults = _defaults(rng, template["fields"])
    if defaults is not None:
        template["defaults"] = defaults
    if rng.random() < 0.7:
        template["start_anchor"] = rng.choice(_ANCHORS)
    else:
        template["start_anchor_pattern"] = rng.choice(_ANCHOR_PATTERNS)
    return template


def _field(rng: random.Random, words: Vocabulary, implicit: bool) -> dict[str, Any]:
    field: dict[str, Any] = {}
    names: list[str] = []
    transformed = rng.random() < 0.5
    if not implicit:
        names += _delimiter(field, "open", rng, words, transformed)
    if rng.random() < (0.5 if implicit else 0.9):
        names += _delimiter(field, "close", rng, words, transformed)
    # Leftover text rarely fits a stricter kind, and one error ends the whole parse.
    kind = "text" if implicit and rng.random() < 0.75 else rng.choice(_CONTENTS)
    if kind != "text" or rng.random() < 0.5:
        field["content"] = kind
    args = _content_args(kind, rng)
    if args:
        field["content_args"] = args
    if transformed:
        _add_transform(field, kind, sorted(set(names)), rng)
    _add_collecting(field, kind, transformed, rng)
    return field


def _call_field(rng: random.Random) -> dict[str, Any]:
    """A field of tool calls as real templates have it, so that values and casts get their share."""
    kind = rng.choice(("json", "json", "xml-inline", "kv-lines", "python-call-list"))
    field: dict[str, Any] = {"open": "<call>", "close": "</call>", "content": kind, "repeats": True}
    args = _content_args(kind, rng)
    if args:
        field["content_args"] = args
    if kind == "python-call-list":
        function: Any = {"name": "{name}", "arguments": "{arguments}"}
        field["transform_each"] = True
    elif kind == "json" and rng.random() < 0.6:
        function = rng.choice(
            ("{content}", {"name": "{content.name}", "arguments": "{content.arguments}"})
        )
    else:
        field["open_pattern"] = rng.choice(
            (r"<call (?P<name>[\w.]+)>", r"\s*<call=(?P<name>[^>\n]+)>\n?")
        )
        del field["open"]
        function = {"name": "{name}", "arguments": "{content}"}
    return {**field, "transform": {"type": "function", "function": function}}


def _delimiter(
    field: dict[str, Any], key: str, rng: random.Random, vocabulary: Vocabulary, named: bool
) -> list[str]:
    """Set a literal, a list or a pattern; the names of the pattern's groups."""
    kind = rng.random() * (2 if named else 1)  # names come from patterns
    if kind < 0.3:
        field[key] = rng.choice(vocabulary.words)
        return []
    if kind < 0.5:
        field[key] = _literals(rng, vocabulary.words)
        return []
    maker = PatternMaker(rng, vocabulary, named)
    field[f"{key}_pattern"] = maker.pattern()
    return maker.names


def _literals(rng: random.Random, vocabulary: tuple[str, ...]) -> list[str]:
    """A list, often with literals that begin with each other."""
    words = rng.sample(vocabulary, rng.choice((1, 2, 3)))
    if rng.random() < 0.5:
        words.append(words[0] + rng.choice((*vocabulary, "x")))
    if rng.random() < 0.2:
        words.append(words[0][:1])
    rng.shuffle(words)
    return words


def _content_args(kind: str, rng: random.Random) -> dict[str, Any]:
    args: dict[str, Any] = {}
    if kind in ("text", "bool", "kv-lines") and rng.random() < 0.35:
        args["strip"] = rng.random() < 0.2
    if kind == "json":
        args.update(_json_args(rng))
    if kind == "xml-inline":
        args["tag_pattern"] = rng.choice(_TAGS) if rng.random() < 0.6 else tag_pattern(rng)
        if rng.random() < 0.4:
            args["merge_duplicates"] = True
    if kind == "kv-lines":
        if rng.random() < 0.3:
            args["line_sep"] = rng.choice((";", "\r\n", "ab", "\n\n"))
        if rng.random() < 0.3:
            args["kv_sep"] = rng.choice(("=", ": ", "->", " "))
    if kind in ("xml-inline", "kv-lines") and rng.random() < 0.6:
        args["value_parser"] = _value_parser(rng)
    return args


def _json_args(rng: random.Random) -> dict[str, Any]:
    args: dict[str, Any] = {}
    if rng.random() < 0.35:
        args["unquoted_keys"] = True
    if rng.random() < 0.35:
        args["string_delims"] = rng.choice(_DELIMS)
    if rng.random() < 0.5:
        args["allow_non_json"] = True
    if args.get("allow_non_json") and rng.random() < 0.3:
        args["strip"] = False
    return args


def _value_parser(rng: random.Random) -> dict[str, Any]:
    kind = rng.choice(
        ("text", "int", "float", "bool", "json", "json", "kv-lines", "python-call-list")
    )
    parser: dict[str, Any] = {} if kind == "text" and rng.random() < 0.5 else {"name": kind}
    args = _content_args(kind, rng)
    if args:
        parser["args"] = args
    return parser


def _add_transform(
    field: dict[str, Any], kind: str, names: Sequence[str], rng: random.Random
) -> None:
    structured = kind in ("json", "python-call-list")
    if structured and rng.random() < 0.3:
        field["transform_each"] = True
        roots = ["{arguments}", "{name}", *(f"{{{name}}}" for name in names)]
    else:
        roots = ["{content}", "{content}", *(f"{{{name}}}" for name in names)]
        if kind == "json":
            roots += ["{content.name}", "{content.arguments}"]
        if kind in ("xml-inline", "kv-lines") and rng.random() < 0.2:
            roots.append("{content.a}")
    field["transform"] = _transform(roots, rng)


def _transform(roots: Sequence[str], rng: random.Random) -> Any:
    shape = rng.random()
    if shape < 0.45:
        name = rng.choice(("f", *[root for root in roots if "name" in root]))
        arguments = rng.choice((roots[0], roots[0], *roots))
        return {"type": "function", "function": {"name": name, "arguments": arguments}}
    if shape < 0.65:
        return {"type": "function", "function": rng.choice(roots)}
    if shape < 0.75:
        return rng.choice(roots)
    if shape < 0.8:
        return ""
    constants: tuple[Any, ...] = ("x", "", "{", "{a b}", "{}", 1, None, True, 1.5, [], {})
    parts = [rng.choice((*roots, rng.choice(constants))) for _ in range(rng.randint(0, 3))]
    return parts if rng.random() < 0.5 else {f"k{n}": [part] for n, part in enumerate(parts)}


def _add_collecting(
    field: dict[str, Any], kind: str, transformed: bool, rng: random.Random
) -> None:
    if rng.random() < 0.45:
        field["repeats"] = True
        if kind == "text" and not transformed and rng.random() < 0.5:
            field["join"] = rng.choice(("", "\n", "|"))
    if rng.random() < 0.04:
        field["optional"] = False
    elif rng.random() < 0.1:
        field["optional"] = True


def _defaults(rng: random.Random, fields: dict[str, Any]) -> dict[str, Any] | None:
    if rng.random() < 0.2:
        return None
    defaults: dict[str, Any] = {"role": "assistant"} if rng.random() < 0.8 else {}
    for name, field in fields.items():
        if rng.random() < 0.15:
            defaults[name] = _default(field, rng)
    if rng.random() < 0.1:
        defaults["extra"] = {"nested": [1, {"a": None}]}
    return defaults


def _default(field: dict[str, Any], rng: random.Random) -> Any:
    if "join" in field:
        return rng.choice(("", "seed", None))
    if field.get("repeats"):
        return rng.choice(([], [1]))
    return rng.choice((None, "", "seed", [], 0))
