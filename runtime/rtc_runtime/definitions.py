"""What several places of one schema share: its `$defs`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Definitions:
    """The `$defs` of a schema that is being made.

    - `schemas`: by name, what `$ref` leads to: types that hold themselves.
    - `names`: the types that are being described or stand in `schemas`, and their names.
    """

    def __init__(self) -> None:
        self.schemas: dict[str, dict[str, Any]] = {}
        self.names: dict[Any, str] = {}

    def free_name(self, wanted: str) -> str:
        """`wanted`, or with a number after it where that is taken."""
        taken = self.schemas.keys() | set(self.names.values())
        name, number = wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"
        return name

    def describe(self, hint: Any, schema_of: Callable[[Any, Definitions], Any]) -> dict[str, Any]:
        """What `schema_of` gives for a type; for one that holds itself a `$ref` to it."""
        name = self.names.get(hint)
        if name is not None:
            self.schemas.setdefault(name, {})
            return {"$ref": f"#/$defs/{name}"}
        self.names[hint] = name = self.free_name(hint.__name__)
        schema: dict[str, Any] = schema_of(hint, self)
        if name not in self.schemas:
            del self.names[hint]
            return schema
        self.schemas[name] = schema
        return {"$ref": f"#/$defs/{name}"}


def describe_model(model: Any, definitions: Definitions) -> dict[str, Any]:
    """The schema that a pydantic model gives of itself; its `$defs` move into `definitions`."""
    schema: dict[str, Any] = model.model_json_schema()
    own = schema.pop("$defs", {})
    new_names = {name: name for name in own}
    described = own.keys() & set(definitions.names.values())
    if described or any(definitions.schemas.get(name, own[name]) != own[name] for name in own):
        # Other types of these names are there already.
        for name in own:
            new_names[name] = definitions.free_name(name)
            definitions.schemas[new_names[name]] = own[name]
        rename_references([schema, own], new_names)
    for name, found in own.items():
        definitions.schemas[new_names[name]] = found
    return schema


def rename_references(schema: Any, new_names: dict[str, str]) -> None:
    """Change, in place, all references to the definitions that have new names."""
    references = {f"#/$defs/{old}": f"#/$defs/{new}" for old, new in new_names.items()}
    pending = [schema]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            for key, value in item.items():
                if isinstance(value, str):  # of `$ref`, or in the mapping of a discriminator
                    item[key] = references.get(value, value)
            item = list(item.values())
        pending.extend(child for child in item if isinstance(child, (dict, list)))
