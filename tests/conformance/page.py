"""The page docs/conformance.md: what the bundled parsers make of recorded outputs, in tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tests.conformance.parts import Part, run_part
from tests.conformance.report_cases import report_notations
from tests.conformance.verdicts import Verdict, counted, is_explained

# As the package's own description gives them (canitoolcall 0.1.1): engine, version, fixtures that it
# supports, pass, soft pass, fail.
PUBLISHED = (
    ("vLLM", "0.30.0", 469, 268, 86, 115),
    ("SGLang", "0.5.20", 448, 189, 62, 197),
    ("llama.cpp", "a25c9865", 438, 278, 46, 114),
    ("Ollama", "7af39318", 261, 224, 10, 27),
    ("transformers", "5.17.0", 48, 33, 7, 8),
)
_STATUSES = ("pass", "soft_pass", "fail", "no template")
_INTRODUCTION = """\
# Conformance

What the bundled parsers make of recorded model outputs. This page is made by `make conformance`, from
the packages and files that it names; do not edit it. A test holds it fresh.

Every parser is the one that `templates/index.toml` gives for the model, in recovering mode, with the
fixture's tools, and its generation prompt as the prefix.
"""
_FIXTURES = """
## Recorded outputs: canitoolcall 0.1.1

469 outputs of nine families, judged by the package's own checks, whole and in eight chunkings: in one
piece, split at markers, per character, and in five random groupings. "Soft" differs in white space.

The engines' scores are those that the package publishes. Each engine supports a part of the fixtures,
and some fail by policy, so the numbers are no ranking.
"""
_REPORTS = """
## Bug reports

Faults that users reported against other parsers (`tests/cases/bug-reports.jsonl`), each through the
bundled parser of its model's family: whole, per character, and in the chunks of the report. `soft`: the
message differs in nothing but an empty `id` where the model wrote none. Where the text is in another notation
than that of the family, it goes through the template of its notation:

"""
_CUTS = """
## Cuts

Every recorded output, and every fixture of the bundled templates, cut at every position; of
those beyond 2,000 characters, in and near each marker and at every 17th position. No cut may raise. A fault
is a *call* that the whole output does not have, a *leak* (a marker in a text), or a *text* that is not a
beginning of the whole one. A recording counts by its worst cut.
"""
_VARIANTS = """
## Variants

The same outputs with each stop token at their end (also with a line break after it, and with another
token after that), and with a line break before or after each kind of marker: the same result.
"""


def render_page() -> str:
    """The whole page, as Markdown. Takes some seconds."""
    fixtures, reports, cuts, variants = map(run_part, ("fixtures", "reports", "cuts", "variants"))
    return "".join(
        (
            _INTRODUCTION,
            _FIXTURES,
            _engines(fixtures),
            _families(fixtures, _STATUSES),
            _others(fixtures),
            _REPORTS,
            _other_notations(),
            _families(reports, ("pass", "soft_pass", "fail", "no template")),
            _others(reports),
            _CUTS,
            _kinds(cuts, ("pass", "call", "leak", "text", "no template")),
            _others(cuts),
            _VARIANTS,
            _kinds(variants, ("pass", "stop", "space", "no template")),
            _others(variants),
        )
    )


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table with numbers to the right."""
    written = [[str(cell) for cell in row] for row in rows]
    numeric = [all(row[at].isdigit() for row in written) for at in range(len(head))]
    rule = ["---:" if right else "---" for right in numeric]
    lines = [f"| {' | '.join(cells)} |" for cells in (list(head), rule, *written)]
    return "\n" + "\n".join(lines) + "\n"


def _engines(part: Part) -> str:
    counts = part.counts()
    numbers = [counts.get(status, 0) for status in ("pass", "soft_pass", "fail")]
    ours = ("rtc", "this one", sum(numbers), *numbers)
    head = ("engine", "version", "fixtures", "pass", "soft", "fail")
    return table(head, (ours, *PUBLISHED))


def _families(part: Part, statuses: Sequence[str]) -> str:
    families = counted(part.verdicts)
    families["all"] = sum(families.values(), Counter())
    rows = [
        (family, sum(counts.values()), *(counts[status] for status in statuses))
        for family, counts in families.items()
    ]
    head = ("family", "outputs", *(status.removesuffix("_pass") for status in statuses))
    return table(head, rows)


def _other_notations() -> str:
    return "".join(
        f"- `{name}`, `{notation['template']}`: {notation['why']}.\n"
        for name, notation in report_notations().items()
    )


def _kinds(part: Part, kinds: Sequence[str]) -> str:
    counts = part.counts()
    return table(("recordings", *kinds), [(len(part.verdicts), *(counts.get(k, 0) for k in kinds))])


def _others(part: Part) -> str:
    """What does not pass, with the explanation; those that one explanation covers stand together."""
    others = [verdict for verdict in part.verdicts if not verdict.passes]
    if not others:
        return "\nEverything that has a template passes.\n"
    lines = [f"- {_named(key, others)}: {why}" for key, why in part.explanations.items()]
    lines += [
        f"- `{verdict.name}`: not explained."
        for verdict in others
        if not is_explained(verdict, part.explanations)
    ]
    return "\nWhat does not pass:\n\n" + "\n".join(lines) + "\n"


def _named(key: str, others: Sequence[Verdict]) -> str:
    covered = sum(key in verdict.keys for verdict in others)
    single = any(key == verdict.name for verdict in others)
    return f"`{key}`" if single else f"`{key}` ({covered})"
