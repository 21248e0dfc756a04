"""Rules of delimiters: the start anchor, what opens a field and what closes it."""

from __future__ import annotations

from rtc.rule import Rule, field_of, template_of

NO_ANCHOR = Rule(
    "RTC030",
    "error",
    "no start anchor",
    "`start_anchor` or `start_anchor_pattern` says where the assistant's turn begins in the prompt. One of "
    "the two has to be there; for most formats it is the header of the assistant's turn.",
    '{\n  "fields": {\n    "answer": {}\n  }\n}',
)
BOTH_FORMS = Rule(
    "RTC031",
    "error",
    "a delimiter given as literal and as pattern",
    "A delimiter is either literal text (`open`, `close`, `start_anchor`) or a regex (the same key with "
    "`_pattern`), never both, not even when one is null. Put the literals into the pattern or remove one.",
    field_of('"open": "<answer>", "open_pattern": "<answer.*?>"'),
)
LITERAL_TYPE = Rule(
    "RTC032",
    "error",
    "a literal delimiter is not text",
    "A literal delimiter is a string or a list of strings. Leave the key out where there is no delimiter: "
    "null is refused.",
    field_of('"close": null'),
)
EMPTY_LITERAL = Rule(
    "RTC033",
    "error",
    "an empty literal delimiter",
    "Empty text is everywhere, so it delimits nothing. Leave `close` out for a region that runs to the "
    "end, and `open` for the field that takes what is left over.",
    field_of('"close": ""'),
)
EMPTY_LIST = Rule(
    "RTC034",
    "error",
    "an empty list of literals",
    "A list of literals means any of these, so an empty list could never match. Leave the key out instead.",
    field_of('"close": []'),
)
TOO_MANY_LITERALS = Rule(
    "RTC035",
    "error",
    "too many literals in one list",
    "A list holds at most 100 literals. Write a pattern where the texts follow a rule.",
    field_of('"close": [' + ", ".join(f'"<{number}>"' for number in range(1_001)) + "]"),
)
DUPLICATE_LITERAL = Rule(
    "RTC036",
    "warning",
    "a literal stands twice in one list",
    "The second one has no effect. It may have been meant to be another text.",
    field_of('"close": ["<|end|>", "<|end|>"]'),
)
PATTERN_TYPE = Rule(
    "RTC037",
    "error",
    "a pattern is not a string",
    "A pattern is one regex, written as a string. There are no lists of patterns: join them with `|`.",
    field_of('"close_pattern": ["<end>", "<stop>"]'),
)
PATTERN_LENGTH = Rule(
    "RTC038",
    "error",
    "patterns are too long",
    "A pattern has at most 5,000 characters, all patterns of a template together have at most 20,000. Long "
    "alternatives of fixed texts belong into a list of literals.",
    field_of('"close_pattern": "' + "x" * 5_001 + '"'),
)
PATTERN_SYNTAX = Rule(
    "RTC039",
    "error",
    "a pattern is not a regex",
    "The message says what is wrong, and at which character of the pattern. Text that has a meaning in a "
    "regex needs a backslash, which JSON wants doubled: `<\\\\|end\\\\|>`.",
    field_of('"close_pattern": "<end("'),
)
PATTERN_UNSUPPORTED = Rule(
    "RTC040",
    "error",
    "a pattern uses what cannot be compiled",
    "Some constructs of the `regex` module have no exact counterpart in Python's own `re`, or cannot be "
    "decided while text streams in. The message names the construct.",
    field_of('"close_pattern": "(?>a+)b"'),
)
PATTERN_COSTLY = Rule(
    "RTC041",
    "error",
    "a pattern can take too long",
    "Some patterns take exponential time on texts that almost match, and texts come from a model or from "
    "whoever talks to it. Rewrite the pattern so that there is one way to match a text.",
    field_of('"close_pattern": "(?:a+)+b"'),
)
SAME_OPEN = Rule(
    "RTC042",
    "warning",
    "two fields open with the same delimiter",
    "Where two delimiters match the same text, the field whose name sorts first wins. The other field never "
    "opens through this one.",
    template_of('"answer": {"open": "<a>", "close": "</a>"}', '"extra": {"open": "<a>"}'),
)
OPEN_IS_CLOSE = Rule(
    "RTC043",
    "warning",
    "a field opens and closes with the same literal",
    "It works as long as the marks come in pairs. A single one too many, and from there on what is inside "
    "the field and what is outside it change places.",
    field_of('"open": "***", "close": "***"'),
)
CLOSE_NEVER_FIRES = Rule(
    "RTC044",
    "warning",
    "a close of the implicit field opens another field",
    "Where an opening and a closing delimiter match the same text, the opening one wins. The implicit "
    "field is closed by it anyway, so the close has no effect.",
    template_of('"answer": {"close": "<call>"}', '"call": {"open": "<call>", "close": "</call>"}'),
)
