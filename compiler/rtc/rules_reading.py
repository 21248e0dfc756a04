"""Rules of reading: a file has to be there, be JSON, and be of a size that a person could have written."""

from __future__ import annotations

from rtc.rule import Rule, field_of, template_of

UNREADABLE_FILE = Rule(
    "RTC001",
    "error",
    "the file cannot be read",
    "The path names nothing, or something that is no readable file, or a folder without a "
    "tokenizer_config.json. Give the path of a template, of a tokenizer_config.json, or of a model folder.",
    "no-such-template.json",
    given="missing",
)
NOT_UTF8 = Rule(
    "RTC002",
    "error",
    "the file is not UTF-8",
    "Templates are UTF-8 text, as JSON files are. Save the file again as UTF-8. The position is that of "
    "the first byte that is not UTF-8.",
    template_of('"answer": {"close": "Ø"}'),
    given="latin-1",
)
NOT_JSON = Rule(
    "RTC003",
    "error",
    "the text is not JSON",
    "Templates are strict JSON: double quotes, no comments, no trailing commas, `true`, `false` and `null` "
    "in small letters, control characters written as escapes. Reading stops at the first such mistake.",
    field_of('"close": "<|end|>",'),
)
BYTE_ORDER_MARK = Rule(
    "RTC004",
    "error",
    "the text begins with a byte order mark",
    "JSON has no byte order mark and its readers refuse one. Save the file as UTF-8 without it.",
    "\ufeff" + field_of('"close": "<|end|>"'),
)
EMPTY_TEXT = Rule(
    "RTC005",
    "error",
    "the file is empty",
    "There is nothing in the file but white space. A template is a JSON object.",
    " \n",
)
TOO_LONG = Rule(
    "RTC006",
    "error",
    "the template is too long",
    "A template is written by hand and fits on a page; one of more than a million characters is a mistake "
    "or an attack. A tokenizer_config.json may be longer, the template in it may not.",
    '"' + "x" * 1_000_000 + '"',
)
TOO_DEEP = Rule(
    "RTC007",
    "error",
    "the template nests too deep",
    "Lists and objects nest at most 200 levels deep. Reading stops where the limit is passed.",
    "[" * 201 + "]" * 201,
)
DUPLICATE_KEY = Rule(
    "RTC008",
    "error",
    "a key stands twice in one object",
    "Readers of JSON keep the last of two values under one key without a word, so one of them has no "
    "effect. Remove one of the two.",
    field_of('"close": "<|end|>", "close": "<|stop|>"'),
)
NUMBER = Rule(
    "RTC009",
    "error",
    "a number that JSON does not have",
    "JSON has no NaN and no infinities, and no reader takes a whole number of more than 4,300 digits. "
    "Write another number, or null.",
    template_of(
        '"answer": {}', top='"start_anchor": "<|assistant|>",\n  "defaults": {"score": NaN}'
    ),
)
NOT_PLAIN_DATA = Rule(
    "RTC010",
    "error",
    "a Python value that JSON does not have",
    "A template given as a Python value is made of dicts with string keys, lists, strings, numbers, "
    "booleans and None; it has no tuples, sets, NaN, and no value that contains itself.",
    '{"start_anchor": "<|assistant|>", "defaults": {"tags": {"a", "b"}}, "fields": {"answer": {}}}',
    given="value",
)
NO_TEMPLATE = Rule(
    "RTC011",
    "error",
    "the tokenizer configuration holds no template",
    "A tokenizer_config.json keeps its template under the key `response_template`; here the key is missing "
    "or null. The model may have none: write one, or take a bundled one.",
    '{"tokenizer_class": "TokenizersBackend", "response_template": null}',
    given="config",
)
TOO_MANY_ERRORS = Rule(
    "RTC012",
    "error",
    "too many errors",
    "After a hundred errors the rest is not listed. Mend those that are, and check again.",
    field_of(", ".join(f'"key{number}": 1' for number in range(101))),
)
TOO_MANY_WARNINGS = Rule(
    "RTC013",
    "warning",
    "too many warnings",
    "After a hundred warnings the rest is not listed.",
    field_of(
        '"open": ["<a>"' + ', "<a>"' * 51 + '], "close": ["</a>"' + ', "</a>"' * 50 + "]",
    ),
)
