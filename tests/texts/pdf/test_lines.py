"""Where a long file shows whether its spaces are to be believed."""

from __future__ import annotations

import pypdfium2
import pytest

from ars_pandoc.texts.pdf.lines import has_false_spaces
from tests.texts.pdf.pdfs import by_hand, typeset

_DRAWN_OVER = b"BT /F1 10 Tf 50 700 Td [(It was done in Ger) ( ) 278 (many by people) ] TJ ET\n"
_HONEST = b"BT /F1 10 Tf 50 700 Td [(It was done in Ger) ( ) (many by people) ] TJ ET\n"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (by_hand(_DRAWN_OVER), True),
        (by_hand(_HONEST), False),
        (typeset("Words set by Typst, whose spaces are honest. " * 20), False),
        (by_hand(b""), False),
    ],
)
def test_a_page_tells_whether_its_spaces_lie(data: bytes, expected: bool) -> None:
    document = pypdfium2.PdfDocument(data)
    page = document[0]
    assert has_false_spaces(page) is expected
    page.close()
    document.close()
