"""The tree of a template as its author wrote it, with the place of each part.

Checked and normalised on the way: flags are booleans, defaults of the language are filled in, arguments
that nothing uses are gone. Where a part could not be read, an error says so and the tree holds
the nearest thing: `Literals` without texts for a delimiter, an unknown `Content.name`. A tree
without errors has none of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rtc.delimiters import Pattern
from rtc.diagnostics import Origin
from rtc.source import JsonValue

TEMPLATE_KEYS = ("version", "defaults", "start_anchor", "start_anchor_pattern", "fields")
FIELD_KEYS = (
    "open",
    "open_pattern",
    "close",
    "close_pattern",
    "repeats",
    "join",
    "optional",
    "content",
    "content_args",
    "transform",
    "transform_each",
)


@dataclass(frozen=True, slots=True)
class Literals:
    """Any of these texts. Each stands once, in the author's order."""

    texts: tuple[str, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class PatternText:
    """A regex."""

    source: str
    pattern: Pattern
    origin: Origin


Delimiter: TypeAlias = Literals | PatternText


@dataclass(frozen=True, slots=True)
class Content:
    """What parses the text of a region.

    `origin` is that of the object of arguments, of the content's name where there are none.
    `args` holds the arguments the author gave and the content uses, by name, without `value_parser`:
    flags as booleans, `string_delims` as a list of [open, close]. `tag` is the parsed `tag_pattern`.
    """

    name: str
    origin: Origin
    args: Mapping[str, JsonValue] = field(default_factory=dict)
    tag: Pattern | None = None
    value_parser: Content | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A key of the message. The one without `open` is the implicit field."""

    name: str
    open: Delimiter | None
    close: Delimiter | None
    repeats: bool
    join: str | None
    optional: bool
    content: Content
    transform: JsonValue
    has_transform: bool
    transform_each: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class Template:
    """A whole template. `name` is that of the file it comes from."""

    defaults: Mapping[str, JsonValue]
    anchor: Delimiter
    fields: tuple[Field, ...]
    origin: Origin
    name: str
