"""The index of the bundled templates: every entry says all that there is to say, and says it of its template."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

import rtc
from rtc.bundled import BundledTemplate, bundled_names, read_index, templates_folder
from rtc.models import find_for_model

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TEXT_KEYS = ("name", "title", "emits")
LIST_KEYS = ("families", "fields", "stop", "sources")
# A format of models without open weights has no ids.
OPTIONAL_LIST_KEYS = ("models", "internal", "notes", "ambiguities")
KEYS = {*TEXT_KEYS, *LIST_KEYS, *OPTIONAL_LIST_KEYS, "special_tokens", "prompts"}

ENTRIES: list[dict[str, Any]] = tomllib.loads(
    (templates_folder() / "index.toml").read_text(encoding="utf-8")
)["template"]
_NAMES = [entry.get("name", "?") for entry in ENTRIES]
TEMPLATES = read_index()


def fields_of(template: BundledTemplate) -> dict[str, Any]:
    return dict(json.loads(template.path.read_text(encoding="utf-8"))["fields"])


@pytest.mark.parametrize("entry", ENTRIES, ids=_NAMES)
def test_entry_is_complete(entry: dict[str, Any]) -> None:
    assert set(entry) <= KEYS
    for key in TEXT_KEYS:
        assert isinstance(entry[key], str) and entry[key].strip()
    for key in LIST_KEYS:
        assert entry[key] and all(_is_line(text) for text in entry[key]), key
    for key in OPTIONAL_LIST_KEYS:
        assert all(_is_line(text) for text in entry.get(key, [])), key
    assert set(entry["special_tokens"]) == {"keep", "tokens"}
    assert isinstance(entry["special_tokens"]["keep"], bool)
    assert all(isinstance(text, str) and text for text in entry["special_tokens"]["tokens"])
    assert set(entry["prompts"]) == {"thinking", "no_thinking"}
    assert all(isinstance(text, str) for text in entry["prompts"].values())


def _is_line(text: object) -> bool:
    """One line, since lists show it as one."""
    return isinstance(text, str) and text != "" and text.isprintable()


def test_index_has_one_entry_for_each_template() -> None:
    names = [template.name for template in rtc.bundled_templates()]
    assert sorted(names) == list(bundled_names())
    assert all(template.path.is_file() for template in rtc.bundled_templates())


@pytest.mark.parametrize("template", TEMPLATES, ids=_NAMES)
def test_entry_tells_of_its_templates_fields(template: BundledTemplate) -> None:
    fields = fields_of(template)
    assert template.emits.endswith(".")
    assert set(template.fields) == set(fields) - set(template.internal)
    assert set(template.internal) <= set(fields)
    for name in template.internal:
        assert fields[name]["transform"] == "", name


@pytest.mark.parametrize("template", TEMPLATES, ids=_NAMES)
def test_fields_that_only_discard_are_internal(template: BundledTemplate) -> None:
    discards = {name for name, field in fields_of(template).items() if field.get("transform") == ""}
    assert discards == set(template.internal)


@pytest.mark.parametrize("template", TEMPLATES, ids=_NAMES)
def test_globs_lead_to_their_own_template(template: BundledTemplate) -> None:
    """No entry before it takes all of a glob's models."""
    for glob in template.models:
        found = find_for_model(glob.replace("*/", "someone/").replace("*", ""))
        assert found is not None and found.name == template.name, glob


def test_globs_have_an_owner_and_begin_with_a_name() -> None:
    for template in TEMPLATES:
        for glob in template.models:
            owner, _, name = glob.partition("/")
            assert owner and "*" not in name[:3] and len(name) > 3, glob
