"""What typesetters do to the lines of a page, each in a PDF written by hand."""

from __future__ import annotations

import pytest

from ars_pandoc.base.bounded import SECONDS, seconds
from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
from ars_pandoc.texts.unreadable import Unreadable
from tests.texts.pdf.pdfs import by_hand, pdf

_LEFT = [
    "The first column tells how the study",
    "was made and whom it took in at the",
    "three hospitals, and it goes on until",
    "the foot of it, where the reader turns",
    "to the head of the one on the right",
    "without losing a single word of what",
    "the authors have written down in it",
    "over many weeks of work and of rest",
]
_RIGHT = [
    "in which the results are told as they",
    "came from the laboratory that summer",
    "before anybody had looked at figures",
    "or drawn a conclusion from the whole",
    "that was not borne out by the tables",
    "which stand at the end of the article",
    "for all those who want to count again",
    "and to find the same as we did then",
]


def _at(x: float, y: float, words: str, size: float = 10) -> bytes:
    return b"BT /F1 %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n" % (
        size,
        x,
        y,
        words.encode("cp1252"),
    )


def _found(content: bytes, quote: str) -> str:
    return check_quote(extract_pdf(by_hand(content)), quote).result


@pytest.mark.parametrize("step", [0.0, 1.5])
def test_columns_that_the_file_draws_row_by_row_are_read_one_by_one(step: float) -> None:
    content = b"".join(
        _at(50, 700 - 14 * n, left) + _at(300, 700 - 14 * n - step, right)
        for n, (left, right) in enumerate(zip(_LEFT, _RIGHT, strict=True))
    )
    assert _found(content, "took in at the three hospitals, and it goes on") == "found"
    assert _found(content, "weeks of work and of rest in which the results") == "found"
    for left, right in zip(_LEFT, _RIGHT, strict=True):
        splice = " ".join([*left.split()[-4:], *right.split()[:4]])
        if left is not _LEFT[-1]:
            assert _found(content, splice) != "found", splice


def test_columns_drawn_row_by_row_above_a_table_of_full_width_are_read_one_by_one() -> None:
    rows = 4 * list(zip(_LEFT, _RIGHT, strict=True))
    content = b"".join(
        _at(50, 760 - 14 * n, f"{left}") + _at(300, 760 - 14 * n, f"{right}")
        for n, (left, right) in enumerate(rows)
    )
    below = 760 - 14 * len(rows)
    for n in range(len(rows) // 8):
        words = "Table 1: what all of them had in the silk of the gland at the end of the spinning of it"
        content += _at(50, below - 14 * n, f"{words} {n}")
    assert _found(content, "took in at the three hospitals, and it goes on") != "not-found"
    for left, right in zip(_LEFT[:-1], _RIGHT[:-1], strict=True):
        splice = " ".join([*left.split()[-4:], *right.split()[:4]])
        assert _found(content, splice) != "found", splice


def test_a_note_in_the_margin_does_not_come_into_the_line() -> None:
    lines = [
        _at(50, 700 - 14 * n, f"{left} and more of the same words") for n, left in enumerate(_LEFT)
    ]
    lines.insert(2, _at(420, 686, "a note in small type", 8))
    content = b"".join(lines)
    quote = "whom it took in at the and more of the same words three hospitals"
    assert _found(content, quote) == "found"


def test_accents_go_onto_the_letters_over_which_they_stand() -> None:
    # Helvetica's e is 5.6 points wide at 10 points; the accent is drawn after the line.
    content = _at(50, 700, "The whole Federation of the") + _at(50, 686, "many states was there")
    accented = content + _at(50 + 55.0, 700, "\u00b4")
    source = extract_pdf(by_hand(accented))
    assert "\u00b4" not in source.text
    assert "\u00e9" in source.text


def test_a_word_that_a_space_is_drawn_into_is_one() -> None:
    content = b"BT /F1 10 Tf 50 700 Td [(It was done in Ger) ( ) 278 (many by all of the people) ] TJ ET\n"
    assert _found(content, "It was done in Germany by all of the people") == "found"


def test_cyrillic_given_as_latin_letters_is_read() -> None:
    lines = (
        "Работа специалиста описана в настоящем отчете",
        "о том как были получены все данные опыта",
    )
    content = b"".join(
        b"BT /F1 10 Tf 1 0 0 1 50 %d Tm (%s) Tj ET\n" % (700 - 14 * n, line.encode("cp1251"))
        for n, line in enumerate(lines * 3)
    )
    assert _found(content, "описана в настоящем отчете о том") == "found"


def test_letters_that_mean_other_letters_are_no_words() -> None:
    cipher = str.maketrans("abcdefghijklmnopqrstuvwxyz", "defghijklmnopqrstuvwxyzabc")
    content = b"".join(
        _at(50, 700 - 14 * n, line.lower().translate(cipher))
        for n, line in enumerate(_LEFT + _RIGHT)
    )
    with pytest.raises(Unreadable, match="no meaning"):
        extract_pdf(by_hand(content))


@pytest.mark.parametrize("raised", ["2003,", "others.", "(see below)."])
def test_a_raised_number_may_be_left_out(raised: str) -> None:
    content = (
        _at(50, 700, f"It was known since the {raised}")
        + b"BT /F1 6 Tf 1 0 0 1 %d 704 Tm (12) Tj ET\n"
        % (50 + 4.55 * len(f"It was known since the {raised}"))
        + _at(50, 686, "Many people have said so before that")
    )
    quote = f"It was known since the {raised} Many people have said so"
    assert _found(content, quote) in ("found", "review")


def test_no_quote_leaves_a_heading_out() -> None:
    content = b"".join(
        [
            *(_at(50, 700 - 12 * n, left) for n, left in enumerate(_LEFT[:4])),
            _at(50, 640, "3 Results of it", 12),
            *(_at(50, 620 - 12 * n, right) for n, right in enumerate(_RIGHT)),
        ]
    )
    quote = "where the reader turns in which the results are told"
    assert _found(content, quote) != "found"


def test_no_quote_leaves_out_a_short_line_of_another_size_between_two_sentences() -> None:
    above = [
        "These are the lines of the first part of it",
        "and this is the end of that collection.",
    ]
    below = [
        "Evaluations of them were made in all of those",
        "years that came after them in the end.",
    ]
    content = b"".join(
        [_at(50, 700 - 14 * n, line) for n, line in enumerate(above)]
        + [_at(50, 640, "Surveys That Collect What Others Have Seen", 8.5)]
        + [_at(50, 626 - 14 * n, line) for n, line in enumerate(below)]
        + [
            _at(50, 560 - 14 * n, f"and the other words of it, line {n} of all these")
            for n in range(9)
        ]
    )
    assert _found(content, "and this is the end of that collection. Evaluations of them") != "found"
    assert _found(content, "Evaluations of them were made in all of those years") == "found"


def test_a_page_that_holds_more_than_words_is_said_so_soon() -> None:
    content = b"".join(
        _at(n % 50 * 12, n * 7 % 800, "words that go on and on", 5) for n in range(6000)
    )
    with pytest.raises(Unreadable, match="more than a page of words"):
        extract_pdf(by_hand(content))


def test_small_files_are_given_up_sooner_than_large_ones() -> None:
    assert seconds(20_000) < seconds(2_000_000) <= SECONDS == seconds(10**9)


def test_pages_that_two_processes_read_are_the_same() -> None:
    data = pdf("\n#pagebreak()\n".join(f"The words of page {n} in order" for n in range(60)))
    assert extract_pdf(data, workers=2) == extract_pdf(data)
