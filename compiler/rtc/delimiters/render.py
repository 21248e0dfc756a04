"""A pattern's tree -> source for stdlib `re`, meaning what the reference's engine means.

Only the groups somebody asks for capture; the rest are `(?:...)`.
"""

from __future__ import annotations

from collections.abc import Mapping

from rtc.delimiters.charset import render_charset
from rtc.delimiters.nodes import (
    At,
    Backreference,
    Branch,
    Chars,
    Group,
    Look,
    Node,
    Place,
    Repeat,
    Sequence,
)

PLACES = {
    Place.START: "^",
    Place.LINE_START: "(?m:^)",
    Place.END: r"\Z",
    Place.LAST_LINE_END: "$",
    Place.LINE_END: "(?m:$)",
    Place.WORD_EDGE: r"\b",
    Place.NO_WORD_EDGE: r"(?!\b)",  # \B never matches in the empty text before Python 3.14
}


def render_pattern(node: Node, names: Mapping[int, str] | None = None) -> str:
    """Source for `re.compile(source, re.DOTALL)`. `names`: group number -> the name it gets."""
    return _Renderer(names or {}).node(node)


def quantifier(low: int, high: int | None, lazy: bool) -> str:
    """`*`, `+?`, `{2,5}`, ..."""
    plain = {(0, None): "*", (1, None): "+", (0, 1): "?"}
    if (low, high) in plain:
        source = plain[low, high]
    elif low == high:
        source = f"{{{low}}}"
    else:
        source = f"{{{low},{'' if high is None else high}}}"
    return source + ("?" if lazy and low != high else "")


def render_place(at: At) -> str:
    source = PLACES[at.place]
    return f"(?a:{source})" if at.ascii_only and at.place.name.endswith("WORD_EDGE") else source


def render_behind(look: Look, names: Mapping[int, str] | None = None) -> str:
    """A lookbehind; `re` wants one width inside each, so alternatives become lookbehinds."""
    options = look.body.options if isinstance(look.body, Branch) else (look.body,)
    renderer = _Renderer(names or {})
    opener = "(?<!" if look.negated else "(?<="
    sources = [f"{opener}{renderer.node(option)})" for option in options]
    if look.negated or len(sources) == 1:
        return "".join(sources)
    return f"(?:{'|'.join(sources)})"


class _Renderer:
    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names

    def node(self, node: Node) -> str:
        match node:
            case Chars(charset):
                return render_charset(charset)
            case Sequence(items):
                return "".join(map(self.item, items))
            case Branch(options):
                return "|".join(map(self.node, options))
            case Group(body, number, _):
                name = self.names.get(number)
                return self.item(body) if name is None else f"(?P<{name}>{self.node(body)})"
            case Repeat(body, low, high, lazy):
                return self.repeated(body) + quantifier(low, high, lazy)
            case Look(body, behind, negated):
                if behind:
                    return render_behind(node, self.names)
                return f"(?{'!' if negated else '='}{self.node(body)})"
            case At():
                return render_place(node)
            case Backreference(number, ignore_case):
                source = f"(?P={self.names[number]})"
                return f"(?i:{source})" if ignore_case else source

    def item(self, node: Node) -> str:
        """`node` as one item of a sequence."""
        node = self.bare(node)
        source = self.node(node)
        return f"(?:{source})" if isinstance(node, Branch) else source

    def repeated(self, node: Node) -> str:
        """`node` as what a quantifier is put behind."""
        node = self.bare(node)
        source = self.node(node)
        return source if isinstance(node, (Chars, Group)) else f"(?:{source})"

    def bare(self, node: Node) -> Node:
        """`node` without the groups that need not capture."""
        while isinstance(node, Group) and node.number not in self.names:
            node = node.body
        return node
