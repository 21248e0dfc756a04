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
    if not prefix:
        return ""
    end = None
    for match in compiled(anchor).finditer(prefix):
        end = match.end()
    if end is None:
        import logging

        logging.getLogger(__name__).info(
            "the start anchor is not in the prefix: the whole prefix counts as the response's beginning"
        )
    return prefix[end:]
