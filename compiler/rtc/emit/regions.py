"""The methods of the parser that belong to one region each: scan it, close it."""

from __future__ import annotations

from dataclasses import dataclass

from rtc import ir
from rtc.delimiters.analysis import nullable
from rtc.emit.captures import captures_dict
from rtc.emit.literals import py_literal
from rtc.emit.patterns import Constants
from rtc.emit.prose import between_sentence, closing_sentence, region_sentence
from rtc.emit.values import ValueCode
from rtc.emit.writer import CodeWriter
from rtc.naming import Name


@dataclass(frozen=True, slots=True)
class RegionCode:
    """Writes the methods of all regions of `machine` into the parser class."""

    machine: ir.Machine
    constants: Constants
    values: ValueCode

    def name(self, field: str) -> Name:
        return self.constants.names[field]

    def write(self, writer: CodeWriter) -> None:
        self._between(writer)
        for region in self.machine.explicit:
            self._scan(writer, region)
        for region in self.machine.regions:
            self._close(writer, region)

    # The state between regions

    def _between(self, writer: CodeWriter) -> None:
        implicit = self.machine.implicit
        with writer.block("def _between(self) -> None:"):
            writer.line('"""No region is open (any more)."""')
            field = "None" if implicit is None else py_literal(implicit.field)
            dirty = implicit is not None and not implicit.streams_text
            watch = self._watch(self.machine.between, None)
            writer.line(f"self._stream.rest({field}, dirty={dirty}, watch={watch})")
            if implicit is not None and self.values.uses_captures(implicit):
                writer.line("self._captures = {}")
            writer.line("self._scan = self._scan_between")
            close = "_between" if implicit is None else f"_close_{self.name(implicit.field).snake}"
            writer.line(f"self._close = self.{close}")
        writer.line()
        with writer.block("def _scan_between(self, at_end: bool) -> bool:"):
            writer.line(between_sentence(implicit))
            self._find(writer)
            for region in self.machine.explicit:
                with writer.block(f"if found.delimiter.opens == {py_literal(region.field)}:"):
                    self._fire_open(writer, region)
            if implicit is not None and implicit.close is not None:
                self._fire_close(writer, implicit, implicit.close)
            else:
                writer.line("return True")
        writer.line()

    def _watch(self, watch: ir.Watch | None, region: ir.Region | None) -> str:
        return "None" if watch is None else f"{self.constants.watch(region)}()"

    def _find(self, writer: CodeWriter) -> None:
        writer.line("found = self._stream.find(at_end)")
        with writer.block("if found is None:"):
            writer.line("return False")

    # Regions

    def _scan(self, writer: CodeWriter, region: ir.Region) -> None:
        name = self.name(region.field)
        with writer.block(f"def _scan_{name.snake}(self, at_end: bool) -> bool:"):
            writer.line(region_sentence(region, name))
            self._find(writer)
            if self.may_bounce(region):
                self._bounce(writer)
            if region.close is None:
                writer.line("return True")
            else:
                self._fire_close(writer, region, region.close)
        writer.line()

    def may_bounce(self, region: ir.Region) -> bool:
        """Whether the region can open and close without a character."""
        delimiters = (region.open, region.close)
        return all(one is not None and can_be_empty(one) for one in delimiters)

    def _bounce(self, writer: CodeWriter) -> None:
        """A second search where the region would close on its own empty open."""
        writer.line("here = self._stream.offset + found.start")
        with writer.block("if found.start == found.end and here == self._empty_open:"):
            writer.line("# An empty close does not count where the region's own empty open was.")
            writer.line("found = self._stream.find(at_end, start=found.end + 1)")
            with writer.block("if found is None:"):
                writer.line("return False")

    def _fire_open(self, writer: CodeWriter, region: ir.Region) -> None:
        """What was found opens the region; text before it goes to the implicit one, which ends."""
        if self.machine.implicit is None:
            writer.line("self._stream.cut(found)")
        else:  # if closing fails, the delimiter is still there for the next call
            writer.line("self._stream.take(found.start)")
            writer.line("self._close()")
            writer.line("self._stream.cut(found)")
        if self.may_bounce(region):
            writer.line("empty = found.start == found.end")
            writer.line("self._empty_open = self._stream.offset + found.end if empty else None")
        if self.values.uses_captures(region):
            assert region.open is not None
            writer.line(f"self._captures = {captures_dict(region.open, 'found.match')}")
        name = self.name(region.field).snake
        opened = f"{py_literal(region.field)}, dirty={not region.streams_text}"
        watch = self._watch(region.watch, region)
        writer.line(f"self._stream.open({opened}, watch={watch})")
        writer.line(f"self._scan, self._close = self._scan_{name}, self._close_{name}")
        writer.line("return True")

    def _fire_close(self, writer: CodeWriter, region: ir.Region, delimiter: ir.Delimiter) -> None:
        """What was found closes the region."""
        writer.line("self._stream.cut(found)")
        if region.open is None and can_be_empty(delimiter):
            with writer.block("if found.start == found.end and not self._stream.is_open:"):
                writer.line(
                    "# Nothing to close and nothing read: it would fire for ever. Drop the rest."
                )
                writer.line("self._stream.rest(None, dirty=False, watch=None)")
                writer.line("return True")
        if delimiter.groups:
            captures = captures_dict(delimiter, "found.match")
            writer.line(f"self._captures.update({captures})")
        writer.line("self._close()")
        writer.line("return True")

    # Closing

    def _close(self, writer: CodeWriter, region: ir.Region) -> None:
        name = self.name(region.field)
        with writer.block(f"def _close_{name.snake}(self) -> None:"):
            writer.line(closing_sentence(region))
            if region.open is None:
                with writer.block("if not self._stream.is_open:"):
                    if self.values.uses_captures(region):
                        writer.line("self._captures = {}")
                    writer.line("return")
            unused = self.values.is_certain(region) and region.value.shape is not None
            writer.line("self._stream.close()" if unused else "body = self._stream.close()")
            if self.values.uses_captures(region):
                writer.line("captures = self._captures")
            writer.line("self._between()")
            self._value(writer, region, name)
            self._keep(writer, region)
            field = py_literal(region.field)
            event = f'{{"type": "region_close", "field": {field}, "value": value}}'
            writer.line(f"self._stream.events.append({event})")
        writer.line()

    def _value(self, writer: CodeWriter, region: ir.Region, name: Name) -> None:
        if self.values.is_certain(region):
            writer.line(f"value = {self.values.expression(region, name)}")
            return
        with writer.block("try:"):
            writer.line(f"value = {self.values.expression(region, name)}")
            if self.values.may_be_call(region):
                writer.line(f"value = self._coerce({self.values.coerced(region, name)})")
            if isinstance(region.store, ir.Join) and not self.values.is_text(region):
                writer.line("value = text_to_join(value)")
        with writer.block("except ValueError as error:"):
            writer.line(
                f"raise self._stream.error({py_literal(region.field)}, body, error, self._message) from error"
            )

    def _keep(self, writer: CodeWriter, region: ir.Region) -> None:
        key = py_literal(region.field)
        match region.store:
            case ir.Assign():
                writer.line(f"self._message[{key}] = value")
            case ir.Append():
                writer.line(f"self._message.setdefault({key}, []).append(value)")
            case ir.Join(separator):
                writer.line(f"earlier = self._message.get({key})")
                glue = (
                    f"earlier + {py_literal(separator)} + value" if separator else "earlier + value"
                )
                writer.line(f"self._message[{key}] = value if earlier is None else {glue}")


def can_be_empty(delimiter: ir.Delimiter) -> bool:
    return nullable(delimiter.tree)
