"""What the casting of one call costs, beside the json.loads of that call: python -m benchmarks.coercion_cost"""

from __future__ import annotations

import json
import sys
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "runtime"))

PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "Where."},
        "days": {"type": "integer"},
        "units": {"type": "string", "enum": ["metric", "imperial"]},
        "hourly": {"type": "boolean"},
        "place": {
            "type": "object",
            "properties": {
                "lat": {"type": "number"},
                "lon": {"type": "number"},
                "name": {"type": "string"},
            },
        },
        "tags": {"type": "array", "items": {"type": "string"}},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["city"],
}
ARGUMENTS: dict[str, Any] = {
    "city": "San Francisco, California",
    "days": 3,
    "units": "metric",
    "hourly": True,
    "place": {"lat": 37.77, "lon": -122.41, "name": "Golden Gate Park"},
    "tags": ["weather", "forecast", "weekend trip"],
    "note": "for the picnic on Saturday; bring a jacket if it is windy",
}


def microseconds(function: Callable[[], object], calls: int = 50) -> float:
    """The best of many short runs: so much of it is the function's own."""
    return min(timeit.repeat(function, number=calls, repeat=400)) / calls * 1e6


def main() -> None:
    from rtc_runtime.coercion import DeepCoercion
    from rtc_runtime.known_schemas import known_schemas

    schemas = {"f": PARAMETERS}
    text = json.dumps({"name": "f", "arguments": ARGUMENTS})
    texts = {
        key: value if isinstance(value, str) else json.dumps(value)
        for key, value in ARGUMENTS.items()
    }
    quoted = {"function": json.loads(text)}

    def bare(coercion: DeepCoercion) -> object:
        return coercion({"function": {"name": "f", "arguments": dict(texts)}}, False)

    def bare_unseen() -> object:
        known_schemas.cache_clear()
        return bare(DeepCoercion(schemas))

    ready = DeepCoercion(schemas)
    loads = microseconds(lambda: json.loads(text))
    rows = {
        "json.loads of the call": loads,
        "casting it": microseconds(lambda: ready(quoted, True)),
        "casting it, by a new parser": microseconds(lambda: DeepCoercion(schemas)(quoted, True)),
        "casting it where all values are texts": microseconds(lambda: bare(ready)),
        "such texts, by a new parser": microseconds(lambda: bare(DeepCoercion(schemas))),
        "such texts, by a schema never seen": microseconds(bare_unseen),
    }
    print(f"a call of {len(text)} characters, CPython {sys.version.split()[0]}")
    for name, cost in rows.items():
        print(f"{name:40} {cost:7.2f} us {cost / loads:6.2f} x")


if __name__ == "__main__":
    main()
