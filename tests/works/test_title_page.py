"""Title and an author's name: what makes a file the source, and what does not."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.texts.extract import JATS
from ars_pandoc.texts.jats import extract_jats
from ars_pandoc.works.front_matter import front_matter
from ars_pandoc.works.title_page import Candidate, candidate, identify, states_doi
from ars_pandoc.works.title_similarity import fold

PDF = "application/pdf"


def entry(title: str, *authors: dict[str, str], doi: str | None = None) -> Entry:
    names: tuple[dict[str, Any], ...] = authors or ({"family": "Smith"},)
    return Entry("k", title, names, 2024, "x", doi, None, None, False, False, None, None, {})


def page(words: str, kind: str = PDF, dois: tuple[str, ...] = ()) -> Candidate:
    folded = fold(words.replace("&", " and "))
    return Candidate(kind, words, folded, folded.replace(" ", ""), dois)


@pytest.mark.parametrize(
    ("title", "authors", "words"),
    [
        ("Gates and citations", [], "Journal of Doors 12 GATES AND CITATIONS Jane Smith, Oslo"),
        ("Gates & citations", [], "Gates and citations. J. Smith"),
        ("Gates and citations", [], "G ATES AND C ITATIONS Smith"),
        ("The αβ-crystallin study", [], "The αβ‐crystallin study Smith"),
        ("Über die Tore der Stadt", [{"family": "Müller"}], "Uber die Tore der Stadt H. Müller"),
        ("Tore", [{"family": "von der Tann"}], "Tore. Von Clara von der Tann"),
        ("Global doors report", [{"literal": "World Health Organization"}],
         "Global doors report World Health Organization 2024"),
        ("中国的门与引文研究综述报告及其展望未来", [{"family": "王", "given": "小明"}],
         "中国的门与引文研究综述报告及其展望未来 王小明 北京"),
    ],
)  # fmt: skip
def test_a_file_that_is_the_source(title: str, authors: list[dict[str, str]], words: str) -> None:
    found = identify(entry(title, *authors), page(words))
    assert found.match, found.reason


@pytest.mark.parametrize(
    "title",
    [
        "O-methylguanine-DNA methyltransferase expression",
        "O6-methylguanine-DNA methyltransferase expression",
    ],
)
def test_what_is_raised_in_a_title_may_be_left_out(title: str) -> None:
    data = (
        b"<article><front><article-meta><title-group><article-title>O<sup>6</sup>-Methylguanine-DNA "
        b"Methyltransferase Expression</article-title></title-group><contrib-group><contrib><name>"
        b"<surname>Smith</surname></name></contrib></contrib-group></article-meta></front></article>"
    )
    assert identify(entry(title), candidate(extract_jats(data), front_matter(data, JATS))).match


def test_a_translated_title_is_the_works_too() -> None:
    data = (
        "<article><front><article-meta><title-group><article-title>中国的门与引文研究综述报告及其展望未来"
        "</article-title><trans-title-group><trans-title>Gates and citations in the cities of China"
        "</trans-title></trans-title-group></title-group><contrib-group><contrib><name>"
        "<surname>Smith</surname></name></contrib></contrib-group></article-meta></front></article>"
    ).encode()
    found = candidate(extract_jats(data), front_matter(data, JATS))
    assert identify(entry("Gates and citations in the cities of China"), found).match
    assert identify(entry("中国的门与引文研究综述报告及其展望未来"), found).match


def test_a_text_with_the_words_and_others_has_no_author_of_that_name() -> None:
    authors = {"family": "Quux", "given": "Jan"}, {"literal": "others"}
    found = identify(
        entry("A study of gates and of citations", *authors),
        page("A study of gates and of citations. We and others found that Lee is right."),
    )
    assert (found.title, found.author, found.match) == (True, False, False)


DOI, OWN = "10.1000/one", ("10.1000/other",)


@pytest.mark.parametrize(
    ("words", "dois", "other"),
    [
        ("Fermented cabbage. Lena Wu", OWN, True),
        # Its own DOI is not known: a file that shows nothing accuses nobody.
        ("Fermented cabbage. Lena Wu", (), False),
        ("Fermented cabbage. Lena Wu", (DOI, *OWN), False),
        # Title or first author stands there: a preprint, a translation, a supplement.
        ("Gates and citations, a preprint. Lena Wu", OWN, False),
        ("Tore und Zitate. Jane Smith", OWN, False),
        # A work about the work.
        ("Retraction Note: Gates and citations. Smith", (), True),
        ("Expression of Concern: Gates and citations. Smith", (), True),
        ("Book review: Gates and citations. Lena Wu", (), True),
    ],
)
def test_a_file_that_is_another_works(words: str, dois: tuple[str, ...], other: bool) -> None:
    found = identify(entry("Gates and citations", doi=DOI), page(words, dois=dois))
    assert (found.other is not None) is other


@pytest.mark.parametrize(
    "head",
    ["Retraction Note", "Retraction", "Expression of Concern", "Book review", "Erratum",
     "Correction to", "Comment on", "Reply to", "Buchbesprechung", "Rezension zu", "Corrigendum"],
)  # fmt: skip
def test_a_work_about_a_work_with_a_short_title_is_not_the_work(head: str) -> None:
    found = identify(entry("Dune"), page(f"{head}: Dune. Jane Smith, Oslo"))
    assert not found.match
    assert found.other is not None


@pytest.mark.parametrize(
    ("title", "words", "reason"),
    [
        ("Gates and citations", "Windows and walls. Smith", "the title does not stand"),
        ("Gates and citations", "Gates and citations. Lee", "no author's name stands"),
        ("Gates and citations", "Windows. Lee", "neither title nor author"),
        ("Gates and citations II", "Gates and citations I. Smith", "the title does not stand"),
        ("Gates and citations", "Smithson: Gates and citations", "no author's name stands"),
        ("Gates and citations", "Reply to: Gates and citations. Smith", "it is about this work"),
        ("Gates and citations", "Correction to: Gates and citations. Smith", "it is about"),
        ("Ethics", "A long text by Smith. " * 60 + "Ethics", "the title does not stand"),
    ],
)
def test_a_file_that_is_not(title: str, words: str, reason: str) -> None:
    found = identify(entry(title), page(words))
    assert not found.match
    assert reason in found.reason


def test_a_doi_is_not_the_beginning_of_another() -> None:
    source = entry("T", doi="10.1000/gates.1")
    assert states_doi(source, page("https://doi.org/10.1000/GATES.1."))
    assert not states_doi(source, page("https://doi.org/10.1000/gates.12"))
    assert states_doi(source, page("", dois=("10.1000/gates.1",)))
