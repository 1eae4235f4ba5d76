"""mdBook's `<!-- ANCHOR: x -->`: it is none of ours if `<!-- ANCHOR_END: x -->` stands too."""

from __future__ import annotations

from collections.abc import Iterable

from ars_pandoc.citations.citation import Fault
from ars_pandoc.citations.finding.drafts import Draft
from ars_pandoc.citations.found import MarkerElement


class MdBookAnchors:
    """What may be an anchor of mdBook, until the end of the document tells.

    Attributes:
        ended: The names that an `ANCHOR_END` was met for.
    """

    __slots__ = ("_elements", "_faults", "ended")

    def __init__(self) -> None:
        self.ended: set[str] = set()
        self._elements: list[tuple[str, MarkerElement]] = []
        self._faults: list[tuple[str, Draft, Fault]] = []

    def may_be(self, name: str, element: MarkerElement) -> None:
        """Say that an element may hold the anchor of this name, and is not stripped if so."""
        self._elements.append((name, element))

    def may_be_fault(self, name: str, draft: Draft, fault: Fault) -> None:
        """Say that a citation has a fault, if what stands behind it is no anchor of this name."""
        self._faults.append((name, draft, fault))

    def give_faults(self) -> None:
        """Give the citations their faults, once the whole document was read."""
        for name, draft, fault in self._faults:
            if name not in self.ended and draft.fault is None:
                draft.fault, draft.annotated = fault, True

    def without(self, elements: Iterable[MarkerElement]) -> tuple[MarkerElement, ...]:
        """Return elements without those that hold an anchor of mdBook."""
        others = {id(element) for name, element in self._elements if name in self.ended}
        return tuple(element for element in elements if id(element) not in others)
