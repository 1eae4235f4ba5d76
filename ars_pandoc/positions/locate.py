"""Tell where the citations of a document stand in its source (contract §10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ars_pandoc.citations.found import Place
from ars_pandoc.positions.align import Pair, align
from ars_pandoc.positions.includes import included_file
from ars_pandoc.positions.position import Extent, Lines, Position, Token
from ars_pandoc.positions.scan import can_scan, scan


class Positions:
    """The positions of a document's citations, by their places in the AST."""

    def __init__(self, citations: Sequence[Pair], positions: Sequence[Position | None]) -> None:
        # Places are told apart by identity: two citations may be written alike. The places are
        # kept, so that none of their identities goes to another object.
        self._places = [place for _, place in citations]
        self._positions = {
            id(place): position for place, position in zip(self._places, positions, strict=True)
        }

    def of(self, place: Place) -> Position | None:
        """Return where a citation stands in the text, or None where that cannot be told.

        Args:
            place: Where it stands in the AST; the very object that `find_citations` gave.
        """
        return self._positions.get(id(place))


def positions_of(
    citations: Sequence[Pair], sources: Sequence[tuple[Path, str]], reader: str = "markdown"
) -> Positions:
    """Return where citations stand in their source, to be asked by their place in the AST.

    Args:
        citations: As `locate` takes them.
        sources: Likewise.
        reader: Likewise.
    """
    return Positions(citations, locate(citations, sources, reader))


def locate(
    citations: Sequence[Pair], sources: Sequence[tuple[Path, str]], reader: str = "markdown"
) -> list[Position | None]:
    """Return where citations stand in their source, one position or None for each.

    Pandoc's AST has no positions, so markers and Cites are looked for in the text and held
    against the AST. Where both disagree there is no position rather than a wrong one. Word
    processors' files and notebooks have none.

    Args:
        citations: `Found.citations`, all of them, in document order.
        sources: The files of the document in order, line ends and byte order marks as they are;
            for LaTeX with those that they include, in any order.
        reader: Pandoc's reader with extensions.
    """
    if not citations or not sources or not can_scan(reader):
        return [None] * len(citations)
    texts = [text for _, text in sources]
    numbers = {path: number for number, (path, _) in enumerate(sources)}

    def number_of(name: str) -> int | None:
        path = included_file(name)
        return None if path is None else numbers.get(path)

    chosen = align(citations, scan(texts, reader, number_of), texts)
    # A note that is called twice holds its citations twice in the AST, and once in the text.
    written = {id(token): token for token in chosen if token is not None}.values()
    shared = Counter((token.file, token.whole) for token in written)
    lines: dict[int, Lines] = {}
    positions: list[Position | None] = []
    for token in chosen:
        if token is None:
            positions.append(None)
            continue
        if token.file not in lines:
            lines[token.file] = Lines(texts[token.file])
        mark = _mark(token, texts[token.file], alone=shared[token.file, token.whole] == 1)
        line, column = lines[token.file].line_and_column(mark[0])
        end_line, end_column = lines[token.file].line_and_column(mark[1])
        positions.append(
            Position(
                sources[token.file][0],
                line,
                column,
                end_line,
                end_column,
                lines[token.file].text(line),
                mark,
                token.whole,
                token.key,
                token.comment,
                tuple(token.anchors),
            )
        )
    return positions


def _mark(token: Token, text: str, *, alone: bool) -> Extent:
    """Return what to point at: `@key` alike in and without brackets."""
    start, end = token.key
    if not token.marker:
        braced = text[start - 1 : start] == "{" and text[end : end + 1] == "}"
        sign = start - 1 - braced
        if text[sign : sign + 1] == "@" and sign >= token.whole[0]:
            return sign, end + braced
    return token.whole if alone else token.key
