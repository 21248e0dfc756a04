"""The delimiters of the bundled templates cost what the text costs: no two loops can take the same characters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rtc.delimiters.cost import shared_loops
from rtc.delimiters.growth import growth
from rtc.lower import lower_template
from rtc.optimise import WINDOWS, optimise_machine
from rtc.parse import parse_template
from rtc.source import read_value
from tests.support.fixtures import ROOT

TEMPLATES = sorted((ROOT / "templates").glob("*.json"))


@pytest.mark.parametrize("path", TEMPLATES, ids=[path.stem for path in TEMPLATES])
def test_delimiters_of_bundled_templates_have_no_rival_loops(path: Path) -> None:
    parsed, _ = parse_template(read_value(json.loads(path.read_text("utf-8"))))
    assert parsed is not None
    for watch in optimise_machine(lower_template(parsed)).watches:
        for delimiter in watch.delimiters:
            where, cost = (delimiter.field, delimiter.side), growth(delimiter.tree)
            assert cost.known
            assert (shared_loops(delimiter.tree), cost.attempt) == (0, 1), where
        assert watch.window == WINDOWS[0]
