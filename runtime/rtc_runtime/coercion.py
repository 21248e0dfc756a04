"""Casting the arguments of tool calls by the whole of their tools' schemas.

How a value was written decides what may become of it. *Quoted*: the format marks strings, so a string is one
and a number is one. *Bare*: the format writes strings without quotes, so a text may be anything. A *guess* is what
a lenient parser made of such a text; the text itself comes along as UnquotedText. docs/coercion.md has the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from .fitting import fit_guess, fit_text
from .json_values import json_or_text
from .known_schemas import READ_SIZE, schema_root
from .plain_schemas import calls_stay, stays
from .schema_keywords import pointer_text
from .schemas import Branch, SchemaNode, SchemaReader
from .text_casts import KINDS, MISSING
from .tools import ReferenceCoercion, tool_parameters, tool_schemas
from .validation import choose_branch


class UnquotedText(str):
    """A text of which a lenient parser guessed a value. It stands in for that value and is never given out."""

    __slots__ = ("guess",)
    guess: Any


def unread(text: str, fallback: str) -> UnquotedText:
    """Instead of `json_or_text`: the text, which has the value with it."""
    unquoted = UnquotedText(fallback)
    unquoted.guess = json_or_text(text, fallback)
    return unquoted


class CoercionStep(NamedTuple):
    """What was done with one value.

    `path`: keys and indexes, from the arguments on. `written`: the value as it was parsed, or the text of a
    guess. `notation`: quoted, bare or guess. `pointer`: the place in the tool's parameters, a JSON pointer, None
    where they have no place for the value. `done`: kept, cast, refused (the schema allows nothing that the text can be) or untyped (the
    schema says nothing here).
    """

    tool: str
    path: tuple[str | int, ...]
    written: Any
    notation: str
    pointer: str | None
    value: Any
    done: str


class EachItem:
    """In place of a branch: one node for every item of a list."""

    def __init__(self, node: SchemaNode) -> None:
        self.node = node
        self.fields: dict[str | int, SchemaNode | None] = {}
        self.fixed = 0

    def child(self, key: str | int) -> SchemaNode | None:
        return self.node


class DeepCoercion:
    """Casts arguments in place.

    `schemas`: the parameters of each tool, by its name, read when a call gets there. `record`: told of every
    value that is met.
    """

    def __init__(
        self, schemas: dict[str, Any], record: Callable[[CoercionStep], None] | None = None
    ) -> None:
        self.schemas = schemas
        self.record = record
        self.active = bool(schemas) or record is not None
        self.nodes: dict[str, SchemaNode] = {}

    def __call__(self, value: Any, quoted: bool, texts: Any = None) -> Any:
        """Cast the arguments of every tool call that `value` is or that its lists hold; returns `value`.

        `quoted`: how its strings were written. `texts`: the value again with an UnquotedText for each guess.
        """
        if texts is None and self.record is None and not self.nodes:
            if calls_stay(self.schemas, value if type(value) is list else (value,), quoted):
                return value
        pending = [(value, texts)] if self.active else []
        while pending:
            item, texts = pending.pop()
            if type(item) is dict:
                call = item.get("function")
                if type(call) is dict:
                    self.cast_call(call, texts and within(texts, "function"), quoted)
            elif type(item) is list:
                found = [(one, texts and within(texts, at)) for at, one in enumerate(item)]
                pending += reversed(found)
        return value

    def cast_call(self, call: dict[str, Any], texts: Any, quoted: bool) -> None:
        name = call.get("name")
        if type(name) is not str or name not in self.schemas or "arguments" not in call:
            return
        arguments, silent = call["arguments"], self.record is None
        node = self.nodes.get(name)
        if node is None:
            schema = self.schemas[name]
            if silent and texts is None and stays(schema, arguments, quoted):
                return
            node = schema_root(name, schema) if silent else SchemaReader(schema).root_node()
            self.nodes[name] = node
        whole, texts = [arguments], within(texts, "arguments")
        if silent:
            cast_silently(whole, node, texts, quoted)
            if node.base.reader.size > READ_SIZE:
                node.base.reader.forget()
        else:
            self.cast_inside(name, whole, node, [texts], quoted)
        if whole[0] is not arguments:
            call["arguments"] = whole[0]

    def cast_inside(
        self, tool: str, whole: list[Any], node: SchemaNode, texts: list[Any], quoted: bool
    ) -> None:
        """Cast the one value in the list `whole`, and what is in it, to any depth."""
        pending: list[Any] = [(whole, EachItem(node), texts, quoted, None)]
        while pending:
            holder, branch, texts, quoted, path = pending.pop()
            for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
                below = self.cast_entry(tool, holder, key, branch, texts, quoted, path)
                if below is not None:
                    pending.append(below)

    def cast_entry(
        self, tool: str, holder: Any, key: Any, branch: Any, texts: Any, quoted: bool, path: Any
    ) -> Any:
        """Cast one entry of an object or array; what is to be done inside of it comes back, if anything."""
        value, child, raw = holder[key], branch.child(key), within(texts, key)
        guessed = isinstance(raw, UnquotedText)
        if child is None or child.open:
            new, done = value, "untyped"
        elif guessed:
            new, done = fit_guess(child, value, str(raw))
        elif isinstance(value, str):
            new, done = fit_text(child, value, not quoted)
        else:
            new, done = value, "kept"
        if new is not value:
            holder[key] = new
        if self.record is not None:
            notation = "guess" if guessed else "quoted" if quoted else "bare"
            place = None if child is None else pointer_text(child.pointer)
            written = str(raw) if guessed else value
            steps = path_steps((path, key))
            self.record(CoercionStep(tool, steps, written, notation, place, new, done))
        if child is None or child.open or not isinstance(new, (dict, list)):
            return None
        # What was read from a text is JSON, with quotes.
        as_json = guessed or isinstance(value, str)
        texts, quoted = (None, True) if as_json else (raw, quoted)
        below = choose(child, new, not quoted)
        return None if below is None else (new, below, texts, quoted, (path, key))


def cast_silently(whole: list[Any], node: SchemaNode, texts: Any, quoted: bool) -> None:
    """As `cast_inside`, where nobody is told. Values have JSON's types, no subclasses."""
    pending: list[Any] = []
    if type(whole[0]) is not dict or texts is not None:
        pending.append((whole, EachItem(node), None if texts is None else [texts], quoted))
    elif not node.open:
        below = choose(node, whole[0], False)
        pending += [] if below is None else [(whole[0], below, None, quoted)]
    while pending:
        holder, branch, texts, quoted = pending.pop()
        if texts is None:
            cast_entries(pending, holder, branch, quoted)
        else:
            cast_guesses(pending, holder, branch, texts, quoted)


def cast_entries(pending: list[Any], holder: Any, branch: Any, quoted: bool) -> None:
    """Cast the entries of an object or array; what is to be done inside of them goes to `pending`."""
    known, each = branch.fields.get, None
    if type(holder) is list and not branch.fixed:
        each = branch.child(0)
        if each is None or each.settled[quoted]:
            return
    for key, value in holder.items() if type(holder) is dict else enumerate(holder):
        kind = type(value)
        if kind is not str and kind is not dict and kind is not list:
            continue
        child = each or known(key) or branch.child(key)
        if child is None or child.settled[quoted]:
            continue
        inside = quoted
        if kind is str:
            holder[key] = value = text_cast(child, value, quoted)
            kind, inside = type(value), True  # it was JSON, with quotes
        below = choose(child, value, not inside) if kind is dict or kind is list else None
        if below is not None:
            pending.append((value, below, None, inside))


def text_cast(node: SchemaNode, text: str, quoted: bool) -> Any:
    """What `fit_text` makes of a text; the common cases need no call of it."""
    if text in node.words or (node.keeps_quoted if quoted else node.keeps_bare):
        return text
    new = MISSING if node.cast is None else node.cast(text.strip())
    return fit_text(node, text, not quoted)[0] if new is MISSING else new


def cast_guesses(pending: list[Any], holder: Any, branch: Any, texts: Any, quoted: bool) -> None:
    """The same where some values are guesses; `texts` has what was written."""
    known = branch.fields.get
    for key, value in holder.items() if type(holder) is dict else enumerate(holder):
        child = known(key) or branch.child(key)
        if child is None or child.open or (child.keeps_bare and type(value) is str):
            continue  # a text stays, however it was written
        text, kind, inside = within(texts, key), type(value), quoted
        if type(text) is UnquotedText:
            if kind is float or KINDS.get(kind) != child.alone:  # floats may be infinite
                holder[key] = value = fit_guess(child, value, str(text))[0]
            text, inside = None, True
        elif kind is str:
            holder[key] = value = text_cast(child, value, quoted)
            text, inside = None, True
        kind = type(value)
        below = choose(child, value, not inside) if kind is dict or kind is list else None
        if below is not None:
            pending.append((value, below, text, inside))


def call_caster(
    tools: Iterable[Any] | None, describe: Callable[[Any], dict[str, Any]], name: str
) -> DeepCoercion | ReferenceCoercion | None:
    """The coercion of that name, `deep` or `reference`, by the schemas of `tools`; None without tools."""
    if tools is None and name in ("deep", "reference"):
        return None
    if name == "deep":
        return DeepCoercion(tool_schemas(tools, describe))
    if name == "reference":
        return ReferenceCoercion(tool_parameters(tools, describe))
    raise ValueError(f'coercion is "deep" or "reference", not {name!r}')


def within(texts: Any, key: Any) -> Any:
    """What the texts of a value have at `key`; None where they go no further."""
    return texts[key] if isinstance(texts, (dict, list)) else None


def path_steps(path: Any) -> tuple[str | int, ...]:
    """The keys of a linked path, without the first, which is the place of the arguments themselves."""
    steps: list[str | int] = []
    while path is not None:
        path, key = path
        steps.append(key)
    return tuple(reversed(steps[:-1]))


def choose(node: SchemaNode, value: Any, bare: bool) -> Branch | EachItem | None:
    """By what to go on inside `value`; None where nothing is said of what is in it."""
    if bare and type(value) is list and not node.takes_lists:
        return EachItem(node)  # the values of a repeated tag
    branch = node.lone or choose_branch(node, value)
    return branch if branch.structured else None
