"""The methods of the parser that belong to one region each: scan it, close it."""

from __future__ import annotations

from dataclasses import dataclass

from rtc import ir
from rtc.delimiters.analysis import nullable
from rtc.emit.captures import captures_dict
from rtc.emit.literals import py_literal
from rtc.emit.patterns import Constants, is_one_literal
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

    @property
    def _implicit_field(self) -> str | None:
        return self.machine.implicit.field if self.machine.implicit is not None else None

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
            hints = self._hints(self.machine.between)
            writer.line(f"self._stream.rest({field}, dirty={dirty}, {hints})")
            if implicit is not None and self.values.uses_captures(implicit):
                writer.line("self._captures = {}")
            writer.line("self._scan = self._scan_between")
            close = "_between" if implicit is None else f"_close_{self.name(implicit.field).snake}"
            writer.line(f"self._close = self.{close}")
        writer.line()
        with writer.block("def _scan_between(self, at_end: bool) -> bool:"):
            writer.line(between_sentence(implicit))
            self._scan_body(writer, self.machine.between, None)
        writer.line()

    def _hints(self, watch: ir.Watch | None) -> str:
        """What tells the stream which chunks it need not search."""
        if watch is None:
            return 'mark=""'
        hints = f"mark={py_literal(watch.mark)}"
        return f"{hints}, blanks={self.constants.blanks(watch.lead)}" if watch.lead else hints

    # Scanning

    def _scan(self, writer: CodeWriter, region: ir.Region) -> None:
        name = self.name(region.field)
        with writer.block(f"def _scan_{name.snake}(self, at_end: bool) -> bool:"):
            writer.line(region_sentence(region, name))
            self._scan_body(writer, region.watch, region)
        writer.line()

    def _scan_body(
        self, writer: CodeWriter, watch: ir.Watch | None, region: ir.Region | None
    ) -> None:
        writer.line("stream = self._stream")
        if watch is None:
            writer.line("stream.take(len(stream.text))")
            writer.line("return False")
        elif is_one_literal(watch):
            self._scan_literal(writer, watch.delimiters[0])
        else:
            self._search(writer, watch, region)
            if len(watch.delimiters) == 1:
                at = "at" if self._needs_place(watch.delimiters[0]) else "found.start()"
                self._last(writer, watch.delimiters[0], at)
            elif watch.exclusive:
                self._first_that_matches(writer, watch)
            else:
                self._longest_match(writer, watch)

    def _scan_literal(self, writer: CodeWriter, delimiter: ir.Delimiter) -> None:
        constant = self.constants.delimiter(delimiter)
        writer.line(f"at = stream.find_literal({constant}, at_end)")
        with writer.block("if at < 0:"):
            writer.line("return False")
        self._fire(writer, delimiter, f"at + len({constant})")

    def _search(self, writer: CodeWriter, watch: ir.Watch, region: ir.Region | None) -> None:
        arguments = f"{self.constants.watch(region)}, {self.constants.edge(region)}, at_end"
        writer.line(f"found = stream.find({arguments})")
        if region is not None and self.may_bounce(region):
            self._bounce(writer, arguments)
        with writer.block("if found is None:"):
            writer.line("return False")
        if len(watch.delimiters) > 1 or self._needs_place(watch.delimiters[0]):
            writer.line("at = found.start()")
        if not watch.exclusive:
            with writer.block(f"if not at_end and ({self._any_undecided(watch)}):"):
                writer.line("stream.take(at)")
                writer.line("return False")

    def may_bounce(self, region: ir.Region) -> bool:
        """Whether the region can open and close without a character."""
        delimiters = (region.open, region.close)
        return all(one is not None and can_be_empty(one) for one in delimiters)

    def _needs_place(self, delimiter: ir.Delimiter) -> bool:
        """Whether code refers to where the only delimiter starts more than once."""
        return bool(delimiter.groups) or can_be_empty(delimiter)

    def _bounce(self, writer: CodeWriter, arguments: str) -> None:
        """A second search where the region would close on its own empty open."""
        writer.line("here = self._empty_open - stream.offset")
        with writer.block("if found and found.span() == (here, here):"):
            writer.line("# An empty close does not count where the region's own empty open was.")
            writer.line(f"found = stream.find({arguments}, start=here + 1)")

    def _any_undecided(self, watch: ir.Watch) -> str:
        edges = (f"{self.constants.delimiter(one)}_EDGE" for one in watch.delimiters)
        return " or ".join(f"undecided(edge({edge}).match(stream.text, at))" for edge in edges)

    # Deciding which delimiter has fired

    def _first_that_matches(self, writer: CodeWriter, watch: ir.Watch) -> None:
        *others, last = watch.delimiters
        for delimiter in others:
            constant = self.constants.delimiter(delimiter)
            if delimiter.literal is not None:
                with writer.block(f"if stream.text.startswith({constant}, at):"):
                    self._fire(writer, delimiter, f"at + len({constant})")
            else:
                with writer.block(f"if match := compiled({constant}).match(stream.text, at):"):
                    self._fire(writer, delimiter, "match.end()")
        self._last(writer, last, "at")

    def _last(self, writer: CodeWriter, delimiter: ir.Delimiter, at: str) -> None:
        """The only one that is left: what was found is its match."""
        if not delimiter.groups:
            self._fire(writer, delimiter, "found.end()", at=at)
            return
        constant = self.constants.delimiter(delimiter)
        writer.line(f"match = compiled({constant}).match(stream.text, at)")
        writer.line("assert match is not None  # it is what was found")
        self._fire(writer, delimiter, "match.end()")

    def _longest_match(self, writer: CodeWriter, watch: ir.Watch) -> None:
        """Several may begin alike: the longest wins, then the order of the watch list."""
        names = []
        for delimiter in watch.delimiters:
            constant = self.constants.delimiter(delimiter)
            pattern = constant if delimiter.literal is None else f"re.escape({constant})"
            names.append(constant.lower())
            writer.line(f"{constant.lower()} = compiled({pattern}).match(stream.text, at)")
        writer.line(f"longest = max(match.end() for match in ({', '.join(names)}) if match)")
        *others, last = zip(watch.delimiters, names)
        for delimiter, name in others:
            with writer.block(f"if {name} and {name}.end() == longest:"):
                self._fire(writer, delimiter, "longest", name)
        delimiter, name = last
        if delimiter.groups:
            writer.line(f"assert {name} is not None  # no other is as long")
        self._fire(writer, delimiter, "longest", name)

    def _fire(
        self,
        writer: CodeWriter,
        delimiter: ir.Delimiter,
        end: str,
        match: str = "match",
        at: str = "at",
    ) -> None:
        """The delimiter from `at` to `end` opens or closes its region."""
        begin = f"stream.before({at})" if delimiter.lead else at
        region = next(one for one in self.machine.regions if one.field == delimiter.field)
        captures = captures_dict(delimiter, match) if delimiter.groups else None
        if delimiter.side == "open":
            self._fire_open(writer, region, begin, end, captures)
        else:
            self._fire_close(writer, delimiter, begin, end, captures)
        writer.line("return True")

    def _fire_open(
        self, writer: CodeWriter, region: ir.Region, begin: str, end: str, captures: str | None
    ) -> None:
        if self.machine.implicit is None:
            writer.line(f"stream.cut({begin}, {end})")
        else:  # if closing fails, the delimiter is still there for the next call
            writer.line(f"stream.take({begin})")
            writer.line("self._close()")
            writer.line(f"stream.start = {end}")
        if self.may_bounce(region):
            writer.line(f"self._empty_open = stream.offset + at if {end} == at else -1")
        if self.values.uses_captures(region):
            writer.line(f"self._captures = {captures or '{}'}")
        name = self.name(region.field).snake
        dirty, hints = not region.streams_text, self._hints(region.watch)
        writer.line(f"stream.open({py_literal(region.field)}, dirty={dirty}, {hints})")
        writer.line(f"self._scan, self._close = self._scan_{name}, self._close_{name}")

    def _fire_close(
        self,
        writer: CodeWriter,
        delimiter: ir.Delimiter,
        begin: str,
        end: str,
        captures: str | None,
    ) -> None:
        writer.line(f"stream.cut({begin}, {end})")
        if delimiter.field == self._implicit_field and can_be_empty(delimiter):
            with writer.block(f"if {end} == at and not stream.is_open:"):
                writer.line("# Nothing to close and nothing read: it would fire for ever.")
                writer.line("self._scan = self._drop")
                writer.line("return True")
        if captures is not None:
            writer.line(f"self._captures.update({captures})")
        writer.line("self._close()")

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
            writer.line("body = self._stream.close()")
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
                writer.line("value = coerce_tool_calls(value, self._properties)")
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
