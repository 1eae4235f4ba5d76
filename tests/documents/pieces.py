"""Shorthands for the tests of what puts a document's text together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ars_pandoc.documents.included import Included
from ars_pandoc.positions.traced import Run, Traced

Assemble = Callable[[Path, str, Included], Sequence[Run]]


def put_together(
    assemble: Assemble, folder: Path, main: str, files: Mapping[str, str]
) -> tuple[Traced, tuple[str, ...]]:
    """Write files, put a document together from them, and give its text and the warnings."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    included = Included({}, locked=False)
    path = folder / main
    text = included.begin(path)
    return Traced(assemble(path, text, included)), included.warnings


def each_character_stands_there(read: Traced) -> None:
    """Assert that what is said to stand in a file stands there, or is blanked."""
    texts: dict[Path, str] = {}
    for run in read.runs:
        if run.path is not None and run.straight:
            if run.path not in texts:
                texts[run.path] = run.path.read_bytes().decode("utf-8")
            there = texts[run.path][run.start : run.end]
            assert all(a == b or b.isspace() for a, b in zip(there, run.text, strict=True))
