"""A quote that stands elsewhere than the section or paragraph beside it says (contract §8)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Anchor
from ars_pandoc.grounding.check_anchors import ground_anchors
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.source_text import SourceText

QUOTE = "mortality fell by a third in the treated group"
TWICE = "the trial was open to all who came that day"


def article(*sections: tuple[str, tuple[str, ...]]) -> SourceText:
    body = "".join(
        f"<sec><title>{title}</title>{''.join(f'<p>{text}</p>' for text in paragraphs)}</sec>"
        for title, paragraphs in sections
    )
    front = "<front><article-meta><title-group><article-title>T</article-title></title-group>"
    data = f"<article>{front}</article-meta></front><body>{body}</body></article>"
    return extract(data.encode(), "a.xml", "application/jats+xml")


ARTICLE = article(
    ("Introduction", ("Nobody knew it before this.", f"But {TWICE}.")),
    ("Methods", ("We asked them all.", "Then we waited for long.")),
    ("Results", (f"In the end {QUOTE}, as was hoped.", "No other difference was seen.")),
    ("Sleep and rest", (f"Here {TWICE}.",)),
    ("Discussion", ("It may be so.", f"And {TWICE}, once more.")),
)


def notes(source: SourceText, quote: str, kind: str, value: str) -> list[tuple[str, str]]:
    anchors = (Anchor("quote", quote), Anchor(kind, value))  # type: ignore[arg-type]
    return [(note.code, note.message) for note in ground_anchors(source, anchors).notes]


@pytest.mark.parametrize("value", ["Introduction", "Methods", "introduction"])
def test_a_quote_of_the_results_beside_another_section(value: str) -> None:
    assert notes(ARTICLE, QUOTE, "section", value) == [
        ("section-mismatch", f"the quote stands under “Results”, not under “{value}”")
    ]


@pytest.mark.parametrize("value", ["Results", "results"])
def test_the_section_that_it_stands_in(value: str) -> None:
    assert notes(ARTICLE, QUOTE, "section", value) == []


def test_a_heading_without_rank_may_stand_under_the_one_before() -> None:
    quote = f"Here {TWICE}"
    assert notes(ARTICLE, quote, "section", "Results") == []
    assert notes(ARTICLE, quote, "section", "Methods")[0][0] == "section-mismatch"


def test_numbered_headings_tell_their_rank() -> None:
    source = article(
        ("1 Scope", ("Of what we speak.",)),
        ("1.1 Terms", (f"As was said, {QUOTE}.",)),
        ("2 Rules", (f"Here {TWICE}.",)),
    )
    assert notes(source, QUOTE, "section", "Scope") == []
    assert notes(source, TWICE, "section", "Scope")[0][0] == "section-mismatch"
    assert notes(source, TWICE, "section", "Terms")[0][0] == "section-mismatch"


@pytest.mark.parametrize("value", ["Introduction", "Sleep and rest", "Discussion"])
def test_of_words_that_stand_in_several_places_each_counts(value: str) -> None:
    assert notes(ARTICLE, TWICE, "section", value) == []


def test_what_names_no_heading_is_not_judged() -> None:
    assert notes(ARTICLE, QUOTE, "section", "Table 3") == [
        ("section-not-found", "the source has no heading or words 'Table 3'")
    ]


@pytest.mark.parametrize("value", ["9", "2", "2-4"])
def test_another_paragraph_is_named_with_the_true_one(value: str) -> None:
    assert notes(ARTICLE, QUOTE, "paragraph", value) == [
        ("paragraph-mismatch", f"the quote stands in paragraph 1 of “Results”, not in {value}")
    ]


@pytest.mark.parametrize("value", ["1", "1-2", "1, 9"])
def test_the_paragraph_that_it_stands_in(value: str) -> None:
    assert notes(ARTICLE, QUOTE, "paragraph", value) == []


def test_a_quote_that_is_not_found_has_no_place() -> None:
    codes = [code for code, _ in notes(ARTICLE, f"not {QUOTE} at all", "section", "Methods")]
    assert "section-mismatch" not in codes
