"""The parts of finding as a walk builds them, and small inlines to give them."""

from __future__ import annotations

from typing import Any

from ars_pandoc.citations.finding.callout_watch import CallOutWatch
from ars_pandoc.citations.finding.comments import Comments
from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.citations.finding.drafts import Drafts
from ars_pandoc.citations.finding.earlier_markers import EarlierMarkers
from ars_pandoc.citations.finding.mdbook_anchors import MdBookAnchors
from ars_pandoc.citations.finding.nearest import Nearest
from ars_pandoc.citations.finding.raw_citations import RawCitations
from ars_pandoc.citations.found import MarkerElement
from ars_pandoc.pandoc.elements import Element

SPACE: Element = {"t": "Space"}


class Parts:
    """One of each part that others rest on, in a document without `lang`."""

    def __init__(self) -> None:
        self.place = CurrentPlace()
        self.callouts = CallOutWatch(self.place)
        self.drafts = Drafts(self.place, self.callouts, "markdown")
        self.nearest = Nearest()
        self.mdbook = MdBookAnchors()
        self.elements: list[MarkerElement] = []
        self.raw = RawCitations(self.place, self.drafts, self.nearest, None, self.elements)
        self.comments = Comments(
            self.place,
            self.drafts,
            self.nearest,
            raw=self.raw,
            mdbook=self.mdbook,
            elements=self.elements,
        )
        self.earlier = EarlierMarkers(self.place, self.drafts, self.nearest, self.elements)

    @property
    def keys(self) -> list[str | None]:
        return [draft.key for draft in self.drafts.since(0)]


def words(text: str) -> list[Element]:
    """Give the inlines of plain words."""
    inlines: list[Element] = []
    for word in text.split(" "):
        inlines += [SPACE, {"t": "Str", "c": word}]
    return inlines[1:]


def raw(code: str) -> Element:
    return {"t": "RawInline", "c": ["html", code]}


def member(key: str, *, mode: str = "NormalCitation", prefix: Any = (), suffix: Any = ()) -> Any:
    return {
        "citationId": key,
        "citationPrefix": list(prefix),
        "citationSuffix": list(suffix),
        "citationMode": {"t": mode},
        "citationNoteNum": 0,
        "citationHash": 0,
    }


def cite(*members: Any) -> Element:
    return {"t": "Cite", "c": [list(members), words("[fallback]")]}
