"""Values that keep a place free: each of them, and a neighbour that says something."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Kind
from ars_pandoc.citations.locators import is_placeholder
from ars_pandoc.citations.placeholders import PLACEHOLDERS

WORDS = [
    "tba",
    "tbc",
    "tbd",
    "todo",
    "to do",
    "fixme",
    "n/a",
    "n.a",
    "n.d",
    "unknown",
    "unknown page",
    "none",
    "null",
]


def test_the_list_is_what_is_tried_here() -> None:
    assert sorted(PLACEHOLDERS) == sorted(WORDS)


@pytest.mark.parametrize("word", [*WORDS, "?", "???", "…", "xx", "xx-xx", "xx–yy"])
def test_a_placeholder(word: str) -> None:
    kinds: tuple[Kind, ...] = ("page", "section", "paragraph", "quote")
    for kind in kinds:
        assert is_placeholder(word, kind)
        assert is_placeholder(f"{word.upper()}.", kind)
    assert not is_placeholder(f"{word} a", "section")


@pytest.mark.parametrize("value", ["0", "00", "0-0", "0.0", "p. 0"])
def test_zero_is_no_page(value: str) -> None:
    assert is_placeholder(value, "page")
    assert not is_placeholder(value, "section")


@pytest.mark.parametrize("value", ["10", "0.5", "xi", "xx1", "unknown lands", "nonet"])
def test_what_says_something(value: str) -> None:
    assert not is_placeholder(value, "page")
