"""Parsing delimiters: literal texts and regexes."""

from __future__ import annotations

import warnings

import regex

from rtc import rules_delimiters as rules
from rtc.ast import Delimiter, Literals, PatternText
from rtc.delimiters import Pattern, PatternError, check_delimiter, parse_pattern
from rtc.delimiters.usable import check_tag
from rtc.diagnostics import quote
from rtc.place import Place, describe, walk
from rtc.source import JsonValue

MAX_LITERALS = 100
# Reading and checking a pattern takes longer than its length says, so there is a limit for all of them too.
MAX_PATTERN_LENGTH = 5_000
MAX_PATTERNS_LENGTH = 20_000
_PATTERN_RULES = {
    "syntax": rules.PATTERN_SYNTAX,
    "unsupported": rules.PATTERN_UNSUPPORTED,
    "costly": rules.PATTERN_COSTLY,
}


def parse_delimiter(owner: Place, key: str, *, streamed: bool = True) -> Delimiter | None:
    """Parse the delimiter under `key` or under `key` with `_pattern`; None when there is neither."""
    pattern_key = f"{key}_pattern"
    literals = _parse_literals(owner.child(key)) if key in owner else None
    pattern = (
        _parse_pattern_text(owner.child(pattern_key), streamed) if pattern_key in owner else None
    )
    if literals is None or pattern is None:
        return literals or pattern
    message = f"both {key} and {pattern_key} are given"
    owner.child(pattern_key).report_key(rules.BOTH_FORMS, message, "keep one of the two")
    return Literals((), owner.child(key).origin)


def _parse_literals(place: Place) -> Literals:
    if isinstance(place.value, str):
        good = _check_literal(place)
        return Literals((place.value,) if good else (), place.origin)
    if not isinstance(place.value, list):
        message = f"expected a string or a list of strings, not {describe(place.value)}"
        place.report(rules.LITERAL_TYPE, message, _null_hint(place))
    elif not place.value:
        place.report(rules.EMPTY_LIST, "the list holds no literal", "leave the key out")
    elif len(place.value) > MAX_LITERALS:
        message = f"{len(place.value):,} literals: there can be at most {MAX_LITERALS:,}"
        place.report(rules.TOO_MANY_LITERALS, message)
    else:
        return _parse_literal_list(place)
    return Literals((), place.origin)


def _parse_literal_list(place: Place) -> Literals:
    texts: dict[str, str] = {}
    good = True
    for index, item in place.children():
        if not _check_literal(item) or not isinstance(item.value, str):
            good = False
        elif item.value in texts:
            message = f"{quote(item.value)} stands in this list already"
            item.report(rules.DUPLICATE_LITERAL, message, "remove one of the two")
        else:
            texts[item.value] = index
    return Literals(tuple(texts) if good else (), place.origin)


def _check_literal(place: Place) -> bool:
    if not isinstance(place.value, str):
        place.report(rules.LITERAL_TYPE, f"a literal must be a string, not {describe(place.value)}")
        return False
    if not place.value:
        place.report(
            rules.EMPTY_LITERAL,
            "a literal must not be empty",
            "leave the key out, or write the text",
        )
    return bool(place.value)


def _null_hint(place: Place) -> str | None:
    return "leave the key out" if place.value is None else None


def _parse_pattern_text(place: Place, streamed: bool) -> Delimiter:
    pattern = parse_pattern_at(place, streamed=streamed)
    return (
        Literals((), place.origin)
        if pattern is None
        else PatternText(pattern.source, pattern, place.origin)
    )


def parse_pattern_at(place: Place, *, streamed: bool) -> Pattern | None:
    """Parse a regex; None when it is none, which is reported.

    `streamed`: whether it is searched in text that is not all there yet.
    """
    source = place.value
    if not isinstance(source, str):
        message = f"a pattern must be a string, not {describe(source)}"
        place.report(rules.PATTERN_TYPE, message, _null_hint(place))
        return None
    if len(source) > MAX_PATTERN_LENGTH:
        message = f"{len(source):,} characters: a pattern can have at most {MAX_PATTERN_LENGTH:,}"
        place.report(rules.PATTERN_LENGTH, message)
        return None
    try:
        pattern = parse_pattern(source)
        (check_delimiter if streamed else check_tag)(pattern)
        _check_with_reference_engine(source)
    except PatternError as error:
        message = f"{error.message} (at character {error.position + 1} of the pattern)"
        place.report(_PATTERN_RULES[error.kind], message, error.hint)
        return None
    return pattern


def check_patterns_length(template: Place) -> bool:
    """Whether the delimiters of a template are short enough together, before any of them is read."""
    length = 0
    for _, field in template.child("fields").children():
        for place in (field, *walk(field.child("content_args"))):
            length += sum(map(_text_length, place.members.items()))
    if length > MAX_PATTERNS_LENGTH:
        message = (
            f"patterns and literals of {length:,} characters: together there can be at most "
            f"{MAX_PATTERNS_LENGTH:,}"
        )
        template.child("fields").report(rules.PATTERN_LENGTH, message)
    return length <= MAX_PATTERNS_LENGTH


def _text_length(member: tuple[str, JsonValue]) -> int:
    """How much text a member of a field gives to search for."""
    key, value = member
    if not key.endswith("_pattern") and key not in ("open", "close"):
        return 0
    texts = value if isinstance(value, list) else [value]
    return sum(len(text) for text in texts if isinstance(text, str))


def _check_with_reference_engine(source: str) -> None:
    """What the `regex` module refuses is no pattern, whatever our own parser makes of it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            regex.compile(source, regex.DOTALL)
    except regex.error as error:
        raise PatternError(error.msg, error.pos or 0, "syntax") from error
    except (OverflowError, RecursionError, ValueError) as error:
        raise PatternError(
            f"the regex module cannot compile it: {error}", 0, "unsupported"
        ) from error
