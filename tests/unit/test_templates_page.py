"""The page of bundled templates is fresh and says what the index says."""

from __future__ import annotations

import rtc
from rtc.bundled import ambiguities_everywhere
from rtc.templates_page import render_templates_page
from tests.support.fixtures import FIXTURES, read_fixtures
from tests.support.repository import ROOT

PAGE = render_templates_page(FIXTURES)
SECTIONS = {part.split("\n", 1)[0]: part for part in PAGE.split("\n## ")[1:]}


def test_page_is_fresh() -> None:
    page = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
    assert page == PAGE, "run: make docs"


def test_page_begins_with_what_holds_for_every_template() -> None:
    introduction = PAGE.split("\n## ")[0]
    assert ambiguities_everywhere()
    for text in ambiguities_everywhere():
        assert text.split(":")[0] in introduction


def test_page_has_a_section_for_each_template() -> None:
    assert list(SECTIONS) == sorted(template.name for template in rtc.bundled_templates())


def test_sections_list_models_sources_and_what_cannot_be_carried() -> None:
    for template in rtc.bundled_templates():
        section = SECTIONS[template.name]
        for text in (*template.models, *template.fields, *template.internal):
            assert f"`{text}`" in section, (template.name, text)
        bullets = [line for line in section.splitlines() if line.startswith("- ")]
        told = (*template.sources, *template.notes, *template.ambiguities)
        assert len(bullets) >= len(told) + 5, template.name


def test_sections_have_an_example() -> None:
    for name, section in SECTIONS.items():
        fixtures = [one for one in read_fixtures() if one.format == name]
        assert any(f"Example (`{one.name}`)" in section for one in fixtures), name
        assert "\ngives\n" in section


def test_page_is_printable() -> None:
    assert all(line.isprintable() for line in PAGE.split("\n"))
