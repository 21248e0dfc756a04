"""What a format is made of: its regions, and what becomes of the text of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .matching import Found, Watch, captures_in
from .strings import JsonStrings
from .values import guessed


class Region:
    """What a field's text is and what becomes of it.

    - `value` gives the value of a text, with `captures` that of a text and its captures. A ValueError says
      what is wrong; its `stage` tells where, if not in the content.
    - `end` gives what ends the region (None: it runs to the end, or it is not explicit).
    - `repeats`, `join`: all values are kept, in a list or as one text.
    - `dirty`: the raw text is not the value. `is_call`: a value may be a tool call, whose strings are marked
      as such where they are `quoted`. `guesses`: what `value` reads text with that may be a value or not, and
      what leaves it text, whose `guess` is the value.
    - `strings` reads the text as JSON, whose strings may hold what would end the region.
    - `complete` raises a ValueError for a text that the end of the response cut off.
    - `internal`: the text is dropped, without events. `bounces`: its delimiters may both be empty.
    - `decodes`: where JSON begins with one of these brackets, nothing but a string in it can hold the region's end.
    """

    def __init__(
        self,
        field: str,
        value: Callable[..., Any],
        end: Callable[[], Watch] | None = None,
        *,
        captures: bool = False,
        repeats: bool = False,
        join: str | None = None,
        dirty: bool = False,
        is_call: bool = False,
        quoted: bool = False,
        guesses: tuple[Callable[[str, str], Any], ...] = (),
        strings: Callable[[], JsonStrings] | None = None,
        complete: Callable[[str], Any] | None = None,
        internal: bool = False,
        bounces: bool = False,
        decodes: str = "",
    ) -> None:
        self.field = field
        self.value = value
        self.end = end
        self.captures = captures
        self.repeats = repeats
        self.join = join
        self.dirty = dirty
        self.is_call = is_call
        self.quoted = quoted
        self.guesses = guesses
        self.strings = strings
        self.complete = complete
        self.internal = internal
        self.bounces = bounces
        self.decodes = decodes
        self.is_plain = not (captures or guesses or is_call or join is not None)

    def captures_of(self, opened: Found | None, closed: Found | None) -> dict[str, str]:
        """What its delimiters captured; those of the close win."""
        captures = {} if opened is None else captures_in(opened)
        if closed is not None and closed[0].groups:
            captures.update(captures_in(closed))
        return captures

    def value_of(
        self,
        body: str,
        opened: Found | None,
        closed: Found | None,
        cast_call: Callable[..., Any] | None,
    ) -> Any:
        """The value of the text between two delimiters; a ValueError if it has none."""
        if self.is_plain:
            return self.value(body)
        given = (body, self.captures_of(opened, closed)) if self.captures else (body,)
        if cast_call is None or not self.is_call:
            value = self.value(*given, self.guesses[0]) if self.guesses else self.value(*given)
        elif self.guesses:
            value = self.cast_guesses(given, cast_call)
        else:
            value = cast_call(self.value(*given), self.quoted)
        if self.join is not None and not isinstance(value, str):
            kind = type(value).__name__
            raise JoinError(f"a joined field needs text, this is of type {kind}")
        return value

    def cast_guesses(self, given: tuple[Any, ...], cast_call: Callable[..., Any]) -> Any:
        """The value of a text that is partly guessed. Where the guesses' texts cannot be had (a placeholder leads
        into a guess), its strings count as quoted.
        """
        read, unread = self.guesses
        try:
            texts = self.value(*given, unread)
        except ValueError:
            return cast_call(self.value(*given, read), True)
        return cast_call(guessed(texts), False, texts)

    def keep(self, message: dict[str, Any], value: Any) -> None:
        """Put a value into the message."""
        if self.join is not None and message.get(self.field) is not None:
            message[self.field] += self.join + value
        elif self.repeats and self.join is None:
            message.setdefault(self.field, []).append(value)
        else:
            message[self.field] = value


class JoinError(ValueError):
    """A value that cannot be joined to others."""

    stage = "join"


def stage_of(error: ValueError) -> str:
    """Where making a value failed: in its content, its transform or its join."""
    stage: str = getattr(error, "stage", "content")
    return stage


class Format:
    """All regions of a format.

    - `between` gives what is watched where no explicit region is open; then text goes to `implicit`.
    - `context`: so many characters before a delimiter may be looked at by its pattern.
    - `defaults` gives the message at the beginning, whose keys stay; `required` fields must come.
    """

    def __init__(
        self,
        *regions: Region,
        between: Callable[[], Watch] | None,
        defaults: Callable[[], dict[str, Any]] = dict,
        implicit: str | None = None,
        required: tuple[str, ...] = (),
        context: int = 0,
    ) -> None:
        self.regions: Mapping[str, Region] = {region.field: region for region in regions}
        self.between = between
        self.defaults = defaults
        self.implicit = None if implicit is None else self.regions[implicit]
        self.required = required
        self.kept = frozenset(defaults())
        self.context = context


def never_complete(body: str) -> None:
    """The `complete` of a content of which any beginning could be the whole."""
    raise ValueError("the response ends before the region does")
