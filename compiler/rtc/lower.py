"""AST -> IR: from what the author wrote to the machine that runs it."""

from __future__ import annotations

from rtc import ast, ir
from rtc.delimiters.analysis import left_context
from rtc.delimiters.captures import captures
from rtc.delimiters.literals import literal_tree
from rtc.delimiters.nodes import Node
from rtc.lower_values import lower_value

Side = ir.Side


def lower_template(template: ast.Template) -> ir.Machine:
    """The machine of a template that has passed every check."""
    regions = tuple(_region(field) for field in template.fields)
    implicit = next((region for region in regions if region.open is None), None)
    between = _between(regions, implicit)
    delimiters = [one for region in regions for one in (region.open, region.close) if one]
    contexts = [left_context(delimiter.tree) for delimiter in delimiters]
    return ir.Machine(
        name=template.name,
        defaults=template.defaults,
        anchor=_anchor(template.anchor),
        regions=regions,
        between=between,
        left_context=max(contexts, default=0),
    )


def _region(field: ast.Field) -> ir.Region:
    value = lower_value(field)
    placeholders = () if value.shape is None else ir.placeholders(value.shape)
    used = frozenset(one.root for one in placeholders)
    close = _delimiter(field, "close", used)
    return ir.Region(
        field=field.name,
        pointer=field.origin.pointer,
        open=_delimiter(field, "open", used),
        close=close,
        value=value,
        store=_store(field),
        required=not field.optional,
        watch=ir.Watch((close,)) if close is not None and field.open is not None else None,
    )


def _between(regions: tuple[ir.Region, ...], implicit: ir.Region | None) -> ir.Watch | None:
    """What counts where no explicit region is open: opens by name, then the implicit close."""
    opens = [region.open for region in regions if region.open is not None]
    watched = sorted(opens, key=lambda delimiter: delimiter.field)
    if implicit is not None and implicit.close is not None:
        watched.append(implicit.close)
    return ir.Watch(tuple(watched)) if watched else None


def _store(field: ast.Field) -> ir.Store:
    if field.join is not None:
        return ir.Join(field.join)
    return ir.Append() if field.repeats else ir.Assign()


def _delimiter(field: ast.Field, side: Side, used: frozenset[str]) -> ir.Delimiter | None:
    written = field.open if side == "open" else field.close
    if written is None:
        return None
    tree, notation, literals = _matching(written)
    return ir.Delimiter(
        field=field.name,
        side=side,
        pointer=written.origin.pointer,
        notation=notation,
        tree=tree,
        lead="",
        literals=literals,
        groups=tuple(
            ir.GroupUse(capture.name, capture.numbers, capture.certain)
            for capture in captures(tree)
            if capture.name in used
        ),
    )


def _anchor(written: ast.Delimiter) -> ir.Anchor:
    tree, notation, texts = _matching(written)
    text = texts[0] if len(texts) == 1 and not _overlaps(texts[0]) else None
    return ir.Anchor(written.origin.pointer, notation, tree, text)


def _overlaps(text: str) -> bool:
    """Whether two of `text` can share characters."""
    return any(text.startswith(text[at:]) for at in range(1, len(text)))


def _matching(written: ast.Delimiter) -> tuple[Node, str, tuple[str, ...]]:
    """The tree, how the author wrote it, and the literals if they are literals."""
    if isinstance(written, ast.Literals):
        return literal_tree(written.texts), " | ".join(map(repr, written.texts)), written.texts
    return written.pattern.tree, written.source, ()
