"""Which words of a source a page, section or paragraph means."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Anchor, Fault
from ars_pandoc.grounding.named_extent import named_extent
from ars_pandoc.texts.source_text import Page, Section, SourceText

TEXT = "One.Two.Results.Three.End."
PDF = SourceText(
    "application/pdf", TEXT, pages=(Page(0, 1, "11"), Page(4, 2, "12"), Page(8, 3, "13"))
)
ARTICLE = SourceText(
    "application/jats+xml", TEXT, sections=(Section(0, "Aims"), Section(8, "2. Results")),
    paragraphs=((0, 1), (4, 2), (8, 0), (16, 1), (22, 2)),
)  # fmt: skip


def words(source: SourceText, *anchors: Anchor) -> str | None:
    extent = named_extent(source, anchors)
    return None if extent is None else source.text[slice(*extent)]


@pytest.mark.parametrize(
    ("source", "anchors", "expected"),
    [
        (PDF, [("page", "12")], "Two."), (PDF, [("page", "11-12")], "One.Two."),
        (PDF, [("page", "14")], None), (ARTICLE, [("page", "12")], None),
        (ARTICLE, [("section", "Results")], "Results.Three.End."),
        (ARTICLE, [("section", "Methods")], None),
        (ARTICLE, [("section", "results"), ("paragraph", "1")], "Three."),
        (ARTICLE, [("paragraph", "1")], None), (ARTICLE, [("quote", "Three")], None),
    ],
)  # fmt: skip
def test_the_narrowest_place_that_is_named(
    source: SourceText, anchors: list[tuple[str, str]], expected: str | None
) -> None:
    assert words(source, *(Anchor(kind, value) for kind, value in anchors)) == expected  # type: ignore[arg-type]


def test_a_place_with_a_fault_names_nothing() -> None:
    assert words(PDF, Anchor("page", "12", Fault("", ""))) is None
