"""One long turn in the notation of every bundled template: python -m tests.hostile.long_turns

Writes the fixture `long_turn` of every file in tests/fixtures: the same thought, answer and calls, as far as
the format carries them. What is no call or thought there stands in the answer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.hostile.layouts import LAYOUTS
from tests.hostile.long_texts import ANSWER, CALLS, THOUGHT, TOOLS
from tests.hostile.turns import BEFORE, Call, Layout, Turn
from tests.support.fixtures import FIXTURES

NAME = "long_turn"


def long_turn(layout: Layout) -> Turn:
    """All that the format carries in one turn."""
    calls = CALLS[: layout.calls]
    thinks = layout.thinking is not None
    if calls and BEFORE not in layout.places:
        return Turn(calls, thought=THOUGHT if thinks else None)
    texts = [ANSWER, *map(_shown, CALLS[len(calls) :])]
    if not thinks:
        texts.insert(0, THOUGHT)
    return Turn(("\n\n".join(texts), *calls), thought=THOUGHT if thinks else None)


def _shown(call: Call) -> str:
    """A call that the format has no place for, as an answer shows it."""
    values = [
        value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
        for value in call.arguments.values()
    ]
    return f"```\n{max(values, key=len)}\n```"


def row(name: str) -> dict[str, Any]:
    """The fixture of a template."""
    layout = LAYOUTS[name]
    turn = long_turn(layout)
    return {
        "name": NAME,
        "raw": layout.write(turn),
        "prefix": layout.prefix(turn),
        "tools": TOOLS if layout.calls else None,
        "expected": layout.message(turn, typed=True),
    }


def path_of(name: str) -> Path:
    return FIXTURES / f"{name}.json"


def write(name: str) -> None:
    """Replaces the fixture where it is, or adds it at the end."""
    rows = json.loads(path_of(name).read_text("utf-8"))
    names = [one["name"] for one in rows]
    place = names.index(NAME) if NAME in names else len(rows)
    rows[place : place + 1] = [row(name)]
    text = json.dumps(rows, indent=2, ensure_ascii=False)
    path_of(name).write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    for template in LAYOUTS:
        write(template)
