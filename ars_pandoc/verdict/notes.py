"""Notes that rest on what is known of the source; they never change the verdict (contract §6)."""

from __future__ import annotations

from collections.abc import Sequence

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Citation, Note
from ars_pandoc.citations.locators import equals_year
from ars_pandoc.corpus.ledger import ReadLog

_RANGE = lazy_pattern(r"\s*(?:pp?\.?\s*)?([A-Za-z]*)(\d+)\s*[-–—]+\s*([A-Za-z]*)(\d+)\s*\Z")
_PART_READ = {
    "abstract_only": "only its abstract was read",
    "toc_only": "only its table of contents was read",
}


def notes_on_source(
    citation: Citation,
    *,
    year: int,
    pages: str | None,
    log: ReadLog,
    together: Sequence[tuple[str, ...]],
) -> tuple[Note, ...]:
    """Return the notes on a citation of a known source.

    Args:
        citation: What was judged.
        year: The source's year.
        pages: The article's own page range, as the bibliography has it, or None.
        log: The marks of reading.
        together: The keys marked within a minute of each other, a group each.
    """
    notes: list[Note] = []
    own = None if pages is None else page_range(pages)
    for anchor in citation.anchors:
        if anchor.kind != "page" or anchor.fault is not None:
            continue
        if equals_year(anchor.value, year):
            notes.append(Note("locator-is-year", f"the page {anchor.value} is the source's year"))
        if own is not None and own[0] != own[1] and page_range(anchor.value) == own:
            notes.append(
                Note("whole-article", f"{anchor.value} is the whole article: which page is it?")
            )
    key = citation.key or ""
    mark = log.mark(key)
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


def page_range(text: str) -> tuple[str, str] | None:
    """Return first and last page of a range, written out: `112-4` is 112 and 114."""
    hit = _RANGE.match(text)
    if hit is None:
        return None
    first, last = hit[2], hit[4]
    if len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    return hit[1] + first, (hit[3] or hit[1]) + last
