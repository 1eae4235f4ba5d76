"""Texts that Pandoc reads as they are, without assembling a document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ars_pandoc.positions.align import Pair
from ars_pandoc.positions.locate import locate
from ars_pandoc.positions.position import Position
from ars_pandoc.positions.traced import Traced


def located(
    citations: Sequence[Pair], sources: Sequence[tuple[Path, str]], reader: str = "markdown"
) -> list[Position | None]:
    """Return where citations stand in the texts of files."""
    texts = [Traced.of_file(path, text) for path, text in sources]
    return locate(citations, texts, dict(sources), reader)
