"""rtc compiles response templates into standalone Python parsers of raw model output."""

from __future__ import annotations

from rtc.api import bundled_templates, check_template, compile_template, load_parser
from rtc.bundled import BundledTemplate
from rtc.diagnostics import Diagnostic, Origin, TemplateError
from rtc.models import UnknownModelError, find_template

__version__ = "0.1.0"

__all__ = [
    "BundledTemplate",
    "Diagnostic",
    "Origin",
    "TemplateError",
    "UnknownModelError",
    "__version__",
    "bundled_templates",
    "check_template",
    "compile_template",
    "find_template",
    "load_parser",
]
