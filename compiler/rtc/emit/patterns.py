"""Delimiters as named constants, and how the code refers to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rtc import ir
from rtc.delimiters.captures import referenced
from rtc.delimiters.charset import BLANK, MAX_LEAD_CHARACTERS
from rtc.delimiters.edge import render_edge
from rtc.delimiters.nodes import Node
from rtc.delimiters.render import render_pattern
from rtc.emit.literals import py_comment, py_literal, py_pattern
from rtc.emit.writer import CodeWriter
from rtc.naming import Name, free_name

WHITE_SPACE = BLANK.members(MAX_LEAD_CHARACTERS) or ""


def group_names(groups: Sequence[ir.GroupUse]) -> dict[int, str]:
    """Group number -> its name in `re`, where each name may stand only once."""
    names: dict[int, str] = {}
    taken = {group.name for group in groups}
    for group in groups:
        for place, number in enumerate(group.groups):
            name = group.name if place == 0 else f"{group.name}_{place + 1}"
            while place and name in taken:
                name += "_"
            taken.add(name)
            names[number] = name
    return names


def pattern_source(tree: Node, groups: Sequence[ir.GroupUse] = ()) -> str:
    """Source for `re` in which `groups`, and what backreferences need, are named."""
    names = group_names(groups)
    for number in sorted(referenced(tree) - names.keys()):
        names[number] = free_name(f"group_{number}", names.values())
    return render_pattern(tree, names)


@dataclass(frozen=True, slots=True)
class Constants:
    """The names of a module's delimiter constants."""

    names: Mapping[str, Name]

    def delimiter(self, delimiter: ir.Delimiter) -> str:
        return f"{self.names[delimiter.field].upper}_{delimiter.side.upper()}"

    def blanks(self, lead: str) -> str:
        """The characters of a lead: a constant where they are all the white space there is."""
        return "WHITE_SPACE" if lead == WHITE_SPACE else py_literal(lead)

    def watch(self, region: ir.Region | None) -> str:
        return "BETWEEN_REGIONS" if region is None else f"{self.names[region.field].upper}_CLOSE"

    def edge(self, region: ir.Region | None) -> str:
        return f"{self.watch(region)}_EDGE"

    def tag(self, name: Name) -> str:
        return f"{name.upper}_TAG"


def write_constants(writer: CodeWriter, machine: ir.Machine, constants: Constants) -> None:
    """All constants: the anchor, each delimiter, then what is searched for in each state."""
    writer.line(py_comment(f"{machine.anchor.pointer}: {machine.anchor.notation}"))
    writer.line(f"START_ANCHOR = {py_pattern(pattern_source(machine.anchor.tree))}")
    for region in machine.regions:
        for delimiter in (region.open, region.close):
            if delimiter is not None:
                _write_delimiter(writer, delimiter, constants)
    _write_edges(writer, machine, constants)
    if any(watch.lead == WHITE_SPACE for watch in machine.watches):
        writer.line("# What may stand before a delimiter, and belongs to it then.")
        writer.line(f"WHITE_SPACE = {py_literal(WHITE_SPACE)}")


def _write_edges(writer: CodeWriter, machine: ir.Machine, constants: Constants) -> None:
    """Edge patterns, of all that is searched for with a pattern."""
    watches = [watch for watch in machine.watches if not is_one_literal(watch)]
    if watches:
        writer.line(
            "# The same while more text may come, and what counts between regions: see `edge`."
        )
    for watch in watches:
        if watch is machine.between:
            _write_between(writer, watch, constants)
        else:
            _write_edge(writer, watch.delimiters[0], constants)


def is_one_literal(watch: ir.Watch) -> bool:
    """Whether all that is watched for is one text, which needs no pattern."""
    return len(watch.delimiters) == 1 and watch.delimiters[0].literal is not None


def _write_delimiter(writer: CodeWriter, delimiter: ir.Delimiter, constants: Constants) -> None:
    lead = " (the blanks before it are its own)" if delimiter.lead else ""
    writer.line(py_comment(f"{delimiter.pointer}: {delimiter.notation}{lead}"))
    name = constants.delimiter(delimiter)
    if delimiter.literal is not None:
        writer.line(f"{name} = {py_literal(delimiter.literal)}")
        return
    source = pattern_source(delimiter.tree, delimiter.groups)
    writer.line(f"{name} = {py_pattern(source)}")


def _write_between(writer: CodeWriter, watch: ir.Watch, constants: Constants) -> None:
    names = [constants.delimiter(delimiter) for delimiter in watch.delimiters]
    if watch.exclusive:
        writer.line(f"# What ends the text between regions: {', '.join(names)}.")
        writer.line(f"{constants.watch(None)} = {py_pattern(render_pattern(watch.tree))}")
        writer.line(f"{constants.edge(None)} = {py_pattern(render_edge(watch.tree))}")
        return
    for delimiter in watch.delimiters:
        _write_edge(writer, delimiter, constants)
    writer.line("# What ends the text between regions: whichever of these comes first.")
    plain = ", ".join(py_pattern(render_pattern(one.tree)) for one in watch.delimiters)
    writer.line(f'{constants.watch(None)} = "|".join(({plain},))')
    edges = ", ".join(f"{name}_EDGE" for name in names)
    writer.line(f'{constants.edge(None)} = "|".join(({edges},))')


def _write_edge(writer: CodeWriter, delimiter: ir.Delimiter, constants: Constants) -> None:
    name = constants.delimiter(delimiter)
    writer.line(f"{name}_EDGE = {py_pattern(render_edge(delimiter.tree))}")
