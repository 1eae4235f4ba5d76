"""The markers in HTML comments, and which citation each belongs to (contract §2)."""

from __future__ import annotations

from dataclasses import replace

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Condition, Fault
from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.citations.finding.drafts import Drafts
from ars_pandoc.citations.finding.mdbook_anchors import MdBookAnchors
from ars_pandoc.citations.finding.nearest import MAY_STAND_BETWEEN, Nearest
from ars_pandoc.citations.finding.raw_citations import RawCitations
from ars_pandoc.citations.found import MarkerElement
from ars_pandoc.citations.markers import (
    AnchorMark,
    FaultyMarker,
    Marker,
    PairEnd,
    Ref,
    find_comments,
    read_comment,
)
from ars_pandoc.citations.quotes import MAX_WORDS
from ars_pandoc.pandoc.elements import Element, stringify

_ARROW = lazy_pattern(r"--+>|[–—]>")
_ARROW_REACH = 60


class Comments:
    """Reads the comments of raw HTML.

    Args:
        place: Where the walk stands.
        drafts: Gets each citation.
        nearest: The ref or Cite that an anchor belongs to.
        raw: Reads what stands between the comments.
        mdbook: Is told of what may be an anchor of mdBook.
        elements: Gets each element that holds markers.

    Attributes:
        vanished: An empty raw element was met: a comment was stripped before the filter ran.
    """

    __slots__ = ("_drafts", "_elements", "_mdbook", "_nearest", "_place", "_raw", "vanished")

    def __init__(
        self,
        place: CurrentPlace,
        drafts: Drafts,
        nearest: Nearest,
        *,
        raw: RawCitations,
        mdbook: MdBookAnchors,
        elements: list[MarkerElement],
    ) -> None:
        self._place = place
        self._drafts = drafts
        self._nearest = nearest
        self._raw = raw
        self._mdbook = mdbook
        self._elements = elements
        self.vanished = False

    def inline(self, text: str, inlines: list[Element], element: Element, index: int) -> None:
        """Read the raw HTML that stands at `index` of a paragraph."""
        if not text:
            self.vanished = True
        self.html(text, inlines, element, index)

    def html(
        self, text: str, container: list[Element], element: Element, index: int | None = None
    ) -> str:
        """Read raw HTML.

        Args:
            text: Its text.
            container: The list that holds its element.
            element: The RawInline or RawBlock.
            index: The element's place in a paragraph, or None for a RawBlock.

        Returns:
            The text without the markers.
        """
        rest: list[str] = []
        markers: list[Marker] = []
        end = 0
        for found in find_comments(text):
            between = text[end : found.start]
            if between.strip():
                self._raw.read("html", between, container, element)
            rest.append(between)
            end = found.end
            marker = self._read(found.text, container, element, index)
            if marker is None:
                rest.append(text[found.start : found.end])
            else:
                markers.append(marker)
        tail = text[end:]
        if tail.strip():
            self._raw.read("html", tail, container, element)
        rest.append(tail)
        left = "".join(rest)
        if markers:
            self._strip_later(markers, container, element, left.strip() and left)
        return left

    def _strip_later(
        self, markers: list[Marker], container: list[Element], element: Element, rest: str
    ) -> None:
        """Note what stripping has to do with an element that holds markers."""
        first = markers[0]
        only_if_known = None
        if len(markers) == 1 and isinstance(first, (Ref, FaultyMarker)) and first.only_if_known:
            only_if_known = first.key
        ancestors = self._place.ancestors()
        found = MarkerElement(container, element, rest, ancestors, only_if_known)
        self._elements.append(found)
        if isinstance(first, FaultyMarker) and first.pair is not None:
            self._mdbook.may_be(first.pair, found)

    def _read(
        self, text: str, container: list[Element], element: Element, index: int | None
    ) -> Marker | None:
        """Read one comment and return its marker, which stripping removes, or None."""
        # Behind `<!-- ref needed -->`, which may be a note, `<!-- anchors away -->` is one too.
        behind = any(draft.condition is not Condition.KEY_KNOWN for draft in self._nearest.group)
        marker = read_comment(text, behind=behind)
        if marker is None:
            return None
        if isinstance(marker, PairEnd):
            self._mdbook.ended.add(marker.name)
            return None
        if isinstance(marker, Ref):
            self._ref(marker, container, element)
        elif isinstance(marker, AnchorMark):
            self._anchor(marker, container, element, index)
        else:
            self._faulty(marker, container, element)
        return marker

    def _ref(self, marker: Ref, container: list[Element], element: Element) -> None:
        nearest = self._nearest
        for draft in nearest.group:
            if draft.key == marker.key and draft.form != "marker" and not draft.named:
                # Right behind a Cite that holds the key it names it, and is no second citation.
                nearest.target = draft
                draft.annotated = True
                draft.tail += marker.tail
                if nearest.within is None:
                    # A ref within the brackets leaves room for one right behind them.
                    draft.named = True
                    draft.place = replace(draft.place, annotation=element)
                return
        draft = self._drafts.add(marker.key, "marker", container, element)
        draft.tail = marker.tail
        if marker.only_if_known:
            draft.condition = Condition.KEY_KNOWN
        nearest.add_ref(draft)

    def _anchor(
        self,
        marker: AnchorMark,
        container: list[Element],
        element: Element,
        index: int | None,
    ) -> None:
        target = self._nearest.target
        if target is None:
            self._drafts.add(None, "marker", container, element, self._no_target(marker))
            return
        target.marks.append((marker.kind, marker.value, False))
        target.annotated = True
        if (
            marker.kind == "quote"
            and index is not None
            and _ended_early(marker.value, container, index)
        ):
            target.fault = Fault(
                "the quote holds '-->', which ends its comment early: the rest would print",
                "percent-encode the quote, with %2D for '-' and %3E for '>'",
            )

    def _no_target(self, marker: AnchorMark) -> Fault:
        """Return the fault of an anchor that belongs to no citation, or to one of several."""
        anchor = f"<!--anchor:{marker.kind}:{marker.value}-->"
        group = self._nearest.group
        if group:
            keys = ", ".join(str(draft.key) for draft in group)
            return Fault(
                f"the anchor stands behind a citation of several keys ({keys}): which is meant?",
                f"put a ref before it: <!--ref:{group[0].key}-->{anchor}",
            )
        return Fault(
            f"the anchor {anchor} stands behind no citation",
            "put it right behind its citation, with nothing but punctuation between: "
            f"<!--ref:KEY-->{anchor}",
        )

    def _faulty(self, marker: FaultyMarker, container: list[Element], element: Element) -> None:
        target = self._nearest.target
        if marker.key is None and target is not None and target.fault is None:
            # A broken anchor behind its citation: the citation is the one to name.
            if marker.pair is not None:
                self._mdbook.may_be_fault(marker.pair, target, marker.fault)
                return
            target.fault = marker.fault
            target.annotated = True
            return
        draft = self._drafts.add(marker.key, "marker", container, element, marker.fault)
        draft.pair = marker.pair
        if marker.only_if_known:
            draft.condition = Condition.KEY_KNOWN
        self._nearest.become([draft])


def _ended_early(value: str, inlines: list[Element], index: int) -> bool:
    """Return whether a quote's own `-->` ended its comment and the rest stands as text.

    The arrow must come within the length of a quote, and the text must go on where the comment
    broke off: an arrow later in an ordinary sentence is none.
    """
    following = inlines[index + 1 : index + _ARROW_REACH]
    for place, element in enumerate(following):
        if element["t"] == "RawInline":
            following = following[:place]
            break
    text = stringify(following)
    arrow = _ARROW.search(text)
    if arrow is None or len(text[: arrow.start()].split()) > MAX_WORDS:
        return False
    glued = bool(text[:1].strip()) and text[0] not in MAY_STAND_BETWEEN
    return glued or any(char.isspace() for char in value.lstrip())
