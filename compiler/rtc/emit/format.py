"""Black, as a library, in one pinned mode."""

from __future__ import annotations

LINE_LENGTH = 100


def format_source(source: str) -> str:
    """`source` as Black would leave it, for the oldest Python that generated code runs on."""
    import black
    from black.mode import TargetVersion

    mode = black.Mode(
        target_versions={TargetVersion.PY38},
        line_length=LINE_LENGTH,
    )
    return black.format_str(source, mode=mode)
