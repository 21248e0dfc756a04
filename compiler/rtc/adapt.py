"""IR -> IR: what a caller wants otherwise than the template says: other names, fields without events."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from rtc import ir
from rtc.diagnostics import quote

Renames = Sequence[tuple[str, str]]


class OptionError(ValueError):
    """An option that does not fit the template: an unknown field, a name that is taken."""


def rename_fields(machine: ir.Machine, renames: Renames) -> ir.Machine:
    """`machine` with fields under other names; which delimiter wins a tie does not change.

    Raises OptionError where a field is unknown or renamed twice, or where two keys of the message would
    have one name.
    """
    names = _checked(machine, renames)
    if not names:
        return machine
    regions = tuple(_renamed(region, names) for region in machine.regions)
    return replace(
        machine,
        defaults={names.get(key, key): value for key, value in machine.defaults.items()},
        regions=regions,
        between=_renamed_watch(machine.between, names),
    )


def mark_internal(machine: ir.Machine, fields: Iterable[str]) -> ir.Machine:
    """`machine` with the fields that only discard text marked as such: they give no events.

    Raises OptionError where a field is unknown, or keeps something: the message must stay the same.
    """
    internal = frozenset(fields)
    _check_known(machine, sorted(internal))
    for region in machine.regions:
        if region.field in internal and (reason := _kept_by(region, machine)) is not None:
            raise OptionError(f"the field {quote(region.field)} cannot be internal: {reason}")
    regions = tuple(
        replace(region, internal=region.field in internal) for region in machine.regions
    )
    return replace(machine, regions=regions)


def _kept_by(region: ir.Region, machine: ir.Machine) -> str | None:
    """Why a field can be missed by the reader of the message, if it can."""
    shape = region.value.shape
    if region.open is None:
        return "it has no open; leave it out, and the text is dropped"
    if not isinstance(shape, ir.Constant) or shape.value not in ("", None, [], {}):
        return 'its value is in the message; one that discards has "transform": ""'
    if region.value.each or not isinstance(region.value.content, ir.Text):
        return 'its text has to be read as such: leave out "content"'
    if not isinstance(region.store, ir.Assign):
        return 'it repeats, so its values are kept; leave out "repeats"'
    if region.required:
        return 'the message has to have it; leave out "optional"'
    if region.field in machine.defaults:
        return "it has a default, which is in the message"
    return None


def _checked(machine: ir.Machine, renames: Renames) -> dict[str, str]:
    """The renames by their old names."""
    names = dict(renames)
    _check_known(machine, [old for old, _ in renames])
    if len(names) < len(renames):
        twice = next(old for old in names if [old for old, _ in renames].count(old) > 1)
        raise OptionError(f"the field {quote(twice)} is renamed twice")
    if "" in names.values():
        raise OptionError("the new name of a field must not be empty")
    taken: set[str] = set(machine.defaults) - {region.field for region in machine.regions}
    for region in machine.regions:
        name = names.get(region.field, region.field)
        if name in taken:
            raise OptionError(f"two keys of the message would be named {quote(name)}")
        taken.add(name)
    return names


def _check_known(machine: ir.Machine, wanted: Collection[str]) -> None:
    known = [region.field for region in machine.regions]
    for name in wanted:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {quote(near[0])}?" if near else f"there are {_listed(known)}"
            raise OptionError(f"the template has no field {quote(name)}: {hint}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(quote, names))


def _renamed(region: ir.Region, names: dict[str, str]) -> ir.Region:
    return replace(
        region,
        field=names.get(region.field, region.field),
        open=_renamed_delimiter(region.open, names),
        close=_renamed_delimiter(region.close, names),
        watch=_renamed_watch(region.watch, names),
    )


def _renamed_delimiter(
    delimiter: ir.Delimiter | None, names: dict[str, str]
) -> ir.Delimiter | None:
    if delimiter is None:
        return None
    return replace(delimiter, field=names.get(delimiter.field, delimiter.field))


def _renamed_watch(watch: ir.Watch | None, names: dict[str, str]) -> ir.Watch | None:
    if watch is None:
        return None
    renamed = (_renamed_delimiter(one, names) for one in watch.delimiters)
    return replace(watch, delimiters=tuple(one for one in renamed if one is not None))
