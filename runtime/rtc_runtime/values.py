"""Building a field's value: tags gathered in a dict, placeholders looked up for its transform."""

from __future__ import annotations

from typing import Any

from .errors import clip


class TransformError(ValueError):
    """A value that cannot be put into shape."""

    stage = "transform"


def gather(entries: dict[str, Any], gathered: set[str], key: str, value: Any) -> None:
    """Set `key` in `entries`; the values of a repeated key become a list. `gathered` holds those keys."""
    if key not in entries:
        entries[key] = value
    elif key in gathered:
        entries[key].append(value)
    else:
        entries[key] = [entries[key], value]
        gathered.add(key)


def descend(value: Any, keys: tuple[str, ...], placeholder: str) -> Any:
    """What `placeholder`, a dotted path, stands for: `keys` lead there from `value`, the root's."""
    for key in keys:
        if not isinstance(value, dict):
            kind = type(value).__name__
            raise TransformError(
                f"{{{placeholder}}} looks for the key {key!r} in a value of type {kind}"
            )
        if key not in value:
            raise TransformError(f"{{{placeholder}}} finds no key {key!r}; {available(value)}")
        value = value[key]
    return value


def pick(name: str, placeholder: str, scope: dict[str, Any], *others: dict[str, Any]) -> Any:
    """The value of `name`, the root of `placeholder`, in the first of the scopes that has it."""
    for one in (scope, *others):
        if name in one:
            return one[name]
    raise not_defined(placeholder, scope, *others)


def undefined(elements: list[dict[str, Any]], *placeholders: str) -> TransformError:
    """What is wrong where one of the elements lacks the root of a placeholder."""
    lacks = (
        (placeholder, element)
        for element in elements
        for placeholder in placeholders
        if placeholder.partition(".")[0] not in element
    )
    return not_defined(*next(lacks))


def not_defined(placeholder: str, *scopes: dict[str, Any]) -> TransformError:
    names = {name: None for scope in scopes for name in scope}
    return TransformError(f"{{{placeholder}}} is not defined; {available(names)}")


def available(entries: dict[str, Any]) -> str:
    return clip(f"available: {', '.join(map(repr, entries)) or 'nothing'}", 200)


def objects_in(value: Any) -> list[dict[str, Any]]:
    """`value`, which must be a list of objects for each to be put into shape."""
    if not isinstance(value, list):
        raise TransformError(f"expected a list of objects, this is of type {type(value).__name__}")
    for element in value:
        if not isinstance(element, dict):
            raise TransformError(f"expected objects in the list, one is {type(element).__name__}")
    return value


def guessed(texts: Any) -> Any:
    """A copy of a value in which each text that has a `guess` is that guess. What was one list or dict stays one."""
    whole: list[Any] = [texts]
    copies: dict[int, Any] = {}
    pending: list[Any] = [whole]
    for holder in pending:  # which grows
        for key, item in holder.items() if type(holder) is dict else enumerate(holder):
            if type(item) is dict or type(item) is list:
                copied = copies.get(id(item))
                if copied is None:
                    copied = copies[id(item)] = item.copy()
                    pending.append(copied)
                holder[key] = copied
            elif type(item) is not str and hasattr(item, "guess"):
                holder[key] = item.guess
    return whole[0]
