"""The whole file: fixed text from the skeleton, the rest from the parts that know it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rtc import ir
from rtc.emit.bundle import Piece, Runtime, import_block, load_runtime, used_names
from rtc.emit.contents import ContentCode
from rtc.emit.literals import py_literal, words
from rtc.emit.patterns import Constants, PatternCode
from rtc.emit.prose import module_docstring
from rtc.emit.regions import RegionCode
from rtc.emit.types import Types, name_shapes
from rtc.emit.values import ValueCode
from rtc.emit.writer import CodeWriter
from rtc.naming import assign_names

if TYPE_CHECKING:
    import jinja2

RuntimeKind = Literal["inline", "import"]
_FIXED_IMPORTS = {
    "json": "",
    "re": "",
    "lru_cache": "functools",
    **dict.fromkeys(("Callable", "Iterable"), "collections.abc"),
    **dict.fromkeys(
        (
            "Any",
            "Dict",
            "List",
            "Literal",
            "NamedTuple",
            "TypedDict",
            "Union",
            "cast",
            "overload",
        ),
        "typing",
    ),
}
_PUBLIC = (
    "Event",
    "Message",
    "ParseError",
    "ResponseParser",
    "Result",
    "parse_full",
    "parse_response",
)
_REPORTS = ("RegionReport", "ValueReport")
_MAIN = 'if __name__ == "__main__":\n    raise SystemExit(run_command(ResponseParser))\n'


def emit_module(
    machine: ir.Machine, digest: str, runtime: RuntimeKind, features: frozenset[str]
) -> str:
    """Source of the parser of `machine`, not yet formatted. `digest`: sha256 of the template."""
    specific = _specific(machine, digest, features)
    pieces = load_runtime()
    needed = pieces.needed(used_names(_without_future(specific + _MAIN)))
    if runtime == "inline":
        return _inlined(specific, pieces, needed)
    return _importing(specific, needed)


def _inlined(specific: str, runtime: Runtime, needed: list[Piece]) -> str:
    shared = "\n\n\n".join(piece.source for piece in needed)
    body = f"{specific}\n\n# What every parser shares, as far as this one needs it.\n\n\n{shared}\n\n\n{_MAIN}"
    return _with_imports(body, {**_FIXED_IMPORTS, **runtime.imports}, "")


def _importing(specific: str, needed: list[Piece]) -> str:
    import rtc_runtime

    names = used_names(_without_future(specific + _MAIN))
    imported = sorted(piece.name for piece in needed if piece.name in names | {*_PUBLIC, *_REPORTS})
    line = f"from rtc_runtime import API_VERSION, {', '.join(imported)}\n"
    version = rtc_runtime.API_VERSION
    check = (
        f"if API_VERSION != {version}:\n"
        f'    raise ImportError(f"this parser needs version {version} of the rtc_runtime API, "\n'
        '        f"installed is {API_VERSION}: compile the template again, or install a matching rtc")\n'
    )
    return _with_imports(f"{specific}\n\n{_MAIN}", _FIXED_IMPORTS, f"{line}\n{check}")


def _with_imports(body: str, imports: dict[str, str], runtime_import: str) -> str:
    """`body` with its import block filled in."""
    names = used_names(_without_future(body)) & imports.keys()
    block = import_block(names, imports)
    return body.replace(_IMPORTS, f"{block}\n\n{runtime_import}", 1)


def _without_future(source: str) -> str:
    """`source` with its annotations counting as code, so that their names are found."""
    return source.replace("\nfrom __future__ import annotations\n", "\n", 1)


_IMPORTS = "# <imports>\n"


def _specific(machine: ir.Machine, digest: str, features: frozenset[str]) -> str:
    """What is particular to the template, with a mark where the imports go."""
    import rtc_runtime

    names = assign_names(region.field for region in machine.regions)
    constants = Constants(names)
    types = Types(machine, names, name_shapes(machine, names))
    repair = "repair" in features
    values = ValueCode(ContentCode(constants), types, repair)
    regions = RegionCode(machine, constants, values)
    report = "report" in features
    takes_tools = any(map(values.may_be_call, machine.visible))
    return _skeleton().render(
        source_name=words(machine.name),
        digest=digest,
        api_version=rtc_runtime.API_VERSION,
        docstring=module_docstring(machine),
        imports=_IMPORTS,
        exports=f"__all__ = [{', '.join(map(py_literal, _public(report)))}]",
        report=report,
        repair=repair,
        mendable=[py_literal(one.field) for one in machine.visible if values.is_mendable(one)],
        constants=_constants(machine, constants, values),
        types=_types(types),
        field_names=types.field_names(),
        functions="functions" in features,
        cast_call=_cast_call(takes_tools, features),
        takes_tools=takes_tools,
        after="after_anchor" if machine.anchor.text is None else "after_text",
        uses_captures=any(map(values.uses_captures, machine.visible)),
        marks=_marks(machine),
        passes_on=any(watch.starts for watch in machine.watches),
        blanks=any(watch.starts and watch.blanks for watch in machine.watches),
        format=_format(regions),
        functions_code=_functions(machine, values),
    )


def _marks(machine: ir.Machine) -> list[str]:
    """The names of the marks that chunks are looked through for, as many as some list has."""
    numbers = [len(watch.marks) for watch in machine.watches if len(watch.marks) <= 3]
    return ["mark", "mark2", "mark3"][: max(numbers, default=0)]


def _public(report: bool) -> tuple[str, ...]:
    return tuple(sorted((*_PUBLIC, *_REPORTS))) if report else _PUBLIC


def _cast_call(takes_tools: bool, features: frozenset[str]) -> str:
    """What makes the function that casts tool calls, out of `tools`."""
    if not takes_tools:
        return "None"
    describe = "function_schema" if "functions" in features else "refuse_function"
    caster = f"call_caster(tools, {describe}, coercion)"
    return f"repairs.caster({caster})" if "repair" in features else caster


@lru_cache(maxsize=1)
def _skeleton() -> jinja2.Template:
    import jinja2

    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    path = Path(__file__).parent / "skeletons" / "module.py.j2"
    return environment.from_string(path.read_text(encoding="utf-8"))


def _constants(machine: ir.Machine, constants: Constants, values: ValueCode) -> str:
    writer = CodeWriter()
    patterns = PatternCode(machine, constants)
    patterns.write(writer)
    for region in machine.regions:
        values.contents.write_tag_constants(
            writer, region.value.content, constants.names[region.field]
        )
    writer.line()
    writer.line()
    patterns.write_watches(writer)
    return writer.text()


def _types(types: Types) -> str:
    writer = CodeWriter()
    types.write(writer)
    return writer.text()


def _format(regions: RegionCode) -> str:
    writer = CodeWriter()
    regions.write(writer)
    return writer.text()


def _functions(machine: ir.Machine, values: ValueCode) -> str:
    writer = CodeWriter()
    for region in machine.visible:
        values.write_functions(writer, region)
    return writer.text()
