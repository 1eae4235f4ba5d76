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
    def seconds(count: int, syntax: Syntax) -> float:
        start = time.process_time()
        count_written(piece * count, syntax, {"a"})
        return time.process_time() - start

    for syntax in SYNTAXES:
        seconds(10, syntax)
        # Quadratic time would be 64 times as much, and no clock is so bad.
        assert seconds(24_000, syntax) < 30 * max(seconds(3_000, syntax), 0.01), syntax


@pytest.mark.parametrize("syntax", ["markdown", "latex", "html"])
def test_nested_brackets(syntax: Syntax) -> None:
    text = "[" * 50_000 + "@a" + "]" * 50_000
    start = time.process_time()
    assert len(count_written(text, syntax, {"a"})) == 1
    assert time.process_time() - start < 2
