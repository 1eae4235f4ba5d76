"""How reports say where in its source something stands."""

from __future__ import annotations

from ars_pandoc.grounding.result import Grounding

OUTCOMES = {
    "found": "found in the source",
    "not-found": "not in the source",
    "review": "to be looked at",
    "unreadable": "source cannot be read",
    "unchecked": "not checked",
}
"""What became of a quote, in words; `unchecked` where nobody has looked."""


def place_words(grounding: Grounding) -> str:
    """Say where in its source something stands, as far as it is known."""
    parts = []
    if grounding.page is not None:
        page = f"page {grounding.page}"
        if grounding.last_page not in (None, grounding.page):
            page += f" to {grounding.last_page}"
        if grounding.pdf_page is not None and str(grounding.pdf_page) != grounding.page:
            page += f" ({grounding.pdf_page} in the file)"
        parts.append(page)
    elif grounding.pdf_page is not None:
        parts.append(f"page {grounding.pdf_page} of the file")
    if grounding.section is not None:
        parts.append(f"section “{grounding.section}”")
    if grounding.paragraph is not None:
        parts.append(f"paragraph {grounding.paragraph}")
    return ", ".join(parts)
