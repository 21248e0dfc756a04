"""Hostile strings in every slot of a template: its parser imports, does nothing else, and parses."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rtc
from tests.differential import oracle
from tests.injection.hostile import (
    COLLIDING,
    HOSTILE,
    NAMES,
    SENTINEL,
    everywhere,
    everywhere_input,
    with_fields,
    with_fields_input,
)
from tests.support import replay
from tests.support.parsers import load_parser, source_of

# Python words that may name a group in a pattern.
GROUPS = ("class", "self", "None", "content2", "__class__", "_", "feed", "match", "é")

# A template has at most 64 fields.
FIELD_NAMES = (NAMES[:50], NAMES[50:], COLLIDING)

_ACTING = {"open", "eval", "exec", "__import__", "system", "close", "write", "getattr", "setattr"}


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_string_in_every_slot_parses_as_in_the_reference(text: str) -> None:
    prefix, generation = everywhere_input(text)
    _compare(everywhere(text), generation, prefix)


@pytest.mark.parametrize("names", FIELD_NAMES)
def test_field_names_that_are_taken_or_collide_keep_apart(names: tuple[str, ...]) -> None:
    _compare(with_fields(names), with_fields_input(names))


@pytest.mark.parametrize("name", [*NAMES, *COLLIDING], ids=ascii)
def test_field_name_works_alone_as_the_implicit_field(name: str) -> None:
    template = {
        "start_anchor": "<a>",
        "defaults": {name: None},
        "fields": {name: {"close": "</a>"}},
    }
    _compare(template, "some text</a>")


@pytest.mark.parametrize("group", GROUPS)
def test_group_names_that_are_python_words_capture(group: str) -> None:
    field = {
        "open_pattern": f"<(?P<{group}>\\w+)>",
        "close": "</>",
        "transform": {group: f"{{{group}}}", "content": "{content}"},
    }
    _compare({"start_anchor": "<a>", "fields": {"x": field}}, "<k>v</>")


def test_hostile_strings_add_no_calls_to_the_code() -> None:
    plain = _acting_calls(everywhere("plain"))
    for text in HOSTILE:
        assert _acting_calls(everywhere(text)) == plain, ascii(text)


def test_importing_hostile_parsers_touches_nothing(tmp_path: Path) -> None:
    """All of them, in one fresh interpreter that reports every audited action but reading modules."""
    folder = tmp_path / "parsers"
    folder.mkdir()
    templates = [everywhere(text) for text in HOSTILE] + [with_fields(n) for n in FIELD_NAMES]
    for place, template in enumerate(templates):
        code = source_of(load_parser(template))
        (folder / f"parser_{place}.py").write_text(code, encoding="utf-8")
    work = tmp_path / "work"
    work.mkdir()
    assert _watch(folder, work) == {"imported": len(templates), "actions": []}
    assert list(work.iterdir()) == []


def test_watcher_reports_what_an_import_does(tmp_path: Path) -> None:
    (tmp_path / "parser.py").write_text("import os; os.mkdir('made'); open('out', 'w').close()")
    (tmp_path / "work").mkdir()
    actions = _watch(tmp_path, tmp_path / "work")["actions"]
    assert [action.split()[0] for action in actions] == ["os.mkdir", "open"]


@pytest.mark.parametrize(
    "name",
    [
        'a"""b.json',
        "a\nimport os.json",
        "a'b.json",
        "a\\b.json",
        "{{ x }}.json",
        "a\u2028b.json",
        "a#b.json",
    ],
    ids=ascii,
)
def test_hostile_file_name_stays_in_its_comment(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text('{"start_anchor": "<a>", "fields": {"x": {}}}', encoding="utf-8")
    plain = tmp_path / "plain.json"
    plain.write_bytes(path.read_bytes())
    hostile, usual = ast.parse(rtc.compile_template(path)), ast.parse(rtc.compile_template(plain))
    assert _without_docstring(hostile) == _without_docstring(usual)


def _compare(template: dict[str, Any], generation: str, prefix: str = "") -> None:
    module = load_parser(template)
    expected = oracle.parse_whole(oracle.load_template(template), generation, prefix)
    assert expected.error is None, expected.error
    for chunks in ([generation], list(generation)):
        outcome = replay.parse_chunks(module, chunks, prefix)
        assert (outcome.error, outcome.message) == (None, expected.message)
        assert outcome.events == expected.events
    assert not Path(SENTINEL).exists()


def _acting_calls(template: dict[str, Any]) -> Counter[str]:
    """How often the code of a template calls a function that could do harm, by its name."""
    tree = ast.parse(source_of(load_parser(template)))
    called = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return Counter(name for name in called if name.rsplit(".", 1)[-1] in _ACTING)


def _without_docstring(tree: ast.Module) -> str:
    first = tree.body[0]
    assert isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return ast.dump(ast.Module(tree.body[1:], []))


def _watch(folder: Path, work: Path) -> dict[str, Any]:
    """What importing every parser of `folder` does, in a fresh interpreter that stands in `work`."""
    watcher = Path(__file__).with_name("watcher.py")
    command = [sys.executable, "-I", "-S", str(watcher), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=work, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))
