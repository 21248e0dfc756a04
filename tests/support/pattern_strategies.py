"""Random delimiter patterns for hypothesis, over few characters so that they collide with texts."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache

from hypothesis import HealthCheck, reject, settings
from hypothesis import strategies as st

from rtc import ir
from rtc.delimiters import Pattern, PatternError, check_delimiter, parse_pattern
from rtc.delimiters.captures import captures
from rtc.delimiters.charset import CharSet, render_charset
from rtc.delimiters.nodes import Branch, Chars, Group, Node, Repeat
from rtc.delimiters.nodes import Sequence as SequenceNode

STEADY = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
PLACES = ("^", "$", r"\A", r"\Z", r"\b", r"\B", "(?m:^)", "(?m:$)")
QUANTIFIERS = ("?", "*", "+", "??", "*?", "+?", "{2}", "{1,2}", "{,2}", "{2,}", "{0,2}?", "{1,}?")
SAMPLE = "".join(map(chr, range(128))) + "\x85\xa0éß\u2003\u2028\u200b中"


def sources(
    atoms: Sequence[str], *, places: Sequence[str] = PLACES, named: bool = False
) -> st.SearchStrategy[str]:
    """Patterns made of `atoms`, each one character wide, and `places`; not all of them are accepted."""
    atom = st.sampled_from(atoms)
    repeated = st.builds("{}{}".format, atom, st.sampled_from(QUANTIFIERS))
    word = st.lists(atom, min_size=1, max_size=3).map("".join)
    leaf = word | repeated | word
    if places:
        leaf |= st.sampled_from(places) | _behind(atoms)
    tree = st.recursive(leaf, lambda inner: _composed(inner, named), max_leaves=6)
    return st.lists(tree, min_size=1, max_size=3).map("".join)


def _composed(inner: st.SearchStrategy[str], named: bool) -> st.SearchStrategy[str]:
    body = st.lists(inner, min_size=1, max_size=2).map("".join)
    branch = st.lists(body, min_size=1, max_size=3).map("|".join)
    openers = ["(?:", "(", *(["(?P<x>", "(?P<y>"] if named else [])]
    group = st.builds("{}{})".format, st.sampled_from(openers), branch)
    quantified = st.builds("(?:{}){}".format, branch, st.sampled_from(QUANTIFIERS))
    ahead = st.builds("(?{}{})".format, st.sampled_from("=!"), branch)
    return body | group | quantified | ahead


def _behind(atoms: Sequence[str]) -> st.SearchStrategy[str]:
    word = st.lists(st.sampled_from(atoms), min_size=1, max_size=2).map("".join)
    options = st.lists(word, min_size=1, max_size=2).map("|".join)
    return st.builds("(?<{}{})".format, st.sampled_from("=!"), options)


@st.composite
def patterns(draw: st.DrawFn, source: st.SearchStrategy[str], streamed: bool = True) -> Pattern:
    """Those of the sources that are accepted, as delimiters where they are `streamed`."""
    try:
        pattern = parse_pattern(draw(source))
        if streamed:
            check_delimiter(pattern)
    except PatternError:
        reject()
    return pattern


def matching_text(node: Node, rng: random.Random) -> str:
    """A text that `node` matches, but for what it asks of the text around."""
    match node:
        case Chars(charset):
            return rng.choice(members(charset) or "?")
        case SequenceNode(items):
            return "".join(matching_text(item, rng) for item in items)
        case Branch(options):
            return matching_text(rng.choice(options), rng)
        case Group(body):
            return matching_text(body, rng)
        case Repeat(body, low, high, _):
            most = low + 2 if high is None else min(high, low + 2)
            return "".join(matching_text(body, rng) for _ in range(rng.randint(low, most)))
        case _:
            return ""


@lru_cache(maxsize=4096)
def members(charset: CharSet) -> str:
    """The characters of SAMPLE that are in `charset`."""
    accepts = re.compile(render_charset(charset), re.DOTALL).match
    return "".join(character for character in SAMPLE if accepts(character))


def group_uses(tree: Node) -> tuple[ir.GroupUse, ...]:
    """All named groups of `tree`, as a machine has them."""
    return tuple(ir.GroupUse(one.name, one.numbers, one.certain) for one in captures(tree))


def undecided(match: re.Match[str] | None) -> bool:
    """Whether an edge pattern's match ran out of text, so that more text decides what it is."""
    return match is not None and match.lastindex is not None
