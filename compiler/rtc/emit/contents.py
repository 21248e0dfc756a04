"""Content parsers as code: casts are plain expressions, tags and lines are loops."""

from __future__ import annotations

from dataclasses import dataclass

from rtc import ir
from rtc.delimiters.gaps import Gap
from rtc.delimiters.guards import guard
from rtc.delimiters.lazy import hasten
from rtc.delimiters.program import compile_program
from rtc.delimiters.tag_cost import Limit
from rtc.emit.literals import py_comment, py_literal, py_pattern
from rtc.emit.patterns import Constants, group_text, needed_names, pattern_source
from rtc.emit.writer import CodeWriter
from rtc.naming import Name

READ_TYPE = "Callable[[str, str], Any]"
MEND_TYPE = "Callable[[str], str]"


@dataclass(frozen=True, slots=True)
class ContentCode:
    """`reads_guesses`: what is JSON or text is read by the parameter `read` of the functions written.

    `mends`: text goes through their parameter `mend` before it is read as JSON.
    """

    constants: Constants
    reads_guesses: bool = False
    mends: bool = False

    def simple(self, content: ir.Content, text: str) -> str | None:
        """The value of `text` as one expression, or None where it takes statements."""
        match content:
            case ir.Text(strip):
                return f"{text}.strip()" if strip else text
            case ir.Integer():
                return f"int({text}.strip())"
            case ir.Float():
                return f"float({text}.strip())"
            case ir.Boolean(strip):
                return f'{text}{".strip()" if strip else ""}.lower() in ("true", "1")'
            case ir.Json():
                return self._json(content, text)
            case ir.Calls():
                return f"parse_python_calls({text})"
            case _:
                return None

    def _json(self, content: ir.Json, text: str) -> str | None:
        if content.string_delimiters:
            return None
        mended = self._mended(text)
        source = _quoted(content, mended) if content.bare_keys else mended
        return self._load(content, source, text)

    def _mended(self, text: str) -> str:
        return f"mend({text})" if self.mends else text

    def parameter(self) -> str:
        """What the functions written take beside the text and the captures."""
        if self.reads_guesses:
            return f", read: {READ_TYPE}"
        return f", mend: {MEND_TYPE} = str" if self.mends else ""

    def _load(self, content: ir.Json, source: str, text: str) -> str:
        if not content.or_text:
            return f"parse_json({source})"
        read = "read" if self.reads_guesses else "json_or_text"
        return f"{read}({source}, {text}{'.strip()' if content.strip else ''})"

    # Statements

    def write_assignment(
        self, writer: CodeWriter, content: ir.Content, name: Name, target: str = "content"
    ) -> None:
        """`content = ...`, the value of the text in `body`."""
        if simple := self.simple(content, "body"):
            writer.line(simple if target == "_" else f"{target} = {simple}")
        else:
            self._write_statements(writer, content, name)

    def write_return(self, writer: CodeWriter, content: ir.Content, name: Name) -> None:
        if simple := self.simple(content, "body"):
            writer.line(f"return {simple}")
            return
        self._write_statements(writer, content, name)
        writer.line("return content")

    def _write_statements(self, writer: CodeWriter, content: ir.Content, name: Name) -> None:
        match content:
            case ir.Json():
                self._write_dialect(writer, content)
            case ir.Tags():
                self._write_tags(writer, content, name)
            case ir.Lines():
                self._write_lines(writer, content, name)
            case _:
                raise AssertionError("every other content is an expression")

    def _write_dialect(self, writer: CodeWriter, content: ir.Json) -> None:
        pairs = ", ".join(
            f"({py_literal(opener)}, {py_literal(closer)})"
            for opener, closer in content.string_delimiters
        )
        if content.or_text and not content.bare_keys:
            loaded = self._load(content, f"delimited_json(body, ({pairs},))", "body")
            writer.line(f"content = {loaded}")
            return
        writer.line(f"text, strings = take_delimited_strings(body, ({pairs},))")
        if self.mends:
            writer.line("text = mend(text)")
        if content.bare_keys:
            writer.line(f"text = {_quoted(content, 'text')}")
        loaded = self._load(content, "restore_strings(text, strings)", "body")
        writer.line(f"content = {loaded}")

    def _write_tags(self, writer: CodeWriter, content: ir.Tags, name: Name) -> None:
        writer.line("content: dict[str, Any] = {}")
        if content.gather:
            writer.line("gathered: set[str] = set()")
        if content.gap is not None:
            self._write_gaps(writer, content, content.gap, name)
            return
        groups = tag_groups(content)
        constant = self.constants.tag(name)
        tags = f"compiled({constant}).finditer(body)"
        if content.limit is not None and content.limit.ends:
            tags = f"few_tags({constant}, {constant}_PROGRAM, body)"
        elif content.limit is not None:
            tags = f"find_tags({self._limited(constant, content.limit)})"
        with writer.block(f"for tag in {tags}:"):
            parser, text = content.parser, self._tag_text(content, groups)
            if isinstance(parser, ir.Json) and parser.or_text and not parser.string_delimiters:
                writer.line(f"value = {text}")  # the expression needs it twice
                text = "value"
            self._write_entry(writer, content, "tag", self._entry(parser, text, name))

    def _write_gaps(self, writer: CodeWriter, content: ir.Tags, gap: Gap, name: Name) -> None:
        """Find the beginning of a tag, then its end, from where the last one ended."""
        constant = self.constants.tag(name)
        writer.line("position = 0")
        found = f"compiled({constant}).search(body, position)"
        if content.limit is not None:
            writer.line(f"search = tag_search({self._limited(constant, content.limit)})")
            found = "search(body, position)"
        with writer.block(f"while tag := {found}:"):
            behind = self._write_gap_end(writer, gap, f"{constant}_END")
            writer.line(f"position = {behind}")
            self._write_entry(writer, content, "tag", self._entry(content.parser, "value", name))

    def _write_gap_end(self, writer: CodeWriter, gap: Gap, constant: str) -> str:
        """`value = ...`, the text from a tag to its end, or `break` if it has none; returns where that end stops."""
        missing, stop, behind = "end < 0", "end", f"end + len({constant})"
        writer.line("start = tag.end()")
        if gap.tail_text is not None:
            writer.line(f"end = body.find({constant}, start)")
        else:
            writer.line(f"end = compiled({constant}).search(body, start)")
            missing, stop, behind = "end is None", "end.start()", "end.end()"
        with writer.block(f"if {missing}:"):
            writer.line("break")
        value = f"body[start:{stop}]"
        if gap.blanks and gap.most is None:
            value = f"trimmed(body, start, {stop}, {self.constants.blanks(gap.blanks)})"
        writer.line(f"value = {value}")
        if gap.blanks and gap.most is not None:
            writer.line(f"value = value[:-1] if value[-1:] in {py_literal(gap.blanks)} else value")
        return behind

    def _limited(self, constant: str, limit: Limit) -> str:
        """The arguments of a search that `re` may do only within `limit`."""
        hints = [f"window={limit.window}"]
        hints += [f"starts={py_literal(limit.starts)}"] if limit.starts else []
        hints += ["begins=True"] if limit.begins else []
        return f"{constant}, {constant}_PROGRAM, body, {', '.join(hints)}"

    def _write_entry(self, writer: CodeWriter, content: ir.Tags, tag: str, value: str) -> None:
        key = group_text(tag_groups(content), content.key, tag)
        key = key if content.key.certain else f'took_part({key}, "key")'
        if content.gather:
            writer.line(f"gather(content, gathered, {key}, {value})")
        else:
            writer.line(f"content[{key}] = {value}")

    def _tag_text(self, content: ir.Tags, groups: tuple[ir.GroupUse, ...]) -> str:
        text = '""' if content.value is None else group_text(groups, content.value, "tag")
        passes_none = content.parser is None or content.parser == ir.Text(strip=False)
        if content.value is not None and not content.value.certain and not passes_none:
            text = f'took_part({text}, "value")'
        return text

    def _write_lines(self, writer: CodeWriter, content: ir.Lines, name: Name) -> None:
        strip = ".strip()" if content.strip else ""
        writer.line("content: dict[str, Any] = {}")
        separator = py_literal(content.key_separator)
        lines = "" if content.line_separator is None else py_literal(content.line_separator)
        with writer.block(f"for line in body.split({lines}):"):
            writer.line(f"key, found, value = line{strip}.partition({separator})")
            with writer.block("if found:"):
                value = self._entry(content.parser, f"value{strip}", name)
                writer.line(f"content[key{strip}] = {value}")

    # Parsers inside parsers

    def _entry(self, parser: ir.Content | None, text: str, name: Name) -> str:
        if parser is None:
            return text
        given = ", read" if self.reads_guesses else ", mend" if self.mends else ""
        return self.simple(parser, text) or f"{name.snake}_entry_value({text}{given})"

    def write_nested(self, writer: CodeWriter, content: ir.Content, name: Name) -> None:
        """The functions for the entries' values, innermost first."""
        parser = content.parser if isinstance(content, (ir.Tags, ir.Lines)) else None
        if parser is None or self.simple(parser, "body"):
            return
        nested = entry_name(name)
        self.write_nested(writer, parser, nested)
        with writer.block(f"def {nested.snake}_value(body: str{self.parameter()}) -> Any:"):
            writer.line(f'"""One value inside `{name.snake}`."""')
            self.write_return(writer, parser, nested)
        writer.line()

    def write_tag_constants(self, writer: CodeWriter, content: ir.Content, name: Name) -> None:
        """The constants for `tag_pattern`s, outermost first."""
        if isinstance(content, ir.Tags):
            constant = self.constants.tag(name)
            tree = content.tree if content.gap is None else content.gap.head
            groups = tag_groups(content)
            writer.line(py_comment(f"{content.pointer}: {content.notation}"))
            writer.line(f"{constant} = {py_pattern(pattern_source(guard(hasten(tree)), groups))}")
            if content.limit is not None:
                program = compile_program(tree, needed_names(tree, groups))
                writer.line(f"{constant}_PROGRAM = {py_pattern(program)}")
            if content.gap is not None:
                text, pattern = content.gap.tail_text, pattern_source(content.gap.tail)
                end = py_pattern(pattern) if text is None else py_literal(text)
                writer.line(f"{constant}_END = {end}")
        if isinstance(content, (ir.Tags, ir.Lines)) and content.parser is not None:
            self.write_tag_constants(writer, content.parser, entry_name(name))


def _quoted(content: ir.Json, text: str) -> str:
    """Bare keys in quotes. Text that may stay text is only read as JSON where the reference does."""
    return (
        f"quote_bare_keys({text})" if content.or_text else f"quote_bare_keys({text}, phrases=True)"
    )


def entry_name(name: Name) -> Name:
    return Name(name.original, f"{name.snake}_entry")


def tag_groups(content: ir.Tags) -> tuple[ir.GroupUse, ...]:
    return (content.key,) if content.value is None else (content.key, content.value)
