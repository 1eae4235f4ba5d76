"""The terminal that a command writes to, if it is one, and whether colour is wanted."""

from __future__ import annotations

import sys
from collections.abc import Mapping

_NO = ("", "0", "false")


def terminal_width() -> int | None:
    """Return the width of the terminal in columns; None where lines go elsewhere, and stay whole."""
    if not sys.stdout.isatty():
        return None
    import shutil  # not for the filter, which asks for colours alone

    return shutil.get_terminal_size().columns


def wants_colour(environment: Mapping[str, str]) -> bool | None:
    """Return whether colour is wanted; None leaves it to where the text goes.

    `NO_COLOR` (https://no-color.org) beats `FORCE_COLOR` and `CLICOLOR_FORCE`, which ask for it in
    files and pipes too; `CLICOLOR=0` and a terminal that knows no escapes ask for none.

    Args:
        environment: The environment.
    """
    if environment.get("NO_COLOR"):
        return False
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        if environment.get(name):
            return environment[name].lower() not in _NO
    if environment.get("CLICOLOR") == "0" or environment.get("TERM") == "dumb":
        return False
    return None
