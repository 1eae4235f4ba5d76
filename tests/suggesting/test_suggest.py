"""Suggestions in real sources: JATS, a PDF with printed pages, several languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.citations.citation import Anchor
from ars_pandoc.citations.claim import ClaimInContext
from ars_pandoc.grounding.check_anchors import ground_anchors
from ars_pandoc.suggesting.suggest import NOTHING, Suggester, Suggestions
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.source_text import SourceText
from tests.grounding.sources import written
from tests.suggesting.articles import CITED, CLAIM, NIGHT, NOISE, article, german_pdf


def asked(source: SourceText, sentence: str, lang: str | None = None) -> Suggestions:
    return Suggester(source, lang).suggest(ClaimInContext(sentence, "", "", None))


def test_an_article_in_jats() -> None:
    found = asked(article(), "Half of the seals slept under water at night [@a].")
    first = found.passages[0]
    assert first.passage == first.quote == NIGHT
    assert (first.place.section, first.place.paragraph) == ("Results", 1)
    assert (first.before, first.behind) == (
        "Most seals came ashore on the ebb.",
        "The deepest dive reached 42 metres.",
    )
    assert set(first.words) >= {"night", "seals", "slept", "water"}
    assert first.anchor == Anchor("quote", NIGHT)
    assert found.reason == ""


def test_a_pdf_in_german_with_its_printed_pages() -> None:
    source = extract(german_pdf(), "weber.pdf")
    found = asked(source, "Ein Dach schützt die Balken einer gedeckten Brücke vor Fäulnis.", "de")
    two = [one for one in found.passages if one.place.page == "312"][:2]
    assert {"Gedeckte Brücken verfaulten dreimal seltener als offene.",
            "Das Dach hielt den Regen von den Balken fern."} == {one.quote for one in two}  # fmt: skip
    assert all(one.place.pdf_page == 2 for one in two)
    # The same words in the reference list on page 313 are not the source's.
    assert not any("Lehmann" in one.passage for one in found.passages)


@pytest.mark.parametrize(
    ("lang", "sentence", "paragraph", "told"),
    [
        (
            "fr",
            "Les phoques dorment le plus à marée montante.",
            "Il pleut souvent ici. Le phoque dort plus longtemps quand la marée monte. Les bateaux passent.",
            "Le phoque dort plus longtemps quand la marée monte.",
        ),
        (
            "ru",
            "Тюлени дольше всего спят во время прилива.",
            "Здесь часто идёт дождь и снег. Во время приливов тюлень спит дольше всего. Корабли плывут мимо берега.",
            "Во время приливов тюлень спит дольше всего.",
        ),
        (
            "zh",
            "海豹在涨潮时睡得最久。",
            "这里经常下雨而且很冷。我们发现海豹在涨潮的时候睡得最长。船只从旁边经过没有影响。",
            "我们发现海豹在涨潮的时候睡得最长。",
        ),
        (
            "tr",
            "Foklar en uzun süre gelgitte uyur.",
            "Burada çok sık yağmur yağar. Fokların uykusu gelgitte en uzun süreye ulaşır. Gemiler yakından geçer.",
            "Fokların uykusu gelgitte en uzun süreye ulaşır.",
        ),
    ],
)
def test_other_languages(lang: str, sentence: str, paragraph: str, told: str) -> None:
    first = asked(written(paragraph), sentence, lang).passages[0]
    assert first.passage == told
    assert first.quote is not None


def test_the_reference_list_is_never_suggested() -> None:
    found = asked(article(), CITED)
    assert not any(CITED in one.passage for one in found.passages)
    assert found.whole_work is not None
    assert CITED not in found.whole_work.passage


def test_below_the_threshold_nothing_looks_like_it() -> None:
    found = asked(article(), "The cathedral of Chartres was rebuilt after the fire of 1194.")
    assert found.passages == ()
    assert found.reason == NOTHING
    assert found.strength < found.threshold


def test_the_whole_work_is_quoted_by_the_claim_of_its_abstract() -> None:
    whole = asked(article(), "There is work on seals.").whole_work
    assert whole is not None
    assert whole.quote == whole.passage == CLAIM
    assert whole.part.value == "abstract"


def test_without_an_abstract_it_is_claimed_at_the_beginning() -> None:
    source = written(
        "Seals are known from many harbours. We present TIDE, a program that scores their sleep."
    )
    whole = asked(source, "We used TIDE.").whole_work
    assert whole is not None
    assert whole.passage.startswith("We present TIDE")


def test_abstract_and_text_are_told_apart() -> None:
    found = asked(article(), "Harbour seals sleep longest on the rising tide.")
    parts = {one.passage: one.part.value for one in found.passages}
    assert parts[CLAIM] == "abstract"
    assert parts.get(NOISE, "results") == "results"


def test_every_quote_is_found_where_it_is_said_to_stand() -> None:
    for source in (article(), extract(german_pdf(), "weber.pdf")):
        suggester = Suggester(source, "en")
        for sentence in ("seals sleep at night under water", "Brücken Dach Regen hundert Jahre"):
            for one in suggester.suggest(ClaimInContext(sentence, "", "", None), 10).passages:
                if one.anchor is None:
                    continue
                [grounding] = ground_anchors(suggester.matcher, [one.anchor]).groundings
                assert grounding is not None
                assert grounding.result == "found"
                assert grounding.page == one.place.page


def test_the_second_time_the_index_is_read(tmp_path: Path) -> None:
    environment = {"ARS_CACHE_DIR": str(tmp_path)}
    context = ClaimInContext("Seals slept at night.", "", "", None)
    first, second = (
        Suggester(article(), "en", "f" * 64, environment).suggest(context) for _ in range(2)
    )
    assert first == second
    assert len(list((tmp_path / "suggestions").iterdir())) == 1
