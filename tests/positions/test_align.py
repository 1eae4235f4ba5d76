"""Citations of the AST held against the text: no place is better than a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.citations.find import find_citations
from tests.pandoc_documents import read_document
from tests.positions.located import located


def lines(read: str, text: str) -> list[int | None]:
    """Return the line in `text` of each citation that Pandoc finds in `read`."""
    found = find_citations(read_document(read))
    places = located(found.citations, [(Path("p.md"), text)])
    return [None if place is None else place.line for place in places]


TWO = "Alpha beta gamma @a delta.\n\nEpsilon zeta eta @a theta.\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (TWO, [1, 3]),
        # The text has one more than the AST: the letters around decide.
        ("`@a` is code, @a is not.\n\n" + TWO, [3, 5]),
        # The AST has one that the text does not show.
        ("Epsilon zeta eta @a theta.\n", [None, 1]),
        # As many, in another order.
        ("Epsilon zeta eta @a theta.\n\nAlpha beta gamma @a delta.\n", [3, 1]),
        # As many, with other words around them all: nothing speaks for another order.
        ("Iota kappa @a.\n\nLambda mu @a.\n", [1, 3]),
        # Nobody can tell which is which.
        ("Nothing @a.\n\nNothing @a.\n\nNothing @a.\n", [None, None]),
        ("No citation at all.\n", [None, None]),
        ("", [None, None]),
    ],
)
def test_the_letters_around_decide(text: str, found: list[int | None]) -> None:
    assert lines(TWO, text) == found


def test_the_only_one_is_the_one_whatever_stands_around_it() -> None:
    assert lines("Alpha @a.\n", "Quite other words @a here.\n") == [1]


def test_markup_is_no_letter() -> None:
    read = "Alpha *beta* [gamma](http://x.org) @a delta.\n\nAlpha beta other @a delta.\n"
    assert lines(read, read + "\nBeta gone @a.\n") == [1, 3]


LITERAL = "[UNVERIFIED CITATION — NO ORIGINAL]"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Of two literals the first speaks of no ref; what stands in the abstract is no anchor.
        (f"B {LITERAL}{LITERAL}<!--ref:a-->\n\nT <!--anchor:page:3--><!--anchor:page:4-->\n", [1, 1, 3, 3]),
        (f"B {LITERAL} c.\n\nD {LITERAL} e <!--anchor:page:3-->\n\n<!--anchor:page:3-->\n", [1, 3, 3, 5]),
        # As many between the same letters: in order, though a comment of the text is none there.
        ("`<!--anchor:page:3-->` T <!--anchor:page:3--><!--anchor:page:4--> U\n", [1, 1]),
    ],
)  # fmt: skip
def test_literals_and_anchors_without_a_ref_are_told_apart(
    text: str, found: list[int | None]
) -> None:
    assert lines(text, text) == found


def test_a_marker_is_no_cite_of_its_key() -> None:
    read = "One <!--ref:a--><!--anchor:page:3--> two.\n"
    assert lines(read, "One @a two.\n") == [None]
    assert lines(read, read) == [1]


def test_short_paragraphs_are_told_by_their_ends() -> None:
    read = "@a ab.\n\n@a cd.\n"
    assert lines(read, "@a ef.\n\n" + read) == [3, 5]
