"""A quote and its source, word by word."""

from __future__ import annotations

import click

from ars_pandoc.report.diff import styled_diff


def test_words_of_one_side_are_marked_and_safe() -> None:
    text = styled_diff([("same", "the"), ("source", "cat\x1b"), ("quote", "dog"), ("same", "sat")])
    assert click.unstyle(text) == "the [-cat\ufffd-] {+dog+} sat"
    assert text != click.unstyle(text)
    assert styled_diff([]) == ""
