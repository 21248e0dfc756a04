"""Docstrings in Google's style: the description, the sections, the arguments in them."""

from __future__ import annotations

import json
import re
from typing import Any

# A line of an `Args:` section that starts a new argument: `name:` or `name (type):`.
ARGUMENT_LINE = re.compile(r"([ \t]*)(\w+)(?:[ \t]*\([^()\n]*\))?:")


def section_text(docstring: str, title: str, ends: str) -> str | None:
    """What stands under the first line that holds `title:` alone, up to the first match of `ends`."""
    lines = docstring.split("\n")
    for number in range(1, len(lines) - 1):
        if lines[number].lstrip() == f"{title}:":
            return re.split(ends, "\n".join(lines[number + 1 :]), maxsplit=1)[0].rstrip()
    return None


def argument_descriptions(section: str) -> dict[str, str]:
    """The description of each argument, on one line, from the text of an `Args:` section."""
    found: dict[str, list[str]] = {}
    lines: list[str] | None = None  # of the argument that is being described
    deeper = ("", "")
    for line in section.split("\n"):
        start = ARGUMENT_LINE.match(line)
        # The line after a bare `name:` is its description, whatever it looks like.
        if start is not None and lines != [] and (lines is None or not line.startswith(deeper)):
            indent, name = start.groups()
            deeper = (indent + " ", indent + "\t")
            lines = found[name] = []
            line = line[start.end() :]
        if lines is not None and line.strip():
            lines.append(line.strip())
    return {name: " ".join(lines) for name, lines in found.items()}


def add_description(schema: dict[str, Any], text: str, where: str) -> None:
    """Put `text` into the schema; `(choices: [...])` at its end becomes the enum."""
    choices = re.search(r"\(choices:(.*)\)\s*$", text, re.IGNORECASE)
    if choices is not None:
        try:
            values = list(json.loads(choices.group(1).lstrip()))
        except (ValueError, TypeError) as error:
            raise TypeError(f"the choices of {where} are not a list in JSON: {error}") from error
        schema["enum"] = [value.strip() if isinstance(value, str) else value for value in values]
        text = text[: choices.start()].strip()
    schema["description"] = text
