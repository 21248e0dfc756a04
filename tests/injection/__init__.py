"""Hostile templates: whatever a template holds, its parser is that template's parser and nothing else."""
