"""What a document's metadata says of its sources (contract §3, §4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ars_pandoc.pandoc.metadata import plain_value


def references(meta: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the inline `references` of a document's metadata as plain data."""
    found = plain_value(meta["references"]) if "references" in meta else []
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def bibliography_paths(meta: Mapping[str, Any]) -> list[str]:
    """Return the paths in a document's `bibliography` field, as written."""
    if "bibliography" not in meta:
        return []
    value = plain_value(meta["bibliography"])
    if isinstance(value, dict):
        # Several named bibliographies, as multibib and Quarto have them.
        value = [path for part in value.values() for path in _listed(part)]
    return [path for path in _listed(value) if isinstance(path, str) and path]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
