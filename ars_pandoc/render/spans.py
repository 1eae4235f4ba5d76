"""Show the verdict of refused citations in a draft (contract §7, draft)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import panflute as pf

from ars_pandoc.citations.find import Place
from ars_pandoc.matrix import Finding
from ars_pandoc.pandoc_ast import Element


def show_markers(findings: Sequence[tuple[Finding, Place]]) -> None:
    """Put the visible marker of each refused citation right behind it, in place.

    A heading's marker becomes a paragraph below it, since a table of contents would repeat it.
    `LOW-WARN` and `ok` show nothing. Call it before the markers are stripped.

    Args:
        findings: Those of one document, each with its place, in document order.
    """
    # From the end, so that several markers behind one element keep their order.
    for finding, place in reversed(findings):
        text = finding.marker
        if text is None or not finding.refused:
            continue
        span = _span(text, finding.status)
        if place.heading is not None:
            blocks, header = place.heading
            _insert_behind(blocks, header, [{"t": "Para", "c": [span]}])
        elif place.element["t"] == "RawBlock":
            if place.block and place.block is not place.container:
                place.block[:0] = [span, {"t": "Space"}]
            else:
                _insert_behind(place.container, place.element, [{"t": "Para", "c": [span]}])
        else:
            _insert_behind(place.container, place.element, [{"t": "Space"}, span])


def _insert_behind(holder: list[Element], element: Element, new: list[dict[str, Any]]) -> None:
    for index, item in enumerate(holder):
        if item is element:
            holder[index + 1 : index + 1] = new
            return


def _span(text: str, status: str) -> dict[str, Any]:
    """Build the nested spans; one span with class and style loses its highlight in DOCX (§7)."""
    words: list[pf.Inline] = []
    for n, word in enumerate(text.split(" ")):
        if n:
            words.append(pf.Space())
        words.append(pf.Str(word))
    inner = pf.Span(*words, classes=["mark", "ars-unverified", status])
    outer = pf.Span(inner, attributes={"custom-style": "ARS Unverified"})
    built: dict[str, Any] = outer.to_json()
    return built
