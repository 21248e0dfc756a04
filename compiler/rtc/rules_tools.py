"""Rules of a file of tools, as `rtc schema` reads it."""

from __future__ import annotations

from rtc.rule import Rule

TOOLS_TYPE = Rule(
    "RTC090",
    "error",
    "the tools are no list",
    "A file of tools holds a JSON list, as the argument `tools` takes it.",
    '{"tools": []}',
    given="tools",
)
NOT_A_TOOL = Rule(
    "RTC091",
    "error",
    "an element of the list is no tool",
    'A tool is `{"type": "function", "function": {"name": ..., "parameters": ...}}` or the inner object '
    "alone. Without a name no call can find it.",
    '[{"type": "function", "function": {"parameters": {}}}]',
    given="tools",
)
TOOL_TWICE = Rule(
    "RTC092",
    "warning",
    "two tools have one name",
    "A call names its tool, and the last one of that name is taken. Rename one of the two.",
    '[{"name": "a", "parameters": {}}, {"name": "a", "parameters": {}}]',
    given="tools",
)
