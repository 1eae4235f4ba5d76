"""The words of the text at their places on the page: what is marked is what is matched with."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from ars_pandoc.grounding.match_quote import Matcher, prepare_quote
from ars_pandoc.texts.pdf.extract_pdf import extract_pdf, searched_for_spaces
from ars_pandoc.texts.pdf.lines import DrawnWord
from ars_pandoc.texts.pdf.symbols import Glyphs
from ars_pandoc.texts.pdf.word_boxes import PlacedWord, between, place_words, words_on_page
from ars_pandoc.texts.source_text import SourceText, shown
from tests.texts.pdf.pdfs import sentences, typeset

SENTENCES = sentences(120)
BODY = "\n\n".join(" ".join(SENTENCES[at : at + 8]) for at in range(0, 120, 8))
pypdfium2: Any = import_module("pypdfium2")


def placed(data: bytes) -> tuple[SourceText, list[list[PlacedWord]]]:
    source = extract_pdf(data)
    document = pypdfium2.PdfDocument(data)
    bounds = [*(page.start for page in source.pages), len(source.text)]
    spaces, glyphs = searched_for_spaces(document, len(document)), Glyphs(document.raw)
    words = [
        words_on_page(
            document[number], source.text[bounds[number] : bounds[number + 1]], bounds[number],
            false_spaces=spaces, glyphs=glyphs,
        )
        for number in range(len(document))
    ]  # fmt: skip
    document.close()
    return source, words


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_every_word_of_the_text_has_its_box(columns: int) -> None:
    source, pages = placed(typeset(BODY, columns=columns))
    covered = {at for words in pages for word in words for at in range(word.start, word.end)}
    letters = [at for at, sign in enumerate(source.text) if sign.isalnum()]
    assert len(letters) > 5000
    assert [at for at in letters if at not in covered] == []
    for words in pages:
        assert all(
            0 < word.left < word.right < 600 and 0 < word.bottom < word.top for word in words
        )


def test_a_passage_over_a_line_end_is_marked_where_it_stands() -> None:
    source, pages = placed(typeset(BODY, columns=2))
    sentence = SENTENCES[3]
    (span,) = Matcher(source).find(prepare_quote(sentence).whole)
    marked = between(pages[0], span.start, span.end)
    words = shown(source.text[marked[0].start : marked[-1].end]).replace("-", "")
    assert "".join(words.split()) == "".join(sentence.replace("-", "").split())
    assert len({round(word.bottom) for word in marked}) > 1


def line(*words: str) -> list[DrawnWord]:
    return [DrawnWord(word, 10 * at, 0, 10 * at + 8, 10) for at, word in enumerate(words)]


def test_a_head_that_the_text_lacks_has_no_place() -> None:
    lines = [line("Journal", "of", "Gates"), line("First", "words."), line("12"), line("Second.")]
    text = "First words.\nSecond."
    found = [text[word.start : word.end] for word in place_words(lines, text)]
    assert found == ["First", "words.", "Second."]


def test_a_line_with_an_odd_letter_keeps_its_other_words() -> None:
    text = "The naive reader understands everything at once."
    drawn = [line("The", "na\u00efve", "reader", "understands", "everything", "at", "once.")]
    found = [text[word.start : word.end] for word in place_words(drawn, text)]
    assert found[-4:] == ["understands", "everything", "at", "once."]
    assert "The" in found


def test_offsets_are_those_of_the_whole_text() -> None:
    *_, word = place_words([line("x", "(see")], "x (see", 100)
    assert (word.start, word.end) == (102, 106)
