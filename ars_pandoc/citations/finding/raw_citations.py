"""Citations in raw code, and in the attribute `data-cites` (contract §3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Condition, Syntax
from ars_pandoc.citations.cites import read_locator
from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.citations.finding.drafts import Draft, Drafts
from ars_pandoc.citations.finding.nearest import Nearest
from ars_pandoc.citations.found import MarkerElement
from ars_pandoc.citations.raw_formats import written_in
from ars_pandoc.pandoc.elements import Element, stringify

if TYPE_CHECKING:
    from ars_pandoc.citations.raw_cite import RawCite

# Pandoc's HTML reader drops the `data-`, its Markdown reader keeps it.
_ATTRIBUTES = ("cites", "data-cites")
_TAG = lazy_pattern(r"<[^<>]*>")
_LABEL = lazy_pattern(r"<(\w[\w:.\-]*)>")


def cited_keys(attributes: list[Any]) -> list[str]:
    """Return the values of `data-cites` in an element's attributes."""
    return [value for name, value in attributes[2] if name in _ATTRIBUTES]


class RawCitations:
    """Finds raw citations.

    Args:
        place: Where the walk stands.
        drafts: Gets each citation.
        nearest: Is told of them, since anchors may stand behind.
        language: The document's `lang`, for the labels of locators.
        elements: Gets each element that holds markers.

    Attributes:
        attributes_met: An element with `data-cites` was met.
        unread: The formats of raw code whose citations cannot be read, each with its code.
    """

    __slots__ = (
        "_drafts",
        "_elements",
        "_labels",
        "_language",
        "_nearest",
        "_place",
        "attributes_met",
        "unread",
    )

    def __init__(
        self,
        place: CurrentPlace,
        drafts: Drafts,
        nearest: Nearest,
        language: str | None,
        elements: list[MarkerElement],
    ) -> None:
        self._place = place
        self._drafts = drafts
        self._nearest = nearest
        self._language = language
        self._elements = elements
        # Citations that may be references to a label, and the labels of raw Typst.
        self._labels: tuple[list[Draft], set[str]] = ([], set())
        self.attributes_met = False
        self.unread: list[tuple[str, str]] = []

    def read(self, style: str, code: str, container: list[Element], element: Element) -> None:
        """Read raw code; of HTML what stands between its comments, of others all.

        Nothing stands nearer to what follows than what it cites. A marker in code that is no
        HTML would print (contract §2).

        Args:
            style: The raw format, as the document names it.
            code: The code.
            container: The list that holds its element.
            element: The RawInline or RawBlock.
        """
        from ars_pandoc.citations.raw_code import raw_cites, syntax_of_raw

        self._nearest.close()
        written = written_in(style)
        if written is None and any(map(str.isalpha, _TAG.sub("", code))):
            self.unread.append((style, code))
        syntax = syntax_of_raw(style)
        group = self._add(raw_cites(style, code), container, element, syntax)
        if written == "typst":
            self._labels[1].update(_LABEL.findall(code))
            self._labels[0].extend(draft for draft, sure in group if not sure)
        if "<!" in code and written != "html":
            self._markers(style, code, container, element)

    def link(self, target: str, words: str, container: list[Element], element: Element) -> bool:
        """Read a link of Org that may cite, and return whether it does."""
        from ars_pandoc.citations.raw_org import target_cites

        cites = target_cites(target, words)
        if cites:
            self._add(cites, container, element, "org")
        return bool(cites)

    def word(self, text: str, container: list[Element], index: int) -> None:
        """Read a word of Org, which may cite, `citep:&key`, or go on behind a Cite, `;&key`."""
        from ars_pandoc.citations.raw_org import more_keys, org_cites

        element = container[index]
        before = container[index - 1] if index else None
        if before is not None and before["t"] == "Cite" and text[0] in ";,":
            words = stringify(before["c"][1])
            if not words.startswith("[") and ":" in words:
                self._add(more_keys(text), container, element, "org")
                return
        self._add(org_cites(text), container, element, "org")

    def finish(self, ids: set[str]) -> None:
        """Say which `@key` of raw Typst may refer to a label: of raw Typst, or of `ids`."""
        drafts, labels = self._labels
        for draft in drafts:
            if draft.key in labels or draft.key in ids:
                draft.condition = Condition.DEFINED_CROSS_REFERENCE

    def _markers(self, style: str, code: str, container: list[Element], element: Element) -> None:
        """Give each marker in the comments of raw code its fault; stripping takes it out."""
        from ars_pandoc.citations.markers import PairEnd, Ref, read_comment, without_comments
        from ars_pandoc.citations.visible_markers import raw_markers

        def prints(comment: str) -> bool:
            marker = read_comment(comment, behind=False)
            own = not (isinstance(marker, Ref) and marker.only_if_known)
            return own and marker is not None and not isinstance(marker, PairEnd)

        faults = list(raw_markers(style, code))
        for key, fault in faults:
            self._drafts.add(key, "marker", container, element, fault)
        if faults:
            rest = without_comments(code, prints)
            self._elements.append(
                MarkerElement(container, element, rest.strip() and rest, self._place.ancestors())
            )

    def attribute(self, value: str, container: list[Element], element: Element) -> None:
        """Read the keys that an attribute `data-cites` of an element holds."""
        from ars_pandoc.citations.raw_cite import RawCite

        self.attributes_met = True
        self._add([RawCite(key) for key in value.split()], container, element, "html")

    def _add(
        self,
        cites: Iterable[RawCite],
        container: list[Element],
        element: Element,
        syntax: Syntax,
    ) -> list[tuple[Draft, bool]]:
        group = []
        for cite in cites:
            draft = self._drafts.add(cite.key, "raw", container, element)
            draft.locator = read_locator(cite.locator, cite.key, self._language, syntax)
            draft.syntax = syntax
            draft.in_text = syntax == "markdown" and not cite.sure
            group.append((draft, cite.sure))
        if group:
            self._nearest.become([draft for draft, _ in group])
        return group
