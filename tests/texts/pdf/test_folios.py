"""Printed numbers in the margin, turned ones, those of single pages; and pages that are pictures."""

from __future__ import annotations

import zlib
from io import BytesIO

import pikepdf
import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
from ars_pandoc.texts.pdf.folios import deciphered
from ars_pandoc.texts.source_text import from_bytes, to_bytes
from tests.texts.pdf.pdfs import by_hand, pdf, sentences

_WORDS = " ".join(sentences(60))


@pytest.mark.parametrize("turn", ["0deg", "90deg"])
def test_a_number_in_the_margin_is_the_pages(turn: str) -> None:
    data = pdf(
        "#set page(width: 14cm, height: 12cm, margin: (x: 3cm, y: 1cm), background: context "
        f"place(left + horizon, dx: 1cm, rotate({turn}, reflow: true, "
        f"str(counter(page).get().first() + 161))))\n#set text(size: 9pt)\n{_WORDS}"
    )
    labels = [page.label for page in extract_pdf(data).pages]
    assert len(labels) > 2
    assert labels[:3] == ["162", "163", "164"]


def test_a_single_page_has_the_number_of_its_first_line() -> None:
    data = pdf(
        "#set page(width: 14cm, height: 16cm, header: [16 #h(1fr) Chapter One])\n"
        f"1.8.2 Omission\n\n{' '.join(sentences(9))}\n\n3 of them were 7 in 12."
    )
    assert [page.label for page in extract_pdf(data).pages] == ["16"]


def _scanned(data: bytes) -> bytes:
    with pikepdf.open(BytesIO(data)) as file:
        page = file.pages[0]
        picture = file.make_stream(zlib.compress(b"\xff"), Filter=pikepdf.Name.FlateDecode)
        picture.update(
            pikepdf.Dictionary(
                Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=1, Height=1,
                ColorSpace=pikepdf.Name.DeviceGray, BitsPerComponent=8,
            )
        )  # fmt: skip
        name = page.add_resource(picture, pikepdf.Name.XObject)
        _, _, width, height = (float(side) for side in page.mediabox)
        page.contents_add(f"q {width} 0 0 {height} 0 0 cm {name} Do Q".encode(), prepend=True)
        out = BytesIO()
        file.save(out)
    return out.getvalue()


def test_a_near_miss_on_words_read_from_a_picture_is_no_accusation() -> None:
    data = pdf(
        "#set page(width: 14cm, height: 8cm)\nThe niodern reader sees all of the words here."
    )
    quote = "The modern reader sees all of the words here"
    assert check_quote(extract_pdf(data), quote).result == "not-found"
    source = extract_pdf(_scanned(data))
    assert source.pages[0].scanned
    assert check_quote(source, quote).result == "review"
    other = "Something else that nobody has ever written on it"
    assert check_quote(source, other).result == "not-found"


def test_a_small_picture_in_a_line_stands_for_an_unknown_sign() -> None:
    # A degree sign of one pixel, drawn between the number and the letter.
    data = by_hand(
        b"BT /F1 12 Tf 50 700 Td (It was kept at 1039) Tj ET\n"
        b"BT /F1 12 Tf 164 700 Td (C in all of the runs that we made) Tj ET\n"
        b"q 4 0 0 4 155 705 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI Q"
    )
    source = extract_pdf(data)
    true = "It was kept at 1039 °C in all of the runs that we made"
    assert check_quote(source, true).result == "review", source.text
    assert check_quote(source, "It was kept at 1039 C in all of the runs").result != "found"


def test_pieces_of_a_line_that_runs_to_the_left_are_one_line() -> None:
    data = pdf(
        '#set page(width: 14cm, height: 8cm)\n#set text(lang: "ar", font: "DejaVu Sans Mono")\n'
        "في البداية نكتب *parts* ثم نكتب كل الأسئلة الأخرى بعد ذلك."
    )
    quote = "في البداية نكتب parts ثم نكتب كل الأسئلة الأخرى"
    assert check_quote(extract_pdf(data), quote).result in ("found", "review")


def test_a_number_amid_the_foot_that_gaps_set_apart_is_that_of_a_single_page() -> None:
    foot = "Journal of Odd Things #h(1fr) 7 #h(1fr) March 2014 | Volume 8"
    data = pdf(f"#set page(width: 16cm, height: 12cm, footer: [{foot}])\n{' '.join(sentences(9))}")
    assert [page.label for page in extract_pdf(data).pages] == ["7"]


def test_a_number_amid_a_sentence_at_the_foot_is_no_page() -> None:
    data = pdf("#set page(width: 16cm, height: 6cm)\nHere are 7 in a row of words, not more.")
    assert [page.label for page in extract_pdf(data).pages] == [None]


def test_two_printed_pages_on_a_sheet_are_told_apart() -> None:
    words = sentences(40)

    def half(sheet: int, side: int) -> str:
        at = 10 * sheet + 5 * side
        number = 2 * sheet + 12 + side
        return f"[{' '.join(words[at : at + 5])} #v(1fr) #align(center)[{number}]]"

    sheets = [
        f"#grid(columns: (1fr, 1fr), gutter: 2cm, {half(sheet, 0)}, {half(sheet, 1)})"
        for sheet in range(4)
    ]
    source = extract_pdf(
        pdf(
            "#set page(width: 24cm, height: 12cm)\n#set text(size: 9pt)\n"
            + "\n#pagebreak()\n".join(sheets)
        )
    )
    assert [page.label for page in source.pages] == ["12–13", "14–15", "16–17", "18–19"]
    matcher = Matcher(from_bytes(to_bytes(source)))
    found = [check_quote(matcher, words[at]) for at in (0, 6, 17, 22)]
    assert [(one.page, one.pdf_page) for one in found] == [
        ("12", 1),
        ("13", 1),
        ("15", 2),
        ("16", 3),
    ]


def test_digits_of_a_font_without_meaning_are_told_by_how_they_run_on() -> None:
    edges = [[_ciphered(f"P{number}"), _ciphered("2014")] for number in range(1, 13)]
    assert deciphered([[_ciphered(str(number))] for number in range(1, 13)]) == [
        [str(number)] for number in range(1, 13)
    ]
    # Nine pages do not tell which sign is the nought.
    assert deciphered([[_ciphered(str(number))] for number in range(1, 9)]) == [[]] * 8
    assert all("2014" in line or not line for line in deciphered(edges))


def _ciphered(words: str) -> str:
    return "".join(chr(0x2B7 + ord(sign) - 48) if sign.isdigit() else "\ufffd" for sign in words)


def test_a_folio_above_what_is_stamped_on_every_page_is_read() -> None:
    stamp = (
        "This copy came from #linebreak() 192.0.2.1 on Fri, 04 Feb 2022 #linebreak() Use it well."
    )
    data = pdf(
        "#set page(width: 14cm, height: 12cm, margin: (bottom: 3cm), footer: [Odd Things #h(1fr) "
        f"#context counter(page).display(n => [P#n]) #h(1fr) August 2021 #v(2mm) {stamp}])\n"
        f"#set text(size: 9pt)\n{_WORDS}"
    )
    labels = [page.label for page in extract_pdf(data).pages]
    assert len(labels) > 3
    assert labels[:3] == ["P1", "P2", "P3"]


def test_what_is_drawn_outside_of_a_page_is_not_on_it() -> None:
    data = by_hand(
        b"BT /F1 12 Tf 50 700 Td (These words stand on the page for all to see) Tj ET "
        b"BT /F1 12 Tf 50 -40 Td (Those words stand below the edge of the page) Tj ET"
    )
    source = extract_pdf(data)
    assert check_quote(source, "These words stand on the page for all to see").result == "found"
    assert "Those words" not in source.text
