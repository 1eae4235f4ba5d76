"""Data as JSON text, for files and terminals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    pass


def to_text(data: Any) -> str:
    """Write data as JSON for files and terminals.

    Letters of every script stay readable; what a terminal would obey is escaped.
    """
    lines = json.dumps(data, ensure_ascii=False, indent=2).split("\n")
    return "\n".join(line if line.isprintable() else "".join(map(_escaped, line)) for line in lines)


def _escaped(char: str) -> str:
    if char.isprintable():
        return char
    return "\\u007f" if char == "\x7f" else json.dumps(char)[1:-1]
