"""The error that a bad model output gives, and the wording of its reasons."""

from __future__ import annotations

from typing import Any


def clip(text: str, limit: int = 80) -> str:
    """`text`, cut after `limit` characters."""
    return text if len(text) <= limit else text[:limit] + "..."


class ParseError(ValueError):
    """A model output that its format does not allow.

    - `reason`: what is wrong, in words.
    - `field`: the field whose region failed, or None where no single region is at fault.
    - `offset`: where that region's text starts in the generation; negative inside the prefix.
    - `text`: the whole raw text of the region.
    - `message`: what had been parsed so far.
    - `events`: the events of this call that came before the error.
    - `index`, `messages`: in a batch, which response failed and the messages of those before it.
    """

    def __init__(
        self,
        reason: str,
        *,
        field: str | None = None,
        offset: int = 0,
        text: str = "",
        message: dict[str, Any] | None = None,
        events: list[Any] | None = None,
        index: int | None = None,
        messages: list[Any] | None = None,
    ) -> None:
        # `args` holds the reason alone: with the instance's attributes it is all that pickle and copy need.
        super().__init__(reason)
        self.reason = reason
        self.field = field
        self.offset = offset
        self.text = text
        self.message = {} if message is None else message
        self.events = [] if events is None else events
        self.index = index
        self.messages = [] if messages is None else messages

    def __str__(self) -> str:
        response = "" if self.index is None else f"response {self.index}, "
        field = "" if self.field is None else f"field {clip(self.field)!r} "
        sentence = f"{response}{field}at offset {self.offset}: {clip(self.reason, 400)}"
        return f"{sentence} (text: {clip(self.text)!r})" if self.text else sentence
