"""Behaviour cases: what a template makes of an input, as Markdown that shows its event log."""
