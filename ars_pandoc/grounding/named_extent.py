"""Which words of a source a page, a section or a paragraph means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ars_pandoc.citations.citation import Anchor
from ars_pandoc.citations.page_ranges import holds_page, named_pages
from ars_pandoc.texts.normalise import clean, fold
from ars_pandoc.texts.source_text import SourceText, shown

Extent = tuple[int, int]
"""Where words begin and end: offsets in a source's text."""

_WORD = re.compile(r"[^\W_]+")


def named_extent(source: SourceText, anchors: Sequence[Anchor]) -> Extent | None:
    """Return the words that a citation's places mean: the narrowest that can be told.

    A quote is looked for by matching, not here.

    Args:
        source: The words of the source.
        anchors: Those of the citation; faulty ones are left aside.

    Returns:
        None where no place is named, or nothing in the source bears the name.
    """
    good = {anchor.kind: anchor.value for anchor in anchors if anchor.fault is None}
    section = _section(source, good["section"]) if "section" in good else None
    if "paragraph" in good:
        paragraph = _paragraph(source, good["paragraph"], section)
        if paragraph is not None:
            return paragraph
    page = _page(source, good["page"]) if "page" in good else None
    return section or page


def _page(source: SourceText, value: str) -> Extent | None:
    ranges = named_pages(value)
    bounds = [*(page.start for page in source.pages), len(source.text)]
    inside = [
        number
        for number, page in enumerate(source.pages)
        if page.label and holds_page(ranges, page.label)
    ]
    if not inside:
        return None
    last = inside[0]
    while last + 1 in inside:
        last += 1
    return bounds[inside[0]], bounds[last + 1]


def _section(source: SourceText, value: str) -> Extent | None:
    words = _words(value)
    bounds = [*(section.start for section in source.sections), len(source.text)]
    for number, section in enumerate(source.sections):
        if words and f" {words} " in f" {_words(section.title)} ":
            return bounds[number], bounds[number + 1]
    return None


def _paragraph(source: SourceText, value: str, within: Extent | None) -> Extent | None:
    number = re.match(r"\d+", value.strip())
    if number is None:
        return None
    bounds = [*(start for start, _ in source.paragraphs), len(source.text)]
    low, high = within or (0, len(source.text))
    found = [
        (start, bounds[index + 1])
        for index, (start, own) in enumerate(source.paragraphs)
        if own == int(number[0]) and low <= start < high
    ]
    # The third paragraph of which section is not said: several may be meant.
    return found[0] if len(found) == 1 else None


def _words(text: str) -> str:
    return " ".join(_WORD.findall(fold(shown(clean(text))).casefold()))
