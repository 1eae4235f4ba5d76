"""Literals in which another pass of newer ARS refused a citation (contract §6).

`[HIGH-WARN-CLAIM-NOT-SUPPORTED]` and its kind belong to the nearest citation before them in the
sentence, else to the next one. They are another pass's word: nothing here takes them away.
"""

from __future__ import annotations

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Fault
from ars_pandoc.citations.claim import is_one_sentence, text_between
from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.citations.finding.drafts import Draft, Drafts
from ars_pandoc.pandoc.elements import Element

NOT_SUPPORTED = "CLAIM-NOT-SUPPORTED"
LITERALS = (
    NOT_SUPPORTED,
    "FABRICATED-REFERENCE",
    "NEGATIVE-CONSTRAINT-VIOLATION",
    "CLAIM-AUDIT-ANCHORLESS",
    "CONSTRAINT-VIOLATION-UNCITED",
)
"""What stands behind `[HIGH-WARN-` in the literals of newer ARS; more words may follow."""

_LITERAL = lazy_pattern(rf"HIGH-WARN-(?P<what>{'|'.join(LITERALS)})")


class Refusals:
    """Reads the literals and gives each to its citation.

    Args:
        place: Where the walk stands.
        drafts: The citations; one that has no citation at all becomes a fault of its own.
    """

    __slots__ = ("_drafts", "_found", "_place")

    def __init__(self, place: CurrentPlace, drafts: Drafts) -> None:
        self._place = place
        self._drafts = drafts
        self._found: list[tuple[int, list[Element], list[Element], Element, str]] = []

    def word(self, text: str, inlines: list[Element], element: Element) -> None:
        """Read a word of a paragraph that may hold literals."""
        for hit in _LITERAL.finditer(text):
            if text[hit.start() - 1 : hit.start()] == "[":
                self._found.append(
                    (len(self._drafts), self._place.block, inlines, element, hit["what"])
                )

    def suffix(self, draft: Draft, text: str) -> bool:
        """Read the suffix of a Cite, for which Pandoc takes the literal behind a bare `@key`.

        Returns:
            Whether it is a literal, and so no locator.
        """
        hit = _LITERAL.match(text.strip())
        if hit is None:
            return False
        _refuse(draft, hit["what"])
        return True

    def finish(self) -> None:
        """Give each literal to its citation, once all citations are known."""
        everything = self._drafts.since(0)
        for count, block, inlines, element, what in self._found:
            before = everything[count - 1] if 0 < count <= len(everything) else None
            if before is not None and _in_sentence(before, block, element):
                _refuse(before, what)
            elif count < len(everything):
                _refuse(everything[count], what)
            else:
                self._place.block = block
                self._drafts.add(None, "marker", inlines, element, _fault(what))


def _in_sentence(draft: Draft, block: list[Element], element: Element) -> bool:
    if draft.place.block is not block:
        return False
    between = text_between(block, draft.place.element, element)
    return between is not None and is_one_sentence(between)


def _refuse(draft: Draft, what: str) -> None:
    if what == NOT_SUPPORTED:
        draft.unsupported = Fault(
            f"an earlier pass wrote [HIGH-WARN-{what}] beside it: the source does not support the "
            "claim",
            "correct the sentence or cite another source; the pass that wrote the literal takes it "
            "out",
        )
    elif draft.fault is None:
        draft.fault = _fault(what)


def _fault(what: str) -> Fault:
    return Fault(
        f"an earlier pass refused it with [HIGH-WARN-{what}]",
        "mend what that pass found, and let it take the literal out",
    )
