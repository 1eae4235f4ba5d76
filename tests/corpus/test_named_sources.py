"""Which bibliographies and references a document's metadata names."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.corpus.named_sources import bibliography_paths, references


def text(value: str) -> dict[str, Any]:
    return {"t": "MetaString", "c": value}


def many(*values: dict[str, Any]) -> dict[str, Any]:
    return {"t": "MetaList", "c": list(values)}


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        (text("a.bib"), ["a.bib"]),
        (many(text("a.bib"), text("b.bib")), ["a.bib", "b.bib"]),
        ({"t": "MetaMap", "c": {"main": text("a.bib"), "more": many(text("b.bib"))}},
         ["a.bib", "b.bib"]),
        ({"t": "MetaInlines", "c": [{"t": "Code", "c": [["", [], []], "a--b.bib"]}]}, ["a--b.bib"]),
        (text(""), []),
        ({"t": "MetaBool", "c": True}, []),
        (many(text(""), many()), []),
    ],
)  # fmt: skip
def test_bibliographies_of_every_form(value: dict[str, Any], paths: list[str]) -> None:
    assert bibliography_paths({"bibliography": value}) == paths


def test_references_are_maps() -> None:
    one = {"t": "MetaMap", "c": {"id": text("a"), "title": text("T")}}
    assert references({"references": many(one, text("x"))}) == [{"id": "a", "title": "T"}]
    assert references({"references": text("x")}) == []
    assert references({}) == []
    assert bibliography_paths({}) == []
