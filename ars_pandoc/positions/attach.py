"""Comments of a source text: which are citations, which belong to one before (contract §2)."""

from __future__ import annotations

import re

from ars_pandoc.citations.markers import AnchorMark, FaultyMarker, PairEnd, read_comment
from ars_pandoc.positions.position import Extent, Include, NoteCall, Token

_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_LONGEST_GAP = 200


class Stream:
    """The tokens of one stretch of text, in order, with comments put to what they belong to."""

    def __init__(self, text: str, file: int) -> None:
        self.text = text
        self.file = file
        self.tokens: list[Token | NoteCall | Include] = []
        # The citations that a ref right here may annotate, and the one that an anchor belongs to.
        self._group: list[Token] = []
        self._target: Token | None = None
        # Whether all of the group may be notes: `<!-- ref needed -->`.
        self._doubtful = False
        self._end = 0
        # Where the next comment ends, for all offsets from the one asked for up to it.
        self._asked, self._closing = 0, text.find("-->")

    def comment_end(self, start: int, end: int) -> int | None:
        """Return where the comment that begins at `start` ends, if that is before `end`.

        One search serves all comments that are never closed.
        """
        inner = start + len("<!--")
        if inner < self._asked or 0 <= self._closing < inner:
            self._asked, self._closing = inner, self.text.find("-->", inner)
        return self._closing + 3 if 0 <= self._closing <= end - 3 else None

    def cite(self, token: Token) -> None:
        """Add a Cite or raw citation."""
        if not self._group or not self._follows(token.whole[0], same_group=True):
            self._group = []
        self._group.append(token)
        self._doubtful = False
        self._aim()
        self._end = token.whole[1]
        self.tokens.append(token)

    def extend(self, end: int) -> None:
        """Say that the last citation goes on to `end`: its bracket was closed."""
        self._end = max(self._end, end)

    def bracket(self, count: int, whole: Extent) -> None:
        """Say that the tokens from `count` on stand in one bracket, a Cite's if it holds a key.

        Comments within it belong to the key before them, whatever words stand between.
        """
        cites: list[Token] = []
        kept: list[Token | NoteCall | Include] = []
        for token in self.tokens[count:]:
            if isinstance(token, Token) and token.bare == token.whole and not token.marker:
                token.whole = whole
                cites.append(token)
            elif isinstance(token, Token) and token.marker and cites:
                last = next((cite for cite in cites if cite.name == token.name), None)
                if token.name is None:
                    cites[-1].anchors.append(token.whole)
                    continue
                if last is not None and last.comment is None:
                    last.comment = token.comment
                    last.anchors += token.anchors
                    continue
            kept.append(token)
        if cites:
            self.tokens[count:] = kept
            self._group = cites
            self._doubtful = False
            self._aim()
            self._end = whole[1]

    def close(self) -> None:
        """Nothing that follows belongs to what came before."""
        self._group = []
        self._target = None

    def _aim(self) -> None:
        self._target = self._group[0] if len(self._group) == 1 else None

    def comment(self, start: int, end: int, *, sure: bool = True) -> None:
        """Add the comment `text[start:end]`, delimiters included, if it is a marker attempt."""
        if self._group and not self._follows(start):
            self.close()
        inner = self.text[start + 4 : end - 3]
        marker = read_comment(inner, behind=bool(self._group) and not self._doubtful)
        if marker is None or isinstance(marker, PairEnd):
            if self._group:
                self._end = end
            return
        extent = (start, end)
        if isinstance(marker, AnchorMark) or (isinstance(marker, FaultyMarker) and not marker.key):
            if self._target is not None:
                self._target.anchors.append(extent)
            else:
                self._add(None, extent, (start, start), sure)
        else:
            self._doubtful = marker.only_if_known and (self._doubtful or not self._group)
            self._ref(marker.key or "", extent, sure)
        self._end = end

    def _ref(self, key: str, extent: Extent, sure: bool) -> None:
        for token in self._group:
            if token.name == key and not token.marker and token.comment is None:
                token.comment = extent
                self._target = token
                return
        place = self.text.find(key, extent[0], extent[1])
        name = (place, place + len(key)) if place >= 0 else (extent[0], extent[0])
        token = self._add(key, extent, name, sure)
        token.comment = extent
        self._group = [*(one for one in self._group if not one.marker), token]
        self._target = token

    def _add(self, key: str | None, extent: Extent, name: Extent, sure: bool) -> Token:
        token = Token(True, key, self.file, extent, name, sure)
        self.tokens.append(token)
        return token

    def _follows(self, start: int, *, same_group: bool = False) -> bool:
        """Return whether nothing but white space and punctuation stands between."""
        if start - self._end > _LONGEST_GAP:
            return False
        gap = self.text[self._end : start]
        if same_group:
            # Several keys of one TeX command or one bracket.
            return not gap.strip(" ,;\n")
        return not any(map(str.isalnum, gap)) and _BLANK_LINE.search(gap) is None
