"""Hostile strings by kind: the same for every format, and those made of a format's own markers and calls."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.hostile.turns import AFTER, Call, Layout, Turn

Kinds = dict[str, list[str]]

# What a tag or a token looks like in any of the formats.
_MARKER = re.compile(
    r"\]<\]\w+\[>\[\s*<[^<>\n]*>|<[^<>\n]*>|\[/?[A-Z_]+\]|\]~b\]ai|\[e~\[|functools|>>>|```"
)
_ONE, _TWO = "ONE", "TWO"

STRINGS: Kinds = {
    "plain": ["Paris", "a b", "x, y=(1)", "a: b; c"],
    "empty": [""],
    "blanks at an end": [" x", "x ", "\tx", "  x  ", "\u00a0x"],
    "only blanks": [" ", "\t", "\u2028"],
    "newline at an end": ["\nx", "x\n", "\n\nx\n\n", "\r\nx"],
    "only newlines": ["\n", "\n\n"],
    "newline inside": ["x\ny", "x\n\n y", "x\r\ny", "a\n- b"],
    "quotes": ['"', 'say "x"', '"x"', 'x"', '""', '", "b": "'],
    "apostrophes": ["it's", "'", "'x'", "x', b='"],
    "backslashes": ["\\", "C:\\new", "x\\", '\\"', "\\\\", "\\n", "\\u0041"],
    "brackets": ["{", "}", "[", "]", "(", ")", "{}", "]}", "}}", "f()", "[f()]", ")x"],
    "JSON": ['{"a": 1}', '[1, "x"]', '{"name": "g", "arguments": {}}', '"x"', '{"a": "}"}', "[]"],
    "scalars": ["42", "-1.5", "1e3", "true", "false", "null", "None", "True", "007", "NaN"],
    "unicode": ["Zürich", "日本", "👩‍💻", "e\u0301", "x\u2028y", "ﬁ"],
    "controls": ["\x00", "x\x01\x02y", "\x1b[0m", "\x7f"],
    "markup": [
        "<b>x</b>",
        "a < b",
        "a > b",
        "&amp;",
        "</",
        "<!--",
        "<x y='1'/>",
        "<|x|>",
        "|>",
        "<|",
    ],
    "code": ["```json\n{}\n```", "if a < b:\n    f(a)", "`x`", "# x\n\n* y", "a && b || c"],
}
THOUGHTS: Kinds = {
    kind: STRINGS[kind]
    for kind in (
        *(
            "plain",
            "blanks at an end",
            "newline at an end",
            "newline inside",
            "quotes",
            "backslashes",
        ),
        *("brackets", "JSON", "scalars", "unicode", "markup", "code"),
    )
}
NAMES: Kinds = {
    "dashes and dots": ["get-weather", "a.b", "a.b-c_d", "mcp__x-y.z"],
    "digits": ["f2", "get_2", "x1y2"],
    "unicode": ["größe", "天気"],
    "long": ["f" * 64],
}
KEYS: Kinds = {
    "dashes and dots": ["a-b", "a.b", "x.y-z"],
    "blank": ["a b", "a  b c"],
    "unicode": ["größe", "天気"],
    "digits": ["1", "2a", "a1"],
    "quotes": ['a"b', "it's"],
    "backslash": ["a\\b"],
    "brackets": ["a[0]", "a{b}", "a(b)"],
    "signs": ["a:b", "a=b", "a,b", "a/b", "$a", "@a", "a>b", "a<b"],
}
VALUES: dict[str, list[object]] = {
    "numbers": [0, -1, 3, 2.5, -0.25, 1e-7, 1.5e20, 9007199254740991],
    "words": [True, False, None],
    "empty": [{}, []],
    "lists": [[1, 2], ["a", "b"], [[1], []], [None, True], [{"a": 1}, {"b": [2]}]],
    "objects": [{"a": 1}, {"a": {"b": {"c": []}}}, {"a-b": "x"}, {"a": None, "b": [False]}],
}


def markers_of(layout: Layout) -> list[str]:
    """All tags and tokens that a turn of the format shows, and those that it may show."""
    call = Call("f", {"k": "v", "n": 1})
    parts = ("x", call, call) if layout.calls > 1 else ("x", call)
    turn = Turn(parts if layout.calls else ("x",), thought="t" if layout.thinking else None)
    text = layout.prompt + (layout.thinking or "") + layout.write(turn)
    found = [*_MARKER.findall(text), *layout.tokens]
    return sorted(set(found))


def strings_of_markers(markers: list[str]) -> Kinds:
    return {
        "marker": [text.format(m) for m in markers for text in ("{}", "x{}y", "x {}\n y")],
        "marker at the end": [text.format(m) for m in markers for text in ("x{}", "x\n{}")],
        "marker after a bracket": [
            f"{b}{m}" for m in markers for b in ("{}", "}", "]", '"}}', ")")
        ],
        "part of a marker": [m[:n] for m in markers for n in (1, len(m) // 2, len(m) - 1) if n],
        "markers in a row": [m + n for m in markers for n in markers if m != n][::7],
    }


def seams(layout: Layout) -> Iterator[tuple[str, str]]:
    """What this format writes between two values: a string that holds it looks like the end of one."""
    one, two = {"a": _ONE, "b": _TWO}, {"a": _ONE}
    yield "next argument", _between(layout.write(Turn((Call("f", one),))))
    if layout.calls > 1:
        yield "next call", _between(layout.write(Turn((Call("f", two), Call("g", {"b": _TWO})))))
    if AFTER in layout.places:
        yield "text after the call", _between(layout.write(Turn((Call("f", two), _TWO))))
    yield "end of the turn", layout.write(Turn((Call("f", two),))).partition(_ONE)[2]


def strings_of_calls(layout: Layout) -> Kinds:
    """Strings that quote calls, whole turns and the seams between values, whole and in part."""
    call, bare = Call("g", {"b": "v"}), Call("g", {})
    quoted = {
        "quoted call": [_unstopped(layout, Turn((call,))), _unstopped(layout, Turn((bare,)))],
        "quoted turn": [
            layout.write(Turn(("x", call) if layout.calls == 1 else ("x", call, call)))
        ],
    }
    for name, seam in seams(layout):
        quoted[name] = [f"x{seam}y", seam]
        quoted[f"part of: {name}"] = [f"x{seam[:end]}y" for end in _ends(seam)]
    return quoted


def _unstopped(layout: Layout, turn: Turn) -> str:
    """The turn without its stop token, as documentation quotes calls."""
    return layout.write(turn).removesuffix(layout.stop_of(turn))


def _between(text: str) -> str:
    return text.partition(_ONE)[2].partition(_TWO)[0]


def _ends(seam: str) -> list[int]:
    """Where a seam may be cut: after each run of letters or of other characters, but the last."""
    return [match.end() for match in re.finditer(r"\w+|\W", seam)][:-1]
