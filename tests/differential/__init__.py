"""Compiled parsers against the reference, on the same templates and texts."""
