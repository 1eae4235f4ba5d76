"""Glyphs that stand for several characters, and spaces that letters hang over."""

from __future__ import annotations

import pypdfium2
import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
from ars_pandoc.texts.unreadable import Unreadable
from tests.texts.pdf.pdfs import arabic, by_hand, lying, pdf


@pytest.mark.parametrize(
    "words", ["a matter of great value", "half of all of it", "of ten of them", "if they all had"]
)
@pytest.mark.parametrize("font", ["Libertinus Serif", "New Computer Modern"])
def test_a_space_behind_an_f_in_italics_is_one(words: str, font: str) -> None:
    made = pdf(
        f'#set page(width: 13cm, height: 8cm)\n#set text(font: "{font}")\n'
        f"It was to be seen that _{words} in the end_ in all of these."
    )
    quote = f"to be seen that {words} in the end in all of these"
    assert check_quote(extract_pdf(made), quote).result == "found"


def test_a_space_glyph_that_is_four_spaces_is_one() -> None:
    data = lying(
        "It was#sign[+]seen#sign[+]in all of the#sign[+]groups of them here.", {"+": "\t\r \xa0"}
    )
    source = extract_pdf(data)
    assert check_quote(source, "It was seen in all of the groups of them here").result == "found", (
        source.text
    )


def test_a_hyphen_that_is_two_hyphens_is_one() -> None:
    source = extract_pdf(lying("It was a well#sign[\\-]known matter for all.", {"-": "-‐"}))
    assert check_quote(source, "It was a well-known matter for all").result == "found", source.text


def test_a_range_of_call_outs_may_have_a_minus() -> None:
    made = pdf(
        "#set page(width: 13cm, height: 8cm)\n"
        "The literature reviews#super(typographic: false)[24−28] were presented to all in the end."
    )
    quote = "The literature reviews were presented to all in the end"
    assert check_quote(extract_pdf(made), quote).result == "found"


def test_letters_that_are_mixed_up_on_a_page_accuse_nobody() -> None:
    words = "العمل على تحقيق معدلات نمو قوية ومستدامة وشاملة في أغلب القطاعات " * 8
    mixed = words.replace("ا", "خ").replace("م", "ووم").replace("ل", "وول")
    start = '#set page(width: 14cm, height: 12cm)\n#set text(font: "DejaVu Sans Mono", size: 8pt)\n'
    quote = "ومواصلة جهود تطوير المشاركة السياسية"
    assert check_quote(extract_pdf(pdf(start + words)), quote).result == "not-found"
    assert check_quote(extract_pdf(pdf(start + mixed)), quote).result == "review"


def test_a_page_that_draws_text_without_characters_cannot_be_read() -> None:
    # The font has no map, and none of its codes is a character.
    drawn = b"\n".join(
        b"BT /F1 12 Tf %d %d Td <01> Tj ET" % (50 + 10 * (n % 40), 700 - 14 * (n // 40))
        for n in range(400)
    )
    with pytest.raises(Unreadable):
        extract_pdf(by_hand(drawn))


def test_the_two_letters_of_a_lam_alef_stand_in_the_order_of_the_word() -> None:
    one, two = "وكان الرئيس الامريكى قد قال", "هذا كلام في السلام والاقتصاد"
    data = arabic(one, two)
    with pypdfium2.PdfDocument(data) as document:
        # This is why: the library turns them round, which no reader sees.
        assert "االمريكى" in document[0].get_textpage().get_text_range()
    source = extract_pdf(data)
    assert check_quote(source, f"{one} {two}").result == "found"
    assert check_quote(source, f"{one} {two}".replace("السلام", "الكلام")).result == "not-found"
