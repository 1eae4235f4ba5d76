"""Title and an author's name: what makes a file the source, and what does not."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.works.title_page import Candidate, identify, states_doi
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
