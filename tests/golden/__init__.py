"""Templates with the parsers or the diagnostics that they compile to, committed together."""
