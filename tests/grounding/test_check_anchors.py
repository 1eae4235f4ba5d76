from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Anchor, Fault
from ars_pandoc.grounding.check_anchors import GroundedAnchors, ground_anchors
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.texts.source_text import SourceText
from tests.grounding.sources import paged, written
from tests.texts.pdf.pdfs import read, sentences

QUOTE = "mortality fell by a third in the treated group"
ARTICLE = paged(
    {
        "217": "The trial began in spring and ended late.",
        "218": f"In the end {QUOTE}, as was hoped.",
        "219": "No other difference was seen between the groups.",
        "220": "We thank all who took part.",
    }
)


def ground(source: SourceText, *anchors: Anchor, own_pages: str = "") -> GroundedAnchors:
    return ground_anchors(source, anchors, own_pages=own_pages)


def codes(grounded: GroundedAnchors) -> list[str]:
    return [note.code for note in grounded.notes]


def test_the_printed_page_counts() -> None:
    grounded = ground(ARTICLE, Anchor("quote", QUOTE), Anchor("page", "218"))
    assert grounded.groundings[0] is not None
    assert grounded.groundings[0].result == "found"
    assert (grounded.groundings[0].page, grounded.groundings[0].pdf_page) == ("218", 2)
    assert grounded.groundings[1] is None
    assert codes(grounded) == []


def test_another_page_is_a_note() -> None:
    grounded = ground(ARTICLE, Anchor("quote", QUOTE), Anchor("page", "219"))
    assert [note.message for note in grounded.notes] == ["the quote stands on page 218, not on 219"]
    grounded = ground(ARTICLE, Anchor("quote", QUOTE), Anchor("page", "2"))
    assert [note.message for note in grounded.notes] == [
        "the quote stands on page 218, not on 2; 2 is its place in the file"
    ]


def test_a_page_that_the_source_has_not_is_a_note() -> None:
    grounded = ground(ARTICLE, Anchor("page", "12"))
    assert [(note.code, note.message) for note in grounded.notes] == [
        ("page-not-found", "the source has no page 12: its pages are 217–220")
    ]
    assert codes(ground(ARTICLE, Anchor("page", "219"))) == []
    assert codes(ground(ARTICLE, Anchor("page", "S3"))) == [], "another count"


def test_pages_without_numbers_are_not_judged() -> None:
    pages = {"1": "One page.", "2": "Another one.", "3": f"Here {QUOTE}."}
    source = paged(pages, unlabelled=["1", "2", "3"])
    assert codes(ground(source, Anchor("quote", QUOTE), Anchor("page", "77"))) == []
    assert codes(ground(written(f"So {QUOTE}."), Anchor("page", "77"))) == []


def test_the_articles_own_range_is_named() -> None:
    for source, own in ((ARTICLE, ""), (written(f"So {QUOTE}."), "217-220")):
        grounded = ground(source, Anchor("page", "217–20"), own_pages=own)
        assert codes(grounded) == ["whole-article"]


def test_a_section_that_is_not_there_is_a_note() -> None:
    source = written(sections={"Results": [f"In the end {QUOTE}."]})
    assert codes(ground(source, Anchor("section", "Results"))) == []
    assert codes(ground(source, Anchor("section", "Limitations"))) == ["section-not-found"]


def test_faulty_anchors_are_left_to_row_1() -> None:
    fault = Fault("it is a placeholder", "write the page")
    grounded = ground(ARTICLE, Anchor("page", "12", fault), Anchor("quote", "?", fault))
    assert grounded == GroundedAnchors((None, None), ())


def test_notes_of_a_quote_are_among_them_once() -> None:
    source = written("The drug was safe in all of the mice (but not in the rats), they say.")
    quote = Anchor("quote", "The drug was safe in all of the mice")
    assert codes(ground(source, quote, quote)) == ["truncated-qualifier"]


@pytest.mark.slow
def test_a_quote_over_a_page_break_of_an_article_that_starts_on_page_217() -> None:
    words = sentences(60)
    source = read("\n\n".join(" ".join(words[n : n + 6]) for n in range(0, 60, 6)), first_page=217)
    whole = " ".join(words).split()
    matcher = Matcher(source)
    over = None
    for at in range(len(whole) - 12):
        quote = Anchor("quote", " ".join(whole[at : at + 12]))
        [found] = ground_anchors(matcher, [quote]).groundings
        assert found is not None
        assert found.result == "found", quote
        if (found.page, found.last_page) == ("217", "218"):
            over = quote
    assert over is not None
    assert codes(ground_anchors(matcher, [over, Anchor("page", "217-218")])) == []
    assert codes(ground_anchors(matcher, [over, Anchor("page", "218")])) == []
    grounded = ground_anchors(matcher, [over, Anchor("page", "2")])
    assert [note.message for note in grounded.notes] == ["the quote stands on page 217, not on 2"]
