"""Signs that belong to a number: each of them, and a neighbour (contract §8)."""

from __future__ import annotations

import pytest

from ars_pandoc.base.characters import LIGATURES
from ars_pandoc.grounding.match_quote import Doubt, Matcher, prepare_quote
from ars_pandoc.grounding.signs import OPERATORS, SIGNS, SYMBOLS
from ars_pandoc.texts.marks import LOWERED, RAISED, UNKNOWN
from ars_pandoc.texts.normalise import CLITICS, clean
from ars_pandoc.texts.source_text import SourceText


def doubt(text: str, quote: str) -> Doubt | None:
    [part] = prepare_quote(quote).parts
    spans = Matcher(SourceText("application/pdf", clean(text))).find(part)
    return spans[0].doubt if spans else None


def test_the_lists_are_what_is_tried_here() -> None:
    assert sorted(OPERATORS) == sorted("<>=≤≥≈±~≪≫")
    assert sorted(SIGNS) == sorted("<>=≤≥≈±~≪≫-+×÷")
    assert sorted(SYMBOLS) == sorted({*"<>=≤≥≈±~≪≫-+×÷/%‰°^_µμ", RAISED, LOWERED})
    assert CLITICS.split("|") == ["s", "t", "d", "m", "ll", "re", "ve"]


@pytest.mark.parametrize("sign", "<>=≤≥≈±~≪≫")
@pytest.mark.parametrize("space", ["", " "])
def test_an_operator_belongs_to_its_number(sign: str, space: str) -> None:
    text = f"a value of p {sign}{space}0.05 in all of them"
    assert doubt(text, "0.05 in all of them") is None
    assert doubt(text, f"p {sign}{space}0.05 in all of them") == Doubt.NONE


@pytest.mark.parametrize("sign", "/#&;:|")
def test_another_sign_before_a_number_does_not(sign: str) -> None:
    assert doubt(f"a value of p {sign} 0.05 in all of them", "0.05 in all of them") == Doubt.NONE


@pytest.mark.parametrize("sign", "-+−")
def test_a_number_s_own_sign_is_not_left_out(sign: str) -> None:
    assert doubt(f"a change of {sign}0.42 in all of them", "0.42 in all of them") is None


@pytest.mark.parametrize("sign", "−+")
def test_a_sign_that_stands_apart_is_the_number_s_but_in_a_range(sign: str) -> None:
    assert doubt(f"a change of {sign} 0.42 in all of them", "0.42 in all of them") is None
    assert doubt(f"a range of 3{sign} 5 in all of them", "5 in all of them") == Doubt.NONE
    assert doubt(f"a change (so){sign} 5 in all of them", "5 in all of them") == Doubt.NONE


@pytest.mark.parametrize("sign", "<>=≤≥≈±~≪≫-+×÷")
def test_an_unknown_symbol_for_a_sign_is_for_a_person_to_see(sign: str) -> None:
    text = f"the value of it was {UNKNOWN} 7 in all of them"
    quote = f"the value of it was {sign} 7 in all of them"
    matcher = Matcher(SourceText("application/pdf", text))
    [part] = prepare_quote(quote).parts
    assert matcher.find(part)[0].doubt == Doubt.CHARACTER


@pytest.mark.parametrize("sign", "*•")
def test_an_unknown_symbol_that_frames_words_is_only_said(sign: str) -> None:
    text = f"the value of it was {UNKNOWN} 7 in all of them"
    matcher = Matcher(SourceText("application/pdf", text))
    [part] = prepare_quote(f"the value of it was {sign} 7 in all of them").parts
    assert matcher.find(part)[0].doubt == Doubt.SYMBOL


@pytest.mark.parametrize("ligature", LIGATURES)
def test_an_odd_glyph_may_stand_for_a_ligature(ligature: str) -> None:
    text = f"the sta{UNKNOWN}ord house of them all is here"
    matcher = Matcher(SourceText("application/pdf", text))
    [part] = prepare_quote(f"the sta{ligature}ord house of them all").parts
    assert matcher.find(part)[0].doubt == Doubt.LIGATURE
    [other] = prepare_quote("the statord house of them all").parts
    # It may be any one character: that proves nothing, and accuses nobody.
    assert matcher.find(other)[0].doubt == Doubt.CHARACTER
    [without] = prepare_quote("the staord house of them all").parts
    assert not matcher.find(without)


@pytest.mark.parametrize("clitic", "s t d m ll re ve".split())
def test_a_word_is_not_cut_before_its_apostrophe(clitic: str) -> None:
    assert doubt(f"all of the patients they’{clitic} seen", "all of the patients they") is None
    assert (
        doubt(f"the patient´{clitic} own words here", f"the patient’{clitic} own words") is not None
    )


@pytest.mark.parametrize("word", ["so", "x", "n"])
def test_a_closing_quote_mark_cuts_none(word: str) -> None:
    assert doubt(f"all of the patients they’{word} seen", "all of the patients they") == Doubt.NONE
