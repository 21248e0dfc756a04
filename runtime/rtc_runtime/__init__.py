"""What generated parsers lean on: the standard library only, in pieces that also stand alone.

A parser compiled with `--runtime import` imports these names; otherwise it holds copies of those it needs.
API_VERSION rises when a parser compiled earlier could no longer run on the pieces.
"""

from .coercion import call_caster, unread
from .command import run_command
from .delimited_strings import delimited_json, restore_strings, take_delimited_strings
from .errors import ParseError
from .functions import function_schema
from .incoming import MANY, Span
from .json_dialects import quote_bare_keys
from .json_values import json_or_text, parse_json
from .matching import Delimiter, Watch, compiled, literal, one_of, took_part
from .parser import RegionParser
from .prefix import after_anchor, after_text
from .python_calls import parse_python_calls
from .recorded_repairs import ReportedRepairs, reporter
from .recording import ValueReport
from .regions import Format, Region, never_complete
from .repairs import Repairs
from .report import RegionReport, ReportingParser, report_message, report_recovered
from .responses import read_each, read_message, recover_message
from .searching import trimmed
from .strings import JsonStrings
from .tag_attempts import few_tags
from .tag_search import find_tags, tag_search
from .tools import refuse_function
from .values import descend, gather, objects_in, pick, undefined

API_VERSION = 2

__all__ = [
    "API_VERSION",
    "MANY",
    "Delimiter",
    "Format",
    "JsonStrings",
    "ParseError",
    "Region",
    "RegionParser",
    "RegionReport",
    "Repairs",
    "ReportedRepairs",
    "ReportingParser",
    "Span",
    "ValueReport",
    "Watch",
    "after_anchor",
    "after_text",
    "call_caster",
    "compiled",
    "delimited_json",
    "descend",
    "few_tags",
    "find_tags",
    "function_schema",
    "gather",
    "json_or_text",
    "literal",
    "never_complete",
    "objects_in",
    "one_of",
    "parse_json",
    "parse_python_calls",
    "pick",
    "quote_bare_keys",
    "read_each",
    "read_message",
    "recover_message",
    "refuse_function",
    "report_message",
    "report_recovered",
    "reporter",
    "restore_strings",
    "run_command",
    "tag_search",
    "take_delimited_strings",
    "took_part",
    "trimmed",
    "undefined",
    "unread",
]
