"""A pattern as a program, for automata and tracers: what may come next, in order of preference.

A program is one line of steps, numbered from 0, where it starts. A step is a set of characters, of
which it takes one; the next step follows, or is named: `[a-z]→7`. Other steps take none of their own:

- `·or:3,5`: go on at any of these, the first that leads to a match wins;
- `·at:end`: only at this place; `·at:word_edge,2`: that step tells what the place asks neighbours for;
- `·behind:9`, `·not_behind:9`: only where what starts at step 9 ends here, or does not;
- `·ahead:9`, `·not_ahead:9`: only where what starts at step 9 matches from here on, or does not;
- `·capture:9`: as `·ahead`, but decided only when the way in which it matches is, for its captures;
- `·from:name`, `·to:name`: here a group begins, ends;
- `·same:name`: what the group has taken, `·same_letters:name`: in any case (not for automata);
- `·end`: the end of the pattern, or of what a lookaround looks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rtc.delimiters.charset import CharSet, render_charset, single
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

END = "·end"
_NEWLINE = single("\n")
_NAMES = {
    Place.START: "start",
    Place.LINE_START: "line_start",
    Place.END: "end",
    Place.LINE_END: "line_end",
    Place.WORD_EDGE: "word_edge",
    Place.NO_WORD_EDGE: "no_word_edge",
}


@dataclass(slots=True)
class Step:
    """`code` as written, `then` the step after it, `targets` the steps it names."""

    code: str
    then: int | None = None
    targets: tuple[int, ...] = ()


def compile_program(tree: Node, names: Mapping[int, str]) -> str:
    """The program of `tree`. `names`: group number -> its name, for those that somebody asks for."""
    builder = _Builder(names)
    entry = builder.node(tree, builder.add(END))
    return builder.written(entry)


@dataclass(slots=True)
class _Builder:
    """Steps are added from the end of the pattern to its start, so what comes after is known."""

    names: Mapping[int, str]
    steps: list[Step] = field(default_factory=list)

    def add(self, code: str, then: int | None = None, targets: tuple[int, ...] = ()) -> int:
        self.steps.append(Step(code, then, targets))
        return len(self.steps) - 1

    def characters(self, charset: CharSet, then: int | None) -> int:
        return self.add(set_source(charset), then)

    def node(self, node: Node, then: int) -> int:
        match node:
            case Chars(charset):
                return self.characters(charset, then)
            case Sequence(items):
                for item in reversed(items):
                    then = self.node(item, then)
                return then
            case Branch(options):
                return self.add("·or", None, tuple(self.node(option, then) for option in options))
            case Group(body, number, _):
                return self.group(body, self.names.get(number), then)
            case Repeat():
                return self.repeat(node, then)
            case Look():
                return self.add(self.look_code(node), then, (self.node(node.body, self.add(END)),))
            case At():
                return self.place(node, then)
            case Backreference(number, ignore_case):
                kind = "same_letters" if ignore_case else "same"
                return self.add(f"·{kind}:{self.names[number]}", then)

    def group(self, body: Node, name: str | None, then: int) -> int:
        if name is None:
            return self.node(body, then)
        return self.add(f"·from:{name}", self.node(body, self.add(f"·to:{name}", then)))

    def look_code(self, look: Look) -> str:
        parts = walk(look.body)
        takes = any(isinstance(part, Group) and part.number in self.names for part in parts)
        if takes and not look.negated and not look.behind:
            return "·capture"
        return ("·not_" if look.negated else "·") + ("behind" if look.behind else "ahead")

    def repeat(self, node: Repeat, then: int) -> int:
        if node.high is None:
            head = self.add("·or")
            again = self.node(node.body, head)
            self.steps[head].targets = (then, again) if node.lazy else (again, then)
            then = head
        else:
            leave = then
            for _ in range(node.high - node.low):
                again = self.node(node.body, then)
                then = self.add("·or", None, (leave, again) if node.lazy else (again, leave))
        for _ in range(node.low):
            then = self.node(node.body, then)
        return then

    def place(self, at: At, then: int) -> int:
        if at.place is Place.LAST_LINE_END:  # as `(?=\n?\Z)`
            end = self.add("·at:end", self.add(END))
            newline = self.characters(_NEWLINE, end)
            return self.add("·ahead", then, (self.add("·or", None, (newline, end)),))
        name = "·at:" + _NAMES[at.place]
        if at.place in (Place.START, Place.END):
            return self.add(name, then)
        word = CharSet(categories=("w",), ascii_only=at.ascii_only)
        edge = at.place in (Place.WORD_EDGE, Place.NO_WORD_EDGE)
        return self.add(name, then, (self.characters(word if edge else _NEWLINE, None),))

    def written(self, entry: int) -> str:
        """The program with its steps in reading order, the entry first."""
        order = self._reading_order(entry)
        number = {old: new for new, old in enumerate(order)}
        return " ".join(self._written_step(self.steps[old], number, number[old]) for old in order)

    def _reading_order(self, entry: int) -> list[int]:
        order: dict[int, None] = {}
        pending = [entry]
        while pending:
            current = pending.pop()
            if current not in order:
                order[current] = None
                step = self.steps[current]
                pending.extend(reversed(step.targets))
                if step.then is not None:
                    pending.append(step.then)
        return list(order)

    def _written_step(self, step: Step, number: dict[int, int], own: int) -> str:
        code = step.code
        if step.targets:
            targets = ",".join(str(number[target]) for target in step.targets)
            code += ("," if ":" in code else ":") + targets
        if step.then is None or number[step.then] == own + 1:
            return code
        return f"{code}→{number[step.then]}"


def set_source(charset: CharSet) -> str:
    """Source of a one-character pattern in which nothing can be taken for a program's own signs."""
    source = render_charset(charset)
    return source.replace(" ", r"\x20").replace("→", r"\u2192").replace("·", r"\xb7")
