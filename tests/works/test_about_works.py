"""Works about works: one list for pinning and for look-ups (contract §8)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.labels import _lines
from ars_pandoc.works.about_works import is_about_another, leads_to_title, rows
from ars_pandoc.works.title_page import Candidate, identify
from ars_pandoc.works.title_similarity import fold
from tests.works.test_title_page import entry

EACH = [(language, where, head) for language, where, listed in rows() for head in listed]
HEADS = [(language, head) for language, where, head in EACH if where == "head"]
LANGUAGES = sorted({name.split("-")[0] for name in _lines()})
NAMED = [
    "Retraction Note",
    "Retraction",
    "Retraction of",
    "Retraction notice to",
    "Correction",
    "Correction to",
    "Author Correction",
    "Publisher Correction",
    "Erratum",
    "Erratum to",
    "Errata",
    "Corrigendum",
    "Corrigendum to",
    "Expression of Concern",
    "Editorial Expression of Concern",
    "Comment on",
    "Comments on",
    "Commentary on",
    "Reply to",
    "Response to",
    "In response to",
    "Review of",
    "Reviews of",
    "Book review",
    "Peer review",
    "Addendum to",
    "Supplement to",
    "Supplementary material for",
    "Supplementary information",
    "Supporting information to",
    "Data from",
    "Letter on",
    "Notes on",
    "Faculty Opinions recommendation of",
    "Rezension",
    "Besprechung",
    "Compte rendu",
    "Recensión",
    "书评",
]


@pytest.mark.parametrize("head", NAMED)
def test_a_head_that_the_contract_or_an_older_table_names(head: str) -> None:
    assert is_about_another(f"{head}: Gates and walls")
    assert is_about_another(f"{head} Gates and walls")
    assert leads_to_title(fold(f"Journal of Doors {head}").split())


@pytest.mark.parametrize(("language", "head"), HEADS)
def test_each_head_of_the_table(language: str, head: str) -> None:
    assert is_about_another(f"{head}: “Gates and walls”")
    assert leads_to_title(fold(f"Journal of Doors 12, {head}:").split())
    assert not leads_to_title([*fold(head).split(), "by", "jones"])


@pytest.mark.parametrize(("language", "where", "head"), [one for one in EACH if one[1] == "colon"])
def test_a_head_that_counts_with_a_colon_or_in_brackets(
    language: str, where: str, head: str
) -> None:
    assert is_about_another(f"{head}: Gates and walls")
    assert is_about_another(f"Gates and walls ({head})")
    # Alone it may say what kind of article this is.
    assert not leads_to_title(fold(f"Journal of Doors {head}").split())


@pytest.mark.parametrize("head", [head for _, where, head in EACH if where == "within"])
def test_a_head_that_counts_anywhere(head: str) -> None:
    assert is_about_another(f"Gates and walls, {head} Jane Roe")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_csl_locales_has_heads(language: str) -> None:
    assert language in {row[0] for row in rows()}


@pytest.mark.parametrize(
    "title",
    [
        "A review of gates",
        "Reviewing gates",
        "Review",
        "Corrections officers' gates".replace("Corrections ", "Correctional "),
        "Gates: a systematic review",
        "Gates (a survey)",
        "Replying machines",
        "Commentaries and gates",
        "Reports on gates",
        "Besprechungen",
        "书评的艺术",
        "",
    ],
)
def test_a_title_of_a_work_of_its_own(title: str) -> None:
    assert is_about_another(title) is (title == "A review of gates")


@pytest.mark.parametrize(
    "head", ["Retraction Note", "Expression of Concern", "Book review", *NAMED]
)
@pytest.mark.parametrize("title", ["Gates and citations in the wild", "Gates"])
def test_a_file_headed_so_is_not_the_work_however_short_the_title(head: str, title: str) -> None:
    words = f"{head}: {title}. Jane Smith, Journal of Doors 12"
    folded = fold(words)
    page = Candidate("application/pdf", words, folded, folded.replace(" ", ""), ())
    found = identify(entry(title), page)
    assert found.title
    assert not found.match
    assert "about this work" in found.reason


@pytest.mark.parametrize(
    "head", ["Review", "Research article", "Commentary", "Reply", "Original paper"]
)
@pytest.mark.parametrize("title", ["Gates and citations in the wild", "Gates"])
def test_a_kind_of_article_above_the_title_is_no_head(head: str, title: str) -> None:
    words = f"{head} {title} Jane Smith, Journal of Doors 12"
    folded = fold(words)
    page = Candidate("application/pdf", words, folded, folded.replace(" ", ""), ())
    assert identify(entry(title), page).match
