"""Where the walk stands just now: in which section, block and list."""

from __future__ import annotations

from typing import Any

from ars_pandoc.citations.found import Ancestors, Place
from ars_pandoc.pandoc.elements import Element


class CurrentPlace:
    """Where the walk stands; it makes the `Place` of what is found there.

    Attributes:
        section: The heading above, or None before the first.
        heading: The block list and the Header whose words are being read, or None.
        block: The inlines of the paragraph being read.
        host: The list and the element behind which markers are shown while the inside of an
            element that cannot show one is read (a Cite's prefix and suffix, an image's
            description), or None.
        outside: The lists of inlines around the one being read, each with the index of the
            element in it that holds the next; empty in a paragraph itself.
        enter: Goes into a member of a list, given with that list; None where the list must stay
            even if it becomes empty.
        leave: Comes out of what was entered last.
    """

    __slots__ = ("_ancestors", "block", "enter", "heading", "host", "leave", "outside", "section")

    def __init__(self) -> None:
        self.section: str | None = None
        self.heading: tuple[list[Element], Element] | None = None
        self.block: list[Element] = []
        self.host: tuple[list[Element], Element] | None = None
        self.outside: list[tuple[list[Element], int]] = []
        self._ancestors: list[tuple[list[Any], Any] | None] = []
        # They are called for each block of a document, so they are the list's own methods.
        self.enter = self._ancestors.append
        self.leave = self._ancestors.pop

    def ancestors(self) -> Ancestors:
        """Return the lists and their members that lead from the root to the current block."""
        return tuple(self._ancestors)

    def of(self, container: list[Element], element: Element) -> Place:
        """Return the place of an element that stands here.

        Args:
            container: The list that holds it.
            element: The element.
        """
        if self.host is not None:
            container, element = self.host
        # A RawBlock belongs to the paragraph behind it, which is not known yet.
        block = [] if element["t"] == "RawBlock" else self.block
        return Place(container, element, block, self.heading)
