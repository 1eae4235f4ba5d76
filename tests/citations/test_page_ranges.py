from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.page_ranges import (
    PageRange,
    from_to,
    holds_page,
    named_pages,
    page_number,
    whole_article,
)


@pytest.mark.parametrize(
    ("value", "ranges"),
    [
        ("12", [("", 12, 12)]),
        ("p. 12", [("", 12, 12)]),
        ("12-14", [("", 12, 14)]),
        ("12–14", [("", 12, 14)]),
        ("12--14", [("", 12, 14)]),
        ("pp. 112---4", [("", 112, 114)]),
        ("112-4", [("", 112, 114)]),
        ("112–14", [("", 112, 114)]),
        ("iv", [("roman", 4, 4)]),
        ("xii–xiv", [("roman", 12, 14)]),
        ("S12", [("s", 12, 12)]),
        ("S12–S15", [("s", 12, 15)]),
        ("e1004", [("e", 1004, 1004)]),
        ("12, 15-17", [("", 12, 12), ("", 15, 17)]),
        ("12 and 15", [("", 12, 12), ("", 15, 15)]),
        ("12ff", [("", 12, None)]),
        ("12 ff.", [("", 12, None)]),
        ("514a", [("", 514, 514)]),
    ],
)
def test_an_anchor_names_pages(value: str, ranges: list[tuple[str, int, int | None]]) -> None:
    assert named_pages(value) == tuple(PageRange(*one) for one in ranges)


@pytest.mark.parametrize("value", ["3:2", "iv-12", "twelve", ""])
def test_what_is_no_plain_page_is_not_judged(value: str) -> None:
    assert named_pages(value) == ()
    assert holds_page(named_pages(value), "12") is None


def test_another_count_is_not_another_page() -> None:
    assert holds_page(named_pages("S12"), "12") is None
    assert holds_page(named_pages("iv"), "4") is None
    assert holds_page(named_pages("12"), "12") is True
    assert holds_page(named_pages("12ff"), "40") is True
    assert holds_page(named_pages("12-14"), "15") is False


def test_the_whole_article_is_one_range_from_first_to_last() -> None:
    own = from_to("217", "230")
    assert [note.code for note in whole_article("217-30", own)] == ["whole-article"]
    assert whole_article("217-229", own) == ()
    assert whole_article("5", from_to("5", "5")) == (), "an article of one page has no other place"
    assert whole_article("217, 230", own) == ()
    assert whole_article("iv-x", from_to("iv", "x")) != ()
    assert from_to("iv", "10") == from_to("A:3", "10") == ()


@given(st.integers(1, 9999), st.integers(0, 300))
def test_a_range_holds_its_pages_and_no_other(low: int, more: int) -> None:
    ranges = named_pages(f"{low}–{low + more}")
    assert holds_page(ranges, str(low)) is True
    assert holds_page(ranges, str(low + more)) is True
    assert holds_page(ranges, str(low + more + 1)) is False
    assert low == 1 or holds_page(ranges, str(low - 1)) is False


@given(st.integers(1, 399))
def test_roman_numbers_are_numbers(number: int) -> None:
    steps = [(100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v")]
    rest, roman = number, ""
    for value, letters in [*steps, (4, "iv"), (1, "i")]:
        roman += letters * (rest // value)
        rest %= value
    assert page_number(roman) == ("roman", number)
    assert page_number(roman.upper()) == ("roman", number)


def test_a_sheet_of_two_pages_is_held_where_one_of_them_is_named() -> None:
    assert holds_page(named_pages("13"), "12\u201313") is True
    assert holds_page(named_pages("14"), "12\u201313") is False
    assert holds_page(named_pages("S12"), "12\u201313") is None
