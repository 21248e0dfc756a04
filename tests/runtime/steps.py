"""Counting what a call does instead of timing it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import rtc_runtime

RUNTIME = str(Path(rtc_runtime.__file__).parent)


def lines_run(function: Callable[..., object], *arguments: object) -> int:
    """How many lines of the runtime run until `function` returns or raises ValueError."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(RUNTIME):
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*arguments)
    except ValueError:
        pass
    finally:
        sys.settrace(before)
    return count


class WatchedText(str):
    """Text that counts the characters that `find` looks at."""

    looked_at = 0

    def find(self, wanted: str, start: Any = 0, end: Any = None) -> int:
        end = len(self) if end is None else min(end, len(self))
        found = super().find(wanted, start, end)
        self.looked_at += (found + len(wanted) if found >= 0 else end) - start
        return found
