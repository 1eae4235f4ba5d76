"""The terminal that a command writes to, if it is one."""

from __future__ import annotations

import shutil
import sys


def terminal_width() -> int | None:
    """Return the width of the terminal in columns; None where lines go elsewhere, and stay whole."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
