"""JSON with one depth limit, whatever the version of Python and the depth of the caller."""

from __future__ import annotations

import json
import sys
from typing import Any

from .matching import compiled
from .nested import JSON_DEPTH_LIMIT, NestedReader, reason_of

# With one of these begins what json.loads takes, NaN and Infinity among it.
JSON_BEGINNINGS = '{["-0123456789tfnNI \t\n\r'
# Up to this limit of the interpreter it is no danger to the stack to decode before anything else is known.
SAFE_RECURSION = 3000
SPACES = " \t\n\r"
# For such a text json.loads' own steps take as long again; a longer one is not copied to be read without them.
SHORT_JSON = 4096
# All that it takes of what begins with a letter.
JSON_WORDS = ("true", "false", "null", "NaN", "Infinity")
QUOTE_OR_BRACKET = r'["\[\]{}]'


def parse_json(text: str) -> Any:
    """The value of `text` as `json.loads` reads it; a ValueError says what is wrong and where."""
    if type(text) is KnownJson:
        return text.value
    try:
        return load_json(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {reason_of(error)}") from None


class KnownJson(str):
    """JSON whose `value` is known: it need not be read. Its own text is empty."""

    __slots__ = ("value",)
    value: Any


def json_at(text: str, start: int) -> tuple[KnownJson, int] | None:
    """The JSON value that begins at `start`, and where it ends; None: there is none, or reading it takes more."""
    if sys.getrecursionlimit() > SAFE_RECURSION:
        return None
    try:
        value, end = JsonReader.decoder.raw_decode(text, start)
        if end - start > JSON_DEPTH_LIMIT:
            check_json_depth(text[start:end])
    except (RecursionError, ValueError):
        return None
    known = KnownJson()
    known.value = value
    return known, end


def json_or_text(text: str, fallback: str) -> Any:
    """The value of `text`, or `fallback` where it is not JSON.

    Too deep counts as not JSON: text that breaks off before it gets deep must give the fallback anyway, and
    telling the two apart would take a second scan. Integers with too many digits are an error here too.
    """
    if type(text) is KnownJson:
        return text.value
    beginning = text[:1]
    # Most texts: an error would cost more than reading it.
    if beginning not in JSON_BEGINNINGS:
        return fallback
    if beginning.isalpha() and text.rstrip(SPACES) not in JSON_WORDS:
        return fallback
    try:
        return load_json(text)
    except json.JSONDecodeError:
        return fallback


def load_json(text: str) -> Any:
    """`json.loads`, but arrays and objects nest up to JSON_DEPTH_LIMIT.

    Raises `json.JSONDecodeError`, or a plain ValueError for an integer with too many digits.
    """
    check_json_depth(text)
    if len(text) <= SHORT_JSON:
        whole = text.strip(SPACES)
        try:
            value, end = JsonReader.decoder.raw_decode(whole)
            if end == len(whole):
                return value
        except (RecursionError, ValueError):
            pass  # what is wrong is said below
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except (RecursionError, ValueError):
        # Either the caller left too little stack, or an integer has more digits than Python
        # converts. The reader needs no stack, and knows where it stands.
        pass
    return JsonReader(text).document()


def check_json_depth(text: str) -> None:
    """Raise if `text` nests too deep. Right for valid JSON, which is all that json.loads recurses on."""
    if len(text) <= JSON_DEPTH_LIMIT or text.count("[") + text.count("{") <= JSON_DEPTH_LIMIT:
        return
    depth, position, search = 0, 0, compiled(QUOTE_OR_BRACKET).search
    while (mark := search(text, position)) is not None:
        position = mark.end()
        if mark[0] == '"':
            try:
                position = JsonReader.decoder.raw_decode(text, mark.start())[1]
            except json.JSONDecodeError:
                return  # nothing reads on behind a string that is none
        elif mark[0] in "[{":
            depth += 1
            if depth > JSON_DEPTH_LIMIT:
                problem = f"more than {JSON_DEPTH_LIMIT} nested arrays and objects"
                raise json.JSONDecodeError(problem, text, mark.start())
        else:
            depth -= 1
            if depth <= 0:
                return


class JsonReader(NestedReader):
    """json.loads for the cases that it cannot serve. It is slower, so it is not the first choice."""

    decoder = json.JSONDecoder()

    def document(self) -> Any:
        value = self.value()
        self.expect_end()
        return value

    def scalar(self) -> Any:
        try:
            value, self.position = self.decoder.raw_decode(self.text, self.position)
        except json.JSONDecodeError:
            raise
        except ValueError:
            problem = f"an integer with too many digits at character {self.position}"
            raise ValueError(problem) from None
        return value

    def key(self, entries: dict[str, Any]) -> str:
        if not self.at('"'):
            self.fail("expected a key in double quotes")
        key: str = self.scalar()
        self.expect(":")
        return key
