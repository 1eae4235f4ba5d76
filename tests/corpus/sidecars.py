"""Sidecars and ledgers that the tests of the corpus begin with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def raw_entry(key: str = "smith2024", **fields: Any) -> dict[str, Any]:
    """A valid entry with the required fields, and those given."""
    return {
        "citation_key": key,
        "title": "Gates and citations",
        "authors": [{"family": "Smith", "given": "Jane"}],
        "year": 2024,
        "source_pointer": f"https://example.org/{key}",
        **fields,
    }


def write_sidecar(path: Path, *entries: dict[str, Any]) -> Path:
    """Write a sidecar; JSON is YAML too."""
    path.write_text(json.dumps({"literature_corpus": list(entries)}), encoding="utf-8")
    return path
