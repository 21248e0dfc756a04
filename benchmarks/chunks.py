"""How a text arrives: in pieces of about four characters, as from a tokenizer, or of exactly four."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

SIZES = (2, 3, 4, 4, 5, 6)
SEED = 1234


def token_like_chunks(text: str, special_tokens: Sequence[str]) -> list[str]:
    """Two to six characters each; a special token is a chunk of its own."""
    random_source = random.Random(SEED)
    chunks: list[str] = []
    for part in _split(text, special_tokens):
        if part in special_tokens:
            chunks.append(part)
            continue
        at = 0
        while at < len(part):
            size = random_source.choice(SIZES)
            chunks.append(part[at : at + size])
            at += size
    return chunks


def fixed_chunks(text: str, size: int = 4) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _split(text: str, special_tokens: Sequence[str]) -> list[str]:
    if not special_tokens:
        return [text]
    return re.split("(" + "|".join(map(re.escape, special_tokens)) + ")", text)
