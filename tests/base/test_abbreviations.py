"""Abbreviations: each of them, and a word beside it that ends its sentence."""

from __future__ import annotations

import pytest

from ars_pandoc.base.abbreviations import ABBREVIATIONS, BEFORE_NUMBERS, is_abbreviation

ALWAYS = (
    "al cf vol vols pp ed eds fig figs eq eqs ch sec dr prof st mr mrs ms vs approx ca resp bzw vgl "
    "bd s e.g i.e z.b d.h"
).split()
NUMBERED = "no nos nr p n l c v".split()


def ends(text: str) -> bool:
    return is_abbreviation(text, text.index(". ") if ". " in text else len(text) - 1)


def test_the_lists_are_those_that_are_tried_here() -> None:
    assert frozenset(ALWAYS) == ABBREVIATIONS
    assert frozenset(NUMBERED) == BEFORE_NUMBERS


@pytest.mark.parametrize("word", ALWAYS)
def test_an_abbreviation_ends_no_sentence(word: str) -> None:
    assert ends(f"as in {word}. Then")
    assert ends(f"as in {word.capitalize()}. Then")
    assert not ends(f"as in x{word}. Then")


@pytest.mark.parametrize("word", NUMBERED)
def test_some_are_abbreviations_before_a_number_alone(word: str) -> None:
    assert ends(f"as in {word}. 4")
    assert not ends(f"the answer is {word}. Then")


@pytest.mark.parametrize("text", ["by J. Smith", "by Ä. Smith", "in the U.S. Then"])
def test_initials_end_no_sentence(text: str) -> None:
    assert is_abbreviation(text, text.rindex("."))


@pytest.mark.parametrize(
    "text", ["the cat. Then", "on the 1st. Then", "in 2020. Then", "et al! So"]
)
def test_other_words_do(text: str) -> None:
    assert not is_abbreviation(text, max(text.find("."), text.find("!")))
