"""Compiled parsers by template, compiled once per run of the tests."""

from __future__ import annotations

import json
import linecache
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import rtc

_MODULES: dict[str, ModuleType | Refusal] = {}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A template that did not compile: the codes of its errors and the whole report."""

    codes: tuple[str, ...]
    messages: tuple[str, ...]
    rendered: str


def load(template: dict[str, Any]) -> ModuleType | Refusal:
    """The parser of `template` as a module, or why there is none."""
    key = json.dumps(template)
    found = _MODULES.get(key)
    if found is None:
        found = _MODULES[key] = _compile(template)
    return found


def load_parser(template: dict[str, Any]) -> ModuleType:
    """The parser of a template that must compile."""
    module = load(template)
    if isinstance(module, Refusal):
        raise AssertionError(f"does not compile:\n{module.rendered}")
    return module


def source_of(module: ModuleType) -> str:
    """The code that a parser was loaded from."""
    filename = module.parse_response.__code__.co_filename
    return "".join(linecache.getlines(filename))


def _compile(template: dict[str, Any]) -> ModuleType | Refusal:
    try:
        return rtc.load_parser(template)
    except rtc.TemplateError as error:
        errors = [d for d in error.diagnostics if d.severity == "error"]
        return Refusal(
            codes=tuple(d.code for d in errors),
            messages=tuple(d.message for d in errors),
            rendered=str(error),
        )
