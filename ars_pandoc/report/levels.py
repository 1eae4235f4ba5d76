"""How much a status weighs in formats that know errors, warnings and notes."""

from __future__ import annotations

from typing import Literal

Level = Literal["error", "warning", "note"]


def level_of(status: str) -> Level:
    """Return the weight of a status: HIGH is an error, MED a warning, LOW a note."""
    if status.startswith("HIGH"):
        return "error"
    return "warning" if status.startswith("MED") else "note"
