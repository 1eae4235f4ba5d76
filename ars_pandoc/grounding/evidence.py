"""What pinned sources say to a citation: the evidence of rows 5 and 5b (contract §6, §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ars_pandoc.citations.citation import Citation, Note
from ars_pandoc.corpus.catalog import Snapshot
from ars_pandoc.grounding.check_anchors import GroundedAnchors, whole_articles
from ars_pandoc.grounding.result import Grounding, unchecked
from ars_pandoc.grounding.text_cache import TextCache

_RANK = {"found": 0, "review": 1, "not-found": 2, "unreadable": 3}
_ABSENT = "the pinned file is not here"
_NEAREST = 160


@dataclass(frozen=True, slots=True)
class Grounded:
    """What a citation's source says.

    Attributes:
        groundings: One per anchor, in order; None for what is no good quote.
        notes: On pages, sections, and what stands around a quote.
        found: Every quote was found (True), one was not (False), or nobody can tell (None).
        reason: Why not, in a few words.
    """

    groundings: tuple[Grounding | None, ...]
    notes: tuple[Note, ...]
    found: bool | None
    reason: str


def ground(
    citation: Citation, snapshots: Sequence[Snapshot], cache: TextCache, own_pages: str
) -> Grounded:
    """Check a citation's anchors against the snapshots of its source; found in any counts.

    Args:
        citation: With its anchors.
        snapshots: What the catalog has of the source, at least one.
        cache: The sources' words.
        own_pages: The article's own page range, or "".

    Raises:
        ArsError: The bytes of a snapshot are not those that were pinned.
    """
    best: GroundedAnchors | None = None
    for snapshot in snapshots:
        checked = cache.check(snapshot, citation.anchors, own_pages)
        if checked is not None and (best is None or _rank(checked) < _rank(best)):
            best = checked
    if best is None:
        notes = [Note("no-full-text", f"{_ABSENT}: nothing is checked")]
        notes += whole_articles(citation.anchors, own_pages)
        best = GroundedAnchors(unchecked(citation.anchors, _ABSENT), tuple(notes))
    checked_quotes = [one for one in best.groundings if one is not None]
    results = {one.result for one in checked_quotes}
    found = True if results == {"found"} else False if "not-found" in results else None
    reason = next((_why(one) for one in checked_quotes if one.result == "not-found"), None)
    if reason is None:
        reason = next((one.reason for one in checked_quotes if one.result != "found"), "")
    return Grounded(best.groundings, best.notes, found, reason)


def _rank(checked: GroundedAnchors) -> int:
    return sum(_RANK[one.result] for one in checked.groundings if one is not None)


def _why(grounding: Grounding) -> str:
    """Say in a few words what stands in the source in place of a quote."""
    words = grounding.reason or "its words are not there"
    if grounding.change:
        words = f"{words} ({grounding.change.replace('-', ' ')})"
    if not grounding.nearest:
        return words
    nearest = " ".join(grounding.nearest.split())
    if len(nearest) > _NEAREST:
        nearest = nearest[: _NEAREST - 1] + "…"
    place = f", p. {grounding.page}" if grounding.page else ""
    return f"{words}; nearest{place}: “{nearest}”"
