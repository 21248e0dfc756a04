"""What a text becomes at a place of a schema, by the tables of docs/coercion.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .schemas import Branch, SchemaNode
from .text_casts import MISSING, NULL_WORDS, cast_word, exact_json, kind_of
from .validation import first_valid

WRAPPED_KINDS = {"string", "integer", "number", "null"}


def fit_guess(node: SchemaNode, value: Any, text: str) -> tuple[Any, str]:
    """`text` by the node, and what was done; `value`, the lenient parser's guess, is what it else stays."""
    if isinstance(value, str):
        return fit_text(node, value, bare=value == text)  # otherwise `text` has quotes of its own
    new, done = fit_text(node, text, bare=True)
    if done == "refused":
        finite = not isinstance(value, float) or abs(value) < float("inf")
        return (value if finite else text), done
    return (value if isinstance(value, (dict, list)) and type(new) is type(value) else new), done


def fit_text(node: SchemaNode, text: str, bare: bool) -> tuple[Any, str]:
    """`text` as the node wants it, and what was done: kept, cast or refused.

    In this order: the node's own enum or constant; the text itself where it is allowed; its exact JSON reading;
    the types in the schema's order.
    """
    word = text.strip()
    if node.cast is not None:
        value = node.cast(word)
        if value is MISSING and bare and node.alone == "array":
            value = wrapped(node.base, text, word)
        return (text, "refused") if value is MISSING else (value, "cast")
    if text in node.words:
        return text, "kept"
    allowed = node.keeps_quoted
    if node.limited and not allowed:
        allowed = any(one.allows("string") and one.has_member(text) for one in node.branches)
    likely = not allowed or node.members or (bare and word[:1] in ("{", "["))
    exact = exact_json(word) if likely else MISSING
    value = member_for(node.base, text, word, exact) if node.members else MISSING
    if value is MISSING and allowed:
        value = text
        if bare and word in NULL_WORDS and named(node, None):
            value = None
        elif bare and isinstance(exact, (dict, list)) and first_valid(named(node, exact), exact):
            value = exact
    elif value is MISSING and exact is not MISSING and fits_exactly(node, exact):
        value = exact
    elif value is MISSING:
        value = first_cast(node, text, word, bare)
    if value is MISSING:
        return text, "refused"
    return value, "kept" if value is text else "cast"


def named(node: SchemaNode, value: Any) -> list[Branch]:
    """The branches that speak of the type of `value` and have it among their members, if they have any."""
    kind = kind_of(value)
    return [one for one in node.branches if kind in one.names and one.has_member(value)]


def fits_exactly(node: SchemaNode, exact: Any) -> bool:
    if isinstance(exact, (dict, list)):
        if len(node.branches) == 1 and not node.limited:
            return kind_of(exact) in node.branches[0].names
        return first_valid(named(node, exact), exact) is not None
    kind = kind_of(exact)
    return any(one.allows(kind) and one.has_member(exact) for one in node.branches)


def member_for(base: Branch, text: str, word: str, exact: Any) -> Any:
    """The member of an enum that `text` stands for: itself, its exact reading, the first it can be cast to."""
    kinds = dict.fromkeys(map(kind_of, base.members[0]))
    casts = (cast_word(kind, word) for kind in kinds)
    for value in (text, exact, *casts):
        if value is not MISSING and base.has_member(value):
            return value
    return MISSING


def first_cast(node: SchemaNode, text: str, word: str, bare: bool) -> Any:
    """The first of the types named, in the schema's order, that the text can be cast to."""
    for branch in node.branches:
        for value in casts_of(branch, text, word, bare):
            if branch.has_member(value):
                return value
    # No member of an enum: then at least of its type, for the sake of what is said about it later.
    if node.base.types is None or node.base.allows("string"):
        return MISSING
    return next(iter(casts_of(node.base, text, word, bare)), MISSING)


def casts_of(branch: Branch, text: str, word: str, bare: bool) -> Iterable[Any]:
    for kind in branch.names:
        value = cast_word(kind, word)
        if value is MISSING and kind == "array" and bare:
            value = wrapped(branch, text, word)
        if value is not MISSING:
            yield value


def wrapped(branch: Branch, text: str, word: str) -> Any:
    """A list of the one item that `text` is, where items are strings or numbers, or MISSING."""
    fixed = any("prefixItems" in one or not is_schema(one.get("items")) for one in branch.parts)
    item = None if fixed or word[:1] == "[" else branch.child(0)
    kinds = {kind for one in item.branches for kind in one.names or ("",)} if item else {""}
    if item is None or not kinds <= WRAPPED_KINDS:
        return MISSING
    value, done = fit_text(item, text, bare=True)
    return MISSING if done == "refused" else [value]


def is_schema(value: Any) -> bool:
    return value is None or isinstance(value, dict)
