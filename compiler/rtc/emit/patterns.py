"""Delimiters as named constants, and the watch lists made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rtc import ir
from rtc.delimiters.captures import referenced
from rtc.delimiters.charset import BLANK, MAX_LEAD_CHARACTERS, render_charset
from rtc.delimiters.edge import render_edge
from rtc.delimiters.gaps import Gap
from rtc.delimiters.nodes import Node
from rtc.delimiters.program import compile_program
from rtc.delimiters.render import render_pattern
from rtc.emit.literals import py_comment, py_literal, py_pattern, py_texts, py_value
from rtc.emit.writer import CodeWriter
from rtc.naming import Name, free_name
from rtc_runtime.matching import WINDOW

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


def group_text(groups: Sequence[ir.GroupUse], group: ir.GroupUse, match: str) -> str:
    """The text of a capture: of its one group, or of that which took part."""
    names = [py_literal(group_names(groups)[number]) for number in group.groups]
    if len(names) == 1:
        return f"{match}[{names[0]}]"
    return f"one_of({match}, {', '.join(names)})"


def renamed_groups(groups: Sequence[ir.GroupUse]) -> dict[str, str]:
    """The groups whose name is not that of their capture."""
    names = group_names(groups)
    return {
        names[number]: group.name
        for group in groups
        for number in group.groups
        if names[number] != group.name
    }


def needed_names(tree: Node, groups: Sequence[ir.GroupUse]) -> dict[int, str]:
    """The names of `groups`, and of what backreferences need."""
    names = group_names(groups)
    for number in sorted(referenced(tree) - names.keys()):
        names[number] = free_name(f"group_{number}", names.values())
    return names


def pattern_source(tree: Node, groups: Sequence[ir.GroupUse] = ()) -> str:
    """Source for `re` in which `groups`, and what backreferences need, are named."""
    return render_pattern(tree, needed_names(tree, groups))


@dataclass(frozen=True, slots=True)
class Constants:
    """The names under which a module has its delimiters and watch lists."""

    names: Mapping[str, Name]

    def delimiter(self, delimiter: ir.Delimiter) -> str:
        return f"{self.names[delimiter.field].upper}_{delimiter.side.upper()}"

    def watch(self, region: ir.Region | None) -> str:
        """The function that gives the watch list of a region, or of the text between regions."""
        return "between_regions" if region is None else f"{self.names[region.field].snake}_end"

    def blanks(self, characters: str) -> str:
        """An expression for these blanks: a constant where they are all the white space there is."""
        return "WHITE_SPACE" if characters == WHITE_SPACE else py_literal(characters)

    def tag(self, name: Name) -> str:
        return f"{name.upper}_TAG"


@dataclass(frozen=True, slots=True)
class PatternCode:
    """Writes the constants and the watch lists of a machine."""

    machine: ir.Machine
    constants: Constants

    def write(self, writer: CodeWriter) -> None:
        anchor = self.machine.anchor
        writer.line(py_comment(f"{anchor.pointer}: {anchor.notation}"))
        if anchor.text is None:
            writer.line(f"START_ANCHOR = {py_pattern(pattern_source(anchor.tree))}")
        else:
            writer.line(f"START_ANCHOR = {py_literal(anchor.text)}")
        for region in self.machine.regions:
            for delimiter in (region.open, region.close):
                if delimiter is not None:
                    self._write_delimiter(writer, delimiter)
        if self._needs_white_space():
            writer.line("# White space, as patterns have it.")
            writer.line(f"WHITE_SPACE = {py_literal(WHITE_SPACE)}")

    def _needs_white_space(self) -> bool:
        leads = (watch.blanks for watch in self.machine.watches)
        gaps = (gap.blanks for gap in self._gaps() if gap.most is None)
        return WHITE_SPACE in (*leads, *gaps)

    def _gaps(self) -> list[Gap]:
        """The split tag patterns of all contents, nested ones too."""
        found: list[Gap] = []
        pending: list[ir.Content | None] = [one.value.content for one in self.machine.regions]
        while pending:
            content = pending.pop()
            if isinstance(content, ir.Tags) and content.gap is not None:
                found.append(content.gap)
            if isinstance(content, (ir.Tags, ir.Lines)):
                pending.append(content.parser)
        return found

    def write_watches(self, writer: CodeWriter) -> None:
        if self.machine.between is not None:
            writer.line("# What ends text between regions, and what ends each region.")
            self._write_watch(writer, self.machine.between, None)
        for region in self.machine.explicit:
            if region.watch is not None:
                self._write_watch(writer, region.watch, region)

    def _write_delimiter(self, writer: CodeWriter, delimiter: ir.Delimiter) -> None:
        name = self.constants.delimiter(delimiter)
        writer.line(py_comment(f"{delimiter.pointer}: {delimiter.notation}"))
        if delimiter.literal is not None:
            writer.line(f"{name} = {py_literal(delimiter.literal)}")
            return
        writer.line(f"{name} = {py_pattern(pattern_source(delimiter.tree, delimiter.groups))}")
        writer.line(f"{name}_EDGE = {py_pattern(render_edge(delimiter.tree))}")
        if self._in_endless(delimiter):
            program = compile_program(delimiter.tree, group_names(delimiter.groups))
            writer.line(f"{name}_PROGRAM = {py_pattern(program)}")

    def _in_endless(self, delimiter: ir.Delimiter) -> bool:
        return any(
            watch.endless and delimiter in watch.delimiters for watch in self.machine.watches
        )

    def _write_watch(self, writer: CodeWriter, watch: ir.Watch, region: ir.Region | None) -> None:
        """A function, so that nothing is compiled before it is needed."""
        writer.line("@lru_cache(maxsize=None)")
        with writer.block(f"def {self.constants.watch(region)}() -> Watch:"):
            parts = [self._delimiter(one, watch) for one in watch.delimiters]
            writer.line(f"return Watch({', '.join([*parts, *self._hints(watch)])})")
        writer.line()
        writer.line()

    def _delimiter(self, delimiter: ir.Delimiter, watch: ir.Watch) -> str:
        name = self.constants.delimiter(delimiter)
        opens = py_literal(delimiter.field) if delimiter.side == "open" else "None"
        blanks = ", blanks=True" if delimiter.lead else ""
        if delimiter.literal is not None:
            return f"literal({opens}, {name})"
        program = f"{name}_PROGRAM" if watch.endless else '""'
        renamed = renamed_groups(delimiter.groups)
        again = f", renamed={py_value({**renamed})}" if renamed else ""
        # One that many starts begin is tried at all of them.
        few = 0 < 2 * len(delimiter.starts) <= len(watch.starts)
        begins = f", starts={py_texts(delimiter.starts)}" if few else ""
        return f"Delimiter({opens}, {name}, {name}_EDGE, {program}{blanks}{again}{begins})"

    def _hints(self, watch: ir.Watch) -> list[str]:
        hints = []
        if watch.first is not None and not watch.starts:
            hints.append(f"first={py_pattern(render_charset(watch.first))}")
        hints += [f"starts={py_texts(watch.starts)}"] if watch.starts else []
        hints += [f"after={py_literal(watch.after)}"] if watch.after else []
        hints += [f"follows={py_literal(watch.follows)}"] if watch.follows else []
        if watch.following is not None:
            hints.append(f"following={py_pattern(render_charset(watch.following))}")
        hints += [f"preceded={py_literal(watch.preceded)}"] if watch.preceded else []
        hints += [f"blanks={self.constants.blanks(watch.blanks)}"] if watch.blanks else []
        hints += [f"context={watch.context}"] if watch.starts and watch.context else []
        hints += ["leads=True"] if watch.lead else ["waits=True"] if watch.waits else []
        hints += [f"behind={py_literal(watch.behind)}"] if watch.behind else []
        hints += [] if watch.exclusive else ["alike=True"]
        hints += ["far=True"] if watch.far else []
        hints += ["steady=True"] if watch.far and watch.steady else []
        return hints if watch.window == WINDOW else [*hints, f"window={watch.window}"]
