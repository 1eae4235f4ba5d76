"""PDFs as journals set them: every genuine quote is found, on the printed page it stands on."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
from ars_pandoc.texts.unreadable import Unreadable
from tests.texts.pdf.pdfs import by_hand, encrypted, pdf, read, sentences, typeset

SENTENCES = sentences(240)
PARAGRAPHS = [" ".join(SENTENCES[at : at + 8]) for at in range(0, 240, 8)]
BODY = "\n\n".join(PARAGRAPHS)


def _results(matcher: Matcher, quotes: list[str]) -> dict[str, str]:
    return {
        quote: result
        for quote in quotes
        if (result := check_quote(matcher, quote).result) != "found"
    }


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_every_sentence_is_found_over_lines_columns_and_pages(columns: int) -> None:
    source = read(BODY, columns=columns)
    assert len(source.pages) > 3
    assert _results(Matcher(source), SENTENCES) == {}


@pytest.mark.parametrize("columns", [1, 2])
def test_footnotes_and_floats_between_do_not_break_a_quote(columns: int) -> None:
    parts = [
        paragraph.replace(". ", ".#footnote[A note of its own, in small type.] ", 1)
        + (
            "\n\n#figure(rect(height: 2cm), caption: [An empty box.], placement: auto)"
            * (n % 3 == 1)
        )
        for n, paragraph in enumerate(PARAGRAPHS)
    ]
    source = read("\n\n".join(parts), columns=columns)
    assert _results(Matcher(source), SENTENCES) == {}


def test_altered_sentences_are_never_found() -> None:
    matcher = Matcher(read(BODY, columns=2))
    for sentence in SENTENCES[::4]:
        words = sentence.split()
        # A word that stands twice in a row can be dropped once without a trace.
        if len(set(words)) == len(words):
            del words[len(words) // 2]
            assert check_quote(matcher, " ".join(words)).result == "not-found"


def test_no_splice_across_the_gutter_is_found() -> None:
    source = read(BODY, columns=2)
    matcher = Matcher(source)
    lines = [line for line in source.text.split("\n") if len(line.split()) >= 4]
    # What stands side by side: half of a line, and half of one that is far below in the content.
    for one, two in zip(lines[:20], lines[30:50], strict=True):
        splice = " ".join([*one.split()[1:4], *two.split()[:3]])
        if splice not in " ".join(source.text.split()):
            assert check_quote(matcher, splice).result != "found", splice


def test_printed_pages_start_where_the_article_starts() -> None:
    source = read(BODY, first_page=217)
    assert [page.label for page in source.pages][:3] == ["217", "218", "219"]
    grounding = check_quote(source, SENTENCES[0])
    assert (grounding.page, grounding.pdf_page) == ("217", 1)


def test_a_first_page_without_a_number_has_the_one_before_the_second() -> None:
    body = "#set page(footer: context { if counter(page).get().first() != 217 { counter(page).display() } })\n"
    source = read(body + BODY, first_page=217)
    assert [page.label for page in source.pages][:2] == ["217", "218"]


def test_heads_and_page_numbers_are_no_words_of_the_source() -> None:
    source = read(BODY)
    assert "Journal of Things" not in source.text


def test_raised_and_lowered_digits_are_marked() -> None:
    source = read(
        "We counted 10#super(typographic: false)[5] cells of CO#sub[2] in 3 m#super[2] for the"
        " first time.#super[12] And on."
    )
    for quote, result in {
        "We counted 10⁵ cells of CO₂ in 3 m² for the first time. And on": "found",
        "We counted 10^5 cells of CO2 in 3 m2 for the first time": "found",
        "We counted 105 cells of CO2 in 3 m2 for the first time": "review",
        "We counted 10^6 cells of CO2 in 3 m2 for the first time": "not-found",
    }.items():
        assert check_quote(source, quote).result == result, quote


def test_turned_stamps_are_dropped() -> None:
    source = extract_pdf(
        by_hand(
            b"BT /F1 12 Tf 50 700 Td (The first line of the page goes) Tj ET\n"
            b"BT /F1 12 Tf 0 1 -1 0 20 100 Tm (Downloaded from a library) Tj ET\n"
            b"BT /F1 12 Tf 50 686 Td (on in the second line of it) Tj ET"
        )
    )
    assert "Downloaded" not in source.text
    assert check_quote(source, "of the page goes on in the second line").result == "found"


def _lines(*lines: str) -> bytes:
    return by_hand(
        b"\n".join(
            b"BT /F1 12 Tf 50 %d Td (%s) Tj ET"
            % (700 - 14 * number, re.sub(rb"([()])", rb"\\\1", line.encode()))
            for number, line in enumerate(lines)
        )
    )


@pytest.mark.parametrize(
    "quote",
    [
        "as the networks of all the others have shown before",
        "as the networks [12, 14-16] of all the others have shown",
        "all the others have shown before (Fig. 2) in a well-known way",
        "have shown before in a well-known way that nobody disputes",
    ],
)
def test_call_outs_and_hyphens_are_known_over_line_ends(quote: str) -> None:
    source = extract_pdf(
        _lines(
            "It was done as the networks [12,",
            "14-16] of all the others have shown be-",
            "fore (Fig.",
            "2) in a well-",
            "known way that nobody dis-",
            "putes at all.",
        )
    )
    assert check_quote(source, quote).result == "found"


def test_a_short_line_of_a_sentence_is_no_heading() -> None:
    source = extract_pdf(
        _lines("in the trial there were", "12 Patients with BRAF", "mutations, and 3 of them died.")
    )
    assert check_quote(source, "were 12 Patients with BRAF mutations, and 3").result == "found"


def test_a_drop_cap_does_not_make_a_heading() -> None:
    source = extract_pdf(
        by_hand(
            b"BT /F1 36 Tf 50 690 Td (W) Tj /F1 12 Tf 36 10 Td (e found in all of the cases) Tj ET\n"
            b"BT /F1 12 Tf 86 686 Td (that the first letter was large) Tj ET\n"
            b"BT /F1 12 Tf 50 672 Td (as books have had it since long ago.) Tj ET"
        )
    )
    quote = "found in all of the cases that the first letter was large as books"
    assert check_quote(source, quote).result == "found"


def test_a_head_is_known_on_two_pages() -> None:
    source = read("\n\n".join(PARAGRAPHS[:3]))
    assert len(source.pages) == 2
    assert "Journal of Things" not in source.text


@pytest.mark.parametrize(
    ("quote", "result"),
    [
        ("We gave a dose of 5 µg with p = 0.05 to all", "review"),  # a guess alone
        ("We gave a dose of 5 mg with p = 0.05 to all", "review"),
        ("We gave a dose of 5 µg with p < 0.05 to all", "review"),
        ("We gave no dose of 5 µg with p = 0.05 to all", "not-found"),
    ],
)
def test_letters_of_a_symbol_font_are_not_taken_at_their_word(quote: str, result: str) -> None:
    source = extract_pdf(
        by_hand(
            b"BT /F1 12 Tf 50 700 Td (We gave a dose of 5 ) Tj /F2 12 Tf (m) Tj /F1 12 Tf "
            b"(g with p ) Tj /F2 12 Tf (Z) Tj /F1 12 Tf ( 0.05 to all of the patients) Tj ET"
        )
    )
    assert check_quote(source, quote).result == result


def test_the_reference_list_is_not_the_source_s_words() -> None:
    body = (
        BODY + "\n\n= References\n\nJones A. A remarkable title about another thing entirely. 2019."
    )
    grounding = check_quote(read(body), "A remarkable title about another thing entirely")
    assert grounding.result == "not-found"
    assert "reference list" in grounding.reason


def test_the_section_stands_in_the_result() -> None:
    body = "= Introduction\n\nSome words to begin with here.\n\n= Results\n\n" + PARAGRAPHS[0]
    assert check_quote(read(body), SENTENCES[0]).section == "Results"


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (encrypted(), "password"),
        (typeset(BODY)[:3000], "damaged"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 50, "damaged"),
        (pdf("#rect(width: 5cm, height: 5cm)"), "scan"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, word: str) -> None:
    with pytest.raises(Unreadable, match=word):
        extract_pdf(data)


def test_one_page_without_text_is_said_by_page() -> None:
    source = extract_pdf(pdf(f"{PARAGRAPHS[0]}\n#pagebreak()\n#rect()\n#pagebreak()\nMore words."))
    assert [page.number for page in source.faults] == [2]
    # The words may stand on the page that nobody can read: no accusation.
    assert (
        check_quote(source, "Quite another sentence from elsewhere altogether").result == "review"
    )


def test_jumps_go_forward_only() -> None:
    source = read(BODY, columns=2)
    assert all(end < start for end, start in source.jumps)
    assert all(one.start < two.start for one, two in pairwise(source.pages))
