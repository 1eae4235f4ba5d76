"""Fonts whose codes lie: the glyph tells the truth, or the character is doubtful."""

from __future__ import annotations

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
from tests.texts.pdf.pdfs import lying


@pytest.mark.parametrize(
    ("sign", "said"),
    [
        ("µ", "m"), ("×", "3"), ("≥", "$"), ("<", ","), (">", "."), ("≈", "<"), ("±", "6"),
        ("=", "Z"), ("κ", "k"), ("α", "a"), ("β", "b"), ("Δ", "D"), ("χ", "v"), ("φ", "j"),
        ("+", "1"), ("→", "?"), ("÷", "4"), ("≥", "‡"), ("γ", "g"), ("δ", "d"), ("λ", "l"), ("π", "p"),
    ],
)  # fmt: skip
def test_the_outline_tells_what_a_lying_code_draws(sign: str, said: str) -> None:
    source = extract_pdf(
        lying(f"We saw that the group of them had 0.5 #sign[{sign}] 7 of it all.", {sign: said})
    )
    true = f"the group of them had 0.5 {sign} 7 of it all"
    assert check_quote(source, true).result == "found", source.text
    false = f"the group of them had 0.5 {said} 7 of it all"
    assert check_quote(source, false).result != "found", source.text


def test_half_a_micromole_is_no_millimole() -> None:
    source = extract_pdf(lying("They gave 0.5 #sign[µ]mol of it to all of them.", {"µ": "m"}))
    assert check_quote(source, "They gave 0.5 µmol of it to all of them").result == "found"
    assert check_quote(source, "They gave 0.5 mmol of it to all of them").result == "not-found"


@pytest.mark.parametrize("code", ["6", "1"])
def test_a_code_that_a_table_reads_otherwise_is_believed_by_its_glyph_alone(code: str) -> None:
    # The same code is ± in one font of the family and × in another.
    source = extract_pdf(lying("The mean of these was 0.7#sign[×]0.8 in the end.", {"×": code}))
    assert check_quote(source, "The mean of these was 0.7×0.8 in the end").result == "found"
    assert check_quote(source, "The mean of these was 0.7±0.8 in the end").result != "found"


def test_what_no_glyph_is_like_is_doubtful() -> None:
    source = extract_pdf(lying("The mean of these was 0.7 #sign[∰] 0.8 in the end.", {"∰": "6"}))
    for read in "±×6":
        quote = f"The mean of these was 0.7 {read} 0.8 in the end"
        assert check_quote(source, quote).result == "review"
    # What differs in sound characters is another matter.
    assert check_quote(source, "The mean of those was 0.7 ± 0.8 in the end").result == "not-found"


def test_a_font_with_such_a_name_that_draws_words_is_taken_at_its_word() -> None:
    source = extract_pdf(
        lying("As #sign[Pleck et al. have stated] before, DEF#sign[1] was there in all.", {})
    )
    assert check_quote(source, "As Pleck et al. have stated before, DEF1 was there").result == (
        "found"
    )


def test_a_lone_surrogate_costs_one_character_and_not_the_file() -> None:
    data = lying("The speed of these was #sign[𝒗] in all of the runs here.", {"𝒗": "\ud835"})
    source = extract(data, "a.pdf")
    assert check_quote(source, "in all of the runs here and").result != "unreadable"
    quote = "The speed of these was v in all of the runs here"
    assert check_quote(source, quote).result == "review"


def test_a_code_without_meaning_is_looked_at() -> None:
    source = extract_pdf(lying("A change of #sign[≤]27.4% in all of them.", {"≤": "\x03"}))
    assert check_quote(source, "A change of ≤27.4% in all of them").result == "found", source.text


def test_small_capitals_at_the_codes_of_small_letters_are_sound() -> None:
    words = "Tenure Status of Respondents"
    drawn = "TENURE STATUS OF RESPONDENTS"
    codes = {letter: letter.lower() for letter in set(drawn) if letter != " "}
    data = lying(f"As #sign[{drawn}] has it here in all.", codes, name="AdvTimItaSC")
    source = extract_pdf(data)
    assert "tenure status of respondents" in source.text
    # Which are capitals nobody can tell: the difference in case alone is for a person to see.
    assert check_quote(source, f"As {words} has it here in all").result == "review"
