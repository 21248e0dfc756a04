"""The layouts of the bundled templates: how each format writes thoughts, texts and calls.

From the sources in templates/index.toml; `test_chat_templates.py` compares with installed chat templates.
"""

from __future__ import annotations

from tests.hostile.layouts_code import CODE, NO_CALLS
from tests.hostile.layouts_elements import ELEMENTS
from tests.hostile.layouts_json import LISTS, OBJECTS

LAYOUTS = {**OBJECTS, **LISTS, **ELEMENTS, **CODE, **NO_CALLS}
