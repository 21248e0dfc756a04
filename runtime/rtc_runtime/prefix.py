"""The prompt: only the current turn of it belongs to the response."""

from __future__ import annotations

from .matching import compiled

PREFIX_REQUIRED = (
    "a prefix is required: the prompt that was given to the model. Prompts often write the beginning of "
    'the response (an opening tag, say), and without it the rest is misread. Pass prefix="" if the text '
    "is the whole response."
)


def after_anchor(prefix: str | None, anchor: str) -> str:
    """What follows the last match of the pattern `anchor` in `prefix`; all of it if there is none."""
    if prefix is None:
        raise ValueError(PREFIX_REQUIRED)
    end = None
    for match in compiled(anchor).finditer(prefix) if prefix else ():
        end = match.end()
    return without_anchor(prefix) if end is None else prefix[end:]


def after_text(prefix: str | None, anchor: str) -> str:
    """The same for an anchor that is a text no two of which can overlap, so that the last is found from the end."""
    if prefix is None:
        raise ValueError(PREFIX_REQUIRED)
    at = prefix.rfind(anchor)
    return without_anchor(prefix) if at < 0 else prefix[at + len(anchor) :]


def without_anchor(prefix: str) -> str:
    if prefix:
        import logging

        logging.getLogger(__name__).info(
            "the start anchor is not in the prefix: the whole prefix counts as the response's beginning"
        )
    return prefix
