"""What generated parsers lean on: the standard library only, in pieces that also stand alone.

A parser compiled with `--runtime import` imports these names; otherwise it holds copies of those it needs.
API_VERSION rises when a parser compiled earlier could no longer run on the pieces.
"""

from .batch import parse_each
from .coercion import coercion_of, unread
from .command import run_command
from .elements import objects_in, text_to_join
from .errors import ParseError
from .functions import function_schema
from .json_dialects import quote_bare_keys, restore_strings, take_delimited_strings
from .json_values import json_or_text, parse_json
from .matching import Delimiter, Watch, compiled, literal, one_of, present, took_part
from .message import missing_field, without_empty
from .prefix import PREFIX_REQUIRED, after_anchor
from .python_calls import parse_python_calls
from .stream import MANY, Stream
from .tools import coerce_tool_calls, refuse_function, tool_parameters
from .values import descend, gather, pick

API_VERSION = 1

__all__ = [
    "API_VERSION",
    "MANY",
    "PREFIX_REQUIRED",
    "Delimiter",
    "ParseError",
    "Stream",
    "Watch",
    "after_anchor",
    "coerce_tool_calls",
    "coercion_of",
    "compiled",
    "descend",
    "function_schema",
    "gather",
    "json_or_text",
    "literal",
    "missing_field",
    "objects_in",
    "one_of",
    "parse_each",
    "parse_json",
    "parse_python_calls",
    "pick",
    "present",
    "quote_bare_keys",
    "refuse_function",
    "restore_strings",
    "run_command",
    "take_delimited_strings",
    "text_to_join",
    "took_part",
    "tool_parameters",
    "unread",
    "without_empty",
]
