"""Notes that rest on what is known of the source; they never change the verdict (contract §6)."""

from __future__ import annotations

from collections.abc import Sequence

from ars_pandoc.citations.citation import Citation, Note
from ars_pandoc.citations.locators import equals_year
from ars_pandoc.citations.page_ranges import named_pages, whole_article
from ars_pandoc.corpus.ledger import Ledger

_PART_READ = {
    "abstract_only": "only its abstract was read",
    "toc_only": "only its table of contents was read",
}


def notes_on_source(
    citation: Citation,
    *,
    year: int,
    pages: str | None,
    ledger: Ledger,
    together: Sequence[tuple[str, ...]],
) -> tuple[Note, ...]:
    """Return the notes on a citation of a known source.

    Args:
        citation: What was judged.
        year: The source's year.
        pages: The article's own page range, as the bibliography has it; None where that is not
            known, or the pinned source was looked at, which tells it better.
        ledger: The marks of reading.
        together: The keys marked within a minute of each other, a group each.
    """
    notes: list[Note] = []
    own = named_pages(pages or "")
    for anchor in citation.anchors:
        if anchor.kind != "page" or anchor.fault is not None:
            continue
        if equals_year(anchor.value, year):
            notes.append(Note("locator-is-year", f"the page {anchor.value} is the source's year"))
        notes += whole_article(anchor.value, own)
    key = citation.key or ""
    mark = ledger.mark(key)
    if mark is not None and mark.level in _PART_READ:
        notes.append(Note("abstract-only", _PART_READ[mark.level]))
    for group in together:
        if key in group:
            others = len(group) - 1
            message = (
                "marked as read within a minute of "
                f"{others} other source{'' if others == 1 else 's'}"
            )
            notes.append(Note("read-by-script", message))
            break
    return tuple(notes)
