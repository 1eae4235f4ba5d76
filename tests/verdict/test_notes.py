"""Notes that rest on what is known of a source."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.citations.citation import Anchor, Citation, Fault
from ars_pandoc.corpus.ledger import Ledger, standing_marks
from ars_pandoc.verdict.notes import notes_on_source

AT = "2026-01-01T00:00:00Z"


def codes(*anchors: Anchor, year: int = 2024, pages: str | None = None) -> list[str]:
    citation = Citation("a", "native", anchors)
    notes = notes_on_source(citation, year=year, pages=pages, ledger=Ledger({}), together=())
    return [note.code for note in notes]


def ledger(level: str) -> Ledger:
    mark: dict[str, Any] = {"citation_key": "a", "marked_at": AT, "read_scope": {"level": level}}
    return Ledger(standing_marks([mark]))


@pytest.mark.parametrize(
    ("anchor", "pages", "found"),
    [
        (Anchor("page", "2024"), None, ["locator-is-year"]),
        (Anchor("page", "2023"), None, []),
        (Anchor("section", "2024"), None, []),
        (Anchor("page", "2024", Fault("bad", "mend")), None, []),
        (Anchor("page", "112-118"), "112-8", ["whole-article"]),
        (Anchor("page", "112-117"), "112-118", []),
        (Anchor("page", "112"), "112-118", []),
        (Anchor("page", "112-112"), "112-112", []),  # an article of one page
        (Anchor("page", "112-118"), "nothing", []),
    ],
)
def test_a_page_that_says_nothing_is_a_note(
    anchor: Anchor, pages: str | None, found: list[str]
) -> None:
    assert codes(anchor, pages=pages) == found


@pytest.mark.parametrize(
    ("level", "said"),
    [("abstract_only", ["abstract-only"]), ("toc_only", ["abstract-only"]), ("full_text", [])],
)
def test_what_was_read_in_part_is_a_note(level: str, said: list[str]) -> None:
    citation = Citation("a", "native")
    notes = notes_on_source(citation, year=2024, pages=None, ledger=ledger(level), together=())
    assert [note.code for note in notes] == said
    other = notes_on_source(
        Citation("b", "native"), year=2024, pages=None, ledger=ledger(level), together=()
    )
    assert other == ()


@pytest.mark.parametrize(
    ("together", "said"),
    [
        ((), None),
        ((("b", "c"),), None),
        ((("a", "b"),), "marked as read within a minute of 1 other source"),
        ((("b", "c"), ("a", "b", "d")), "marked as read within a minute of 2 other sources"),
        ((("a", "b"), ("a", "c")), "marked as read within a minute of 1 other source"),
    ],
)
def test_marks_of_one_minute_are_a_note(
    together: tuple[tuple[str, ...], ...], said: str | None
) -> None:
    notes = notes_on_source(
        Citation("a", "native"), year=2024, pages=None, ledger=Ledger({}), together=together
    )
    assert [note.message for note in notes] == ([] if said is None else [said])
