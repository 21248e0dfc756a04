"""Reads behaviour cases from Markdown.

A page has prose, one or more templates, and cases. A case is a level-two heading with prose and fenced
blocks; the word after the fence says what a block is:

    ```template        the template of the cases from here on, as JSON; in a case: of that case alone
    ```bundled         the name of a bundled template instead
    ```prefix          a JSON string; without it the prefix is ""
    ```input           a JSON list of chunks
    ```tools           a JSON list of schemas
    ```initial         the events of the prefix, where a case shows them apart
    ```events          all events, chunks of one region joined
    ```message         the message, as JSON
    ```error           instead of a message: the field (or `-` for none) and a part of the reason

One event a line: `open FIELD`, `text FIELD "..."` for a clean chunk, `raw FIELD "..."` for a dirty one,
`close FIELD VALUE`. A line `- reference: ...` says how the reference differs; without one the reference
agrees, and the tests hold it to that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
_REFERENCE = re.compile(r"^- reference: (.*)$", re.MULTILINE)
_KINDS = {
    "template",
    "bundled",
    "prefix",
    "input",
    "tools",
    "initial",
    "events",
    "message",
    "error",
}
_TEMPLATES = Path(__file__).parents[2] / "templates"


@dataclass(frozen=True, slots=True)
class BehaviourCase:
    """One case; `error` is (field, part of the reason) where no message is expected."""

    name: str
    template: dict[str, Any]
    chunks: list[str]
    prefix: str
    tools: list[Any] | None
    initial: list[dict[str, Any]] | None
    events: list[dict[str, Any]] | None
    message: Any
    error: tuple[str, str] | None
    reference: str | None

    @property
    def text(self) -> str:
        return "".join(self.chunks)


def read_cases(path: Path) -> Iterator[BehaviourCase]:
    """The cases of one page, in order; raises ValueError for a page that breaks the form."""
    text = path.read_text(encoding="utf-8")
    marks = list(_HEADING.finditer(text))
    edges = [mark.start() for mark in marks] + [len(text)]
    template = _template(_blocks(text[: edges[0]]), None)
    for mark, start, end in zip(marks, edges, edges[1:], strict=False):
        name = f"{path.stem}: {mark[1]}"
        blocks = _blocks(text[start:end])
        if "input" not in blocks:
            template = _template(blocks, template)
            continue
        yield _case(name, blocks, _template(blocks, template), text[start:end])


def _blocks(text: str) -> dict[str, str]:
    blocks = {}
    for kind, body in _BLOCK.findall(text):
        if kind not in _KINDS or kind in blocks:
            raise ValueError(f"unknown or repeated block {kind!r}")
        blocks[kind] = body
    return blocks


def _template(blocks: Mapping[str, str], default: Any) -> Any:
    if "template" in blocks:
        return json.loads(blocks["template"])
    if "bundled" in blocks:
        path = _TEMPLATES / f"{blocks['bundled'].strip()}.json"
        return json.loads(path.read_text(encoding="utf-8"))
    return default


def _case(name: str, blocks: Mapping[str, str], template: Any, text: str) -> BehaviourCase:
    if ("message" in blocks) == ("error" in blocks):
        raise ValueError(f"{name}: a case has a message or an error")
    if template is None:
        raise ValueError(f"{name}: no template")
    reference = _REFERENCE.search(text)
    return BehaviourCase(
        name=name,
        template=template,
        chunks=json.loads(blocks["input"]),
        prefix=json.loads(blocks.get("prefix", '""')),
        tools=json.loads(blocks["tools"]) if "tools" in blocks else None,
        initial=_events(blocks["initial"]) if "initial" in blocks else None,
        events=_events(blocks["events"]) if "events" in blocks else None,
        message=json.loads(blocks["message"]) if "message" in blocks else None,
        error=_error(blocks["error"]) if "error" in blocks else None,
        reference=reference[1] if reference else None,
    )


def _error(line: str) -> tuple[str, str]:
    field, _, reason = line.strip().partition(" ")
    return field, reason


def _events(log: str) -> list[dict[str, Any]]:
    return [_event(line) for line in log.splitlines() if line.strip()]


def _event(line: str) -> dict[str, Any]:
    kind, _, rest = line.partition(" ")
    field, value = _field(rest)
    match kind:
        case "open":
            return {"type": "region_open", "field": field}
        case "text" | "raw":
            text = json.loads(value)
            return {"type": "region_chunk", "field": field, "text": text, "dirty": kind == "raw"}
        case "close":
            return {"type": "region_close", "field": field, "value": json.loads(value)}
        case _:
            raise ValueError(f"no such event: {line!r}")


def _field(rest: str) -> tuple[str, str]:
    """A field's name, bare or as a JSON string, and what stands after it."""
    if rest.startswith('"'):
        name, end = json.JSONDecoder().raw_decode(rest)
        return name, rest[end:].strip()
    name, _, value = rest.partition(" ")
    return name, value
