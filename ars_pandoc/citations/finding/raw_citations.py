"""Citations in raw TeX and HTML, and in the attribute `data-cites` (contract §3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ars_pandoc.citations.citation import Syntax
from ars_pandoc.citations.cites import read_locator
from ars_pandoc.citations.finding.drafts import Drafts
from ars_pandoc.citations.finding.nearest import Nearest
from ars_pandoc.pandoc.elements import Element

if TYPE_CHECKING:
    from ars_pandoc.citations.raw_code import RawCite

# Pandoc's HTML reader drops the `data-`, its Markdown reader keeps it.
_ATTRIBUTES = ("cites", "data-cites")


def cited_keys(attributes: list[Any]) -> list[str]:
    """Return the values of `data-cites` in an element's attributes."""
    return [value for name, value in attributes[2] if name in _ATTRIBUTES]


class RawCitations:
    """Finds raw citations.

    Args:
        drafts: Gets each citation.
        nearest: Is told of them, since anchors may stand behind.
        language: The document's `lang`, for the labels of locators.

    Attributes:
        attributes_met: An element with `data-cites` was met.
    """

    __slots__ = ("_drafts", "_language", "_nearest", "attributes_met")

    def __init__(self, drafts: Drafts, nearest: Nearest, language: str | None) -> None:
        self._drafts = drafts
        self._nearest = nearest
        self._language = language
        self.attributes_met = False

    def tex(self, code: str, container: list[Element], element: Element) -> None:
        """Read the cite commands of raw TeX; nothing stands nearer to what follows."""
        self._nearest.close()
        if "\\" in code:
            from ars_pandoc.citations.raw_code import tex_cites

            self._add(tex_cites(code), container, element, "latex")
        self.markers("latex", code, container, element)

    def markers(self, style: str, code: str, container: list[Element], element: Element) -> None:
        """Read the marker comments of raw code that is not HTML: they would print.

        Args:
            style: The format of the code.
            code: Its text.
            container: The list that holds its element.
            element: The RawInline or RawBlock.
        """
        if "<!--" in code:
            from ars_pandoc.citations.visible_markers import raw_markers

            for key, fault in raw_markers(style, code):
                self._drafts.add(key, "marker", container, element, fault)

    def html(self, code: str, container: list[Element], element: Element) -> None:
        """Read the tags of raw HTML without comments; nothing stands nearer to what follows."""
        self._nearest.close()
        if "data-cites" in code.lower():
            from ars_pandoc.citations.raw_code import html_cites

            self._add(html_cites(code), container, element, "html")

    def attribute(self, value: str, container: list[Element], element: Element) -> None:
        """Read the keys that an attribute `data-cites` of an element holds."""
        from ars_pandoc.citations.raw_code import RawCite

        self.attributes_met = True
        self._add([RawCite(key) for key in value.split()], container, element, "html")

    def _add(
        self,
        cites: Iterable[RawCite],
        container: list[Element],
        element: Element,
        syntax: Syntax,
    ) -> None:
        group = []
        for cite in cites:
            draft = self._drafts.add(cite.key, "raw", container, element)
            draft.locator = read_locator(cite.locator, cite.key, self._language, syntax)
            draft.syntax = syntax
            group.append(draft)
        if group:
            self._nearest.become(group)
