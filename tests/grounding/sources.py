"""Texts of sources for tests, as an extractor would give them."""

from __future__ import annotations

from collections.abc import Sequence

from ars_pandoc.texts.marks import HARD
from ars_pandoc.texts.normalise import clean, mark_callouts
from ars_pandoc.texts.source_text import Page, SourceText, TextBuilder


def written(*paragraphs: str, sections: dict[str, Sequence[str]] | None = None) -> SourceText:
    """A text with paragraphs, before the first heading and under headings."""
    builder = TextBuilder("text/html")
    for paragraph in paragraphs:
        builder.block(mark_callouts(clean(paragraph)))
    for title, below in (sections or {}).items():
        builder.section(title)
        for paragraph in below:
            builder.block(mark_callouts(clean(paragraph)))
    return builder.build()


def paged(pages: dict[str, str], *, unlabelled: Sequence[str] = ()) -> SourceText:
    """A PDF's text: printed number and words of each page."""
    text = ""
    starts = []
    for number, (label, words) in enumerate(pages.items(), 1):
        starts.append(Page(len(text), number, None if label in unlabelled else label))
        text += clean(words) + HARD
    return SourceText("application/pdf", text, pages=tuple(starts), raising_lost=True)
