"""Time grows with the text and no faster, whatever stands in it."""

from __future__ import annotations

import time

import pytest

from ars_pandoc.census import Syntax, count_written

PIECES = [
    "[", "`", "@", "@a ", "[@a", "<!-- ", "<!--ref:", "$a ", "](", "[a](", '{#="', "<a ", '<a x="',
    "<script>", "\\begin{a}", "\\cite[", "\\cite{", "\\cite[{", "```\n", "~~~x\n\n@a\n", "> @a\n",
    "---\na: b\n\n", "\\iffalse ", "\\newcommand{\\a}{", "\\url{", "[cite:@a ", "=a ", "x/@a", "@a:",
    "@http://", "## x-@a {#y}\n", "::\n", ".. a\n", "\\(", "\\verb|", "::: {a='", "a", "#| a: b\n",
]  # fmt: skip
SYNTAXES: list[Syntax] = ["markdown", "latex", "org", "typst", "rst", "html", "ipynb", "other"]


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_text_of_one_piece(piece: str) -> None:
    for syntax in SYNTAXES:
        start = time.process_time()
        count_written(piece * 24_000, syntax, {"a"})
        # A tenth of a second; what looks at each piece again for each other takes minutes.
        assert time.process_time() - start < 10, syntax


@pytest.mark.parametrize("syntax", ["markdown", "latex", "html"])
def test_nested_brackets(syntax: Syntax) -> None:
    text = "[" * 50_000 + "@a" + "]" * 50_000
    start = time.process_time()
    assert len(count_written(text, syntax, {"a"})) == 1
    assert time.process_time() - start < 10
