"""Bundled templates against messages with hostile values: what is written comes back, or is a known ambiguity."""
