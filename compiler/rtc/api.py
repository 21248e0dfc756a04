"""The library: what `import rtc` offers. The passes are imported when they are first needed."""

from __future__ import annotations

import io
import linecache
import sys
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from rtc.bundled import BundledTemplate, read_index
from rtc.diagnostics import Diagnostic, TemplateError, render_all

if TYPE_CHECKING:
    from rtc.locate import TemplateLike
    from rtc.pipeline import Options
    from rtc.source import Source

RUNTIMES = ("inline", "import")
FEATURES = ("functions", "report", "repair")


def compile_template(
    template: TemplateLike,
    *,
    runtime: Literal["inline", "import"] = "inline",
    features: Iterable[str] = (),
    rename: Mapping[str, str] | None = None,
    internal: Iterable[str] = (),
) -> str:
    """The source of the parser of `template`: a dict, a path, a bundled template's name or a model's id.

    `runtime`: "inline" gives a file that needs the standard library alone, "import" one that takes its
    fixed parts from the package rtc_runtime. `features`: "functions" for Python functions as tools, "report" for
    a report on each region and argument, "repair" for repairs that are asked for by name.
    `rename`: other names for fields. `internal`: fields that only discard text, to give no events.
    Raises TemplateError where the template has errors, ValueError for other runtimes and features, and for
    fields that are unknown, clash, or cannot be internal.
    """
    from rtc.locate import read_template

    options = _options(runtime, features, rename, internal)
    return _compile(read_template(template), options)


def check_template(template: TemplateLike) -> list[Diagnostic]:
    """Every error and warning of `template`; none of them is raised."""
    from rtc.locate import read_template
    from rtc.pipeline import check_source

    return list(check_source(read_template(template)))


def load_parser(
    template: TemplateLike,
    *,
    name: str | None = None,
    features: Iterable[str] = (),
    rename: Mapping[str, str] | None = None,
    internal: Iterable[str] = (),
) -> ModuleType:
    """The parser of `template` as a module, compiled in memory.

    Each call gives a new module. It is registered in `sys.modules` only if a `name` for it is given.
    Tracebacks show its source. Raises what `compile_template` raises.
    """
    from rtc.locate import read_template

    options = _options("inline", features, rename, internal)
    return load_source(read_template(template), options, name=name)


def bundled_templates() -> tuple[BundledTemplate, ...]:
    """The templates that come with rtc, in the order of the index."""
    return read_index()


def load_source(
    source: Source, options: Options | None = None, *, name: str | None = None
) -> ModuleType:
    """`load_parser` for a template that was read already."""
    from rtc.naming import snake_case

    options = options or _options("inline")
    code = _compile(source, replace(options, formatted=False))
    module = ModuleType(name or f"{snake_case(Path(source.name).stem)}_parser")
    # A file name between angle brackets is never looked for on the disk, and an entry without a time of
    # modification is never dropped. The same source has the same name, so entries do not pile up.
    filename = f"<{module.__name__} {zlib.crc32(code.encode()):08x}>"
    lines = io.StringIO(code).readlines()
    linecache.cache[filename] = (len(code), None, lines, filename)
    exec(compile(code, filename, "exec"), module.__dict__)
    if name is not None:
        sys.modules[name] = module
    return module


def _options(
    runtime: Literal["inline", "import"],
    features: Iterable[str] = (),
    rename: Mapping[str, str] | None = None,
    internal: Iterable[str] = (),
) -> Options:
    from rtc.pipeline import Options

    wanted = frozenset(features)
    if runtime not in RUNTIMES:
        raise ValueError(f"runtime is one of {', '.join(RUNTIMES)}, not {runtime!r}")
    if not wanted.issubset(FEATURES):
        raise ValueError(f"features are of {', '.join(FEATURES)}, not {sorted(wanted)}")
    return Options(
        runtime=runtime,
        features=wanted,
        renames=tuple((rename or {}).items()),
        internal=tuple(internal),
    )


def _compile(source: Source, options: Options) -> str:
    from rtc.pipeline import compile_source

    compiled = compile_source(source, options)
    if compiled.code is None:
        raise TemplateError(compiled.diagnostics, render_all(compiled.diagnostics, source))
    return compiled.code
