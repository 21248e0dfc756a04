"""Value programs: from a region's text to its value, as functions and expressions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rtc import ir
from rtc.emit.contents import ContentCode
from rtc.emit.literals import py_literal, py_value
from rtc.emit.prose import complete_sentence, value_sentence
from rtc.emit.types import Types
from rtc.emit.writer import CodeWriter
from rtc.naming import Name


@dataclass(frozen=True, slots=True)
class ValueCode:
    """Knows, for each region, what its value needs and how its code reads. `repairs`: JSON may be mended."""

    contents: ContentCode
    types: Types
    repairs: bool = False

    def uses_captures(self, region: ir.Region) -> bool:
        sides = (region.open, region.close)
        return any(delimiter is not None and delimiter.groups for delimiter in sides)

    def may_be_call(self, region: ir.Region) -> bool:
        """Whether a value can have the shape of a tool call."""
        content, shape = region.value.content, region.value.shape
        structured = not isinstance(content, (ir.Text, ir.Integer, ir.Float, ir.Boolean))
        if shape is None or region.value.each:
            return structured
        match shape:
            case ir.Placeholder(root, _):
                return structured and root == "content"
            case ir.Constant(value):
                return isinstance(value, (dict, list))
            case _:
                return True

    def is_guess(self, region: ir.Region) -> bool:
        """Whether arguments of calls can be what a lenient parser guessed of text without quotes."""
        value = region.value
        if not self.may_be_call(region) or (
            value.shape is None and isinstance(value.content, ir.Json)
        ):
            return False
        leaf = innermost(value.content)
        return isinstance(leaf, ir.Json) and leaf.or_text

    def is_mendable(self, region: ir.Region) -> bool:
        """Whether the region's text, or texts in it, must be JSON."""
        leaf = innermost(region.value.content)
        return self.repairs and isinstance(leaf, ir.Json) and not leaf.or_text

    # Code

    def quotes(self, region: ir.Region) -> bool:
        """Whether the format marks strings, so that what is one is no number."""
        return isinstance(innermost(region.value.content), (ir.Json, ir.Calls))

    def contents_of(self, region: ir.Region) -> ContentCode:
        return replace(
            self.contents, reads_guesses=self.is_guess(region), mends=self.is_mendable(region)
        )

    def function(self, region: ir.Region) -> str:
        """The name of the function that gives the region's value."""
        return f"{self._name(region).snake}_value"

    def complete_function(self, region: ir.Region) -> str:
        """The name of the function that refuses a text which is only the beginning of JSON."""
        return f"{self._name(region).snake}_complete"

    def _name(self, region: ir.Region) -> Name:
        return self.types.names[region.field]

    def write_functions(self, writer: CodeWriter, region: ir.Region) -> None:
        """The functions that the table of regions names for this region."""
        name = self._name(region)
        self.contents_of(region).write_nested(writer, region.value.content, name)
        parameters = "body: str"
        if self.uses_captures(region):
            parameters += ", captures: dict[str, str]"
        parameters += self.contents_of(region).parameter()
        result = self.types.element(region)
        with writer.block(f"def {self.function(region)}({parameters}) -> {result}:"):
            writer.line(value_sentence(region))
            self._function_body(writer, region, name)
        writer.line()
        content = region.value.content
        if region.close is not None and isinstance(content, ir.Json) and content.or_text:
            with writer.block(f"def {self.complete_function(region)}(body: str) -> Any:"):
                writer.line(complete_sentence(region))
                self.contents.write_return(writer, replace(content, or_text=False), name)
            writer.line()

    def _function_body(self, writer: CodeWriter, region: ir.Region, name: Name) -> None:
        value, contents = region.value, self.contents_of(region)
        if value.shape is None:
            contents.write_return(writer, value.content, name)
        elif value.each:
            contents.write_assignment(writer, value.content, name)
            self._write_each(writer, value.shape, region)
        else:
            self._write_content(writer, region, name)
            writer.line(f"return {self._shape(value.shape, region)}")

    def _write_each(self, writer: CodeWriter, shape: ir.Shape, region: ir.Region) -> None:
        """The elements of `content`, each put into shape."""
        writer.line("elements = objects_in(content)")
        result = f"return [{self._shape(shape, region)} for element in elements]"
        found = ir.placeholders(shape)
        if not found or self.uses_captures(region):
            writer.line(result)
            return
        with writer.block("try:"):
            writer.line(result)
        with writer.block("except KeyError:"):
            names = ", ".join(py_literal(one.notation[1:-1]) for one in found)
            writer.line(f"raise undefined(elements, {names}) from None")

    def _write_content(self, writer: CodeWriter, region: ir.Region, name: Name) -> None:
        """`content = ...`, or only the check that the text has a value where no one asks for it."""
        content, shape = region.value.content, region.value.shape
        contents = self.contents_of(region)
        assert shape is not None
        if any(one.root == "content" for one in ir.placeholders(shape)):
            contents.write_assignment(writer, content, name)
        elif not isinstance(content, (ir.Text, ir.Boolean)):
            contents.write_assignment(writer, content, name, target="_")

    def _shape(self, shape: ir.Shape, region: ir.Region) -> str:
        match shape:
            case ir.Constant(value):
                return py_value(value)
            case ir.Placeholder():
                return self._placeholder(shape, region)
            case ir.ObjectShape(members):
                entries = (f"{py_literal(key)}: {self._shape(one, region)}" for key, one in members)
                return f"{{{', '.join(entries)}}}"
            case ir.ArrayShape(items):
                return f"[{', '.join(self._shape(item, region) for item in items)}]"

    def _placeholder(self, shape: ir.Placeholder, region: ir.Region) -> str:
        notation = py_literal(shape.notation[1:-1])
        root = self._root(shape, region, notation)
        if not shape.keys:
            return root
        keys = ", ".join(map(py_literal, shape.keys))
        return f"descend({root}, ({keys},), {notation})"

    def _root(self, shape: ir.Placeholder, region: ir.Region, notation: str) -> str:
        name = py_literal(shape.root)
        if region.value.each:
            captured = self.uses_captures(region)
            return (
                f"pick({name}, {notation}, element, captures)" if captured else f"element[{name}]"
            )
        if shape.root == "content":
            return "content"
        if self._always_captured(region, shape.root):
            return f"captures[{name}]"
        scope = "captures" if self.uses_captures(region) else "{}"
        return f"pick({name}, {notation}, {scope})"

    def _always_captured(self, region: ir.Region, root: str) -> bool:
        """Whether the open gives the capture in every match: a close may never come."""
        groups = region.open.groups if region.open is not None else ()
        return any(group.name == root and group.certain for group in groups)


def innermost(content: ir.Content) -> ir.Content | None:
    """What parses the texts of which `content` is made; None where they stay texts."""
    while isinstance(content, (ir.Tags, ir.Lines)):
        if content.parser is None:
            return None
        content = content.parser
    return content
