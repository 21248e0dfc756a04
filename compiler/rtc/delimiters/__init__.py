"""Delimiters: the only part of the compiler that knows regex syntax."""

from rtc.delimiters.errors import PatternError
from rtc.delimiters.parser import Pattern, parse_pattern
from rtc.delimiters.usable import check_delimiter

__all__ = ["Pattern", "PatternError", "check_delimiter", "parse_pattern"]
