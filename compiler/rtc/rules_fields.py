"""Rules of a field's values: flags, joins, defaults, transforms."""

from __future__ import annotations

from rtc.rule import Rule, field_of, template_of

_ANCHOR = '"start_anchor": "<|assistant|>",\n  '

FLAG_TYPE = Rule(
    "RTC050",
    "warning",
    "a flag is not a boolean",
    "Python's truth decides: `null`, 0, an empty string, list or object mean false, all else means true, the "
    'string "false" too. Write `true` or `false`.',
    field_of('"repeats": 1'),
)
JOIN_TYPE = Rule(
    "RTC051",
    "error",
    "`join` is not a string",
    'The values of all matches are joined with this text between them. For nothing between them write "".',
    field_of('"repeats": true, "join": true'),
)
JOIN_WITHOUT_REPEATS = Rule(
    "RTC052",
    "error",
    "`join` without `repeats`",
    'Only a field that repeats has values to join. Add `"repeats": true`.',
    field_of('"join": ""'),
)
JOIN_OF_NO_TEXT = Rule(
    "RTC053",
    "error",
    "`join` on values that are never text",
    "Each match of a field with `join` has to give a string. What this field's content and transform give "
    "never is one, so every match would fail.",
    field_of('"repeats": true, "join": ", ", "content": "int"'),
)
DEFAULT_NOT_LIST = Rule(
    "RTC054",
    "error",
    "a repeating field with a default that is not a list",
    "A repeating field appends to the list under its key. A default under the same key is the start of "
    "that list, so it has to be one; null is refused too.",
    template_of('"answer": {"repeats": true}', top=_ANCHOR + '"defaults": {"answer": ""}'),
)
DEFAULT_NOT_TEXT = Rule(
    "RTC055",
    "error",
    "a joined field with a default that is not text",
    "A field with `join` adds to the text under its key. A default under the same key is the start of that "
    "text, so it has to be a string, or null for none.",
    template_of(
        '"answer": {"repeats": true, "join": ""}', top=_ANCHOR + '"defaults": {"answer": []}'
    ),
)
REQUIRED_WITH_DEFAULT = Rule(
    "RTC056",
    "warning",
    "a required field with a default",
    "`optional: false` asks for the field's key in the message. Its default puts the key there, so nothing "
    "is ever missing. Remove one of the two.",
    template_of('"answer": {"optional": false}', top=_ANCHOR + '"defaults": {"answer": ""}'),
)
REQUIRED_IMPLICIT = Rule(
    "RTC057",
    "warning",
    "a required field without an opening delimiter",
    "The implicit field opens with the first character that no other field takes. When it is required, a "
    "message of nothing but tool calls is an error.",
    field_of('"optional": false'),
)
MIXED_PLACEHOLDER = Rule(
    "RTC060",
    "error",
    "a placeholder mixed with other text",
    'A string of a transform is either one placeholder, such as "{content}", or plain text. Text is not '
    "put together from pieces; capture what you need with a named group.",
    field_of('"transform": "call_{content}"'),
)
EACH_TYPE = Rule(
    "RTC061",
    "error",
    "`transform_each` is not a boolean",
    "Other flags may be anything that Python takes for true or false; this one has to be `true` or `false`.",
    field_of('"content": "json", "transform": {"name": "{name}"}, "transform_each": 1'),
)
EACH_WITHOUT_TRANSFORM = Rule(
    "RTC062",
    "error",
    "`transform_each` without `transform`",
    "It says that the transform is applied to each element of the content. Add a `transform` or remove it.",
    field_of('"content": "json", "transform_each": true'),
)
EACH_OF_NO_LIST = Rule(
    "RTC063",
    "error",
    "`transform_each` on content that is never a list",
    "Only `json` and `python-call-list` can give a list of objects. With any other content every match "
    "would fail.",
    field_of('"content": "kv-lines", "transform": {"name": "{name}"}, "transform_each": true'),
)
GROUPS_WITHOUT_TRANSFORM = Rule(
    "RTC064",
    "error",
    "named groups without a transform",
    "What a named group captures reaches the message only through a `transform`. Add one that uses it, or "
    "make the group a plain one: `(?:...)`.",
    field_of('"open_pattern": "<call:(?P<name>[a-z]+)>"'),
)
PATH_INTO_NO_OBJECT = Rule(
    "RTC065",
    "error",
    "a placeholder goes into a value that is never an object",
    "A dotted path goes down the keys of objects. Captures are text, and most contents give text, numbers "
    "or lists; for those every match would fail.",
    field_of('"transform": {"name": "{content.name}"}'),
)
UNDEFINED_PLACEHOLDER = Rule(
    "RTC066",
    "warning",
    "a placeholder that nothing defines",
    "Placeholders name a group of the field's patterns or `content`; with `transform_each` also the keys of "
    "each element. Any other name makes every match fail when text is parsed.",
    field_of('"transform": {"name": "{name}"}'),
)
PLACEHOLDER_KEY = Rule(
    "RTC067",
    "warning",
    "a placeholder as key of a transform",
    "Only the values of a transform are replaced, never its keys: this key stands in the message as it is.",
    field_of('"transform": {"{content}": true}'),
)
EMPTY_REPEATED = Rule(
    "RTC068",
    "warning",
    "a transform that discards, in a field that repeats",
    "An empty transform discards what a field captures, since empty values leave the message. In a list they "
    "stay, one for each match. Remove `repeats`.",
    field_of('"repeats": true, "transform": ""'),
)
TRANSFORM_SIZE = Rule(
    "RTC069",
    "error",
    "a transform that is too large",
    "A transform becomes code that people read, so it may hold 300 values at most, in 40 levels.",
    field_of('"transform": [' + ", ".join(["0"] * 300) + "]"),
)
