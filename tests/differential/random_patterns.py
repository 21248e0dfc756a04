"""Random delimiter patterns from an allow-list of constructs, made to overlap with each other.

Repeats without a bound go over single characters or over groups that begin with a fixed text, so that no
pattern is exponential in either engine.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

_WORDS = ("<a>", "</a>", "<b>", "</b>", "<|x|>", "<|xy|>", "[T]", "[/T]", "```", "\n\n", "##", "ab", "aab", "call:", "<", "|>", "é", "«a»", "\n")  # fmt: skip
_CLASSES = (r"\w", r"\S", r"\s", r"\d", ".", "[a-c]", r"[^>\n]", "[^<]", r"[\s\S]", "[A-Za-z_]", r"[^\w]", r"[\w.-]", r"[^\s<]", r"[^\S\n]", r"\D", r"[\d\s]", "[<|]", r"\W", r"[\x1c-\x1f ]")  # fmt: skip
_FEW_WORDS = ("a", "b", "ab", "aab", "aba", "ba", "<", "<a", "a<", "<<", "\n", "a\n")
_FEW_CLASSES = ("[ab]", "[^a]", ".", r"\w", r"\s", r"[^\n]", "[^<]", "[<b]", r"\S", r"[\s\S]")
_REPEATS = ("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,3}?", "{2,}", "{,2}")
_EDGES = ("^", "$", r"\Z", r"\b", r"\B", r"\A", r"\b", "$")
_ESCAPES = (r"\x3c", r"\u003c", r"\n", r"\t", r"\.", r"\|", r"\x0A", r"\"", r"\-", r"\/")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What delimiters are made of."""

    words: tuple[str, ...]
    classes: tuple[str, ...]


# Delimiters as in real formats, and ones over so few characters that everything overlaps with everything.
TAGS = Vocabulary(_WORDS, _CLASSES)
LETTERS = Vocabulary(_FEW_WORDS, _FEW_CLASSES)


class PatternMaker:
    """Makes patterns; the names of the groups it used gather in `names`."""

    def __init__(self, rng: random.Random, vocabulary: Vocabulary, named: bool) -> None:
        self._rng = rng
        self._words = vocabulary.words
        self._classes = vocabulary.classes
        self._named = named
        self.names: list[str] = []

    def pattern(self) -> str:
        rng = self._rng
        kind = rng.random()
        if kind < 0.08:
            return self._nullable()
        core = self._sequence(2, rng.choice((1, 2, 2, 3, 4)))
        lead = r"\s*" if rng.random() < 0.2 else ""
        tail = (
            rng.choice((r"\s*", r"\n?", "(?:\n\n)?", r"\s*|$", "|$", r"(?:<b>)?\s*"))
            if rng.random() < 0.25
            else ""
        )
        flag = "(?i)" if rng.random() < 0.03 else ""
        return flag + lead + core + tail

    def piece(self) -> str:
        """One word, class or small group."""
        return self._part(1)

    def _nullable(self) -> str:
        """What may match nothing: an edge, a look around, an optional beginning."""
        word = self._word()
        return self._rng.choice(
            (
                r"(?:^|" + word + r"\s*)",
                "(?=" + word + ")",
                r"(?=[\s\S]*?" + word + ")",
                "$",
                r"\Z",
                word + "|$",
                r"\s*$",
                "(?<=" + word + ")",
                "(?:" + word + ")?",
                r"(?<=" + word + r")\s*",
            )
        )

    def _sequence(self, depth: int, length: int) -> str:
        parts = [self._part(depth) for _ in range(length)]
        if not any(word in "".join(parts) for word in map(re.escape, self._words)):
            parts.insert(self._rng.randint(0, length), self._word())
        return "".join(parts)

    def _part(self, depth: int) -> str:
        makers: list[tuple[int, Callable[[int], str]]] = [
            (9, lambda _: self._word()),
            (5, lambda _: self._repeated_class()),
            (1, lambda _: self._rng.choice(_ESCAPES)),
            (1, lambda _: self._rng.choice(_EDGES)),
            (1, lambda _: self._behind()),
        ]
        if depth > 0:
            makers += [
                (3, self._group),
                (2, self._optional),
                (1, self._repeated_group),
                (4, self._ahead),
            ]
            if self._named:
                makers += [(6, self._capture), (2, self._captured_ahead)]
        chosen = self._rng.choices(makers, [weight for weight, _ in makers])[0]
        return chosen[1](depth - 1)

    def _word(self) -> str:
        return re.escape(self._rng.choice(self._words))

    def _repeated_class(self) -> str:
        return self._rng.choice(self._classes) + self._rng.choice(("", *_REPEATS, "*", "+", "*?"))

    def _group(self, depth: int) -> str:
        opener = self._rng.choice(("(?:", "(?:", "("))
        count = self._rng.choice((1, 2, 2, 3))
        return opener + "|".join(self._branch(depth) for _ in range(count)) + ")"

    def _branch(self, depth: int) -> str:
        if self._rng.random() < 0.08:
            return ""
        return self._sequence(depth, self._rng.choice((1, 1, 2)))

    def _optional(self, depth: int) -> str:
        return f"(?:{self._sequence(depth, self._rng.choice((1, 2)))}){self._rng.choice(('?', '?', '??'))}"

    def _repeated_group(self, depth: int) -> str:
        repeat = self._rng.choice(("*", "+", "*?", "{2}", "{1,3}"))
        return f"(?:{self._word()}{self._rng.choice(('', *self._classes))}){repeat}"

    def _capture(self, depth: int) -> str:
        free = [name for name in ("name", "id", "content2", "a") if name not in self.names]
        if not free:
            return self._word()
        self.names.append(free[0])
        inside = self._repeated_class() if self._rng.random() < 0.7 else self._sequence(depth, 1)
        return f"(?P<{free[0]}>{inside})"

    def _ahead(self, depth: int) -> str:
        """A lookahead; what it captures counts, unless it is negative."""
        inside = self._sequence(depth, 1) if self._rng.random() < 0.5 else self._word()
        if self._rng.random() < 0.2:
            inside = rf"{inside}|\Z"
        if self._rng.random() < 0.6:
            return f"(?={inside})"
        return f"(?!{self._without_names(inside)})"

    def _captured_ahead(self, depth: int) -> str:
        """A lookahead that is there for what it captures."""
        after = self._word() if self._rng.random() < 0.5 else ""
        return f"(?={self._word()}{self._capture(depth)}{after})"

    def _behind(self) -> str:
        count = self._rng.choice((1, 1, 2))
        inside = "|".join(self._fixed() for _ in range(count))
        return f"(?<{self._rng.choice('==!')}{inside})"

    def _fixed(self) -> str:
        return self._word() if self._rng.random() < 0.7 else self._rng.choice(self._classes)

    def _without_names(self, pattern: str) -> str:
        for name in re.findall(r"\(\?P<(\w+)>", pattern):
            self.names.remove(name)
        return re.sub(r"\(\?P<\w+>", "(?:", pattern)


def tag_pattern(rng: random.Random) -> str:
    """A pattern for tags: a key, mostly a value, and something around them."""
    maker = PatternMaker(rng, rng.choice((TAGS, LETTERS)), named=False)
    parts = [maker.piece(), f"(?P<key>{maker.piece()})", maker.piece()]
    if rng.random() < 0.85:
        parts += [f"(?P<value>{maker.piece()})", rng.choice(("", "?")), maker.piece()]
    return "".join(parts)
