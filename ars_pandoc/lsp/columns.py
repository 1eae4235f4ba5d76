r"""Places as the Language Server Protocol counts them.

An editor counts a line's columns in UTF-16 units unless both sides agreed on another encoding, so
that an emoji is two. Lines end as the protocol says, at `\n`, `\r\n` and `\r` alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from lsprotocol.types import Position, PositionEncodingKind, Range

from ars_pandoc.positions.position import Extent

_LINE_END = re.compile(r"\r\n|\r|\n")


class Columns:
    """The lines of a text, to turn offsets into an editor's positions and back.

    Args:
        text: The document as the editor holds it.
        encoding: What both sides agreed on.
    """

    def __init__(self, text: str, encoding: str = PositionEncodingKind.Utf16) -> None:
        self._text = text
        self._encoding = encoding
        ends = list(_LINE_END.finditer(text))
        self._starts = [0, *(hit.end() for hit in ends)]
        self._ends = [*(hit.start() for hit in ends), len(text)]

    def position(self, offset: int) -> Position:
        """Return the position of an offset in characters."""
        line = bisect_right(self._starts, offset) - 1
        before = self._text[self._starts[line] : offset]
        return Position(line, self._units(before))

    def range(self, extent: Extent) -> Range:
        """Return the range of a piece of the text."""
        return Range(self.position(extent[0]), self.position(extent[1]))

    def offset(self, position: Position) -> int:
        """Return the offset of a position; one behind the end of its line is that end."""
        if position.line >= len(self._starts):
            return len(self._text)
        offset, left = self._starts[position.line], position.character
        while offset < self._ends[position.line] and left >= (
            units := self._units(self._text[offset])
        ):
            left -= units
            offset += 1
        return offset

    def extent(self, place: Range) -> Extent:
        """Return the piece of the text that a range means."""
        return self.offset(place.start), self.offset(place.end)

    def line_until(self, offset: int) -> tuple[int, str]:
        """Return where the line of an offset starts, and its text up to there."""
        start = self._starts[bisect_right(self._starts, offset) - 1]
        return start, self._text[start:offset]

    def _units(self, words: str) -> int:
        if words.isascii() or self._encoding == PositionEncodingKind.Utf32:
            return len(words)
        if self._encoding == PositionEncodingKind.Utf8:
            return len(words.encode("utf-8", "surrogatepass"))
        return len(words.encode("utf-16-le", "surrogatepass")) // 2
