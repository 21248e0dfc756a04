"""Random delimiter patterns for hypothesis, over few characters so that they collide with texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from rtc.delimiters import Pattern, PatternError, check_delimiter, parse_pattern

PLACES = ("^", "$", r"\A", r"\Z", r"\b", r"\B", "(?m:^)", "(?m:$)")
QUANTIFIERS = ("?", "*", "+", "??", "*?", "+?", "{2}", "{1,2}", "{,2}", "{2,}", "{0,2}?", "{1,}?")


def sources(atoms: Sequence[str], named: bool = False) -> st.SearchStrategy[str]:
    """Patterns made of `atoms`, one character each; not all of them are accepted."""
    atom = st.sampled_from(atoms)
    repeated = st.builds("{}{}".format, atom, st.sampled_from(QUANTIFIERS))
    word = st.lists(atom, min_size=1, max_size=3).map("".join)
    leaf = word | repeated | word | st.sampled_from(PLACES) | _behind(atoms)
    tree = st.recursive(leaf, lambda inner: _composed(inner, named), max_leaves=6)
    return st.lists(tree, min_size=1, max_size=3).map("".join)


def _composed(inner: st.SearchStrategy[str], named: bool) -> st.SearchStrategy[str]:
    body = st.lists(inner, min_size=1, max_size=2).map("".join)
    branch = st.lists(body, min_size=1, max_size=3).map("|".join)
    openers = ["(?:", "("] + (["(?P<x>", "(?P<y>"] if named else [])
    group = st.builds("{}{})".format, st.sampled_from(openers), branch)
    quantified = st.builds("(?:{}){}".format, branch, st.sampled_from(QUANTIFIERS))
    ahead = st.builds("(?{}{})".format, st.sampled_from("=!"), branch)
    return body | group | quantified | ahead


def _behind(atoms: Sequence[str]) -> st.SearchStrategy[str]:
    word = st.lists(st.sampled_from(atoms), min_size=1, max_size=2).map("".join)
    options = st.lists(word, min_size=1, max_size=2).map("|".join)
    return st.builds("(?<{}{})".format, st.sampled_from("=!"), options)


def usable(source: str) -> Pattern | None:
    """The pattern, if it can be a delimiter."""
    try:
        pattern = parse_pattern(source)
        check_delimiter(pattern)
    except PatternError:
        return None
    return pattern


def delimiters(atoms: Sequence[str], named: bool = False) -> st.SearchStrategy[Pattern]:
    """Patterns that can be delimiters."""
    return sources(atoms, named).map(usable).filter(bool)  # type: ignore


def _unused() -> None:
    re.compile("")
