"""Bounds for reading a file that may be hostile: time, memory and size (contract §8)."""

from __future__ import annotations

import os
import signal
from functools import partial
from typing import Any

SECONDS = 60
"""So long one file may take at most, however large it is."""

_LEAST = 10
_PER_SECOND = 50_000

TEXT_SECONDS = 10
"""So much processor time Pandoc may take for one source; a whole book takes it half."""

MEMORY = 700 << 20
"""So much heap Pandoc may take for one file: with what it needs beside, under 1 GB."""

LARGEST_TREE = 60_000_000
"""A larger tree of a source is not built: it would take more than the rest of 1 GB."""

ADDRESSES = 1_000_000_000
"""So much a child may reserve for a PDF, beside the file: honest ones were seen to take 0.1 GB."""

LARGEST_ARTICLE = 20_000_000
"""A larger article in XML is not parsed: the largest have three million characters."""

LARGEST_TEXT = 100_000_000
"""A larger text is not taken apart, which takes several times its size: a book has a million."""

LARGEST_FILE = 300_000_000
"""A larger file is not read: no article or book has so many words."""


STOPPED = tuple(
    int(getattr(signal, name)) for name in ("SIGXCPU", "SIGKILL") if hasattr(signal, name)
)
"""How the system ends a process that takes too much."""


def seconds(size: int, most: int = SECONDS) -> int:
    """Return the processor time of a file: what is small and takes long is hostile or damaged.

    Args:
        size: Of the file, in bytes.
        most: So long one may take at most, however large it is.
    """
    return min(most, _LEAST + size // _PER_SECOND)


def limits(processor: int = SECONDS, *, files: bool = False) -> dict[str, Any]:
    """Return the arguments for `subprocess.run` that bound a process where the system can.

    Args:
        processor: Seconds of its time that the process may take.
        files: Whether it may write files.
    """
    if os.name == "nt":
        return {}
    return {"preexec_fn": partial(_bound, processor, files)}


def _bound(processor: int, files: bool) -> None:
    import resource

    # Processor time bounds a child that ignores the parent's clock.
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 5))
    if not files:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
