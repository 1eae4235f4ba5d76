"""Tell where the citations of a document stand in its source (contract §10)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ars_pandoc.positions.align import Pair, align
from ars_pandoc.positions.includes import included_file
from ars_pandoc.positions.position import Lines, Position
from ars_pandoc.positions.scan import can_scan, scan


def locate(
    citations: Sequence[Pair], sources: Sequence[tuple[Path, str]], reader: str = "markdown"
) -> list[Position | None]:
    """Tell where citations stand in their source.

    Pandoc's AST has no places, so markers and Cites are looked for in the text and held against
    the AST. Where both disagree there is no place rather than a wrong one.

    Args:
        citations: `Found.citations`, all of them, in document order.
        sources: The files of the document in order, line ends and byte order marks as they are;
            for LaTeX with those that they include, in any order.
        reader: Pandoc's reader with extensions.

    Returns:
        A place or None for each citation. Word processors' files and notebooks have none.
    """
    if not citations or not sources or not can_scan(reader):
        return [None] * len(citations)
    texts = [text for _, text in sources]
    numbers = {path: number for number, (path, _) in enumerate(sources)}

    def number_of(name: str) -> int | None:
        path = included_file(name)
        return None if path is None else numbers.get(path)

    chosen = align(citations, scan(texts, reader, number_of), texts)
    lines: dict[int, Lines] = {}
    places: list[Position | None] = []
    for token in chosen:
        if token is None:
            places.append(None)
            continue
        if token.file not in lines:
            lines[token.file] = Lines(texts[token.file])
        line, column = lines[token.file].place(token.whole[0])
        places.append(
            Position(
                sources[token.file][0],
                line,
                column,
                token.whole,
                token.key,
                token.comment,
                tuple(token.anchors),
            )
        )
    return places
