from __future__ import annotations

import pytest

from ars_pandoc.suggesting.terms import stemmer_name, terms


def stems(text: str, lang: str | None = "en") -> list[str]:
    return [term.stem for term in terms(text, stemmer_name(lang))]


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [
        ("en", "sleeping seals", "sleeps seal"),
        ("de-CH", "gedeckte Brücken", "gedeckten Brücke"),
        ("fr", "les marées montantes", "marée montante"),
        ("es", "las focas dormidas", "foca dormida"),
        ("ru", "спящие тюлени", "спящих тюленей"),
    ],
)
def test_forms_of_a_word_are_one_in_the_documents_language(lang: str, one: str, two: str) -> None:
    assert stems(one, lang) == stems(two, lang)


def test_an_unknown_language_is_stemmed_as_english() -> None:
    assert stemmer_name(None) == stemmer_name("tlh") == "english"


def test_numbers_symbols_and_names_weigh_more() -> None:
    weights = {
        term.stem: term.weight for term in terms("In 1931 Lehmann tested mRNA twice", "english")
    }
    assert weights["1931"] == weights["mrna"] > weights["lehmann"] > weights["twice"]


def test_what_ties_sentences_together_is_no_term() -> None:
    assert stems("It was because of that, und sie wurden nicht dans les autres") == ["autr"]
    assert stems("die in a war", "en") == ["die", "war"]
    assert stems("as such, as no man is") == ["man"]


def test_scripts_without_spaces_give_pairs_of_characters() -> None:
    assert stems("海豹睡觉", "zh") == ["海豹", "豹睡", "睡觉"]
    assert stems("海豹 a seal", "zh") == ["海豹", "seal"]


def test_a_term_knows_its_place() -> None:
    text = "l’étude des 1,5 Phoques"
    assert [text[one.start : one.end] for one in terms(text, "french")] == [
        "étude",
        "1,5",
        "Phoques",
    ]
