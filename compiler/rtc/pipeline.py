"""The passes, in order: read, parse, check, lower, optimise, emit, format."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from rtc import ast
from rtc.adapt import Renames, mark_internal, rename_fields
from rtc.check import check_template
from rtc.diagnostics import Diagnostic, has_errors
from rtc.emit.format import format_source
from rtc.emit.module import RuntimeKind, emit_module
from rtc.lower import lower_template
from rtc.optimise import optimise_machine
from rtc.parse import parse_template
from rtc.source import Source


@dataclass(frozen=True, slots=True)
class Options:
    """`runtime`: how the shared code comes into the file. `features`: those of `rtc.api`.

    `formatted`: whether people will read the code; formatting takes most of the time.
    `renames`: the old and the new name of fields; `internal`: fields that only discard text and are to
    give no events, beside those that the index names for a bundled template, by their old names.
    """

    runtime: RuntimeKind = "inline"
    features: frozenset[str] = frozenset()
    formatted: bool = True
    renames: Renames = ()
    internal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    """`code` is None where a diagnostic is an error."""

    code: str | None
    diagnostics: tuple[Diagnostic, ...]
    template: ast.Template | None


def check_source(source: Source) -> tuple[Diagnostic, ...]:
    """All that is wrong or doubtful with the template in `source`."""
    return _checked(source)[1]


def compile_source(source: Source, options: Options = Options()) -> Compiled:
    """The parser's source, if the template has no errors.

    Raises OptionError where a rename or an internal field does not fit the template.
    """
    template, diagnostics = _checked(source)
    if template is None or has_errors(diagnostics):
        return Compiled(None, diagnostics, template)
    machine = mark_internal(lower_template(template), (*source.internal, *options.internal))
    machine = optimise_machine(rename_fields(machine, options.renames))
    code = emit_module(machine, template_digest(source), options.runtime, options.features)
    return Compiled(format_source(code) if options.formatted else code, diagnostics, template)


def _checked(source: Source) -> tuple[ast.Template | None, tuple[Diagnostic, ...]]:
    template, shape = parse_template(source)
    meaning = check_template(template, source) if template is not None else ()
    found = (*source.diagnostics, *shape, *meaning)
    return template, tuple(sorted(found, key=lambda one: (one.origin.line, one.origin.column)))


def template_digest(source: Source) -> str:
    """sha256 of the template's canonical JSON: its layout does not count."""
    canonical = json.dumps(source.value, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()
