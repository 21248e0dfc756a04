"""Repairs of what a model wrote: by name, each on its own condition, none unless it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from .coercion import CoercionStep, DeepCoercion
from .escaped_text import unescape_text
from .json_repair import JsonMender
from .matching import Found
from .parser import RegionParser
from .regions import Region, stage_of

ESCAPED_NEWLINES = "escaped-newlines"
JSON = "json"
REPAIR_NAMES = (ESCAPED_NEWLINES, JSON)


class Repairs:
    """What is to be repaired.

    `names`: of REPAIR_NAMES; a ValueError lists these for any other. `fields`: those whose value function takes
    a function `mend`, which all the text goes through that it reads as JSON.
    """

    def __init__(self, names: Iterable[str], fields: tuple[str, ...]) -> None:
        self.names = frozenset([names] if isinstance(names, str) else names)
        unknown = [name for name in self.names if name not in REPAIR_NAMES]
        if isinstance(names, str) or unknown:
            shown = repr(names) if isinstance(names, str) else ", ".join(map(repr, unknown))
            raise ValueError(f"repair is a list of names ({', '.join(REPAIR_NAMES)}), not {shown}")
        self.fields = fields if JSON in self.names else ()

    def caster(self, cast_call: Callable[..., Any] | None) -> Callable[..., Any] | None:
        """A coercion that also unescapes texts, if that is asked for and `cast_call` goes by the whole schema."""
        if ESCAPED_NEWLINES in self.names and isinstance(cast_call, DeepCoercion):
            return RepairingCoercion(cast_call.schemas)
        return cast_call

    def parser(self, *given: Any) -> RegionParser:
        return RepairingParser(self, *given) if self.fields else RegionParser(*given)


class RepairingParser(RegionParser):
    """Makes the value of a text that is almost JSON, where the text as it is has none.

    `repaired`: what was done in the region that was read last, each repair with its name; `refusal`: what was wrong
    with its text as it is.
    """

    def __init__(self, repairs: Repairs, *given: Any) -> None:
        self._repairs = repairs
        self._tries_close = False
        self.repaired: tuple[tuple[str, str], ...] = ()
        self.refusal = ""
        super().__init__(*given)

    def _closes_well(self, region: Region, found: Found) -> bool:
        self._tries_close = True  # where a region ends goes by what the model wrote
        try:
            return super()._closes_well(region, found)
        finally:
            self._tries_close = False

    def _value(
        self, region: Region, body: str, opened: Found | None, closed: Found | None, cut_off: bool
    ) -> Any:
        self.repaired = ()
        try:
            return super()._value(region, body, opened, closed, cut_off)
        except ValueError as error:
            if self._tries_close or not self._is_mendable(region, error, closed):
                raise
            mender = JsonMender(self._is_closed_by(closed))
            try:
                value = self._mended_value(region, mender, body, opened, closed)
            except ValueError:
                raise error from None
            self.repaired, self.refusal = ((JSON, mender.told()),), str(error)
            return value

    def _is_mendable(self, region: Region, error: ValueError, closed: Found | None) -> bool:
        """Whether the content failed, and that not because the end of the response cut it off."""
        cut_off = closed is None and region.complete is not None
        mends = region.field in self._repairs.fields
        return mends and stage_of(error) == "content" and not cut_off

    def _is_closed_by(self, closed: Found | None) -> bool:
        """Whether the model wrote a delimiter: an empty one, or blanks, may be the end of the response alone."""
        return closed is not None and self.stream.text[closed[1] : closed[2]].strip() != ""

    def _mended_value(
        self,
        region: Region,
        mender: JsonMender,
        body: str,
        opened: Found | None,
        closed: Found | None,
    ) -> Any:
        mended = copy(region)
        mended.value = lambda *given: region.value(*given, mend=mender)
        return super()._value(mended, body, opened, closed, False)


class RepairingCoercion(DeepCoercion):
    """Casts, then unescapes the texts that are of a language only then."""

    def __init__(self, schemas: dict[str, Any]) -> None:
        super().__init__(schemas, ignore_step)  # told of every value, and so led to it

    def cast_entry(
        self, tool: str, holder: Any, key: Any, branch: Any, texts: Any, quoted: bool, path: Any
    ) -> Any:
        below = super().cast_entry(tool, holder, key, branch, texts, quoted, path)
        if path is not None:
            unescape_entry(holder, key, branch)
        return below


def ignore_step(step: CoercionStep) -> None:
    pass


def unescape_entry(holder: Any, key: Any, branch: Any) -> str:
    """Unescape a text in an object or array where that is to be done; returns what was done, in words."""
    text = holder[key]
    if not isinstance(text, str):
        return ""
    holder[key] = plain = unescape_text(branch.child(key), text)
    return "" if plain is text else f"escapes undone: {len(text) - len(plain)}"
