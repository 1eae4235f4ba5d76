"""Files that come along and are no code: templates, and the extension of Quarto."""

from __future__ import annotations

from pathlib import Path

# In a wheel the folders lie in the package, in a checkout beside it.
_PACKAGE = Path(__file__).parents[2]
TEMPLATES = (_PACKAGE / "_templates", _PACKAGE.parent / "templates")
EXTENSIONS = (_PACKAGE / "_extensions", _PACKAGE.parent / "_extensions")
GATE_EXTENSION = "ars-gate"


def lua_filter() -> Path | None:
    """Return the path of the Lua filter, or None where the installation has lost it."""
    names = (folder / GATE_EXTENSION / "ars-gate.lua" for folder in EXTENSIONS)
    return next((path for path in names if path.is_file()), None)
