"""Numbers of lines in the margin are no words; numbers of rows and of sentences stay."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
from tests.texts.pdf.pdfs import pdf, sentences

_WORDS = sentences(30, seed=11)
_PAGE = "#set page(width: 13cm, height: 16cm, margin: 2cm)\n#set text(size: 9pt)\n"


@pytest.mark.parametrize("step", [1, 5])
def test_numbers_of_lines_in_the_margin_part_no_quote(step: int) -> None:
    numbered = (
        f"#set par.line(numbering: n => if calc.rem(n, {step}) == 0 {{ text(size: 5pt)[#n] }})"
    )
    source = extract_pdf(pdf(f"{_PAGE}{numbered}\n{' '.join(_WORDS)}"))
    for one, two in pairwise(_WORDS[:9]):
        assert check_quote(source, f"{one} {two}").result == "found"


def test_numbers_that_the_words_have_at_the_start_of_a_line_stay() -> None:
    lines = "\\\n".join(f"{number} patients were seen then" for number in (3, 9, 4, 12, 5))
    source = extract_pdf(pdf(f"{_PAGE}{lines}"))
    assert check_quote(source, "9 patients were seen then").result == "found"
    assert check_quote(source, "patients were seen then patients were seen").result == "not-found"
