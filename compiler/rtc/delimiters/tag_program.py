"""A tag pattern as the program of a `TagSearch`: that of an automaton, with groups and references to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rtc.delimiters.nodes import At, Backreference, Group, Look, Node, walk
from rtc.delimiters.program import END, Builder, shielded
from rtc.delimiters.render import render_behind, render_place


def compile_tag_program(tree: Node, names: Mapping[int, str]) -> str:
    """The program of `tree`. `names`: group number -> its name, for those that somebody asks for."""
    builder = _TagBuilder(names=names)
    return builder.written(builder.node(tree, builder.add(END)))


@dataclass(slots=True)
class _TagBuilder(Builder):
    names: Mapping[int, str] = field(default_factory=dict)

    def node(self, node: Node, then: int) -> int:
        match node:
            case Group(body, number, _) if number in self.names:
                name = self.names[number]
                inner = self.node(body, self.add(f"·to:{name}", then))
                return self.add(f"·from:{name}", inner)
            case Backreference(number, ignore_case):
                kind = "same_letters" if ignore_case else "same"
                return self.add(f"·{kind}:{self.names[number]}", then)
            case Look(_, True, _):
                return self.add(f"·if:{shielded(render_behind(node))}", then)
            case Look(body, False, negated):
                entry = self.node(body, self.add(END))
                return self.add(f"·{self.look_kind(body, negated)}", then, (entry,))
            case At():
                return self.add(f"·if:{shielded(render_place(node))}", then)
            case _:
                return Builder.node(self, node, then)

    def look_kind(self, body: Node, negated: bool) -> str:
        if negated:
            return "not_ahead"
        takes = any(isinstance(part, Group) and part.number in self.names for part in walk(body))
        return "capture" if takes else "ahead"
