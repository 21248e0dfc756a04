"""What the coercion did with each value of a call's arguments, and whose fault it is where something is wrong.

The *stage* that owns a fault: `generation` (the model did not write what the schema asks), `parser` (a limit of
this parser), `schema` (it has no type here).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .coercion import CoercionStep, DeepCoercion, EachItem, within
from .errors import clip
from .matching import compiled
from .schemas import Branch, SchemaNode, SchemaReader
from .text_casts import JSON_NUMBER, MISSING, exact_json, kind_of


class ValueReport(NamedTuple):
    """What was done with one argument of a call, or with a value inside of one.

    - `tool`, `path`: the call's tool; keys and indexes, from the arguments on.
    - `written`: the value as it was parsed, for a guess its text; `notation`: quoted, bare, guess, or "" for
      what is missing. docs/coercion.md explains them.
    - `pointer`: the place in the tool's parameters that speaks of the value, a JSON pointer; where none does, the
      last one on the way there; None without such a tool.
    - `value`: what the message has. `done`: kept, cast, refused, untyped, missing or repaired.
    - `stage`, `reason`: whose fault it is, None where all is well, and what is wrong.
    - `repaired`: each repair by its name, with what was done.
    """

    tool: str
    path: tuple[str | int, ...]
    written: Any
    notation: str
    pointer: str | None
    value: Any
    done: str
    stage: str | None
    reason: str
    repaired: tuple[tuple[str, str], ...] = ()


class RecordingCoercion(DeepCoercion):
    """Casts as `caster` does and records it: each value if that is the deep coercion, or nothing."""

    def __init__(self, caster: Callable[..., Any] | None) -> None:
        super().__init__(caster.schemas if isinstance(caster, DeepCoercion) else {}, self.note)
        self.caster = None if isinstance(caster, DeepCoercion) else caster
        self.with_tools = caster is not None
        self.begin()

    def begin(self) -> None:
        """A new value is read."""
        self.parsed: Any = MISSING
        self.copies: dict[int, tuple[Any, Any]] = {}
        self.arguments: list[ValueReport] = []
        self.places: dict[tuple[str | int, ...], str | None] = {}
        self.silent = False  # the schema says nothing of the arguments
        self.step: CoercionStep | None = None

    def __call__(self, value: Any, quoted: bool, texts: Any = None) -> Any:
        self.parsed = snapshot(value, self.copies)
        if self.caster is not None:
            return self.caster(value, quoted, texts)
        return super().__call__(value, quoted, texts)

    def cast_call(self, call: dict[str, Any], texts: Any, quoted: bool) -> None:
        name, arguments = call.get("name"), call.get("arguments")
        if not isinstance(name, str) or "arguments" not in call:
            return
        self.places, self.silent = {}, False
        node = root_node(self.schemas.get(name))
        told = any(branch.structured for branch in node.branches)
        if isinstance(arguments, dict) and not told:
            # Nothing is said of any argument: each is told of all the same.
            self.silent = True
            node = root_node({"properties": {key: {} for key in arguments}})
        if name in self.schemas and not self.silent:
            super().cast_call(call, texts, quoted)
        elif arguments != {}:
            self.cast_inside(name, [arguments], node, [within(texts, "arguments")], quoted)

    def note(self, step: CoercionStep) -> None:
        self.step = step

    def cast_entry(
        self, tool: str, holder: Any, key: Any, branch: Any, texts: Any, quoted: bool, path: Any
    ) -> Any:
        child = branch.child(key)
        below = super().cast_entry(tool, holder, key, branch, texts, quoted, path)
        step, self.step = self.step, None
        if step is not None:
            self.add(step, child, below)
        return below

    def add(self, step: CoercionStep, node: SchemaNode | None, below: Any) -> None:
        """Report a step; `below`: what is to be done inside of the value, if anything."""
        tool, path, written, notation, pointer, value, done = step
        declared = tool in self.schemas
        pointer = self.places.get(path[:-1], "") if pointer is None else pointer
        pointer = None if not declared else "" if self.silent else pointer
        self.places[path] = pointer
        if not declared:
            stage = "schema" if self.with_tools else None
            reason = "no tool of this name is known" if self.with_tools else ""
        else:
            stage, reason = fault_of(step, node, below)
        if isinstance(written, str):
            snapshot(value, self.copies)  # before what is in it is cast
        elif isinstance(written, (dict, list)):
            written = self.copies[id(written)][1]
        # The arguments as a whole are no argument.
        if path or (not self.silent and (stage is not None or done == "cast")):
            shown = (tool, path, written, notation, pointer, value, done, stage, reason)
            self.arguments.append(ValueReport(*shown))
        if declared and below is not None:
            for name in absent_keys(below[1], below[0]):
                reason = "the schema requires this key"
                lack = (tool, (*path, name), None, "", pointer, None, "missing")
                self.arguments.append(ValueReport(*lack, "generation", reason))


def snapshot(value: Any, copies: dict[int, tuple[Any, Any]]) -> Any:
    """A copy of `value`; `copies` gets each list and dict in it with its copy, by the identity of the original."""
    whole: list[Any] = [value]
    pending: list[Any] = [whole]
    while pending:
        holder = pending.pop()
        entries = list(holder.items() if isinstance(holder, dict) else enumerate(holder))
        for key, item in entries:
            if isinstance(item, (dict, list)):
                holder[key] = item.copy()
                copies[id(item)] = (item, holder[key])
                pending.append(holder[key])
    return whole[0]


def fault_of(step: CoercionStep, node: SchemaNode | None, below: Any) -> tuple[str | None, str]:
    """Whose fault it is that a value is not as the schema asks, None if it is, and what is wrong."""
    if node is None or node.open:
        return "schema", "the schema says nothing of this value"
    if any(not members for branch in node.branches for members in branch.members):
        return "generation", "the schema does not allow this key"
    kind = kind_of(step.value)
    if not any(accepts(branch, kind, step.value) for branch in node.branches):
        wanted = wanted_of(node)
        if isinstance(step.value, str) and is_oversized(step.value.strip()):
            return "parser", "a number that is too large to be converted"
        return "generation", f"the schema asks for {clip(', '.join(wanted))}"
    if step.value and isinstance(step.value, (dict, list)) and below is None:
        return "schema", "the schema says nothing of what is inside"
    return None, ""


def accepts(branch: Branch, kind: str, value: Any) -> bool:
    whole = kind == "number" and value.is_integer() and branch.allows("integer")
    return (whole or branch.allows(kind)) and branch.has_member(value)


def wanted_of(node: SchemaNode) -> list[str]:
    """What the schema allows at a place: the members of its enums, else types."""
    wanted: dict[str, None] = {}
    for branch in node.branches:
        listed = branch.members[0] if branch.members else ()
        wanted.update(dict.fromkeys([shown(one) for one in listed] or branch.names))
    return list(wanted)


def absent_keys(branch: Branch | EachItem, value: Any) -> list[str]:
    """The keys that the schema requires and that `value`, an object, lacks."""
    if not isinstance(branch, Branch) or not isinstance(value, dict):
        return []
    listed = [part.get("required") for part in branch.parts]
    names = [name for one in listed if isinstance(one, (list, tuple)) for name in one]
    absent = [name for name in names if isinstance(name, str) and name not in value]
    return list(dict.fromkeys(absent))


def shown(member: Any) -> str:
    try:
        return clip(repr(member))
    except (RecursionError, ValueError):  # nested too deep, or too many digits
        return kind_of(member)


def is_oversized(word: str) -> bool:
    """Whether a text is a number as JSON has them, but none that this interpreter takes."""
    return compiled(JSON_NUMBER).fullmatch(word) is not None and exact_json(word) is MISSING


def root_node(schema: Any) -> SchemaNode:
    return SchemaReader(schema).root_node()
