"""The command line of the Pandoc that started this filter, where the system tells it.

Pandoc tells a filter no file names. On Linux they can be read of the parent process, on macOS
with psutil if it is there. They serve places in reports and a warning; no verdict depends on
them (contract §3, census).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ars_pandoc.pandoc.command_line import PandocOptions, read_options


def options_of_parent() -> PandocOptions | None:
    """Return what the parent's command line asks for; None if it is no Pandoc, or not told."""
    words = _command_line(os.getppid())
    if not words or not Path(words[0]).name.lower().startswith("pandoc"):
        return None
    return read_options(words[1:])


def _command_line(process: int) -> list[str]:
    try:
        if sys.platform.startswith("linux"):
            data = Path("/proc", str(process), "cmdline").read_bytes()
            return [os.fsdecode(word) for word in data.split(b"\0")[:-1]]
        import psutil  # type: ignore[import-untyped,unused-ignore]
    except (OSError, ImportError):
        return []
    try:
        return list(map(str, psutil.Process(process).cmdline()))
    except (psutil.Error, OSError):
        return []
