"""Leaves out the tests against the reference where it cannot be installed: it needs Python 3.11."""

from __future__ import annotations

import importlib.util
from pathlib import Path

HAS_REFERENCE = importlib.util.find_spec("transformers") is not None
# What a test names that compares with the reference, itself or through a helper.
NAMES = ("transformers", "tests.differential")


def pytest_report_header() -> str:
    return "" if HAS_REFERENCE else "no transformers: tests against the reference are left out"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    if HAS_REFERENCE or not collection_path.name.startswith("test_"):
        return None
    text = collection_path.read_text("utf-8")
    return True if any(name in text for name in NAMES) else None
