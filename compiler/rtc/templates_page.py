"""Writes the page of bundled templates from their index and fixtures.

python -m rtc.templates_page docs/templates.md tests/fixtures
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rtc.bundled import BundledTemplate, ambiguities_everywhere, read_index
from rtc.diagnostics import printable

_PROMPT_END = 60
# Longer ones hide the notation in what they say.
_LONGEST_EXAMPLE = 2_000
_INTRODUCTION = """\
# Bundled templates

Every template that comes with rtc, from `templates/index.toml`, with one of its fixtures as an example.
This page is made by `make docs`; do not edit it. `rtc list` shows the same in short, and
`rtc compile NAME` or `rtc compile MODEL_ID` makes the parser.

Models are globs over ids, without regard to case; uploads by others and quantised ones are found too.
What the notation itself cannot carry stands under *Ambiguities*: no parser can tell those apart, and
`tests/hostile` tries them out. These hold for every template:

"""


def render_templates_page(fixtures: Path) -> str:
    """The whole page, as Markdown. `fixtures`: the folder with a JSON list of examples for each template."""
    templates = sorted(read_index(), key=lambda template: template.name)
    contents = "".join(
        f"- [{template.name}](#{template.name}): {', '.join(template.families)}\n"
        for template in templates
    )
    sections = (_render_template(template, fixtures) for template in templates)
    return f"{_INTRODUCTION}{_bullets(ambiguities_everywhere())}\n{contents}{''.join(sections)}"


def _render_template(template: BundledTemplate, fixtures: Path) -> str:
    return "".join(
        (
            f"\n## {template.name}\n\n{_words(template.title)}. {_words(template.emits)}\n\n",
            "".join(f"- {fact}\n" for fact in _facts(template)),
            _list("Ambiguities", template.ambiguities),
            _list("Notes", template.notes),
            _list("Sources", template.sources),
            _example(template, fixtures),
        )
    )


def _facts(template: BundledTemplate) -> Iterable[str]:
    yield f"Models: {_codes(template.models) or 'none with open weights'}"
    yield f"Message: {_codes(template.fields)}"
    if template.internal:
        yield f"Without events, since they only discard: {_codes(template.internal)}"
    kept = _codes(template.special_tokens)
    yield f"Special tokens that decoding must keep: {kept or 'none'}"
    yield f"Stop tokens: {_codes(template.stop)}"
    yield f"Prompt with thinking: {_prompt(template.prompts.thinking)}"
    yield f"Prompt without thinking: {_prompt(template.prompts.no_thinking)}"


def _prompt(text: str) -> str:
    return f"ends in {_code(json.dumps(text, ensure_ascii=False))}" if text else "no such mode"


def _list(title: str, lines: tuple[str, ...]) -> str:
    if not lines:
        return ""
    return f"\n{title}:\n\n{_bullets(lines)}"


def _bullets(lines: tuple[str, ...]) -> str:
    return "".join(f"- {_words(line)}\n" for line in lines)


def _codes(texts: Iterable[str]) -> str:
    return ", ".join(map(_code, texts))


def _code(text: str) -> str:
    """`text` as inline code, whatever backticks it holds."""
    text = printable(text)
    fence = "`" * (_longest_run(text) + 1)
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}"


def _words(text: str) -> str:
    """Prose as it is: what Markdown takes for tags and emphasis is escaped, but for code between backticks."""
    parts = re.split("(`[^`]+`)", printable(text))
    return "".join(
        part if at % 2 else re.sub(r"([\\<*])", r"\\\1", part) for at, part in enumerate(parts)
    )


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _example(template: BundledTemplate, fixtures: Path) -> str:
    rows = json.loads((fixtures / f"{template.name}.json").read_text(encoding="utf-8"))
    row = max(rows, key=_fullness)
    prefix = row.get("prefix", "")
    where = f", after a prompt that {_prompt(prefix[-_PROMPT_END:])}" if prefix else ""
    message = json.dumps(row["expected"], indent=2, ensure_ascii=False)
    return (
        f"\nExample (`{row['name']}`){where}:\n\n{_block(row['raw'], 'text')}"
        f"\ngives\n\n{_block(message, 'json')}"
    )


def _fullness(row: dict[str, Any]) -> tuple[bool, bool, int]:
    """How much a short example shows: a call, then other keys. The first of the fullest is taken."""
    message = row.get("expected") or {}
    return len(row["raw"]) <= _LONGEST_EXAMPLE, "tool_calls" in message, len(message)


def _block(text: str, language: str) -> str:
    fence = "`" * max(3, _longest_run(text) + 1)
    shown = "\n".join(map(printable, text.split("\n")))
    return f"{fence}{language}\n{shown}\n{fence}\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_templates_page(Path(sys.argv[2])), encoding="utf-8")
