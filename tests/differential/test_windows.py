"""The same runs with hardly anything searched in one go, so that the automata decide."""

from __future__ import annotations

from types import ModuleType

import pytest

import rtc.optimise
from tests.differential.run import GROUPS, Runner
from tests.support import parsers


@pytest.mark.parametrize("window", [1, 5])
@pytest.mark.parametrize("group", GROUPS)
def test_automata_equal_the_reference(
    group: str, window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtc.optimise, "WINDOWS", (window,))
    monkeypatch.setattr(parsers, "_MODULES", {})
    runner = Runner([group], seed=3000 + window, allowed_failures=1)
    runner.run(600)
    assert runner.failures == []
    modules = [one for one in parsers._MODULES.values() if isinstance(one, ModuleType)]
    assert any(f"window={window}" in parsers.source_of(module) for module in modules)
