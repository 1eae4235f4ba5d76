"""Metadata of Pandoc's AST as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ars_pandoc.pandoc.elements import stringify


def plain_value(value: Mapping[str, Any]) -> Any:
    """Return a metadata value as plain data: text, true or false, list, map.

    Text loses its markup; a path in backticks keeps every character (contract §7).
    """
    kind, content = value["t"], value["c"]
    if kind == "MetaInlines":
        return stringify(content)
    if kind == "MetaBlocks":
        return "\n".join(
            stringify(block["c"]) for block in content if block["t"] in ("Para", "Plain")
        )
    if kind == "MetaList":
        return [plain_value(item) for item in content]
    if kind == "MetaMap":
        return {name: plain_value(item) for name, item in content.items()}
    return content
