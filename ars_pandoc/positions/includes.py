r"""The files that a LaTeX text reads with `\input` and `\include`, as Pandoc finds them.

Pandoc looks for them from the working folder, or from the folders of `TEXINPUTS`, not from the
file that names them (seen with 3.9 and 2.17).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ars_pandoc.positions.attach import Stream
from ars_pandoc.positions.position import Include
from ars_pandoc.positions.tex import scan_tex

_MOST = 500
_LARGEST = 16 * 2**20


def included_file(name: str) -> Path | None:
    """Find the file that a LaTeX text names, or None."""
    folders = [Path(folder) for folder in os.environ.get("TEXINPUTS", ".").split(os.pathsep)]
    return next(
        (
            path
            for folder in folders
            for path in (folder / f"{name}.tex", folder / name)
            if path.is_file()
        ),
        None,
    )


def with_included(sources: Sequence[tuple[Path, str]]) -> list[tuple[Path, str]]:
    """Return LaTeX files with those that they include, and those that these include.

    Args:
        sources: The files that Pandoc is given, each with its text.
    """
    found = dict(sources)
    waiting = list(sources)
    while waiting and len(found) < _MOST:
        _, text = waiting.pop()
        stream = Stream(text, 0)
        scan_tex(stream, 0, len(text))
        for token in stream.tokens:
            path = included_file(token.name) if isinstance(token, Include) else None
            if path is not None and path not in found and path.stat().st_size <= _LARGEST:
                found[path] = path.read_bytes().decode("utf-8", "replace")
                waiting.append((path, found[path]))
    return list(found.items())
