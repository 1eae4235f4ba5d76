"""Which words call for a closer look, and which headings stand above a reference list."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.trigger_words import ODD, REFERENCE_HEADING, SUSPECT

HEADINGS = [
    "References", "reference", "References cited", "Bibliography", "Bibliographie", "Bibliographía", "Bibliographia", "Works cited",
    "Literature", "Literature cited", "Further reading", "Literatur", "Literaturverzeichnis",
    "Quellen", "Quellenverzeichnis", "Références", "Références bibliographiques", "Referencias",
    "Riferimenti bibliografici", "Referenties", "参考文献", "引用文献", "참고문헌", "7 References",
    "7. References", "References:", "REFERENCES",
]  # fmt: skip


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_heading_above_a_reference_list(heading: str) -> None:
    assert REFERENCE_HEADING.fullmatch(heading)


@pytest.mark.parametrize(
    "heading",
    ["References to God", "Works", "Further", "Literary works", "Reading", "Quelle", "7.1 References",
     "Cited", "Bibliographic notes", "文献"],
)  # fmt: skip
def test_a_heading_above_something_else(heading: str) -> None:
    assert REFERENCE_HEADING.fullmatch(heading) is None


@pytest.mark.parametrize(
    "word",
    ["(1500)", "1999", "2000,", "2099", "2100", "[12]", "12]", "10.1234/x", "PMID", "arXiv:1",
     "doi.org/x"],
)  # fmt: skip
def test_a_word_that_may_belong_to_a_call_out(word: str) -> None:
    assert SUSPECT.search(word)


@pytest.mark.parametrize("word", ["1499", "2101", "word", "[a", "a]", "10.12", "pmi", "300"])
def test_a_word_that_does_not(word: str) -> None:
    assert SUSPECT.search(word) is None


@pytest.mark.parametrize(("word", "odd"), [("<!--", 1), ("a@b", 1), ("[UNVERIFIED", 1), ("<b>", 0)])
def test_odd_words(word: str, odd: int) -> None:
    assert bool(ODD.search(word)) is bool(odd)
