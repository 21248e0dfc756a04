"""What generated code says about itself, in words."""

from __future__ import annotations

from rtc import ir
from rtc.emit.literals import py_docstring, words

_KINDS = {
    ir.Text: "text",
    ir.Integer: "an integer",
    ir.Float: "a number",
    ir.Boolean: "true or false",
    ir.Json: "JSON",
    ir.Tags: "tags, one for each key",
    ir.Lines: "lines of key and value",
    ir.Calls: "a list of Python-like calls",
}


def module_docstring(machine: ir.Machine) -> str:
    """The grammar of the format, a line for each field."""
    lines = [f"Parser of raw model output in the `{_format(machine)}` format.", ""]
    lines += [f"    {field_line(region)}" for region in machine.regions]
    lines += ["", _leftovers(machine)]
    return py_docstring("\n".join(lines) + "\n")


def _format(machine: ir.Machine) -> str:
    return machine.name.removesuffix(".json")


def field_line(region: ir.Region) -> str:
    """`tool_calls: from '<tool_call>' to '</tool_call>', JSON; all of them, in a list`."""
    span = f"to {_shown(region.close)}" if region.close else "to the end"
    if region.open is not None:
        span = f"from {_shown(region.open)} {span}"
    return f"{words(region.field)}: {span}, {_kind(region)}; {_kept(region)}"


def _shown(delimiter: ir.Delimiter) -> str:
    return words(delimiter.notation)


def _kind(region: ir.Region) -> str:
    if region.internal:
        return "text"
    kind = _KINDS[type(region.value.content)]
    if region.value.shape is None:
        return kind
    return f"{kind}, reshaped" if not region.value.each else f"{kind}, each element reshaped"


def _kept(region: ir.Region) -> str:
    if region.internal:
        return "dropped, without events"
    match region.store:
        case ir.Assign():
            return "the last one stays"
        case ir.Append():
            return "all of them, in a list"
        case ir.Join():
            return "all of them, joined"


def _leftovers(machine: ir.Machine) -> str:
    if machine.implicit is None:
        return "Text outside of these is dropped."
    return f"Text outside of the others is `{words(machine.implicit.field)}`."


def value_sentence(region: ir.Region) -> str:
    """Docstring of the function that gives a region's value."""
    return py_docstring(f"The value of `{words(region.field)}`: {_kind(region)}.")


def complete_sentence(region: ir.Region) -> str:
    """Docstring of the function that refuses what is only the beginning of a value."""
    return py_docstring(f"`{words(region.field)}` as JSON, where the response ends inside it.")
