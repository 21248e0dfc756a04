"""Reading a file of tools: JSON text -> the tools in it, each with its place."""

from __future__ import annotations

from dataclasses import dataclass

from rtc import rules_tools as rules
from rtc.diagnostics import Diagnostic, quote
from rtc.problems import Problems
from rtc.rule import Rule
from rtc.source import JsonValue, Source, read_document

# The key that holds the schema, in the notations of other programs.
OTHER_KEYS = ("inputSchema", "input_schema", "parametersJsonSchema")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name, the pointer of its object in the file, that object's `parameters`.

    `parameters` is None where there are none; `other_key` is the key that has them instead, if one does.
    """

    name: str
    pointer: str
    parameters: JsonValue
    other_key: str | None


def read_tools(data: bytes, name: str) -> tuple[tuple[Tool, ...], Source, tuple[Diagnostic, ...]]:
    """The tools in a file, its source, and all that is wrong with it; with errors there are no tools."""
    source = read_document(data, name)
    if source.diagnostics:
        return (), source, source.diagnostics
    problems = Problems()
    if not isinstance(source.value, list):
        inside = isinstance(source.value, dict) and isinstance(source.value.get("tools"), list)
        hint = "give the list under its key `tools` alone" if inside else None
        problems.report(
            rules.TOOLS_TYPE, "a list of tools is expected", lambda: source.origin(""), hint
        )
        return (), source, problems.found()
    tools: dict[str, Tool] = {}
    failed = False
    for index, value in enumerate(source.value):
        tool = _tool(value, f"/{index}")
        if tool is None:
            failed = True
            _report(problems, source, rules.NOT_A_TOOL, "a tool with a name is expected", index)
        elif tool.name in tools:
            message = f"another tool is called {quote(tool.name)}"
            _report(problems, source, rules.TOOL_TWICE, message, index)
        if tool is not None:
            tools[tool.name] = tool
    return () if failed else tuple(tools.values()), source, problems.found()


def _report(problems: Problems, source: Source, rule: Rule, message: str, index: int) -> None:
    problems.report(rule, message, lambda: source.origin(f"/{index}"))


def _tool(value: JsonValue, pointer: str) -> Tool | None:
    if not isinstance(value, dict):
        return None
    function = value.get("function", value)
    pointer += "/function" if "function" in value else ""
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        return None
    other = next((key for key in OTHER_KEYS if key in function), None)
    return Tool(str(function["name"]), pointer, function.get("parameters"), other)
