"""Rules of contents: what parses the text of a region, and its arguments."""

from __future__ import annotations

from rtc.rule import Rule, field_of


def _xml(members: str) -> str:
    return field_of(f'"content": "xml-inline", "content_args": {{{members}}}')


def _lines(members: str) -> str:
    return field_of(f'"content": "kv-lines", "content_args": {{{members}}}')


def _json(members: str) -> str:
    return field_of(f'"content": "json", "content_args": {{{members}}}')


_NESTED = '{"name": "kv-lines", "args": {"value_parser": ' * 16

UNKNOWN_CONTENT = Rule(
    "RTC070",
    "error",
    "unknown content",
    "`content` is one of `text`, `int`, `float`, `bool`, `json`, `xml-inline`, `kv-lines` and "
    "`python-call-list`. Leave it out for `text`; null is refused.",
    field_of('"content": "xml"'),
)
ARGUMENTS_TYPE = Rule(
    "RTC071",
    "error",
    "the arguments of a content are not an object",
    "`content_args`, and `args` of a value parser, hold arguments by name. Leave the key out when there are "
    "none; null is refused too.",
    field_of('"content_args": null'),
)
UNUSED_ARGUMENT = Rule(
    "RTC072",
    "warning",
    "an argument that the content does not use",
    "The content has no such argument, so it has no effect. It may be misspelt, or belong to another content.",
    field_of('"content_args": {"stripped": false}'),
)
ARGUMENT_FORM = Rule(
    "RTC073",
    "warning",
    "an argument in an unusual form",
    "It works, by accident rather than by design: a `line_sep` of null splits at any white space, and "
    "`string_delims` takes whatever gives pairs when taken apart. Write the documented form.",
    _lines('"line_sep": null'),
)
STRING_DELIMS = Rule(
    "RTC074",
    "error",
    "`string_delims` is not a list of pairs",
    'It is a list of pairs of strings, such as [["<|", "|>"]]: what opens a string and what closes it. '
    "Leave it out when there are none; null is refused.",
    _json('"string_delims": [["<|", "|>", "quote"]]'),
)
EMPTY_STRING_DELIM = Rule(
    "RTC075",
    "warning",
    "an empty string delimiter",
    "Empty text is everywhere. An empty opener makes strings of all text before a closer; an empty closer "
    "makes each opener an empty string.",
    _json('"string_delims": [["<|", ""]]'),
)
NO_TAG_PATTERN = Rule(
    "RTC076",
    "error",
    "`xml-inline` without a `tag_pattern`",
    "`tag_pattern` is the regex of one tag, with the named groups `key` and `value`. Without it no region "
    "can be parsed.",
    field_of('"content": "xml-inline"'),
)
TAG_WITHOUT_KEY = Rule(
    "RTC077",
    "error",
    "a `tag_pattern` without the group `key`",
    "The group `key` gives the key under which a tag's value is kept. Without it every tag would fail. "
    "Write `(?P<key>...)` around the tag's name.",
    _xml('"tag_pattern": "<([a-z]+)>(?P<value>.*?)</>"'),
)
TAG_WITHOUT_VALUE = Rule(
    "RTC078",
    "warning",
    "a `tag_pattern` without the group `value`",
    'The group `value` gives the value of a tag. Without it every value is "".',
    _xml('"tag_pattern": "<(?P<key>[a-z]+)>"'),
)
VALUE_PARSER_TYPE = Rule(
    "RTC079",
    "error",
    "a value parser is not an object",
    'It is an object such as {"name": "json", "args": {"allow_non_json": true}}, or null for none. The name '
    "alone is not enough.",
    _lines('"value_parser": "json"'),
)
UNKNOWN_VALUE_PARSER = Rule(
    "RTC080",
    "error",
    "unknown value parser",
    "The name of a value parser is the name of a content: `text`, `int`, `float`, `bool`, `json`, "
    "`xml-inline`, `kv-lines` or `python-call-list`. Without a name it is `text`.",
    _lines('"value_parser": {"name": "number"}'),
)
VALUE_PARSER_DEPTH = Rule(
    "RTC081",
    "error",
    "value parsers nest too deep",
    "Value parsers nest at most 16 deep. No format needs more than two.",
    _lines('"value_parser": ' + _NESTED + '{"name": "text"}' + "}}" * 16),
)
VALUE_PARSER_KEY = Rule(
    "RTC082",
    "warning",
    "unknown key of a value parser",
    "A value parser has the keys `name` and `args`. Any other has no effect: arguments go into `args`.",
    _lines('"value_parser": {"name": "json", "allow_non_json": true}'),
)
SEPARATOR_TYPE = Rule(
    "RTC083",
    "error",
    "a separator is not a string",
    "`line_sep` and `kv_sep` are the texts between lines, and between a key and its value.",
    _lines('"kv_sep": null'),
)
EMPTY_SEPARATOR = Rule(
    "RTC084",
    "error",
    "an empty separator",
    "Empty text separates nothing: no line could be parsed. Leave the argument out to have the usual one.",
    _lines('"kv_sep": ""'),
)
TAG_NOT_LINEAR = Rule(
    "RTC085",
    "warning",
    "a `tag_pattern` whose cost can grow faster than the text",
    "Two parts of the pattern can share out the same text in many ways, or what it finds depends on what a "
    "group has taken. Backtracking tries all these ways on a text that does not match, and texts come from a "
    "model. The parser stays linear: it gives `re` only short texts and searches longer ones itself, some "
    "hundred times slower; where groups decide, it gives up after a limited number of steps, and the region is "
    "malformed. Rewrite the named part so that each text can be read in one way.",
    _xml('"tag_pattern": "(?P<key>[a-z]+)=(?P<value>[^;]*)\\\\s*;"'),
)
