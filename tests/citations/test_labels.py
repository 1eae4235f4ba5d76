from __future__ import annotations

import pytest

from ars_pandoc.citations.citeproc_rules import Scan
from ars_pandoc.citations.labels import (
    CITEPROC_TERMS,
    foreign_term,
    kind_of,
    labels_for,
    locale_for,
    locale_labels,
    reader_labels_for,
)
from tests.citations import locator_oracle

BUNDLED = locator_oracle.pandocs()[0]

# The locale has a space before the term, so that citeproc never finds it.
UNREADABLE = {"总页数"}


@pytest.mark.slow
def test_the_table_is_what_the_bundled_pandoc_has() -> None:
    stored = locator_oracle.TABLE.read_text(encoding="utf-8")
    fresh = locator_oracle.build_table(BUNDLED)
    if stored.splitlines()[0] != fresh.splitlines()[0]:
        # Another Pandoc is bundled: its locales may have grown, the commonest labels stay.
        fresh_names = {line.split("\t")[0] for line in fresh.splitlines()}
        assert {"en-US", "de-DE", "fr-FR", "zh-CN"} <= fresh_names
        for lang in ("en", "de", "fr"):
            printed = locator_oracle.labels(BUNDLED, lang)["page"]
            assert {label.casefold() for label in printed} <= set(locale_labels(lang))
    else:
        assert stored == fresh


LOCALES = """en-US de-DE fr-FR es-ES zh-CN ja-JP ru-RU tr-TR el-GR nl-NL he-IL ar"""


@pytest.mark.slow
def test_citeproc_reads_every_label_as_the_table_says() -> None:
    for name in LOCALES.split():
        labels = locale_labels(name)
        suffixes = [f", {label} 3" for label in labels]
        for label, reading in zip(
            labels, locator_oracle.read(suffixes, name, BUNDLED), strict=True
        ):
            if label not in UNREADABLE:
                assert (label, reading.label, reading.value) == (label, labels[label], "3")


TAGS = """
de DE de_DE de-LU de-1996 pt pt-AO pt-BR zh zh-HK zh-Hant-TW es-419 en-AU en-GB sr-Latn eu la xx nb
"""


@pytest.mark.slow
@pytest.mark.parametrize("lang", TAGS.split())
def test_a_language_gets_the_locale_that_pandoc_takes(lang: str) -> None:
    printed = locator_oracle.labels(BUNDLED, lang)
    for term in ("page", "chapter", "volume"):
        for label in printed[term]:
            assert locale_labels(lang).get(label.casefold()) is not None, label


@pytest.mark.parametrize(
    ("lang", "name"), [(None, "en-US"), ("", "en-US"), ("no", "nb-NO"), ("lij", "lij-IT")]
)
def test_locale_for(lang: str | None, name: str) -> None:
    assert locale_for(lang) == name


def test_english_always_counts_and_the_language_wins() -> None:
    french = labels_for("fr")
    assert french["pp."] == "page"
    assert french["livre"] == "book"
    # A section in English.
    assert french["§"] == "paragraph"
    assert labels_for(None)["§"] == "section"
    assert "livre" not in labels_for(None)


def test_only_terms_that_citeproc_reads_are_its_labels() -> None:
    assert set(labels_for("de").values()) <= set(CITEPROC_TERMS)
    assert "table" not in labels_for(None)
    assert reader_labels_for(None)["table"] == "table"
    assert reader_labels_for(None)["ch."] == "chapter"
    assert reader_labels_for("fr")["tableau"] == "table"
    assert reader_labels_for(None)["thm."] == "theorem"


def test_curly_apostrophes_are_labels_for_readers() -> None:
    assert locale_labels("nl")["pagina's"] == "page"
    assert reader_labels_for("nl")["pagina’s"] == "page"


@pytest.mark.parametrize(
    ("label", "term"),
    [("S.", "page"), ("Bd.", "volume"), ("Kap.", "chapter"), ("John", None), ("Rn.", None)],
)
def test_labels_of_other_languages(label: str, term: str | None) -> None:
    assert foreign_term(label) == term


@pytest.mark.parametrize(
    ("term", "kind"),
    [
        ("page", "page"),
        ("number-of-pages", "page"),
        ("paragraph", "paragraph"),
        ("timestamp", "section"),
        ("sub-verbo", "section"),
        ("theorem", "section"),
        ("volume", None),
        ("issue", None),
        ("supplement", None),
    ],
)
def test_kinds(term: str, kind: str | None) -> None:
    assert kind_of(term) == kind


@pytest.mark.slow
def test_labels_are_short_enough_for_the_scanner() -> None:
    for name in locator_oracle.locales(BUNDLED):
        assert all(len(Scan(label).tokens) <= 5 for label in reader_labels_for(name))
