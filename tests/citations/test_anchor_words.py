"""What writers put where a kind belongs: each word, and the form that works."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.anchor_words import NEAR_KINDS, PLACES, QUOTE_ATTRIBUTES, SOURCES
from ars_pandoc.citations.cites import is_quote
from ars_pandoc.citations.markers import FaultyMarker, read_comment

PLACE_WORDS = """
table fig figure equation eq chapter ch appendix app theorem thm lemma corollary proposition
definition algorithm line verse column folio note footnote article rule book part act scene canon box
slide heading title listing timestamp
""".split()
SOURCE_WORDS = (
    "doi pmid pmcid arxiv isbn issn url uri link href version edition id key source".split()
)
KINDS = {
    "page": "pages pp p pg",
    "section": "sec sect sections",
    "paragraph": "para par paragraphs",
    "quote": "quotes quotation text verbatim excerpt",
}


def fix(kind: str) -> str:
    marker = read_comment(f"anchor:{kind}:3", behind=False)
    assert isinstance(marker, FaultyMarker)
    return f"{marker.fault.reason} {marker.fault.fix}"


@pytest.mark.parametrize("word", PLACE_WORDS)
def test_a_place_is_a_section(word: str) -> None:
    assert f"<!--anchor:section:{word.capitalize()}%203-->" in fix(word)
    assert "section:X" not in fix(f"x{word}")


@pytest.mark.parametrize("word", SOURCE_WORDS)
def test_a_source_is_no_place_in_it(word: str) -> None:
    assert "which source, not where in it" in fix(word)
    assert "which source" not in fix(f"x{word}")


@pytest.mark.parametrize(
    ("kind", "word"), [(kind, word) for kind, words in KINDS.items() for word in words.split()]
)
def test_another_word_for_a_kind(kind: str, word: str) -> None:
    assert f"write <!--anchor:{kind}:3-->" in fix(word)


@pytest.mark.parametrize("name", "quote quotes quot qoute quoute quotation zitat".split())
def test_the_attribute_of_a_quote(name: str) -> None:
    assert is_quote(name)
    assert is_quote(f"data-{name.upper()}")
    assert not is_quote(f"x{name}")


def test_the_lists_are_what_is_tried_here() -> None:
    assert frozenset(PLACE_WORDS) == PLACES
    assert frozenset(SOURCE_WORDS) == SOURCES
    assert {word: kind for kind, words in KINDS.items() for word in words.split()} == NEAR_KINDS
    assert frozenset("quote quotes quot qoute quoute quotation zitat".split()) == QUOTE_ATTRIBUTES
