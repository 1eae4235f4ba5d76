"""Months and seasons of the CSL locales."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.callouts import find_callouts
from ars_pandoc.citations.locators import parse_suffix
from ars_pandoc.citations.months import SHORT, month_names
from tests.citations import locator_oracle

ENGLISH = (
    "january february march april may june july august september october november december "
    "spring summer autumn winter fall jan feb mar apr jun jul aug sep sept oct nov dec"
).split()
GERMAN = (
    "januar februar märz april mai juni juli august september oktober november dezember frühjahr "
    "frühling sommer herbst winter"
).split()


def callouts(text: str) -> list[str]:
    return [one.text for one in find_callouts([{"t": "Str", "c": text}], numbered=False)]


def test_the_table_is_that_of_the_bundled_pandoc() -> None:
    stored = locator_oracle.MONTHS.read_text(encoding="utf-8")
    fresh = locator_oracle.build_months(locator_oracle.pandocs()[0])
    assert stored.splitlines()[1:] == fresh.splitlines()[1:]


@pytest.mark.parametrize("word", ENGLISH + GERMAN)
def test_a_month_or_season_is_no_name(word: str) -> None:
    assert callouts(f"It was in {word.capitalize()} (2020) that") == []
    assert callouts(f"It was in {word.capitalize()}ov (2020) that") != []


@pytest.mark.parametrize("word", ENGLISH)
def test_a_number_behind_a_month_is_no_place(word: str) -> None:
    assert parse_suffix(f", {word} 12") is None
    assert parse_suffix(f", {word}ov 12") is not None


@pytest.mark.parametrize(
    ("lang", "word"),
    [("de", "März"), ("fr", "mars"), ("it", "marzo"), ("tr", "Mart"), ("ru", "март")],
)
def test_the_document_s_language_has_its_own(lang: str, word: str) -> None:
    assert parse_suffix(f", {word} 12", lang) is None


def test_another_language_s_months_may_be_abbreviations() -> None:
    """Martial's epigrams are cited `Mart. 5`, which is March in Turkish."""
    assert parse_suffix(", Mart. 5", "en") is not None


def test_what_the_locales_lack() -> None:
    assert set("jan feb mar apr jun jul aug sep sept oct nov dec fall".split()) == SHORT
    assert "may" in month_names()
    assert "märz" not in month_names()
    assert "märz" in month_names("de-DE")
    assert month_names("xx-XX") == month_names()
