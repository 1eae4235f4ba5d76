"""Markers that Pandoc puts into a raw block of their own, before their paragraph (contract §2)."""

from __future__ import annotations

from dataclasses import replace

from ars_pandoc.citations.citation import Fault
from ars_pandoc.citations.finding.comments import Comments
from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.citations.finding.drafts import Draft, Drafts
from ars_pandoc.citations.finding.nearest import Nearest
from ars_pandoc.citations.finding.raw_citations import RawCitations
from ars_pandoc.citations.markers import without_comments
from ars_pandoc.citations.raw_formats import is_html
from ars_pandoc.pandoc.elements import Element


class RawBlocks:
    """Reads raw blocks.

    Args:
        place: Where the walk stands.
        drafts: Gets each citation.
        nearest: The ref or Cite that an anchor belongs to.
        raw: Reads raw code that is no HTML.
        comments: Reads raw HTML.

    Attributes:
        waiting: The citations that wait for the paragraph behind them.
    """

    __slots__ = ("_comments", "_drafts", "_nearest", "_place", "_raw", "waiting")

    def __init__(
        self,
        place: CurrentPlace,
        drafts: Drafts,
        nearest: Nearest,
        raw: RawCitations,
        comments: Comments,
    ) -> None:
        self._place = place
        self._drafts = drafts
        self._nearest = nearest
        self._raw = raw
        self._comments = comments
        self.waiting: list[Draft] = []

    def read(self, blocks: list[Element], block: Element) -> None:
        """Read a raw block; its markers wait for the paragraph behind it."""
        style, text = block["c"]
        if not is_html(style):
            self._raw.read(style, text, blocks, block)
            self._nearest.close()
        else:
            count = len(self._drafts)
            rest = self._comments.html(text, blocks, block)
            drafts = self._drafts.since(count)
            if drafts and without_comments(rest).strip():
                _refuse_shared(drafts)
            self.waiting += drafts

    def give_to(self, inlines: list[Element]) -> None:
        """Give what waits to the paragraph that begins."""
        heading = self._place.heading
        for draft in self.waiting:
            draft.place = replace(draft.place, block=inlines, heading=heading)
        self.waiting = []

    def release(self) -> None:
        """Say that no paragraph follows: what waits stands for itself."""
        self.waiting = []


def _refuse_shared(drafts: list[Draft]) -> None:
    """Give the markers that share a block with other HTML their fault.

    Which words they mean is unclear, and in gfm and commonmark the block has swallowed the rest
    of its line.
    """
    for draft in drafts:
        if draft.form == "marker" and draft.fault is None:
            draft.fault = Fault(
                "the marker opens a block of raw HTML, which swallows the rest of its line",
                "put the marker behind the words it belongs to",
            )
