"""Result types: the message, the shapes of its values, the events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rtc import ir
from rtc.emit.literals import py_literal
from rtc.emit.writer import CodeWriter
from rtc.naming import Name, free_name, is_plain_key

ANYTHING = "Any"
_CONTENT_TYPES = {
    ir.Text: "str",
    ir.Integer: "int",
    ir.Float: "float",
    ir.Boolean: "bool",
    ir.Json: ANYTHING,
    ir.Tags: "Dict[str, Any]",
    ir.Lines: "Dict[str, Any]",
    ir.Calls: "List[Dict[str, Any]]",
}


Path = tuple[str, ...]


def name_shapes(machine: ir.Machine, names: Mapping[str, Name]) -> dict[Path, str]:
    """Distinct names for the object shapes of all fields, by field and keys."""
    found: dict[Path, str] = {}
    for region in machine.regions:
        kept = isinstance(region.store, ir.Append) or region.value.each
        name = names[region.field].camel + ("Item" if kept else "Value")
        _name_shape(region.value.shape, (region.field,), name, found)
    return found


def _name_shape(shape: ir.Shape | None, path: Path, name: str, found: dict[Path, str]) -> None:
    if isinstance(shape, ir.ObjectShape):
        found[path] = free_name(name, found.values())
        for key, member in shape.members:
            words = "".join(word[:1].upper() + word[1:] for word in key.split("_"))
            _name_shape(member, (*path, key), f"{found[path]}{words or 'Member'}", found)


@dataclass(frozen=True, slots=True)
class Types:
    """The types of a module, by name. Objects of a known shape get a TypedDict of their own."""

    machine: ir.Machine
    names: Mapping[str, Name]
    shapes: Mapping[Path, str]

    def write(self, writer: CodeWriter) -> None:
        for region in self.machine.regions:
            if region.value.shape is not None:
                self._write_shape(writer, region, region.value.shape, (region.field,))
        self._write_dict(writer, "Message", "The parsed response.", self._message(), total=False)

    def element(self, region: ir.Region) -> str:
        """The type of one value of the region."""
        shape = region.value.shape
        if shape is None:
            return _CONTENT_TYPES[type(region.value.content)]
        one = self._shape_type(region, shape, (region.field,))
        return f"List[{one}]" if region.value.each else one

    def field_names(self) -> str:
        """The literal type of all field names."""
        names = [py_literal(region.field) for region in self.machine.visible]
        return f"Literal[{', '.join(names)}]" if names else "str"

    def _message(self) -> dict[str, str]:
        members = {key: _json_type(value) for key, value in self.machine.defaults.items()}
        for region in self.machine.visible:
            kept = self._kept(region)
            earlier = members.get(region.field)
            members[region.field] = kept if earlier in (None, kept) else ANYTHING
        return members

    def _kept(self, region: ir.Region) -> str:
        one = self.element(region)
        match region.store:
            case ir.Append():
                return f"List[{one}]"
            case ir.Join():
                return "str"
            case ir.Assign():
                return one

    def _shape_type(self, region: ir.Region, shape: ir.Shape, path: Path) -> str:
        match shape:
            case ir.Constant(value):
                return _json_type(value)
            case ir.Placeholder("content", ()) if not region.value.each:
                return _CONTENT_TYPES[type(region.value.content)]
            case ir.Placeholder(_, keys):
                return ANYTHING if keys or region.value.each else "str"
            case ir.ObjectShape(members):
                plain = members and all(is_plain_key(key) for key, _ in members)
                return self.shapes[path] if plain else "Dict[str, Any]"
            case ir.ArrayShape():
                return "List[Any]"

    def _write_shape(
        self, writer: CodeWriter, region: ir.Region, shape: ir.Shape, path: Path
    ) -> None:
        """The TypedDict of an object shape, after those of its members."""
        if not isinstance(shape, ir.ObjectShape):
            return
        if self._shape_type(region, shape, path) != self.shapes[path]:
            return
        members = {}
        for key, member in shape.members:
            self._write_shape(writer, region, member, (*path, key))
            members[key] = self._shape_type(region, member, (*path, key))
        sentence = f"A value of `{self.names[region.field].snake}`."
        self._write_dict(writer, self.shapes[path], sentence, members)

    def _write_dict(
        self,
        writer: CodeWriter,
        name: str,
        sentence: str,
        members: dict[str, str],
        total: bool = True,
    ) -> None:
        if all(map(is_plain_key, members)):
            with writer.block(f"class {name}(TypedDict{'' if total else ', total=False'}):"):
                writer.line(f'"""{sentence}"""')
                writer.line()
                for key, member in members.items():
                    writer.line(f"{key}: {member}")
        else:
            entries = ", ".join(f"{py_literal(key)}: {one}" for key, one in members.items())
            flag = "" if total else ", total=False"
            writer.line(f"{name} = TypedDict({py_literal(name)}, {{{entries}}}{flag})")
        writer.line()


def _json_type(value: ir.JsonValue) -> str:
    match value:
        case bool():
            return "bool"
        case str():
            return "str"
        case int():
            return "int"
        case float():
            return "float"
        case None:
            return "None"
        case list():
            return "List[Any]"
        case _:
            return "Dict[str, Any]"
