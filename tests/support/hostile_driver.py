"""Runs one generated parser over texts on any CPython from 3.8, in both modes, and names what goes wrong.

Started as `python -I -S hostile_driver.py PARSER`; {"texts", "tools"} as JSON in, a list of faults out.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from typing import Any


def load(path: str) -> Any:
    spec = importlib.util.spec_from_file_location("hostile_parser", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["hostile_parser"] = module
    spec.loader.exec_module(module)
    return module


def fault(module: Any, text: str, tools: Any) -> str | None:
    """What is wrong with the parse of a text; None if nothing is."""
    try:
        result = module.parse_full(text, prefix="", tools=tools)
        parser = module.ResponseParser("", tools=tools, on_malformed="event", spans=True)
        parser.feed(text[: len(text) // 2])
        parser.feed(text[len(text) // 2 :])
        message, _ = parser.finalize()
        spans = parser.spans
    except Exception as error:  # whatever it is, the answer must tell
        return f"event: {type(error).__name__}: {error}"
    if repr(result.message) != repr(message) or repr(result.malformed) != repr(parser.malformed):
        return "one shot and stream differ"
    if [spans[0].start, *(span.end for span in spans)] != [
        *(span.start for span in spans),
        len(text),
    ]:
        return "spans do not tile"
    try:
        module.parse_response(text, prefix="", tools=tools)
    except module.ParseError:
        pass
    except Exception as error:
        return f"raise: {type(error).__name__}: {error}"
    return None


def main() -> None:
    job = json.load(sys.stdin)
    module = load(sys.argv[1])
    found = ((text[:40], fault(module, text, job["tools"])) for text in job["texts"])
    json.dump([one for one in found if one[1] is not None], sys.stdout)


if __name__ == "__main__":
    main()
