"""Tell where the citations of a document stand in its source (contract §10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from ars_pandoc.citations.found import Place
from ars_pandoc.positions.align import Pair, align
from ars_pandoc.positions.position import Extent, Lines, Position, Token
from ars_pandoc.positions.scan import can_scan, scan
from ars_pandoc.positions.traced import Traced


class Positions:
    """The positions of a document's citations, by their places in the AST."""

    def __init__(
        self, citations: Sequence[tuple[object, Place]], positions: Sequence[Position | None]
    ) -> None:
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

    def with_others(self, others: Sequence[tuple[Place, Position]]) -> Positions:
        """Return these positions with those of places that had none."""
        given = {id(place): position for place, position in others}
        merged = [self._positions.get(id(place)) or given.get(id(place)) for place in self._places]
        return Positions([(None, place) for place in self._places], merged)


def positions_of(
    citations: Sequence[Pair],
    texts: Sequence[Traced],
    files: Mapping[Path, str],
    reader: str = "markdown",
) -> Positions:
    """Return where citations stand in their source, to be asked by their place in the AST.

    Args:
        citations: As `locate` takes them.
        texts: Likewise.
        files: Likewise.
        reader: Likewise.
    """
    return Positions(citations, locate(citations, texts, files, reader))


def locate(
    citations: Sequence[Pair],
    texts: Sequence[Traced],
    files: Mapping[Path, str],
    reader: str = "markdown",
) -> list[Position | None]:
    """Return where citations stand in their source, one position or None for each.

    Pandoc's AST has no positions, so markers and Cites are looked for in the text and held
    against the AST. Where both disagree there is no position rather than a wrong one. Word
    processors' files and notebooks have none.

    Args:
        citations: `Found.citations`, all of them, in document order.
        texts: The texts that Pandoc read, in order.
        files: The files that they come from, each with its text.
        reader: Pandoc's reader with extensions.
    """
    if not citations or not texts or not can_scan(reader):
        return [None] * len(citations)
    whole = [text.text for text in texts]
    chosen = align(citations, scan(whole, reader), whole)
    # A note that is called twice holds its citations twice in the AST, and once in the text.
    written = {id(token): token for token in chosen if token is not None}.values()
    shared = Counter((token.file, token.whole) for token in written)
    lines: dict[Path, Lines] = {}
    return [
        None
        if token is None
        else _position(
            token,
            _mark(token, whole[token.file], alone=shared[token.file, token.whole] == 1),
            texts[token.file],
            files,
            lines,
        )
        for token in chosen
    ]


def _position(
    token: Token,
    mark: Extent,
    text: Traced,
    files: Mapping[Path, str],
    lines: dict[Path, Lines],
) -> Position | None:
    """Return the position of a token in its file; None if it stands in none, or in two."""
    origin = text.origin(token.whole)
    if origin is None:
        return None
    path, whole = origin
    if path not in lines:
        lines[path] = Lines(files[path])
    shown = _within(text, mark, path) or whole
    line, column = lines[path].line_and_column(shown[0])
    end_line, end_column = lines[path].line_and_column(shown[1])
    return Position(
        path,
        line,
        column,
        end_line,
        end_column,
        lines[path].text(line),
        shown,
        whole,
        _within(text, token.key, path) or (whole[0], whole[0]),
        _within(text, token.comment, path),
        tuple(
            place for anchor in token.anchors if (place := _within(text, anchor, path)) is not None
        ),
    )


def _within(text: Traced, extent: Extent | None, path: Path) -> Extent | None:
    origin = None if extent is None else text.origin(extent)
    return None if origin is None or origin[0] != path else origin[1]


def _mark(token: Token, text: str, *, alone: bool) -> Extent:
    """Return what to point at: `@key` alike in and without brackets."""
    start, end = token.key
    if not token.marker:
        braced = text[start - 1 : start] == "{" and text[end : end + 1] == "}"
        sign = start - 1 - braced
        if text[sign : sign + 1] == "@" and sign >= token.whole[0]:
            return sign, end + braced
    return token.whole if alone else token.key
