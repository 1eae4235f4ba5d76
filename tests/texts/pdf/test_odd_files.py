"""What files of publishers do to words: hyphens that are soft, text under pictures, odd headings."""

from __future__ import annotations

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
from tests.texts.pdf.pdfs import by_hand, lying, pdf, read, sentences


def test_a_soft_hyphen_that_is_drawn_within_a_line_is_a_hyphen() -> None:
    body = "Such a text has erroneous or non#sign[-]existent references in all of its parts."
    source = extract_pdf(lying(body, {"-": "\xad"}, name="Brill"))
    words = "a text has erroneous or {} references in all"
    assert check_quote(source, words.format("non-existent")).result == "found"
    assert check_quote(source, words.format("existent")).result == "not-found"


def test_spaces_of_text_that_lies_unseen_under_a_picture_stay_and_near_misses_accuse_nobody() -> (
    None
):
    drawn = "BT 3 Tr /F1 12 Tf 50 {} Td (C'est avec grand plaisir que nous saluons {}) Tj ET\n"
    lines = ("ce livre documente", "la publication du jour", "un ouvrage assez long")
    content = "".join(drawn.format(700 - 20 * at, line) for at, line in enumerate(lines))
    source = extract_pdf(by_hand(content.encode()))
    assert source.pages[0].scanned
    found = check_quote(source, "C'est avec grand plaisir que nous saluons ce livre documenté")
    assert found.result == "review"


def test_a_heading_of_two_lines_is_one_text() -> None:
    heading = "Female researchers were impacted more by their duties and by all external pressures"
    source = read(f"{' '.join(sentences(6))}\n= {heading}\n{' '.join(sentences(6, seed=9))}")
    assert check_quote(source, heading).result == "found"


def test_a_line_of_a_sentence_that_begins_with_the_number_of_a_figure_is_no_caption() -> None:
    source = extract_pdf(
        pdf(
            "#set page(width: 13cm, height: 8cm)\n#set text(size: 9pt)\n"
            "For both of these fluids the reduction of the data that we have is shown in\\\n"
            "Fig. 2. It is clearly seen that the dependence is close to the theory here."
        )
    )
    quote = "the reduction of the data that we have is shown in Fig. 2. It is clearly seen"
    assert check_quote(source, quote).result == "found"


@pytest.mark.parametrize("sign", ["\u201d", '"'])
def test_a_raised_quotation_mark_before_a_digit_accuses_no_minus(sign: str) -> None:
    body = f'for 24 h at a field of 200 V (6 V cm#super["{sign}1"]) in all of the gels'.replace(
        f'"{sign}1"', f'#"\\u{{{ord(sign):x}}}1"'
    )
    source = extract_pdf(pdf(f"#set page(width: 14cm, height: 8cm)\n{body}"))
    quote = "24 h at a field of 200 V (6 V cm\u22121) in all of the gels"
    assert check_quote(source, quote).result != "not-found"
    assert check_quote(source, quote.replace("200", "300")).result == "not-found"
