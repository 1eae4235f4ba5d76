"""The place that keeps Pandoc without end is named, where it can be told."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.documents.slow_place import slow_place

PAPER = Path("paper.md")


def test_the_first_of_many_open_brackets_is_named() -> None:
    text = "# T\n\nWords [@a, p. 1].\n\nAnd then " + "[" * 20 + "a\n\nMore.\n"
    said = slow_place({PAPER: text})
    assert said == "paper.md (line 5, column 10): 20 open brackets in one paragraph"


def test_brackets_apart_from_each_other_and_in_a_quote_count() -> None:
    text = "> " + " ".join(["see [@a and"] * 12) + "\n>\n> more\n"
    assert slow_place({PAPER: text}) == (
        "paper.md (line 1, column 7): 12 open brackets in one paragraph"
    )


def test_nested_spans_are_named() -> None:
    said = slow_place({PAPER: "A\n\n" + "<span class='x'>" * 30 + "a\n"})
    assert said == "paper.md (line 3, column 1): 30 open spans in one paragraph"


def test_the_worst_of_several_files_is_named() -> None:
    files = {PAPER: "[" * 10, Path("b.md"): "\n" + "[" * 30}
    assert slow_place(files) == "b.md (line 2, column 1): 30 open brackets in one paragraph"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Plain words.\n\n[@a; @b] and [c](d).\n" * 100,
        r"\[" * 50,
        "[a\n\n" * 50,
        "[[[[[a]]]]] " * 40,
    ],
    ids=["empty", "honest", "escaped", "one-a-paragraph", "closed"],
)
def test_what_is_honest_is_not_named(text: str) -> None:
    assert slow_place({PAPER: text}) is None
