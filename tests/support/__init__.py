"""Shared by the tests: compiled parsers, outcomes that can be compared, other interpreters."""
