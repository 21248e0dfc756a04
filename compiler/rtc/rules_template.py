"""Rules of the template's outer shape: its keys, its version, its fields."""

from __future__ import annotations

from rtc.rule import Rule, field_of, template_of

TEMPLATE_TYPE = Rule(
    "RTC020",
    "error",
    "the template is not an object",
    "A template is a JSON object with the keys `version`, `defaults`, `start_anchor` or "
    "`start_anchor_pattern`, and `fields`.",
    '["<|assistant|>"]',
)
UNKNOWN_KEY = Rule(
    "RTC021",
    "error",
    "unknown key of the template",
    "The template itself has the keys `version`, `defaults`, `start_anchor`, `start_anchor_pattern` and "
    "`fields`. Any other is refused, since a misspelt key would be ignored.",
    template_of('"answer": {}', top='"start_anchor": "<|assistant|>",\n  "default": {}'),
)
UNKNOWN_FIELD_KEY = Rule(
    "RTC022",
    "error",
    "unknown key of a field",
    "A field has the keys `open`, `open_pattern`, `close`, `close_pattern`, `repeats`, `join`, `optional`, "
    "`content`, `content_args`, `transform` and `transform_each`. Any other is refused, since a misspelt "
    "key would be ignored.",
    field_of('"closes": "<|end|>"'),
)
VERSION = Rule(
    "RTC023",
    "error",
    "unsupported version",
    "There is one version of the language. Write `1`, or leave `version` out.",
    template_of('"answer": {}', top='"version": 2,\n  "start_anchor": "<|assistant|>"'),
)
VERSION_TYPE = Rule(
    "RTC024",
    "warning",
    "the version is not written as 1",
    "`true` and `1.0` are equal to 1 in Python and so they pass. Write `1`.",
    template_of('"answer": {}', top='"version": 1.0,\n  "start_anchor": "<|assistant|>"'),
)
DEFAULTS_TYPE = Rule(
    "RTC025",
    "error",
    "`defaults` is not an object",
    "`defaults` holds what every message starts with, as an object of keys and values. Leave it out when "
    "there is nothing to hold; `null` is refused too.",
    template_of('"answer": {}', top='"start_anchor": "<|assistant|>",\n  "defaults": null'),
)
NO_FIELDS = Rule(
    "RTC026",
    "error",
    "`fields` is missing, empty or not an object",
    "`fields` names the keys that text is parsed into. Without one there is nothing to parse.",
    '{\n  "start_anchor": "<|assistant|>",\n  "fields": {}\n}',
)
TOO_MANY_FIELDS = Rule(
    "RTC027",
    "error",
    "too many fields",
    "A template has at most 64 fields. Each becomes code of its own; formats have three to ten.",
    template_of(*(f'"field{number}": {{"open": "<{number}>"}}' for number in range(1_001))),
)
FIELD_TYPE = Rule(
    "RTC028",
    "error",
    "a field is not an object",
    "A field is an object of the keys that say where its region opens and closes and what is in it. "
    "`{}` is a field that takes all text left over.",
    template_of('"answer": "text"'),
)
SEVERAL_IMPLICIT = Rule(
    "RTC029",
    "error",
    "more than one field without an opening delimiter",
    "The field without `open` and `open_pattern` is the implicit one: it takes the text that no other "
    "field takes. There can be only one. Give the others an `open`.",
    template_of('"answer": {}', '"rest": {}'),
)
