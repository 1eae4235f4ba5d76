"""In which metadata citations count, and in which order it is read (contract §2)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.cited_metadata import (
    counts_citations,
    cross_reference_kinds,
    language_of,
    printed_texts,
    reading_order,
    texts_of,
)

CITED = [
    "title",
    "subtitle",
    "abstract",
    "abstract-en",
    "thanks",
    "dedication",
    "acknowledgements",
    "description",
    "author",
    "include-before",
    "include-after",
    "reference-section-title",
]


@pytest.mark.parametrize("name", CITED)
def test_fields_whose_citations_count(name: str) -> None:
    assert counts_citations(name)


@pytest.mark.parametrize("name", ["keywords", "titles", "abstracts", "subtitle-en", "note", "x"])
def test_fields_whose_citations_do_not(name: str) -> None:
    assert not counts_citations(name)


def test_title_and_subtitle_are_read_first() -> None:
    meta = dict.fromkeys(["abstract", "subtitle", "zoo", "title"])
    assert reading_order(meta) == ["title", "subtitle", "abstract", "zoo"]


def test_the_texts_of_a_value_at_any_depth() -> None:
    one, two = [{"t": "Str", "c": "one"}], [{"t": "Para", "c": []}]
    value = {
        "t": "MetaList",
        "c": [
            {"t": "MetaInlines", "c": one},
            {"t": "MetaMap", "c": {"x": {"t": "MetaBlocks", "c": two}}},
            {"t": "MetaBool", "c": True},
            {"t": "MetaString", "c": "text"},
        ],
    }
    assert list(texts_of(value)) == [("inlines", one), ("blocks", two)]


@pytest.mark.parametrize(
    ("meta", "language"),
    [
        ({}, None),
        ({"lang": {"t": "MetaInlines", "c": [{"t": "Str", "c": "de-AT"}]}}, "de-AT"),
        ({"lang": {"t": "MetaInlines", "c": []}}, None),
        ({"lang": {"t": "MetaString", "c": "fr"}}, "fr"),
        ({"lang": {"t": "MetaBool", "c": True}}, None),
    ],
)
def test_the_language_of_a_document(meta: dict[str, object], language: str | None) -> None:
    assert language_of(meta) == language


def text(words: str) -> dict[str, object]:
    return {"t": "MetaInlines", "c": [{"t": "Str", "c": words}]}


def in_map(**members: object) -> dict[str, object]:
    return {"t": "MetaMap", "c": members}


def test_an_authors_accounts_do_not_print() -> None:
    author = {"t": "MetaList", "c": [in_map(name=text("Ada"), twitter=text("@ada")), text("Bo")]}
    found = [content[0]["c"] for _, content in printed_texts("author", author)]
    assert found == ["Ada", "Bo"]
    assert list(printed_texts("keywords", author)) == []


def test_kinds_of_cross_references_that_the_metadata_defines() -> None:
    custom = {"t": "MetaList", "c": [in_map(key=text("suppfig")), in_map(kind=text("float"))]}
    assert cross_reference_kinds({"crossref": in_map(custom=custom)}) == {"suppfig"}
    assert cross_reference_kinds({"crossref": text("yes")}) == frozenset()
    assert cross_reference_kinds({}) == frozenset()
