"""The printed number of a page: from what runs on, never by chance."""

from __future__ import annotations

import pytest

from ars_pandoc.texts.pdf.page_labels import printed_pages


def _none(count: int) -> list[str | None]:
    return [None] * count


def test_heads_of_a_journal_give_the_number_on_either_side() -> None:
    edges = [
        ["Journal of Things 12 (2003) 217-221"],
        ["218 A. Smith et al."],
        ["A. Smith et al. 219"],
        ["220 A. Smith et al."],
        ["A. Smith et al. 221"],
    ]
    assert printed_pages(edges, _none(5), "") == ["217", "218", "219", "220", "221"]


def test_front_matter_in_roman_numerals_and_chapters_in_arabic() -> None:
    edges = [[""], ["ii"], ["iii"], ["iv"], ["1"], ["2"], ["3"], ["4"]]
    assert printed_pages(edges, _none(8), "") == ["i", "ii", "iii", "iv", "1", "2", "3", "4"]


@pytest.mark.parametrize("form", ["{}/4", "Page {} of 4", "\u2013 {} \u2013", "Title {}/4 2017"])
def test_forms_of_a_number(form: str) -> None:
    edges = [[form.format(number)] for number in range(1, 5)]
    assert printed_pages(edges, _none(4), "") == ["1", "2", "3", "4"]


def test_a_page_without_a_number_between_others_has_its_own() -> None:
    edges = [["10"], [""], ["12"], ["13"]]
    assert printed_pages(edges, _none(4), "") == ["10", "11", "12", "13"]


def test_numbers_by_chance_are_none() -> None:
    edges = [["Table 7"], ["in 2003"], ["of 12"], [""], ["99"]]
    assert printed_pages(edges, _none(5), "") == _none(5)


def test_the_file_s_labels_hold_where_nothing_is_printed() -> None:
    assert printed_pages([[], []], ["217", "218"], "") == ["217", "218"]


def test_the_article_names_its_pages() -> None:
    assert printed_pages([[], [], []], _none(3), "Things 12, pp. 217\u20139") == [
        "217",
        "218",
        "219",
    ]


def test_a_single_page_has_the_number_beside_its_title() -> None:
    assert printed_pages([["206 Law Enforcement, Courts, and Prisons"]], [None], "") == ["206"]


def test_items_of_a_list_at_the_edge_of_a_page_do_not_count() -> None:
    edges = [
        [f"{number} A Bill", *extra]
        for number, extra in enumerate([["(3)"], ["2"], ["(4)", "3"], ["5"], [], []], start=1)
    ]
    assert printed_pages(edges, _none(6), "") == ["1", "2", "3", "4", "5", "6"]


def test_a_number_is_shown_as_it_is_printed() -> None:
    edges = [["E301 Radiology"], ["E302 Radiology"], ["E303 Radiology"]]
    assert printed_pages(edges, _none(3), "") == ["E301", "E302", "E303"]
    assert printed_pages([["056"], ["057"], ["058"]], _none(3), "") == ["056", "057", "058"]
    assert printed_pages([["I"], ["II"], ["III"]], _none(3), "") == ["I", "II", "III"]


def test_letters_number_what_is_in_no_issue_yet_and_beat_the_label() -> None:
    edges = [["dx.doi.org/10.1/a A"], ["B dx.doi.org/10.1/a"], ["dx.doi.org/10.1/a C"], [""]]
    assert printed_pages(edges, ["1", "2", "3", "4"], "") == ["A", "B", "C", "D"]
    chance = [["A note on things"], [""], ["I saw"], [""]]
    assert printed_pages(chance, _none(4), "") == _none(4)


@pytest.mark.parametrize(
    ("form", "label"),
    [
        ("035406-{}", "035406-{}"),
        ("Burnout syndrome 402.e{}", "402.e{}"),
        ("402.e{} M. Diaz et al.", "402.e{}"),
        ("\u2013{}\u2013 REV. 0", "{}"),
        ("PLOS ONE | www.plosone.org {} October 2014 | Volume 9 | Issue 10 | e106752", "{}"),
    ],
)
def test_numbers_that_are_parts_of_a_page_of_an_article_or_stand_amid_the_foot(
    form: str, label: str
) -> None:
    edges = [[form.format(number), f"{number * 7} of them"] for number in range(1, 6)]
    expected = [label.format(number) for number in range(1, 6)]
    assert printed_pages(edges, _none(5), "") == expected


def test_a_label_of_the_file_is_named_without_the_word_page() -> None:
    assert printed_pages([["a"], ["b"]], ["Cover Page", "p. 219"], "") == ["Cover Page", "219"]


def test_the_number_of_an_article_is_not_that_of_a_page_alone() -> None:
    foot = "PLOS Things | www.plos.org 1 March 2014 | Volume 8 | Issue 3 | e2748"
    assert printed_pages([["Lassa fever here", foot]], [None], "") == [None]


def test_unseen_numbers_of_a_manuscript_give_way_to_the_printed_ones() -> None:
    edges = [[str(number)] for number in range(3079, 3091)]
    for hidden in (4, 6, 8):
        edges[hidden].append(f"Odd Things, FOR PEER REVIEW {hidden + 1}")
    edges[4] = edges[4][1:]
    assert printed_pages(edges, _none(12), "") == [str(one) for one in range(3079, 3091)]


def test_a_year_at_the_end_of_a_line_is_no_number_of_a_single_page() -> None:
    assert printed_pages([["Table 324. Arrests by Age: 2009"]], [None], "") == [None]


def test_the_foot_of_a_font_without_meaning_counts_where_it_runs_over_nine() -> None:
    def line(number: int) -> str:
        digits = "".join(chr(0x2B7 + int(digit)) for digit in str(number))
        return f"P\ufffd{digits}\ufffd\xc5\ufffd\u02b8\u02bb"

    edges = [[line(number)] for number in range(1, 15)]
    assert printed_pages(edges, _none(14), "") == [str(number) for number in range(1, 15)]
    assert printed_pages(edges[:8], _none(8), "") == _none(8)


@pytest.mark.parametrize(
    ("lines", "labels"),
    [
        (["Odd Things 12:{}", "12:{} Smith and Roe"], ["12:1", "12:2", "12:3", "12:4"]),
        (["JOURNAL OF ODD THINGS - LETTERS L-{}", "L-{} A. Smith"], ["L-1", "L-2", "L-3", "L-4"]),
        (["Printed on Fri, 04 Feb 2022", "P{}"], ["P1", "P2", "P3", "P4"]),
    ],
)
def test_pages_of_an_article_of_a_section_and_beside_a_stamp(
    lines: list[str], labels: list[str]
) -> None:
    stamped = "{}" not in lines[0]
    edges = [
        [line.format(number) for line in (lines if stamped else [lines[number % 2]])]
        for number in range(1, 5)
    ]
    assert printed_pages(edges, _none(4), "") == labels


def test_dates_and_numbers_of_cases_are_no_pages() -> None:
    edges = [["2:16-cv-01254 Neb."], ["3:15-cv-08773"], ["04/21/2016"], ["05/21/2016"]]
    assert printed_pages(edges, _none(4), "") == _none(4)
