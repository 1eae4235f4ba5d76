"""The pages of sources: drawn in a bounded child, or rebuilt of our own words."""

from __future__ import annotations

import struct
import zlib
from itertools import pairwise

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.catalog import Snapshot
from ars_pandoc.desk.held import Held
from ars_pandoc.desk.pages import Pages, text_blocks, text_pages
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
from ars_pandoc.texts.source_text import Page, SourceText, shown
from tests.checking.papers import ARTICLE
from tests.texts.pdf.pdfs import sentences, typeset

BODY = " ".join(sentences(60))


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    at = picture.index(b"IDAT")
    (length,) = struct.unpack(">I", picture[at - 4 : at])
    assert len(zlib.decompress(picture[at + 4 : at + 4 + length])) == height * (3 * width + 1)
    return width, height


def test_a_page_is_drawn_with_its_words_at_their_places() -> None:
    data = typeset(BODY)
    source, pages = extract_pdf(data), Pages()
    try:
        drawn = pages.draw("a", source, 0, lambda: data, width=900, words=True)
    finally:
        pages.close()
    assert size_of(drawn.picture) == (drawn.width, drawn.height)
    assert drawn.width == 900
    assert len(drawn.words) > 100
    for start, end, left, top, width, height in drawn.words:
        assert 0 <= start < end <= len(source.text)
        assert 0 <= left <= left + width <= 1
        assert 0 <= top <= top + height <= 1


def test_a_turned_page_has_its_words_where_the_picture_shows_them() -> None:
    import io

    import pikepdf

    data = typeset(BODY)
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.pages[0].rotate(90, relative=True)
        pdf.save(out)
    turned = out.getvalue()
    source, pages = extract_pdf(turned), Pages()
    try:
        upright = pages.draw("a", extract_pdf(data), 0, lambda: data, width=400, words=True)
        lying = pages.draw("b", source, 0, lambda: turned, width=400, words=True)
    finally:
        pages.close()
    assert lying.width / lying.height == pytest.approx(upright.height / upright.width, abs=0.02)
    assert len(lying.words) > 100
    # Turned by a quarter to the right: what was at the left stands at the top.
    places = {(round(one[2], 2), round(1 - one[3], 2)) for one in upright.words}
    found = [(round(two[3], 2), round(two[2] + two[4], 2)) for two in lying.words]
    assert sum(place in places for place in found) > 0.8 * len(found)


@pytest.mark.parametrize("data", [b"%PDF-1.7 damaged", b"%PDF-" + b"\0" * 1000, b"x"])
def test_what_cannot_be_drawn_is_said_and_ends_the_child_alone(data: bytes) -> None:
    source = SourceText("application/pdf", "words", pages=(Page(0, 1),))
    pages = Pages()
    try:
        with pytest.raises(ArsError, match="cannot be drawn"):
            pages.draw("a", source, 0, lambda: data, width=400)
        good = typeset(BODY)
        assert pages.draw("b", extract_pdf(good), 0, lambda: good, width=400).picture
    finally:
        pages.close()


def test_a_file_that_is_not_here() -> None:
    pages = Pages()
    source = SourceText("application/pdf", "words", pages=(Page(0, 1),))
    with pytest.raises(ArsError, match="not here"):
        pages.draw("a", source, 0, lambda: None, width=400)


def test_a_text_is_rebuilt_of_the_words_that_are_matched_with() -> None:
    source = extract(ARTICLE.encode(), "a.xml")
    bounds = text_pages(source)
    blocks = [block for start, end in pairwise(bounds) for block in text_blocks(source, start, end)]
    words = [word for block in blocks for word in block["words"]]
    assert " ".join(word[2] for word in words) == shown(source.text)
    assert all(shown(source.text[start:end]) == text for start, end, text in words)
    assert [block["words"][0][2] for block in blocks if block["heading"]][-1] == "Results"


def test_a_long_text_is_cut_at_paragraphs() -> None:
    text = "\n\n".join("word " * 400 for _ in range(10))
    source = extract(text.encode(), "a.txt")
    bounds = text_pages(source)
    assert len(bounds) > 3
    assert bounds[0] == 0
    assert bounds == sorted(set(bounds))
    assert bounds[-1] == len(source.text)


def test_words_are_found_over_hyphens_and_line_ends() -> None:
    source = extract_pdf(typeset(BODY))
    held = Held(Snapshot("0" * 64, source.media_type, "x"), source)
    for sentence in sentences(60)[::9]:
        (hit, *_) = held.search(sentence.upper())
        assert held.page_of(hit["start"]) == hit["page"]
    assert held.search("") == []
    assert held.search("no such words at all") == []
