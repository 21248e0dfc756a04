"""Text in a language whose line breaks, tabs and quotes were escaped once too often.

It is such text only if it is none of its language as it stands and some once `\\n`, `\\t` and `\\"` are unescaped.
"""

from __future__ import annotations

import re

from .schemas import SchemaNode
from .text_casts import MISSING, exact_json

ESCAPED = re.compile(r'\\([nt"])')
UNESCAPED = {"n": "\n", "t": "\t", '"': '"'}
# No longer text is looked at.
LONGEST_TEXT = 50_000
LANGUAGES = {
    "text/x-python": "python",
    "application/x-python": "python",
    "text/x-python3": "python",
    "application/x-python3": "python",
    "application/json": "json",
    "text/json": "json",
    "application/sql": "sql",
    "text/x-sql": "sql",
}

# Python's parser recurses, on the stack of the thread: so many brackets may be open, so many tokens that can nest may
# stand in one statement, and so many `elif` in all. That needs less than 256 KB.
BRACKET_LIMIT = 40
NESTING_LIMIT = 200
# The tokenizer of Python up to 3.11 takes the square of their number for blanks that no token follows.
MANY_BLANKS = re.compile(r"[ \f\t]{101}")
FLAT_MARKS = frozenset(",:;=)]}")
F_STRING = re.compile("[rR]?[fF]")
NESTING_WORDS = frozenset(("and", "await", "else", "for", "if", "in", "is", "lambda", "not", "or"))
# Python warns of these, and to silence it would change the state of the whole process.
DOUBTFUL_ESCAPE = re.compile(r"""\\(?=[^\n\r'"xuUN])""")

SQL_TOKEN = re.compile(
    r"""(?P<skipped>\s+|--[^\n]*|/\*(?:.*?\*/)?)|(?P<quoted>'[^']*'|"[^"]*"|`[^`]*`)|[^'"`\\]""",
    re.DOTALL,
)


def unescape_text(node: SchemaNode | None, text: str) -> str:
    """`text` by the language that the schema says it is in; the same where nothing is to be done."""
    if len(text) > LONGEST_TEXT or "\\\\" in text or ESCAPED.search(text) is None:
        # Where a backslash is doubled, one level of escapes and two look alike.
        return text
    language = "" if node is None else language_of(node)
    if not language or is_in_language(language, text) is not False:
        return text
    plain = ESCAPED.sub(lambda found: UNESCAPED[found[1]], text)
    return plain if is_in_language(language, plain) else text


def language_of(node: SchemaNode) -> str:
    """What all branches that allow a string say of it, "" for nothing, several things or fixed values."""
    said: set[str] = set()
    for branch in node.branches:
        if branch.allows("string"):
            kinds = [part.get("contentMediaType") for part in branch.parts]
            types = {kind for kind in kinds if isinstance(kind, str)} or {""}
            if branch.members or any("contentEncoding" in part for part in branch.parts):
                types = {""}
            said.update(LANGUAGES.get(kind.partition(";")[0].strip().lower(), "") for kind in types)
    return said.pop() if len(said) == 1 else ""


def is_in_language(language: str, text: str) -> bool | None:
    """None: it takes too much to tell."""
    if language == "python":
        return is_python(text)
    return is_sql(text) if language == "sql" else exact_json(text.strip(" \t\n\r")) is not MISSING


def is_python(text: str) -> bool | None:
    """Whether this Python can read `text` (None: not without going deep). No code comes of it."""
    import ast

    simple = nests_little(text)
    if not simple:
        return simple
    quiet = DOUBTFUL_ESCAPE.sub(r"\\\\", text)
    try:
        compile(quiet, "<argument>", "exec", flags=ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError):
        return False
    except (MemoryError, RecursionError):
        return None
    return True


def nests_little(text: str) -> bool | None:
    """Whether Python's parser reads `text` without going deep (None: it may); False where it is no Python."""
    import io
    import tokenize

    if MANY_BLANKS.search(text):
        return None
    opened = nesting = elifs = 0
    try:
        for kind, token, *_ in tokenize.generate_tokens(io.StringIO(text).readline):
            brackets = 0
            if kind == tokenize.NEWLINE:
                nesting = 0
            elif kind == tokenize.ERRORTOKEN and token == "\\":
                return False
            elif kind == tokenize.STRING and F_STRING.match(token):
                nesting += len(token)  # it may hold any expression
                brackets = sum(map(token.count, "([{"))
            elif kind == tokenize.OP:
                opened += (token in "([{") - (token in ")]}")
                nesting += token not in FLAT_MARKS
            elif kind == tokenize.NAME:
                nesting += token in NESTING_WORDS
                elifs += token == "elif"
            deep = opened + brackets > BRACKET_LIMIT
            if deep or nesting > NESTING_LIMIT or elifs > NESTING_LIMIT:
                return None
    except (tokenize.TokenError, SyntaxError, ValueError):
        return False
    return True


def is_sql(text: str) -> bool | None:
    """Whether `text` may be SQL: no dialect knows a backslash outside of quotes and comments.

    There is no parser of SQL in the standard library, and many dialects. So this only asks for something outside of
    comments, and for brackets and quotes that are closed. None if a quote spans lines or holds a tab: whether that
    was meant, or an escape that belongs to a dialect, nobody can tell.
    """
    position = depth = 0
    statement = unclear = False
    while position < len(text):
        token = SQL_TOKEN.match(text, position)
        if token is None:
            return False
        position = token.end()
        statement = statement or token["skipped"] is None
        quoted = token["quoted"] or ""
        unclear = unclear or "\n" in quoted or "\t" in quoted
        depth += (token[0] == "(") - (token[0] == ")")
        if depth < 0 or token[0] == "/*":
            return False
    return None if unclear else statement and depth == 0
