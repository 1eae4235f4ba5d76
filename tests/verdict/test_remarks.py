"""Notes that rest on what is known of a source."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.citations.citation import Anchor, Citation, Fault
from ars_pandoc.corpus.ledger import ReadLog, standing_marks
from ars_pandoc.verdict.remarks import page_range, remarks

AT = "2026-01-01T00:00:00Z"


def codes(*anchors: Anchor, year: int = 2024, pages: str | None = None) -> list[str]:
    citation = Citation("a", "native", anchors)
    notes = remarks(citation, year=year, pages=pages, log=ReadLog({}), together=())
    return [note.code for note in notes]


def log(level: str) -> ReadLog:
    mark: dict[str, Any] = {"citation_key": "a", "marked_at": AT, "read_scope": {"level": level}}
    return ReadLog(standing_marks([mark]))


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("112-114", ("112", "114")), ("112-4", ("112", "114")), ("112--14", ("112", "114")),
        ("112–114", ("112", "114")), ("112—114", ("112", "114")), ("pp. 112-114", ("112", "114")),
        ("p. 112 - 114", ("112", "114")), ("S12-S15", ("S12", "S15")), ("S12-5", ("S12", "S15")),
        ("e1-12", ("e1", "e12")), ("112", None), ("112-", None), ("112-114, 116", None), ("", None),
        ("a-b", None),
    ],
)  # fmt: skip
def test_a_range_is_written_out(text: str, pages: tuple[str, str] | None) -> None:
    assert page_range(text) == pages


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
    notes = remarks(citation, year=2024, pages=None, log=log(level), together=())
    assert [note.code for note in notes] == said
    other = remarks(Citation("b", "native"), year=2024, pages=None, log=log(level), together=())
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
    notes = remarks(
        Citation("a", "native"), year=2024, pages=None, log=ReadLog({}), together=together
    )
    assert [note.message for note in notes] == ([] if said is None else [said])
