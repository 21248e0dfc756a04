"""The format as a table: a line for each region, which the parser works through."""

from __future__ import annotations

from dataclasses import dataclass

from rtc import ir
from rtc.delimiters.analysis import nullable
from rtc.delimiters.json_ends import values_before
from rtc.emit.literals import py_literal, py_value
from rtc.emit.patterns import Constants
from rtc.emit.values import ValueCode
from rtc.emit.writer import CodeWriter


@dataclass(frozen=True, slots=True)
class RegionCode:
    """Writes the table of all regions of `machine`."""

    machine: ir.Machine
    constants: Constants
    values: ValueCode

    def write(self, writer: CodeWriter) -> None:
        machine = self.machine
        between = None if machine.between is None else self.constants.watch(None)
        parts = [self._region(region) for region in machine.regions]
        parts.append(f"between={between}")
        if machine.defaults:
            parts.append(f"defaults=lambda: {py_value(dict(machine.defaults))}")
        if machine.implicit is not None:
            parts.append(f"implicit={py_literal(machine.implicit.field)}")
        required = [py_literal(region.field) for region in machine.visible if region.required]
        if required:
            parts.append(f"required=({', '.join(required)},)")
        if machine.left_context:
            parts.append(f"context={machine.left_context}")
        writer.line("@lru_cache(maxsize=None)")
        with writer.block("def response_format() -> Format:"):
            writer.line(f"return Format({', '.join(parts)})")
        writer.line()

    def _region(self, region: ir.Region) -> str:
        value = "str" if region.internal else self.values.function(region)
        parts = [py_literal(region.field), value]
        if region.open is not None and region.watch is not None:
            parts.append(self.constants.watch(region))
        if region.internal:
            return f"Region({', '.join(parts)}, internal=True)"
        if self.values.uses_captures(region):
            parts.append("captures=True")
        match region.store:
            case ir.Append():
                parts.append("repeats=True")
            case ir.Join(separator):
                parts.append(f"join={py_literal(separator)}")
        if not region.streams_text:
            parts.append("dirty=True")
        if self.values.may_be_call(region):
            parts.append("is_call=True")
            parts += ["quoted=True"] if self.values.quotes(region) else []
            parts += ["guesses=(json_or_text, unread)"] if self.values.is_guess(region) else []
        if region.close is not None:
            parts += self._at_its_end(region)
        return f"Region({', '.join(parts)})"

    def _at_its_end(self, region: ir.Region) -> list[str]:
        """What counts where the region's own close comes, or does not come."""
        content, parts = region.value.content, []
        if isinstance(content, ir.Json) and not content.or_text and region.open is not None:
            pairs = "".join(
                f"({py_literal(opener)}, {py_literal(closer)}),"
                for opener, closer in content.string_delimiters
            )
            parts.append(f"strings=lambda: JsonStrings(({pairs}), {content.bare_keys})")
            parts += self._decoding(region, content)
        elif isinstance(content, ir.Json) and content.or_text:
            parts.append(f"complete={self.values.complete_function(region)}")
        elif isinstance(content, (ir.Tags, ir.Lines)):
            parts.append("complete=never_complete")
        if may_bounce(region):
            parts.append("bounces=True")
        return parts

    def _decoding(self, region: ir.Region, content: ir.Json) -> list[str]:
        """Whether its value can be read before its end is looked for."""
        dialect = content.string_delimiters or content.bare_keys or self.values.is_mendable(region)
        # A close that is one text is found sooner than a value is read from a longer text.
        simple = region.close is not None and region.close.literal is not None
        if dialect or simple or region.watch is None:
            return []
        closes = [delimiter.tree for delimiter in region.watch.delimiters]
        brackets = values_before(closes, region.watch.lead)
        return [f"decodes={py_literal(brackets)}"] if brackets else []


def may_bounce(region: ir.Region) -> bool:
    """Whether the region can open and close without a character."""
    delimiters = (region.open, region.close)
    return all(one is not None and nullable(one.tree) for one in delimiters)
