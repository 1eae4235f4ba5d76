"""The marker attempts of a source text, with the literal markers before them (contract §2, §7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.citations.markers import (
    FaultyMarker,
    PairEnd,
    Ref,
    find_comments,
    read_comment,
)
from ars_pandoc.documents.assemble import own_text
from ars_pandoc.positions.attach import Stream
from ars_pandoc.positions.blocks import split_blocks
from ars_pandoc.positions.inlines import InlineScanner
from ars_pandoc.positions.position import Extent, Token
from ars_pandoc.positions.scan import scan, scan_stretch

_LITERAL = re.compile(r"\[UNVERIFIED\s+CITATION(?![A-Za-z])[^\][]*\](?P<emphasis>[*_]{0,3})\s*\Z")
_LONGEST_LITERAL = 200
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A comment that is a marker or attempts to be one.

    Attributes:
        start: Where it starts.
        end: Where it ends.
        conditional: It is a marker only if its key is known: `<!-- ref: https://… -->`.
    """

    start: int
    end: int
    conditional: bool = False


def literal_start(text: str, start: int) -> int:
    """Return where the literal markers right before a comment begin; `start` where there is none.

    Several may stand there, one behind the other: no verdict has more than one, so all are old.
    """
    while (opening := _one_literal(text, start)) is not None:
        start = opening
    return start


def _one_literal(text: str, start: int) -> int | None:
    opening = text.rfind("[UNVERIFIED", max(0, start - _LONGEST_LITERAL), start)
    if opening < 0 or is_escaped(text, opening):
        return None
    piece = text[opening:start]
    hit = _LITERAL.match(piece)
    if hit is None or _BLANK_LINE.search(piece):
        return None
    before = opening - len(hit["emphasis"])
    return before if text.startswith(hit["emphasis"][::-1], max(0, before)) else None


def is_escaped(text: str, place: int) -> bool:
    """Return whether a backslash makes the character at `place` one of the text."""
    before = text[:place] if place < 2 else text[max(0, place - 50) : place]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def find_attempts(text: str, reader: str, path: Path | None = None) -> list[Attempt]:
    """Find the marker attempts of a text in order; none in code, math or escaped.

    Args:
        text: The text of one file; every line end may occur.
        reader: Pandoc's reader with extensions.
        path: Its file, whose name tells whether it has chunks: what stands in them is code.
    """
    ends = {
        marker.name
        for comment in find_comments(text)
        if isinstance(marker := read_comment(comment.text, behind=False), PairEnd)
    }
    found: list[Attempt] = []
    for start, end in sorted(_extents(text, reader, path)):
        if is_escaped(text, start):
            continue
        marker = read_comment(text[start + 4 : end - 3], behind=True)
        if isinstance(marker, FaultyMarker) and marker.pair in ends:
            continue
        conditional = isinstance(marker, (Ref, FaultyMarker)) and marker.only_if_known
        found.append(Attempt(start, end, conditional))
    return found


def _extents(text: str, reader: str, path: Path | None) -> set[Extent]:
    read = own_text(path, text, reader)
    return {
        origin[1]
        for token in _tokens(read.text, reader)
        for extent in (token.whole if token.marker else None, token.comment, *token.anchors)
        if extent is not None
        and (origin := read.origin(extent)) is not None
        and text.startswith("<!--", origin[1][0])
    }


def _tokens(text: str, reader: str) -> Iterator[Token]:
    if not reader.startswith(("markdown", "gfm", "commonmark")):
        yield from scan([text], reader)
        return
    # Not `scan`, which follows Pandoc: it leaves out notes that are called nowhere, and metadata
    # in which nothing is cited.
    stream = Stream(text.replace("\r\n", " \n").replace("\r", "\n"), 0)
    scanner = InlineScanner(stream)
    for stretch in split_blocks(stream.text, every_field=True):
        scan_stretch(scanner, stretch)
    yield from (token for token in stream.tokens if isinstance(token, Token))
