r"""A pattern's text -> its tree.

An allow-list: what `regex` (the reference's engine, V0) and we understand alike is read, all else is
refused by name. Guessing would be worse than refusing: stdlib `re` takes `a{e<=1}` or `[[:alpha:]]`
for something else without a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from rtc.delimiters.analysis import nullable, width
from rtc.delimiters.captures import check_group_names
from rtc.delimiters.charset import ANY, union
from rtc.delimiters.classes import Escape, parse_class, read_escape
from rtc.delimiters.errors import Kind, PatternError
from rtc.delimiters.nodes import (
    EMPTY,
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
    sequence,
    walk,
)
from rtc.delimiters.reader import Flags, Reader

MAX_DEPTH = 40
MAX_REPEAT = 1000
MAX_SIZE = 5000
GLOBAL_FLAGS = r"\(\?([abefimprsuwxLV01]+)\)"
_REFUSED_GROUPS = {
    "?>": ("atomic group", "write it as (?:...)"),
    "?|": ("branch reset group", "write the alternatives out"),
    "?(": ("conditional", "write the two cases as alternatives"),
    "?R": ("recursion", "no delimiter needs it: write the levels out"),
    "?&": ("subroutine call", "write the group out"),
    "?P>": ("subroutine call", "write the group out"),
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A parsed pattern. `groups`: the names of its named groups, in order, each once."""

    source: str
    tree: Node
    groups: tuple[str, ...]


def parse_pattern(source: str) -> Pattern:
    """Read `source` as the reference's engine would, DOTALL on; raises PatternError."""
    parser = _Parser(source)
    tree = parser.pattern()
    check_group_names(tree)
    check_size(tree)
    return Pattern(source, tree, tuple(dict.fromkeys(parser.names.values())))


def check_size(tree: Node) -> None:
    """Refuse counted repeats that multiply: `(?:(?:a{1000}){1000}){1000}`."""
    if expanded_size(tree) > MAX_SIZE:
        raise PatternError("the pattern's counted repeats multiply", 0, "costly", "use * or +")


def expanded_size(node: Node) -> int:
    """How many single-character nodes remain when counted repeats are written out."""
    match node:
        case Sequence(items):
            return sum(map(expanded_size, items))
        case Branch(options):
            return 1 + sum(map(expanded_size, options))
        case Repeat(body, low, high, _):
            return expanded_size(body) * max(1, low if high is None else high)
        case Group() | Look():
            return 1 + expanded_size(node.body)
        case _:
            return 1


def alternatives(options: list[Node]) -> Node:
    """`options` in order; single characters become one set, so that `(?:.|\\n)*` has one reading."""
    if len(options) == 1:
        return options[0]
    sets = [option.charset for option in options if isinstance(option, Chars)]
    merged = union(sets) if len(sets) == len(options) else None
    return Branch(tuple(options)) if merged is None else Chars(merged)


class _Parser:
    """Recursive descent, one method per level of the grammar."""

    def __init__(self, source: str) -> None:
        self.reader = Reader(source)
        self.flags = Flags()
        self.depth = 0
        self.count = 0
        self.names: dict[int, str] = {}
        self.closed: set[int] = set()

    def pattern(self) -> Node:
        self._global_flags()
        tree = self._branch()
        if not self.reader.done:
            raise self.reader.error("unbalanced )")
        return tree

    def _global_flags(self) -> None:
        while match := self.reader.match(GLOBAL_FLAGS):
            self.flags = self.flags.with_letters(match[1], "", self.reader, match.start(1))

    def _branch(self) -> Node:
        options = [self._sequence()]
        while self.reader.take("|"):
            options.append(self._sequence())
        return alternatives(options)

    def _sequence(self) -> Node:
        items: list[Node] = []
        while not self.reader.done and not self.reader.at("|") and not self.reader.at(")"):
            if not self._skip():
                start = self.reader.position
                items.append(self._quantified(self._atom(), start))
        return sequence(items)

    def _skip(self) -> bool:
        """Skip a comment or, in verbose mode, blanks; whether there was one."""
        blanks = r"|\s+|#[^\n]*" if self.flags.verbose else ""
        return self.reader.match(r"\(\?#[^)]*\)" + blanks) is not None

    def _quantified(self, item: Node, start: int) -> Node:
        while self._skip():
            pass
        bounds = self._bounds()
        if bounds is None:
            return item
        low, high = bounds
        if high is not None and (high < low or high > MAX_REPEAT) or low > MAX_REPEAT:
            kind: Kind = "syntax" if high is not None and high < low else "costly"
            raise PatternError(f"repeat of {low} to {high}", start, kind, "use * or +")
        lazy = self.reader.take("?")
        if self.reader.at("+"):
            raise self.reader.refuse("possessive quantifier", "leave out the second +")
        if self.reader.match_ahead(r"[*?]|\{\d*,?\d*\}"):
            raise self.reader.error("multiple repeat")
        return self._repeat(item, low, high, lazy, start)

    def _repeat(self, item: Node, low: int, high: int | None, lazy: bool, start: int) -> Node:
        if not nullable(item):
            return Repeat(item, low, high, lazy, (start, self.reader.position))
        if (low, high) == (0, 1):
            return Branch((EMPTY, item) if lazy else (item, EMPTY))
        raise PatternError(
            "unsupported construct: a repeat whose body may match nothing",
            start,
            "unsupported",
            "make something in the body mandatory, or leave out the repeat",
        )

    def _bounds(self) -> tuple[int, int | None] | None:
        if self.reader.take("*"):
            return 0, None
        if self.reader.take("+"):
            return 1, None
        if self.reader.take("?"):
            return 0, 1
        if match := self.reader.match(r"\{(\d{1,9})(,?)(\d{0,9})\}|\{,(\d{0,9})\}"):
            if match[4] is not None:
                return 0, int(match[4]) if match[4] else None
            low = int(match[1])
            return low, (int(match[3]) if match[3] else None) if match[2] else low
        if self.reader.match_ahead(r"\{(?=[^}]*[eids])[eids0-9<>=,+: ]+(?::[^}]*)?\}"):
            raise self.reader.refuse("fuzzy matching", "escape the brace: \\{")
        return None

    def _atom(self) -> Node:
        if self.reader.at("("):
            return self._group()
        if self.reader.at("["):
            return Chars(self.flags.charset(parse_class(self.reader, self.flags)))
        if self.reader.at("\\"):
            return self._escape()
        if self.reader.match_ahead(r"[*+?]|\{\d+,?\d*\}|\{,\d*\}"):
            raise self.reader.error("nothing to repeat")
        character = self.reader.next()
        if character == ".":
            return Chars(ANY if self.flags.dotall else replace(ANY, ranges=((10, 10),)))
        if character == "^":
            return At(Place.LINE_START if self.flags.multiline else Place.START)
        if character == "$":
            return At(Place.LINE_END if self.flags.multiline else Place.LAST_LINE_END)
        return Chars(self.flags.single(character))

    def _escape(self) -> Node:
        start = self.reader.position
        escape = read_escape(self.reader, self.flags)
        match escape:
            case Escape(place=Place() as place):
                return At(place, self.flags.ascii_only)
            case Escape(group=int() as number):
                return self._backreference(number, start)
            case Escape(charset=charset):
                assert charset is not None
                return Chars(self.flags.charset(charset))

    def _backreference(self, number: int, start: int) -> Node:
        if number not in self.closed:
            raise PatternError("reference to a group that is not complete", start, "unsupported")
        if len(set(self.names.values())) != len(self.names):
            raise PatternError("numbered reference beside a repeated name", start, "unsupported")
        return Backreference(number, self.flags.ignore_case, (start, self.reader.position))

    def _group(self) -> Node:
        start = self.reader.position
        self.reader.next()
        for opener, (construct, hint) in _REFUSED_GROUPS.items():
            if self.reader.at(opener):
                raise PatternError(
                    f"unsupported construct: {construct}", start, "unsupported", hint
                )
        if match := self.reader.match(r"\?P=(\w+)\)"):
            return self._named_reference(match[1], start)
        with self._nested(start):
            return self._group_body(start)

    def _named_reference(self, name: str, start: int) -> Node:
        numbers = [number for number, known in self.names.items() if known == name]
        if not numbers or numbers[0] not in self.closed:
            raise PatternError(f"unknown group name '{name}'", start, "syntax")
        if len(numbers) > 1:
            message = f"unsupported construct: reference to '{name}', which is two groups"
            raise PatternError(message, start, "unsupported", "give the groups names of their own")
        return Backreference(numbers[0], self.flags.ignore_case, (start, self.reader.position))

    @contextmanager
    def _nested(self, start: int) -> Iterator[None]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise PatternError(f"groups nested over {MAX_DEPTH} levels", start, "costly")
        flags = self.flags
        yield
        self.flags = flags
        self.depth -= 1

    def _group_body(self, start: int) -> Node:
        if match := self.reader.match(r"\?(<?)([=!])"):
            return self._look(bool(match[1]), match[2] == "!", start)
        if match := self.reader.match(r"\?P?<([^\W\d]\w*)>"):
            return self._capture(match[1], start)
        if match := self.reader.match(r"\?([A-Za-z0-9]*)(?:-([a-z]+))?:"):
            self.flags = self.flags.with_letters(
                match[1], match[2] or "", self.reader, match.start(1)
            )
            return self._closed(self._branch(), start)
        if self.reader.at("?"):
            raise self._strange_group(start)
        return self._capture(None, start)

    def _strange_group(self, start: int) -> PatternError:
        if self.reader.at("?#"):
            return PatternError("unterminated comment", start, "syntax")
        if self.reader.match_ahead(r"\?P?<"):
            return PatternError("bad group name", start, "syntax")
        if self.reader.match_ahead(r"\?[A-Za-z0-9]+\)"):
            message, hint = "flags in the middle of a pattern", "put them first, or write (?i:...)"
        else:
            message, hint = "this kind of group", "write it as (?:...)"
        return PatternError(f"unsupported construct: {message}", start, "unsupported", hint)

    def _capture(self, name: str | None, start: int) -> Node:
        self.count += 1
        number = self.count
        if name is not None:
            self.names[number] = name
        body = self._closed(self._branch(), start)
        self.closed.add(number)
        return Group(body, number, name)

    def _look(self, behind: bool, negated: bool, start: int) -> Node:
        body = self._closed(self._branch(), start)
        if behind:
            self._check_behind(body, start)
        return Look(body, behind, negated)

    def _check_behind(self, body: Node, start: int) -> None:
        options = body.options if isinstance(body, Branch) else (body,)
        if any(shortest != longest for shortest, longest in map(width, options)):
            raise PatternError(
                "unsupported construct: lookbehind of variable width",
                start,
                "unsupported",
                "look behind at a fixed number of characters",
            )
        if any(isinstance(node, (At, Look, Group, Backreference)) for node in walk(body)):
            raise PatternError(
                "unsupported construct: anchor, group or lookaround inside a lookbehind",
                start,
                "unsupported",
                "look behind at characters only",
            )

    def _closed(self, body: Node, start: int) -> Node:
        if not self.reader.take(")"):
            raise PatternError("missing ), unterminated group", start, "syntax")
        return body
