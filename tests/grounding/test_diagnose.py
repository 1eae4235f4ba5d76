from __future__ import annotations

import pytest

from ars_pandoc.grounding.diagnose import Diagnosis, diagnose
from ars_pandoc.grounding.match_quote import Matcher, prepare_quote
from ars_pandoc.texts.marks import CLOSE, LOWERED, OPEN, RAISED, UNKNOWN, WILD
from ars_pandoc.texts.source_text import SourceText

TEXT = (
    "Nothing is known of it. The inhibitor was able to reduce the growth of p53 mutant cells by "
    f"40%{OPEN} [12]{CLOSE} in treat{WILD}\nment groups. Other words follow here, and the rates were 5 ± 2 mg. "
    "Much later another sentence speaks of wholly different matters in the same file."
)


def diagnosed(quote: str, text: str = TEXT) -> Diagnosis:
    found = diagnose(Matcher(SourceText("application/pdf", text)), prepare_quote(quote))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("quote", "change"),
    [
        ("The inhibitor was unable to reduce the growth of p53 mutant cells", "negation"),
        ("The inhibitor was not able to reduce the growth", "negation"),
        ("reduce the growth of p53 mutant cells by 50%", "number"),
        ("and the rates were 5 + 2 mg", "number"),
        ("reduce the growth of mutant cells by 40%", "word-dropped"),
        ("reduce the rapid growth of p53 mutant cells", "word-added"),
        ("reduce the spread of p53 mutant cells", "word-replaced"),
        ("The inhibitor was able to speak of wholly different matters", "word-replaced"),
        ("able to reduce the growth of wholly different matters in", "spliced"),
    ],
)
def test_the_kind_of_change(quote: str, change: str) -> None:
    assert diagnosed(quote).change == change


def test_the_nearest_passage_is_as_long_as_the_quote() -> None:
    found = diagnosed("the inhibitor was able to slow the growth of p53 mutant cells")
    assert found.nearest == "The inhibitor was able to reduce the growth of p53 mutant cells"
    assert found.diff == (
        ("same", "The inhibitor was able to"),
        ("source", "reduce"),
        ("quote", "slow"),
        ("same", "the growth of p53 mutant cells"),
    )


def test_words_broken_at_line_ends_and_call_outs_are_no_change() -> None:
    found = diagnosed("cells by 40% in all treatment groups. Other words")
    assert found.change == "word-added"
    assert ("quote", "all") in found.diff


def test_what_is_raised_or_lowered_belongs_to_its_word() -> None:
    text = f"They saw 10{RAISED}5 cells in CO{LOWERED}2 and Na{RAISED}+ of the dish."
    assert diagnosed("They saw 10^6 cells in CO2 and Na+ of the dish", text).diff == (
        ("same", "They saw"),
        ("source", "10^5"),
        ("quote", "10^6"),
        ("same", "cells in CO2 and Na^+ of the dish"),
    )


def test_where_a_symbol_is_unknown_the_passage_is_doubtful() -> None:
    text = f"They saw rates of 5 {UNKNOWN} 2 mg in the groups of patients."
    assert diagnosed("rates of 5 2 mg in the groups of patients", text).doubtful
    # What differs in sound words is not excused by a doubtful one beside them.
    assert not diagnosed("rates of 5 ± 2 mg in the groups of mice", text).doubtful
    assert not diagnosed("the growth of p53 mutant mice").doubtful


def test_words_that_stand_there_but_cut_off_are_the_nearest() -> None:
    text = (
        "the rates were here. " * 50
        + "Only p = 5 and the rates were seen. "
        + "the rates were " * 50
    )
    found = diagnosed("5 and the rates were", text)
    assert found.cut_off
    assert found.nearest == "5 and the rates were"


def test_a_source_without_any_of_the_words_has_no_nearest_passage() -> None:
    matcher = Matcher(SourceText("application/pdf", TEXT))
    assert diagnose(matcher, prepare_quote("quite unrelated vocabulary altogether")) is None


def test_a_number_is_one_word_with_its_decimals_and_no_passage_begins_with_a_comma() -> None:
    text = "It is known, which reviews tests of 25.4 per cent, and it is so."
    found = diagnosed("the package reviews tests of 24.5 per cent", text)
    assert not found.nearest.startswith(",")
    assert ("source", "25.4") in found.diff
    assert ("quote", "24.5") in found.diff


SPECIES = (
    "patient patients human humans man men woman women child children people mouse mice murine rat "
    "rats rabbit rabbits monkey monkeys primate primates dog dogs canine pig pigs porcine zebrafish "
    "drosophila yeast participants subjects volunteers animal animals cell cells"
).split()


@pytest.mark.parametrize("word", SPECIES)
def test_a_species_for_another_is_named(word: str) -> None:
    text = "We saw that the treated hamsters, patients of the ward and mice died early."
    other = "mice" if word in ("patient", "patients") else "patients"
    source = text.replace("hamsters, patients of the ward and mice", other)
    quote = f"We saw that the treated {word} died early"
    assert diagnosed(quote, source).change == "species"
    assert diagnosed(quote.replace(word, "things"), source).change == "word-replaced"
