"""`[UNVERIFIED CITATION — …]`, which an earlier pass left in the text (contract §6).

The new verdict replaces it. It needs a ref right behind it, or it speaks of nothing.
"""

from __future__ import annotations

from typing import Any

from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.citations.finding.drafts import Drafts
from ars_pandoc.citations.finding.nearest import Nearest
from ars_pandoc.citations.found import MarkerElement
from ars_pandoc.citations.markers import (
    AnchorMark,
    FaultyMarker,
    Ref,
    only_comment,
    read_comment,
)
from ars_pandoc.citations.raw_formats import is_html
from ars_pandoc.pandoc.elements import WHITE, Element


class EarlierMarkers:
    """Reads literal markers.

    Args:
        place: Where the walk stands.
        drafts: Gets the faults of those that no ref follows.
        nearest: The ref or Cite before; an anchor behind it needs no ref.
        elements: Gets each word of a literal marker, for stripping.

    Attributes:
        suffixes: Members of Cites whose suffix is a literal marker, each with its Cite.
    """

    __slots__ = ("_drafts", "_elements", "_nearest", "_place", "suffixes")

    def __init__(
        self,
        place: CurrentPlace,
        drafts: Drafts,
        nearest: Nearest,
        elements: list[MarkerElement],
    ) -> None:
        self._place = place
        self._drafts = drafts
        self._nearest = nearest
        self._elements = elements
        self.suffixes: list[tuple[dict[str, Any], Element]] = []

    def words(self, inlines: list[Element], index: int) -> int:
        """Read a marker that begins in the word at `index`.

        Returns:
            The index of the first element behind it, or 0 if it is none.
        """
        # Seldom needed: most documents have none of these.
        from ars_pandoc.citations.literal_marker import literal_marker, no_ref_behind

        literal = literal_marker(inlines, index)
        if literal is None:
            return 0
        end = _behind_white(inlines, literal.end)
        behind = inlines[end] if end < len(inlines) else self._behind_outside()
        alone = not self._nearest.group
        cut = literal.tail or not literal.plain
        if cut or behind is None or not _is_ref(behind, or_anchor=alone):
            fault = no_ref_behind(literal.text)
            self._drafts.add(None, "marker", inlines, inlines[index], fault)
            return literal.end
        ancestors = self._place.ancestors()
        if index == 0 and end == len(inlines) and not literal.head:
            # The emphasis around it holds nothing else, and goes along.
            around, place = self._whole(inlines)
            found = MarkerElement(around, around[place], "", ancestors, literal=literal.text)
            self._elements.append(found)
            return end
        for number in range(index, end):
            # Spaces are shared objects; those between removed words go with them.
            if inlines[number]["t"] == "Str":
                rest = literal.head if number == index else ""
                self._elements.append(
                    MarkerElement(inlines, inlines[number], rest, ancestors, literal=literal.text)
                )
        return end

    def _behind_outside(self) -> Element | None:
        """Return what stands behind the emphasis that ends here, or None if its paragraph ends."""
        for around, place in reversed(self._place.outside):
            behind = _behind_white(around, place + 1)
            if behind < len(around):
                return around[behind]
        return None

    def _whole(self, inlines: list[Element]) -> tuple[list[Element], int]:
        """Return the outermost element that holds no more than these inlines, with its list."""
        whole: tuple[list[Element], int] = inlines, 0
        for around, place in reversed(self._place.outside):
            whole = around, place
            if len(around) > 1:
                break
        return whole

    def suffix(
        self,
        citation: dict[str, Any],
        inlines: list[Element],
        index: int,
        text: str,
    ) -> None:
        """Read a marker behind a bare `@key`, which Pandoc takes for the suffix of its Cite.

        Args:
            citation: The member of the Cite.
            inlines: The list that holds the Cite.
            index: The Cite's place in it.
            text: The suffix.
        """
        from ars_pandoc.citations.literal_marker import no_ref_behind

        cite = inlines[index]
        self.suffixes.append((citation, cite))
        behind = inlines[index + 1] if index + 1 < len(inlines) else None
        if behind is None or not _is_ref(behind, or_anchor=False):
            self._drafts.add(None, "marker", inlines, cite, no_ref_behind(f"[{text.strip()}]"))


def _behind_white(inlines: list[Element], index: int) -> int:
    """Return the index of the first element from `index` on that is no white space."""
    while index < len(inlines) and inlines[index]["t"] in WHITE:
        index += 1
    return index


def _is_ref(element: Element, *, or_anchor: bool) -> bool:
    """Return whether an element is a ref, good or faulty, or with `or_anchor` an anchor."""
    if element["t"] != "RawInline" or not is_html(element["c"][0]):
        return False
    text = only_comment(element["c"][1])
    marker = None if text is None else read_comment(text, behind=False)
    return isinstance(marker, (Ref, FaultyMarker)) or (or_anchor and isinstance(marker, AnchorMark))
