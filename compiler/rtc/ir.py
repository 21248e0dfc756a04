"""The region machine: what runs, whatever language it will be written in.

A region for each field, a watch list for each state the machine can be in, a value program for each
field. No Python source text in here, and nothing of the template's notation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Union

from rtc.delimiters.charset import CharSet
from rtc.delimiters.gaps import Gap
from rtc.delimiters.nodes import Node
from rtc.delimiters.tag_cost import Limit

JsonValue = Union[None, bool, int, float, str, list["JsonValue"], dict[str, "JsonValue"]]
Side = Literal["open", "close"]


@dataclass(frozen=True, slots=True)
class GroupUse:
    """A capture that some value needs: its name, its groups, whether it always has a text."""

    name: str
    groups: tuple[int, ...]
    certain: bool


@dataclass(frozen=True, slots=True)
class Delimiter:
    """What opens or closes a region.

    `tree` matches from `lead` characters on: any number of them before the match belong to it too.
    `literals`: the texts it stands for, where it is a list of texts. `starts`: texts with one of which it begins,
    behind blanks or where its text is known to start; empty: not known.
    """

    field: str
    side: Side
    pointer: str
    notation: str
    tree: Node
    lead: str
    literals: tuple[str, ...]
    groups: tuple[GroupUse, ...]
    starts: tuple[str, ...] = ()

    @property
    def literal(self) -> str | None:
        """The one text this delimiter is, where it is one."""
        return self.literals[0] if len(self.literals) == 1 and not self.lead else None


@dataclass(frozen=True, slots=True)
class Watch:
    """The delimiters that count in one state, in the order in which they win a tie.

    - `lead`: the characters of those leads that are set apart.
    - `exclusive`: where one matches, no other can begin, even in part.
    - `first`: the characters that can stand where one starts, None where any can.
    - `starts`: text without any of these holds none, if it does not end in one of `blanks`, which may stand
      before them, or in part of one. Empty where no such texts are known. `after`: those behind which one may
      begin with anything. `follows`: the text right behind which each begins; "": not one. `following`: what comes
      behind that, or behind `after`, where one begins and the text goes on; None: not known. `preceded`: where a
      start begins a delimiter, one of these or of `blanks` stands before it; empty: not known.
    - `context`: how many characters before a match its pattern may look at.
    - `waits`: a text that ends in `blanks` may always end in the beginning of a delimiter, from the first of
      them on. `behind`: it may not if another character than these is before them; empty: not known.
    - `window`: how many characters of a delimiter are looked at in one go.
    - `endless`: one can be under way for longer than that.
    - `far`: an attempt to match one can read further than that and fail. `steady`: yet all attempts in a text
      together cost no more than so much for each character.
    """

    delimiters: tuple[Delimiter, ...]
    lead: str = ""
    exclusive: bool = False
    first: CharSet | None = None
    starts: tuple[str, ...] = ()
    after: str = ""
    follows: str = ""
    following: CharSet | None = None
    preceded: str = ""
    blanks: str = ""
    context: int = 0
    waits: bool = False
    behind: str = ""
    window: int = 0
    endless: bool = True
    far: bool = True
    steady: bool = False

    @property
    def marks(self) -> frozenset[str]:
        """The characters with which the starts begin."""
        return frozenset(text[0] for text in self.starts)


@dataclass(frozen=True, slots=True)
class Text:
    strip: bool


@dataclass(frozen=True, slots=True)
class Integer:
    pass


@dataclass(frozen=True, slots=True)
class Float:
    pass


@dataclass(frozen=True, slots=True)
class Boolean:
    strip: bool


@dataclass(frozen=True, slots=True)
class Json:
    """`or_text`: what is no JSON is its own text, stripped where `strip` says so."""

    string_delimiters: tuple[tuple[str, str], ...]
    bare_keys: bool
    or_text: bool
    strip: bool


@dataclass(frozen=True, slots=True)
class Tags:
    """Each match of `tree` is an entry. `value` is None where no group holds it (then it is "").

    `gap`: the two searches that find the same, where there are such. `limit`: the texts in which `re` can
    look for all tags, or for where they begin if there is a gap; None: every text.
    """

    pointer: str
    notation: str
    tree: Node
    key: GroupUse
    value: GroupUse | None
    parser: Content | None
    gather: bool
    gap: Gap | None
    limit: Limit | None


@dataclass(frozen=True, slots=True)
class Lines:
    """`line_separator` None: any run of white space."""

    line_separator: str | None
    key_separator: str
    strip: bool
    parser: Content | None


@dataclass(frozen=True, slots=True)
class Calls:
    pass


Content = Union[Text, Integer, Float, Boolean, Json, Tags, Lines, Calls]


@dataclass(frozen=True, slots=True)
class Constant:
    value: JsonValue


@dataclass(frozen=True, slots=True)
class Placeholder:
    """`root` is a capture, `content`, or (element by element) a key of the element, then `keys`."""

    root: str
    keys: tuple[str, ...]

    @property
    def notation(self) -> str:
        return "{" + ".".join((self.root, *self.keys)) + "}"


@dataclass(frozen=True, slots=True)
class ObjectShape:
    members: tuple[tuple[str, Shape], ...]


@dataclass(frozen=True, slots=True)
class ArrayShape:
    items: tuple[Shape, ...]


Shape = Union[Constant, Placeholder, ObjectShape, ArrayShape]


def placeholders(shape: Shape) -> tuple[Placeholder, ...]:
    """All that `shape` holds, in the order of their evaluation."""
    match shape:
        case Placeholder():
            return (shape,)
        case ObjectShape(members):
            return tuple(one for _, member in members for one in placeholders(member))
        case ArrayShape(items):
            return tuple(one for item in items for one in placeholders(item))
        case Constant():
            return ()


@dataclass(frozen=True, slots=True)
class Value:
    """From a region's text to its value: read the content, then put it into shape."""

    content: Content
    shape: Shape | None
    each: bool


@dataclass(frozen=True, slots=True)
class Assign:
    """The last value stays."""


@dataclass(frozen=True, slots=True)
class Append:
    """Every value is kept, in a list."""


@dataclass(frozen=True, slots=True)
class Join:
    """Every text is kept, in one string."""

    separator: str


Store = Union[Assign, Append, Join]


@dataclass(frozen=True, slots=True)
class Region:
    """A field: where its text begins and ends and what becomes of it.

    `internal`: all of its text is dropped, and no event tells of it.
    """

    field: str
    pointer: str
    open: Delimiter | None
    close: Delimiter | None
    value: Value
    store: Store
    required: bool
    watch: Watch | None
    internal: bool = False

    @property
    def streams_text(self) -> bool:
        """Whether chunks of the region are parts of its value as they are."""
        return isinstance(self.value.content, (Text, Integer, Float, Boolean))


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where the current turn starts in the prompt. `text`: what it is, if it is one text that cannot overlap itself."""

    pointer: str
    notation: str
    tree: Node
    text: str | None


@dataclass(frozen=True, slots=True)
class Machine:
    """The whole parser. `between` is watched where no explicit region is open.

    `left_context`: how many characters before a match its pattern may look at.
    """

    name: str
    defaults: Mapping[str, JsonValue]
    anchor: Anchor
    regions: tuple[Region, ...]
    between: Watch | None
    left_context: int

    @property
    def implicit(self) -> Region | None:
        """The one region without an open: text goes to it where no explicit one is open."""
        return next((region for region in self.regions if region.open is None), None)

    @property
    def explicit(self) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if region.open is not None)

    @property
    def visible(self) -> tuple[Region, ...]:
        """The regions that the message and the events can tell of."""
        return tuple(region for region in self.regions if not region.internal)

    @property
    def watches(self) -> tuple[Watch, ...]:
        """All watch lists there are."""
        lists = (self.between, *(region.watch for region in self.regions))
        return tuple(watch for watch in lists if watch is not None)
