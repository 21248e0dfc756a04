"""From the id of a model to the bundled template that reads its output."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from rtc.bundled import BundledTemplate, find_by_name, read_index

# An owner and a name, or the name alone; what ends in .json is a file.
_ID = re.compile(r"(?!.*\.json\Z)\w[\w.-]*(?:/[\w.-]+)?")
_MAX_LENGTH = 200
# What those who upload a model again add to its name: the form of its weights, and how they were made small.
_FORM = re.compile(
    r"(?:[-_.](?:gguf|ggml|i1|imatrix|ud|i?q\d(?:_(?:k|[smlx]+|nl|0|1))*"
    r"|mlx|dwq|\d(?:\.\d)?-?bits?|\d(?:\.\d+)?bpw|gs\d+|group\d+|g\d+"
    r"|awq|gptq|exl[23]|bnb|hqq|autoround|quantized|quant|unsloth|dynamic|static|block|channel"
    r"|int[48]|w\d+a\d+|fp4|fp8|fp16|f16|bf16|nvfp4|mxfp[48]|h\d|asym|sym|mixed|marlin))+\Z",
    re.IGNORECASE,
)
# A glob that begins its name with less than this would match models of strangers.
_LEAST_NAME = 3


class UnknownModelError(LookupError):
    """No bundled template is known to serve a model."""


def find_template(model: str) -> Path:
    """The file of the bundled template for a model's id, such as `owner/name`; a bundled name does too.

    Ids that add the form of the weights (GGUF, AWQ, FP8, 4bit...) and uploads by others are found as well.
    Raises UnknownModelError, which names the nearest models that are known.
    """
    found = find_by_name(model) or find_for_model(model)
    if found is None:
        raise UnknownModelError(
            f"no bundled template is known for {model!r}: {nearest_hint(model)}"
        )
    return found.path


def is_model_id(text: str) -> bool:
    """Whether `text` can be the id of a model."""
    return len(text) <= _MAX_LENGTH and _ID.fullmatch(text) is not None


def find_for_model(model: str) -> BundledTemplate | None:
    """The template of a model id, in small letters or large, or None.

    The id as it is counts first, then without the form of its weights, then whoever its owner is. Of several
    entries the first one in the index counts.
    """
    if not is_model_id(model):
        return None
    for spelling in _spellings(model.lower()):
        for template in read_index():
            if any(fnmatchcase(spelling, glob.lower()) for glob in template.models):
                return template
    return _find_by_model_name(model.lower())


def nearest_hint(model: str) -> str:
    """Which known models or templates an unknown id may have meant, in words."""
    known = {glob.rstrip("*-"): template for template in read_index() for glob in template.models}
    known.update((template.name, template) for template in read_index())
    lowered = {key.lower(): key for key in known if not key.startswith("*")}
    near = difflib.get_close_matches(model[:_MAX_LENGTH].lower(), lowered, n=6, cutoff=0.5)
    shown = [f"{lowered[key]} (template {known[lowered[key]].name})" for key in near]
    if not shown:
        return "`rtc list` shows the templates and their models"
    return f"the nearest that are known: {', '.join(shown[:3])}"


def _spellings(model: str) -> Iterator[str]:
    """An id as it is, and without what others add to it."""
    yield model
    plain = _plain(model)
    if plain != model:
        yield plain
    owner, _, name = plain.rpartition("/")
    if "_" in name:  # uploaders/owner_name is owner/name
        yield name.replace("_", "/", 1)


def _plain(model: str) -> str:
    return _FORM.sub("", model)


def _find_by_model_name(model: str) -> BundledTemplate | None:
    """The first template that serves a model of this name, whoever uploaded it."""
    name = _plain(model).rpartition("/")[2]
    for template in read_index():
        for glob in template.models:
            pattern = glob.lower().rpartition("/")[2]
            if pattern.find("*") in range(_LEAST_NAME):
                continue
            if fnmatchcase(name, pattern):
                return template
    return None
