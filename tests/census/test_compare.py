"""What is written and was not found is named, and nothing else."""

from __future__ import annotations

from ars_pandoc.census import FoundPlace, compare, count_written
from ars_pandoc.census.model import Unseen

KNOWN = {"roe2021"}


def lines(unseen: tuple[Unseen, ...]) -> list[tuple[str, str, int]]:
    return [(one.file, one.written.key, one.written.line) for one in unseen]


def test_all_found_leaves_nothing() -> None:
    texts = {"a.md": count_written("[@roe2021]\n\n@ghost", "markdown", KNOWN)}
    found = [FoundPlace("a.md", "roe2021", 1), FoundPlace("a.md", "ghost", 3)]
    surplus = compare(texts, found, KNOWN)
    assert surplus.refused == surplus.notes == ()


def test_the_one_on_another_line_than_the_found_ones_is_named() -> None:
    texts = {"a.md": count_written("[@roe2021]\n\n[@roe2021]\n\n[@roe2021]", "markdown", KNOWN)}
    found = [FoundPlace("a.md", "roe2021", 1), FoundPlace("a.md", "roe2021", 5)]
    assert lines(compare(texts, found, KNOWN).refused) == [("a.md", "roe2021", 3)]


def test_the_last_is_named_where_no_lines_are_known() -> None:
    texts = {"a.md": count_written("[@roe2021]\n\n[@roe2021]", "markdown", KNOWN)}
    assert lines(compare(texts, [FoundPlace("a.md", "roe2021")], KNOWN).refused) == [
        ("a.md", "roe2021", 3)
    ]


def test_each_file_is_counted_by_itself() -> None:
    texts = {
        "a.md": count_written("[@roe2021]", "markdown", KNOWN),
        "b.md": count_written("[@roe2021]", "markdown", KNOWN),
    }
    found = [FoundPlace("a.md", "roe2021", 1), FoundPlace("a.md", "roe2021", 9)]
    assert lines(compare(texts, found, KNOWN).refused) == [("b.md", "roe2021", 1)]


def test_a_place_without_a_file_accounts_for_any() -> None:
    texts = {"a.md": count_written("[@roe2021] @ghost", "markdown", KNOWN)}
    surplus = compare(texts, [FoundPlace(None, "roe2021"), FoundPlace("x", "ghost", 1)], KNOWN)
    assert surplus.refused == surplus.notes == ()


def test_an_unknown_key_is_a_note_unless_it_is_sure() -> None:
    texts = {"a.md": count_written("@openai @roe2021 [@ghost] <!--ref:gone-->", "markdown", KNOWN)}
    surplus = compare(texts, [], KNOWN)
    assert lines(surplus.refused) == [
        ("a.md", "roe2021", 1),
        ("a.md", "ghost", 1),
        ("a.md", "gone", 1),
    ]
    assert lines(surplus.notes) == [("a.md", "openai", 1)]


def test_a_key_that_pandoc_cut_short_is_accounted_for_on_its_line() -> None:
    texts = {"a.md": count_written("[@{10.1/S0(95)9-5}]", "markdown", KNOWN)}
    assert compare(texts, [FoundPlace("a.md", "10.1/S0", 1)], KNOWN).refused == ()
    assert len(compare(texts, [FoundPlace("a.md", "10.1/S0", 2)], KNOWN).refused) == 1


def test_an_at_sign_in_a_marker_is_no_part_of_the_key() -> None:
    texts = {"a.md": count_written("Roe <!--ref:@roe2021-->", "markdown", KNOWN)}
    assert compare(texts, [FoundPlace("a.md", "@roe2021", 1)], KNOWN).refused == ()


def test_more_found_than_written_is_no_surplus() -> None:
    texts = {"a.md": count_written("Nothing.", "markdown", KNOWN)}
    assert compare(texts, [FoundPlace("a.md", "roe2021", 1)], KNOWN).refused == ()
