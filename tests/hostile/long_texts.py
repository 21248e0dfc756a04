"""What a long turn says: a thought, an answer and calls such as a model writes about a piece of work."""

from __future__ import annotations

from typing import Any

from tests.hostile.turns import Call

THOUGHT = """\
The user wants the nightly export to stop losing rows, and pasted the log of the last run: 48,210 rows \
read, 47,998 written, no error. So 212 rows vanish between the reader and the writer, silently.

Let me think about where that can happen.

1. The reader. `read_rows()` skips a line when `len(fields) < len(header)`. A quoted field that holds a \
newline would be cut in two there, and both halves are too short. The log says nothing, since the skip is \
a bare `continue`.
2. The filter. It keeps rows with `0 <= row["score"] < 1`. A score of exactly 1.0 is legal ("inclusive" in \
the schema), so it should be `<= 1`. How many rows have that? Unknown, but I can count them.
3. The writer. It groups rows by `(region, day)` and keeps the last one of each group. If two rows share a \
key, the first is lost; `groups[key] = row` never complains.

The second looks likeliest: somebody wrote `x < 1` where the table says 0 ≤ x ≤ 1. But I should not guess. \
The sample has a line like

    2291;"Köln, Süd";<b>new</b>;1.0;"said ""ok"" -> done"

with a tag in it, doubled quotes and a score of 1.0. With `line.split(";")` the quotes stay in the value, so \
that "Köln, Süd" becomes '"Köln, Süd"'. That's ugly, but no row is lost by it.

What about types? In the `Map<String, List<Row>>` of the Java side the score is a double, and here it is a \
`Decimal`; 0.1 + 0.2 != 0.3 and so on, but that isn't a reason to drop a row either.

Plan:
- run a small script that counts rows by the reason why they were dropped (short, score, key), with the csv \
module instead of `split`;
- write the check down as a test, so that it stays fixed;
- open a ticket with the figures, since the filter changes what the report shows: 212 of 48,210 is 0.44 %.

I won't touch the writer before I see the counts. None of the three calls needs what another returns, so they \
can go out at once."""

ANSWER = """\
The export reads **48,210** rows and writes **47,998**: 212 are lost on the way, and nothing says so. Three \
places can lose a row without a word:

1. `read_rows()` skips lines that are too short, which a newline inside a quoted field makes of one line;
2. the filter keeps `score < 1`, while the schema allows a score of exactly 1.0;
3. the writer keeps one row for each `(region, day)`, the last one.

I count the rows by reason, add a test that fails as long as a row is lost, and open a ticket with the \
figures. If the filter is the cause, the fix is `<=` instead of `<`; the report then shows 0.44 % more rows \
than yesterday's → please tell the people who read it."""

_SCRIPT = r"""import csv
from collections import Counter
from pathlib import Path

HEADER = ["id", "region", "state", "score", "note"]


def reasons(path: Path) -> Counter:
    "How many rows are dropped, by the reason."
    found, seen = Counter(), set()
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file, delimiter=";"):
            if len(row) < len(HEADER):
                found["short"] += 1
            elif not 0 <= float(row[3]) < 1:
                found["score"] += 1
            elif (key := (row[1], row[0][:2])) in seen:
                found["key"] += 1
            else:
                seen.add(key)
    return found


if __name__ == "__main__":
    for reason, count in reasons(Path("/srv/export/rows.csv")).most_common():
        print(f"{reason:>8}: {count}\t{'<' if count < 100 else '>='} 100")"""

_TEST = r'''"""No row is lost between the reader and the writer."""

import pytest

from export.rows import keep, read_rows

LINES = [
    '2291;"Köln, Süd";<b>new</b>;1.0;"said ""ok"" -> done"',
    "2292;Zürich;open;0.0;",
    '2293;"Saint-Malo";open;0.25;"two\nlines"',
]


@pytest.mark.parametrize("score", [0.0, 0.25, 1.0])
def test_scores_within_the_bounds_are_kept(score):
    assert keep({"id": 1, "score": score})


@pytest.mark.parametrize("score", [-0.01, 1.01])
def test_scores_beyond_the_bounds_are_not(score):
    assert not keep({"id": 1, "score": score})


def test_every_line_gives_a_row():
    rows = list(read_rows("\n".join(LINES)))
    assert [row["id"] for row in rows] == [2291, 2292, 2293]
    assert rows[0]["note"] == 'said "ok" -> done'
    assert all(0 <= row["score"] <= 1 for row in rows)'''

_REPORT: dict[str, Any] = {
    "run": {"host": "export-2", "day": "2025-03-14", "seconds": 93.5, "errors": None},
    "rows": {"read": 48210, "written": 47998, "lost": 212, "share": 0.0044},
    "suspects": [
        {"place": "read_rows", "rule": "len(fields) < len(header)", "rows": 9, "sure": False},
        {"place": "keep", "rule": "0 <= score < 1", "rows": 196, "sure": True},
        {"place": "write_groups", "rule": "last of (region, day)", "rows": 7, "sure": False},
    ],
    "samples": ['2291;"Köln, Süd";<b>new</b>;1.0', "2305;東京;open;1.0", "2311;Łódź;done;1.0"],
    "next": {
        "fix": "score <= 1",
        "tests": [0.0, 0.25, 1.0, -0.01, 1.01],
        "notify": ["Ana", "Jörg"],
    },
}

CALLS = (
    Call("run_python", {"code": _SCRIPT, "timeout": 30, "capture": True}),
    Call("write_file", {"path": "tests/test_rows.py", "content": _TEST, "overwrite": False}),
    Call(
        "create_ticket",
        {
            "title": 'Export drops rows with a score of 1.0 ("inclusive")',
            "labels": ["export", "data loss", "größer-gleich"],
            "priority": 2,
            "estimate": 1.5,
            "report": _REPORT,
        },
    ),
)


def _tool(name: str, description: str, required: list[str], **types: str) -> dict[str, Any]:
    properties: dict[str, Any] = {key: {"type": value} for key, value in types.items()}
    parameters = {"type": "object", "properties": properties, "required": required}
    function = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": function}


TOOLS = [
    _tool(
        "run_python",
        "Runs a script and returns what it prints.",
        ["code"],
        code="string",
        timeout="integer",
        capture="boolean",
    ),
    _tool(
        "write_file",
        "Writes a text file.",
        ["path", "content"],
        path="string",
        content="string",
        overwrite="boolean",
    ),
    _tool(
        "create_ticket",
        "Opens a ticket.",
        ["title"],
        title="string",
        labels="array",
        priority="integer",
        estimate="number",
        report="object",
    ),
]
