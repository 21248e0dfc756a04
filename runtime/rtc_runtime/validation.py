"""Which branch of a schema a value belongs to: as much of JSON Schema's validation as that takes.

Looked at are `type`, `enum`, `const`, `required`, `properties`, `patternProperties`, `additionalProperties`, `items`,
`prefixItems` and what `$ref`, `allOf`, `anyOf`, `oneOf` and `nullable` make of them. Lengths, ranges, formats and
patterns of strings are not, and nothing VALIDATION_DEPTH levels below the value in question.
"""

from __future__ import annotations

from typing import Any

from .schemas import Branch, SchemaNode
from .text_casts import MISSING, cast_word, kind_of

VALIDATION_DEPTH = 8


def choose_branch(node: SchemaNode, value: Any) -> Branch:
    """The branch by which to go on inside `value`, an object or array.

    That is the one that can hold it; among several the first of which it is valid as it stands, else the first
    of which it would be once its strings are cast; else only what counts in every branch.
    """
    kind = kind_of(value)
    takers = [branch for branch in node.branches if branch.allows(kind)]
    if len(takers) == 1:
        return takers[0]
    return first_valid(takers, value) or node.base


def first_valid(branches: list[Branch], value: Any) -> Branch | None:
    for casts in (False, True):
        memo: dict[tuple[int, int], bool] = {}
        for branch in branches:
            if branch_accepts(branch, value, casts, memo, VALIDATION_DEPTH):
                return branch
    return None


def branch_accepts(
    branch: Branch, value: Any, casts: bool, memo: dict[tuple[int, int], bool], depth: int
) -> bool:
    """Whether `value` is valid, or with `casts` would be once the strings in it are cast.

    `memo` bounds the work: each value meets each branch once, however unions nest.
    """
    kind = kind_of(value)
    if kind == "string" and casts and text_fits(branch, value):
        return True
    whole = kind == "number" and value.is_integer() and branch.allows("integer")
    if not (whole or branch.allows(kind)) or not branch.has_member(value):
        return False
    if depth == 0 or not branch.structured or kind not in ("object", "array"):
        return True
    key = (id(branch), id(value))
    if key not in memo:
        check = object_fits if kind == "object" else array_fits
        memo[key] = check(branch, value, casts, memo, depth - 1)
    return memo[key]


def node_accepts(
    node: SchemaNode, value: Any, casts: bool, memo: dict[tuple[int, int], bool], depth: int
) -> bool:
    return any(branch_accepts(branch, value, casts, memo, depth) for branch in node.branches)


def object_fits(
    branch: Branch,
    value: dict[str, Any],
    casts: bool,
    memo: dict[tuple[int, int], bool],
    depth: int,
) -> bool:
    for part in branch.parts:
        required = part.get("required")
        if isinstance(required, (list, tuple)):
            if any(isinstance(name, str) and name not in value for name in required):
                return False
    for key, item in value.items():
        child = branch.child(key)
        if child is not None and not child.open:
            if not node_accepts(child, item, casts, memo, depth):
                return False
    return True


def array_fits(
    branch: Branch, value: list[Any], casts: bool, memo: dict[tuple[int, int], bool], depth: int
) -> bool:
    for index, item in enumerate(value):
        child = branch.child(index)
        if child is not None and not child.open:
            if not node_accepts(child, item, casts, memo, depth):
                return False
    return True


def text_fits(branch: Branch, text: str) -> bool:
    """Whether `text` can be cast to something that the branch allows; inside objects and arrays is not looked."""
    word = text.strip()
    for kind in branch.names:
        value = cast_word(kind, word)
        if value is not MISSING and branch.has_member(value):
            return True
    return False
