"""The read pass: a file, a text or a Python value -> JSON data that knows where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rtc import rules_reading as rules
from rtc.diagnostics import Diagnostic, Origin
from rtc.json_reader import Document, Flaw, JsonValue, read_json
from rtc.plain_data import write_json
from rtc.positions import KEY, Lines, Mark, Positions, join_pointer, pointer_tokens
from rtc.problems import Problems
from rtc.rule import Rule

__all__ = ["JsonValue", "Source", "read_document", "read_file", "read_text", "read_value"]

MAX_TEMPLATE_LENGTH = 1_000_000
# A tokenizer configuration lists added tokens: the longest published ones have a few megabytes.
MAX_CONFIGURATION_LENGTH = 16_000_000
MAX_DOCUMENT_LENGTH = 4_000_000
CONFIGURATION = "tokenizer_config.json"
CONFIGURATION_ROOT = "/response_template"
_START = Origin("", 1, 1)


@dataclass(frozen=True, slots=True)
class Source:
    """A template as it was read.

    `name` is the file's base name, or `<template>`; `value` is None when nothing could be read;
    `positions` maps a JSON pointer within the template to the line and column of the value there, and with
    `#key` after the pointer to those of its key. Lines and columns are those of `text`, the whole file.
    `internal` holds the fields that only discard text, where the index of bundled templates names them.
    `found_as` says how a name was understood, where it was the id of a model.
    """

    name: str
    text: str
    value: JsonValue
    positions: Positions
    diagnostics: tuple[Diagnostic, ...]
    lines: Lines
    internal: tuple[str, ...] = ()
    found_as: str = ""

    def origin(self, pointer: str) -> Origin:
        """Where the value at `pointer` stands; for one that is missing, what it is missing from."""
        return Origin(pointer, *self.positions.nearest(pointer))

    def key_origin(self, pointer: str) -> Origin:
        """Where the key of the value at `pointer` stands."""
        position = self.positions.get(pointer + KEY)
        return self.origin(pointer) if position is None else Origin(pointer, *position)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        return self.lines.line(number)


def read_text(text: str, name: str, root: str = "") -> Source:
    """Read a template; `root` is its JSON pointer where `text` holds it among other things."""
    limit = MAX_CONFIGURATION_LENGTH if root else MAX_TEMPLATE_LENGTH
    if len(text) > limit:
        return _unread(name, rules.TOO_LONG, f"longer than {limit:,} characters")
    return _source(name, text, read_json(text), root)


def read_value(value: object, name: str = "<template>") -> Source:
    """Read a template given as a Python value: written as JSON text with an indent of 2, then read."""
    written = write_json(value, MAX_TEMPLATE_LENGTH)
    if written.text is None:
        message = f"as JSON text it is longer than {MAX_TEMPLATE_LENGTH:,} characters"
        return _unread(name, rules.TOO_LONG, message)
    flaws = tuple(
        Flaw(rules.NOT_PLAIN_DATA, misfit.message, -1, misfit.path) for misfit in written.misfits
    )
    document = read_json(written.text)
    document = Document(document.value, document.mark, flaws + document.flaws)
    return _source(name, written.text, document, "")


def read_file(path: Path) -> Source:
    """Read a template's file, a tokenizer_config.json that holds one, or a model folder with that file."""
    name = path.name or str(path)
    try:
        path = path / CONFIGURATION if path.is_dir() else path
        limit = MAX_CONFIGURATION_LENGTH if _is_configuration(path.name) else MAX_TEMPLATE_LENGTH
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        return _unread(name, rules.UNREADABLE_FILE, _reason(error, path.name == name))
    if len(data) > limit:
        return _unread(path.name, rules.TOO_LONG, f"longer than {limit:,} bytes")
    return _read_bytes(data, path.name or name)


def read_document(data: bytes, name: str) -> Source:
    """Read a JSON file that is no template, of tools for instance."""
    if len(data) > MAX_DOCUMENT_LENGTH:
        message = f"longer than {MAX_DOCUMENT_LENGTH:,} bytes"
        return _unread(name, rules.TOO_LONG, message)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _not_utf8(data, error.start, name)
    return _source(name, text, read_json(text), "")


def _is_configuration(name: str) -> bool:
    return name.endswith(CONFIGURATION)


def _reason(error: OSError | ValueError, is_file: bool) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file" if is_file else f"the folder holds no {CONFIGURATION}"
    return getattr(error, "strerror", None) or str(error)


def _read_bytes(data: bytes, name: str) -> Source:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _not_utf8(data, error.start, name)
    document = read_json(text)
    return _source(name, text, document, _root_of(document.value, name))


def _not_utf8(data: bytes, start: int, name: str) -> Source:
    text = data.decode("utf-8", "replace")
    lines = Lines(text)
    position = lines.position(len(data[:start].decode("utf-8")))
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:4]
    hint = "the file looks like UTF-16: save it as UTF-8" if wide else "save the file as UTF-8"
    message = f"the byte 0x{data[start]:02x} is not UTF-8"
    return _unread(name, rules.NOT_UTF8, message, text, Origin("", *position), hint)


def _root_of(value: JsonValue, name: str) -> str:
    """The pointer of the template in a file: a tokenizer configuration may have another name."""
    if _is_configuration(name):
        return CONFIGURATION_ROOT
    holds_one = isinstance(value, dict) and "response_template" in value and "fields" not in value
    return CONFIGURATION_ROOT if holds_one else ""


def _source(name: str, text: str, document: Document, root: str) -> Source:
    lines = Lines(text)
    mark, value = _inside(document, root)
    positions = Positions(mark, lines)
    problems = Problems()
    for flaw in document.flaws:
        _report(problems, flaw, pointer_tokens(root), positions, lines)
    if root and document.mark is not None:
        if not _check_configuration(problems, document.value, value, mark, lines):
            value = None
    return Source(name, text, value, positions, problems.found(), lines)


def _inside(document: Document, root: str) -> tuple[Mark | None, JsonValue]:
    """The template in a document, and its mark; None where there is none."""
    if document.mark is None:
        return None, None
    mark, rest = document.mark.walk(root)
    if rest:
        return None, None
    value = document.value
    for token in pointer_tokens(root):
        value = value[token] if isinstance(value, dict) else None
    return mark, value


def _report(
    problems: Problems, flaw: Flaw, root: list[str], positions: Positions, lines: Lines
) -> None:
    """Report a flaw under its pointer in the template.

    Beside the template only what makes the file unreadable counts.
    """
    inside = list(flaw.path[: len(root)]) == root
    if not inside and flaw.rule in (rules.DUPLICATE_KEY, rules.NUMBER):
        return
    pointer = join_pointer(flaw.path[len(root) :]) if inside else ""
    position = positions.nearest(pointer) if flaw.offset < 0 else lines.position(flaw.offset)
    hint = flaw.hint
    if flaw.first is not None:
        hint = "the first one stands at line {}, column {}".format(*lines.position(flaw.first))
    problems.report(flaw.rule, flaw.message, lambda: Origin(pointer, *position), hint)


def _check_configuration(
    problems: Problems, whole: JsonValue, template: JsonValue, mark: Mark | None, lines: Lines
) -> bool:
    """Whether a file that should hold a template holds one of a reasonable size."""
    if template is not None and mark is not None and mark.end - mark.start <= MAX_TEMPLATE_LENGTH:
        return True
    origin = Origin("", *lines.position(0 if mark is None else mark.start))
    if template is not None:
        message = f"longer than {MAX_TEMPLATE_LENGTH:,} characters"
        problems.report(rules.TOO_LONG, message, lambda: origin)
        return False
    older = isinstance(whole, dict) and "response_schema" in whole
    hint = "its response_schema is an older format, which rtc does not read" if older else None
    message = f"response_template is {'missing' if mark is None else 'null'}"
    problems.report(rules.NO_TEMPLATE, message, lambda: origin, hint)
    return False


def _unread(
    name: str,
    rule: Rule,
    message: str,
    text: str = "",
    origin: Origin = _START,
    hint: str | None = None,
) -> Source:
    lines = Lines(text)
    problems = Problems()
    problems.report(rule, message, lambda: origin, hint)
    return Source(name, text, None, Positions(None, lines), problems.found(), lines)
