"""Tell where the citations of a document stand in its source (contract §10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ars_pandoc.positions.align import Pair, align
from ars_pandoc.positions.model import Extent, Lines, Position, Token
from ars_pandoc.positions.scan import can_scan, scan
from ars_pandoc.positions.traced import Traced


def locate(
    citations: Sequence[Pair], sources: Sequence[tuple[Path, str]], reader: str = "markdown"
) -> list[Position | None]:
    """Return where citations stand in texts that Pandoc reads as they are.

    Args:
        citations: `Found.citations`, all of them, in document order.
        sources: The files of the document in order, line ends and byte order marks as they are.
        reader: Pandoc's reader with extensions.

    Returns:
        As `locate_in`.
    """
    texts = [Traced.of_file(path, text) for path, text in sources]
    return locate_in(citations, texts, dict(sources), reader)


def locate_in(
    citations: Sequence[Pair],
    texts: Sequence[Traced],
    files: Mapping[Path, str],
    reader: str = "markdown",
) -> list[Position | None]:
    """Return where citations stand in their source.

    Pandoc's AST has no places, so markers and Cites are looked for in the text and held against
    the AST. Where both disagree there is no place rather than a wrong one.

    Args:
        citations: `Found.citations`, all of them, in document order.
        texts: The texts that Pandoc read, in order.
        files: The files that they come from, each with its text.
        reader: Pandoc's reader with extensions.

    Returns:
        A place or None for each citation. Word processors' files and notebooks have none.
    """
    if not citations or not texts or not can_scan(reader):
        return [None] * len(citations)
    whole = [text.text for text in texts]
    lines: dict[Path, Lines] = {}
    places: list[Position | None] = []
    for token in align(citations, scan(whole, reader), whole):
        place = None if token is None else _position(token, texts[token.file], files, lines)
        places.append(place)
    return places


def _position(
    token: Token, text: Traced, files: Mapping[Path, str], lines: dict[Path, Lines]
) -> Position | None:
    """Return the place of a token in its file; None if it stands in none, or in two."""
    whole = text.origin(token.whole)
    if whole is None:
        return None
    path, extent = whole
    if path not in lines:
        lines[path] = Lines(files[path])
    line, column = lines[path].place(extent[0])
    return Position(
        path,
        line,
        column,
        extent,
        _within(text, token.key, path) or (extent[0], extent[0]),
        _within(text, token.comment, path),
        tuple(
            place for anchor in token.anchors if (place := _within(text, anchor, path)) is not None
        ),
    )


def _within(text: Traced, extent: Extent | None, path: Path) -> Extent | None:
    origin = None if extent is None else text.origin(extent)
    return None if origin is None or origin[0] != path else origin[1]
