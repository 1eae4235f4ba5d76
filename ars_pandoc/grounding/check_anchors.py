"""The anchors of one citation against the words of its source (contract §8, notes of §6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ars_pandoc.citations.citation import Anchor, Note
from ars_pandoc.citations.page_ranges import (
    PageRange,
    from_to,
    holds_page,
    named_pages,
    page_number,
    whole_article,
)
from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.grounding.elsewhere import offsets_of, place_notes
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.grounding.section_anchors import section_is_missing
from ars_pandoc.texts.source_text import SourceText


@dataclass(frozen=True, slots=True)
class GroundedAnchors:
    """What a source says to the anchors of a citation.

    Attributes:
        groundings: One per anchor, in order; None for an anchor that is no good quote.
        notes: `page-mismatch`, `section-mismatch`, `paragraph-mismatch`, `page-not-found`,
            `whole-article`, `section-not-found`, and those of the quotes; each once.
    """

    groundings: tuple[Grounding | None, ...]
    notes: tuple[Note, ...]


def ground_anchors(
    source: SourceText | Matcher, anchors: Sequence[Anchor], *, own_pages: str = ""
) -> GroundedAnchors:
    """Check the anchors of a citation.

    Args:
        source: The source's words; a `Matcher` of them if many citations are checked.
        anchors: Of one citation. Those with a fault are left aside: row 1 is theirs.
        own_pages: The page range of the article itself, where its entry knows it.
    """
    matcher = source if isinstance(source, Matcher) else Matcher(source)
    good = [anchor for anchor in anchors if anchor.fault is None]
    groundings = tuple(
        check_quote(matcher, anchor.value)
        if anchor.kind == "quote" and anchor.fault is None
        else None
        for anchor in anchors
    )
    notes = [note for grounding in groundings if grounding for note in grounding.notes]
    for anchor in good:
        if anchor.kind == "page":
            notes += _page_notes(matcher, anchor.value, anchors, groundings, own_pages)
        elif anchor.kind == "section" and section_is_missing(matcher.source, anchor.value):
            notes.append(
                Note("section-not-found", f"the source has no heading or words '{anchor.value}'")
            )
    notes += place_notes(matcher, good, _found_quotes(anchors, groundings))
    return GroundedAnchors(groundings, tuple(dict.fromkeys(notes)))


def _found_quotes(anchors: Sequence[Anchor], groundings: Sequence[Grounding | None]) -> list[str]:
    return [
        anchor.value
        for anchor, one in zip(anchors, groundings, strict=True)
        if one is not None and one.result == "found"
    ]


def _page_notes(
    matcher: Matcher,
    value: str,
    anchors: Sequence[Anchor],
    groundings: Sequence[Grounding | None],
    own_pages: str,
) -> list[Note]:
    source = matcher.source
    ranges = named_pages(value)
    labels = [page.label for page in source.pages if page.label]
    if not ranges:
        return []
    whole = whole_article(value, _own(labels, own_pages))
    if whole:
        return list(whole)
    found = [one for one in groundings if one and one.result == "found" and one.page]
    off = [one for one in found if _misses(ranges, one)]
    if off and len(off) == len(found):
        # The words may stand on the page that is named too, as a heading or a second time.
        quotes = _found_quotes(anchors, groundings)
        places = [source.passage(at).page for one in quotes for at in offsets_of(matcher, one)]
        if any(page is not None and holds_page(ranges, page) for page in places):
            return []
        return [_mismatch(value, ranges, off[0])]
    # Half of the pages without a number: what is missing may stand there.
    if found or 2 * len(labels) <= len(source.pages):
        return []
    inside = [holds_page(ranges, label) for label in labels]
    if any(inside) or None in inside:
        return []
    return [
        Note(
            "page-not-found",
            f"the source has no page {value}: its pages are {labels[0]}–{labels[-1]}",
        )
    ]


def whole_articles(anchors: Sequence[Anchor], own_pages: str) -> list[Note]:
    """Return the notes `whole-article` on anchors, where no source is at hand.

    Args:
        anchors: Of one citation.
        own_pages: The article's own page range, or "".
    """
    own = named_pages(own_pages)
    pages = [one.value for one in anchors if one.kind == "page" and one.fault is None]
    return [note for value in pages for note in whole_article(value, own)]


def _own(labels: Sequence[str], own_pages: str) -> tuple[PageRange, ...]:
    """Return the pages of the article: as its entry has them, else as they are printed."""
    own = named_pages(own_pages)
    if len(own) == 1 and own[0].high is not None:
        return own
    return from_to(labels[0], labels[-1]) if labels else ()


def _misses(ranges: Sequence[PageRange], found: Grounding) -> bool:
    pages = [page for page in (found.page, found.last_page) if page]
    return all(holds_page(ranges, page) is False for page in pages)


def _mismatch(value: str, ranges: Sequence[PageRange], found: Grounding) -> Note:
    message = f"the quote stands on page {found.page}, not on {value}"
    index = found.pdf_page
    if index is not None and page_number(found.page or "") != ("", index):
        counted = any(one.holds("", index) for one in ranges)
        message += f"; {value} is its place in the file" if counted else ""
    return Note("page-mismatch", message)
