r"""The edge pattern E(P): one search that tells "no", "maybe, with more text" and "yes, for good".

Every place in P that needs a character also accepts the end of the text, and remembers it in a group:
`x` becomes `(?:x|(\Z))`. A backtracking engine then explores P in P's own order of preference, but a
path that runs out of text is accepted on the spot. So `re.compile(E(P)).search(text, start)` gives

- no match, or an empty one at the end: nothing of P is in the text, nor can it have begun;
- a match with `lastindex` set: from `match.start()` on P is undecided, hold the text from there;
- a match with `lastindex` None: P matches there, and no further text can change that match.

The first character is never replaced: a delimiter none of whose characters is here has not begun.

It is written in short: `<«think>»` says that each character between the guillemets may also be the end
of the text, `«»` stands for that end alone. `edge` in the runtime writes it out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rtc.delimiters.analysis import width
from rtc.delimiters.charset import CharSet, render_charset
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
    walk,
)
from rtc.delimiters.render import quantifier, render_behind, render_place

MAX_COPIES = 3
MARKED = "«»"
_NEVER = "(?!)"


def render_edge(node: Node) -> str:
    """E(P) in short notation."""
    return re.sub("(?<!«)»«(?!»)", "", _Edge(MARKED).node(node, False))


@dataclass(frozen=True, slots=True)
class _Edge:
    """`end` is what stands for running out of text: marked, unmarked (`\\Z`), or never.

    `begun` says whether characters may have been taken before.
    """

    end: str

    def node(self, node: Node, begun: bool) -> str:
        match node:
            case Chars(charset):
                return self.character(charset) if begun else render_charset(charset)
            case Sequence(items):
                return self.sequence(items, begun)
            case Branch(options):
                return "|".join(self.node(option, begun) for option in options)
            case Group(body):
                return self.node(body, begun)
            case Repeat():
                return self.repeat(node, begun)
            case At():
                return self.place(node, begun)
            case Look():
                return self.look(node, begun)
            case Backreference():
                raise AssertionError("backreferences are refused in delimiters")

    def or_end(self, source: str) -> str:
        return source if self.end == _NEVER else f"(?:{source}|{self.end})"

    def known(self, source: str) -> str:
        """What looks back: past the end of the text, nobody knows what is there."""
        return rf"(?!\Z){source}" if self.end == _NEVER else self.or_end(source)

    def character(self, charset: CharSet) -> str:
        source = render_charset(charset)
        plain = not source.startswith("(")
        return f"«{source}»" if self.end == MARKED and plain else self.or_end(source)

    def sequence(self, items: tuple[Node, ...], begun: bool) -> str:
        sources = []
        for item in items:
            sources.append(self.item(item, begun))
            begun = begun or width(item)[1] > 0
        return "".join(sources)

    def item(self, node: Node, begun: bool) -> str:
        inner = node
        while isinstance(inner, Group):
            inner = inner.body
        source = self.node(inner, begun)
        return f"(?:{source})" if isinstance(inner, Branch) else source

    def repeat(self, node: Repeat, begun: bool) -> str:
        if node.low and not begun:
            high = None if node.high is None else node.high - 1
            rest = Repeat(node.body, node.low - 1, high, node.lazy)
            return self.item(node.body, False) + (self.repeat(rest, True) if high != 0 else "")
        body = node.body
        if isinstance(body, Chars) and node.high is None:
            return self.run(body, node.low, node.lazy)
        return f"(?:{self.node(body, True)})" + quantifier(node.low, node.high, node.lazy)

    def run(self, body: Chars, low: int, lazy: bool) -> str:
        """An unbounded run of one set, kept on the engine's fast loop for single characters."""
        once = self.node(body, True)
        copies = once * low if low <= MAX_COPIES else f"(?:{once}){{{low}}}"
        plain = render_charset(body.charset)
        if lazy:  # what follows accepts the end itself
            return f"{copies}{plain}*?"
        return f"{copies}{plain}*" + (f"{MARKED}?" if self.end == MARKED else "")

    def place(self, at: At, begun: bool) -> str:
        source = render_place(at)
        match at.place:
            case Place.END:
                return self.end
            case Place.LAST_LINE_END:
                return self.end if self.end == _NEVER else rf"(?=\n?{self.end})"
            case Place.LINE_END:
                return self.or_end(r"(?=\n)")
            case Place.WORD_EDGE | Place.NO_WORD_EDGE:
                return self.or_end(rf"(?!\Z){source}")
            case _:
                return self.known(source) if begun else source

    def look(self, look: Look, begun: bool) -> str:
        if look.behind:
            source = render_behind(look)
            return self.known(source) if begun else source
        if look.negated:
            return self.not_ahead(look, begun)
        sure = _Edge(_NEVER).node(look.body, begun)
        if self.end == _NEVER:
            return f"(?={sure})"
        undecided = f"(?={self.node(look.body, begun)})"
        if any(isinstance(part, Group) and part.name for part in walk(look.body)):
            return undecided  # which path matched shows in its captures
        return f"(?:(?={sure})|{undecided})"

    def not_ahead(self, look: Look, begun: bool) -> str:
        """True for good where the body cannot match any more, undecided where it still may."""
        possible = _Edge(r"\Z").node(look.body, begun)
        if self.end == _NEVER:
            return f"(?!{possible})"
        sure = _Edge(_NEVER).node(look.body, begun)
        mark = "()" if self.end == MARKED else ""
        return f"(?!{sure})(?:(?!{possible})|{mark})"
