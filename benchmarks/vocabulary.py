"""Takes the vocabulary of gpt-oss out of a package that holds it, for one that would download it.

`python -m benchmarks.vocabulary FOLDER_OF_OSS_HARMONY TARGET`
"""

from __future__ import annotations

import base64
import hashlib
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

TOKENS = 199_998
FILE = "o200k_base.tiktoken"
DIGEST = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"


def write_vocabulary(target: Path, token_bytes: Callable[[int], bytes]) -> None:
    """One line for each token: its bytes in base64, and its id. Raises ValueError if it is another."""
    lines = (base64.b64encode(token_bytes(token)) + b" %d\n" % token for token in range(TOKENS))
    data = b"".join(lines)
    if hashlib.sha256(data).hexdigest() != DIGEST:
        raise ValueError(f"not the vocabulary {FILE}")
    target.mkdir(parents=True, exist_ok=True)
    (target / FILE).write_bytes(data)


def main() -> None:
    folder, target = sys.argv[1:]
    sys.path.insert(0, folder)
    package: Any = importlib.import_module("openai_harmony")
    encoding = package.load_harmony_encoding(package.HarmonyEncodingName.HARMONY_GPT_OSS)
    # What the package offers by name gives text, and half a character is none.
    decode = encoding._inner.decode_bytes
    write_vocabulary(Path(target), lambda token: bytes(decode([token])))


if __name__ == "__main__":
    main()
