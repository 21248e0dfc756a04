"""What the reference makes of a text: transformers' interpreter, fed once.

The oracle for a prefix is the truncated prefix joined to the generation, in one feed with `prefix=""`:
compiled parsers must give that for every chunking.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from transformers.utils.chat_parsing import ResponseParser
from transformers.utils.chat_parsing.response_templates import (
    ResponseTemplate,
    load_response_template,
)

from tests.support.outcomes import Event, Outcome, merge_events

Tools = Sequence[Any] | None


class NoOracle(Exception):
    """The reference does not come to an end on this text."""


def _bounded_scan(parser: Any, watch: Any, eos: bool) -> Any:
    parser.steps_left -= 1
    if parser.steps_left < 0:
        raise NoOracle
    return ResponseParser._scan(parser, watch, eos)


# The reference with a limit on its steps: a zero-width close on a zero-width open never ends.
_BoundedParser: Any = type("BoundedParser", (ResponseParser,), {"_scan": _bounded_scan})


def load_template(template: dict[str, Any]) -> ResponseTemplate:
    """The reference's own form of a template; raises what the reference raises."""
    return load_response_template(template)


def truncate(template: ResponseTemplate, prefix: str) -> str:
    return str(template.truncate_past_last_anchor(prefix))


def parse_whole(
    template: ResponseTemplate, text: str, prefix: str = "", tools: Tools = None
) -> Outcome:
    """The outcome of one feed; raises NoOracle where there is none."""
    return _outcome(template, [truncate(template, prefix) + text], "", tools)


def parse_chunks(
    template: ResponseTemplate, chunks: Iterable[str], prefix: str = "", tools: Tools = None
) -> Outcome:
    """The outcome of a streamed parse with its own prefix; raises NoOracle where there is none."""
    return _outcome(template, list(chunks), prefix, tools)


def _outcome(template: ResponseTemplate, chunks: list[str], prefix: str, tools: Tools) -> Outcome:
    limit = 4 * (len(prefix) + sum(map(len, chunks)) + len(chunks)) + 64
    try:
        parser = _BoundedParser.__new__(_BoundedParser)
        parser.steps_left = limit
        parser.__init__(template, prefix=prefix, tools=tools)
        events: list[Event] = list(parser.initial_events)
        for chunk in chunks:
            events += parser.feed(chunk)
        message, last = parser.finalize()
    except NoOracle:
        raise
    except TimeoutError as error:
        raise NoOracle from error
    except Exception as error:  # it raises whatever the text provokes
        return Outcome("", error=f"{type(error).__name__}: {error}")
    return Outcome(repr(message), repr(merge_events(events + last)))
