"""Which comment is a citation of its own, and which belongs to the one before it."""

from __future__ import annotations

import pytest

from ars_pandoc.positions.scan import scan

PAGE = "<!--anchor:page:3-->"


def grouped(text: str) -> list[tuple[str | None, str | None, int]]:
    """Return key, ref comment and number of anchors of each citation."""
    return [
        (token.name, token.comment and text[slice(*token.comment)], len(token.anchors))
        for token in scan([text], "markdown")
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@a<!--ref:a-->", [("a", "<!--ref:a-->", 0)]),
        (f"@a<!--ref:a-->{PAGE}", [("a", "<!--ref:a-->", 1)]),
        (f"@a{PAGE}{PAGE}", [("a", None, 2)]),
        (f"[@a; @b]<!--ref:b-->{PAGE}", [("a", None, 0), ("b", "<!--ref:b-->", 1)]),
        (f"[@a; @b]{PAGE}", [("a", None, 0), ("b", None, 0), (None, None, 0)]),
        ("@a<!--ref:b-->", [("a", None, 0), ("b", "<!--ref:b-->", 0)]),
        (f"@a. {PAGE}", [("a", None, 1)]),  # punctuation may stand between
        (f"@a word {PAGE}", [("a", None, 0), (None, None, 0)]),
        (f"@a\n{PAGE}", [("a", None, 1)]),
        (f"@a\n\n{PAGE}", [("a", None, 0), (None, None, 0)]),
        (f"@a{'.' * 201}{PAGE}", [("a", None, 0), (None, None, 0)]),
        (f"@a{'.' * 199}{PAGE}", [("a", None, 1)]),
        ("@a<!-- a note --><!--ref:a-->", [("a", "<!--ref:a-->", 0)]),
        ("@a<!--ref:a--><!--ref:a-->", [("a", "<!--ref:a-->", 0), ("a", "<!--ref:a-->", 0)]),
        (f"[@a<!--ref:a--> and {PAGE} so]", [("a", "<!--ref:a-->", 1)]),
        (f"<!--ref:a-->{PAGE}", [("a", "<!--ref:a-->", 1)]),
        (f"<!--ref:a--><!--ref:b-->{PAGE}", [("a", "<!--ref:a-->", 0), ("b", "<!--ref:b-->", 1)]),
        ("<!-- a note --> <!-- TODO -->", []),
        ("@a<!--ref:a never closed", [("a", None, 0)]),
    ],
)
def test_a_comment_belongs_to_the_citation_before_it(
    text: str, found: list[tuple[str | None, str | None, int]]
) -> None:
    assert grouped(text) == found
