"""Where keys stand in sidecars, ledgers, catalogs, judgements and bibliographies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.lsp.key_places import (
    BIBLIOGRAPHY,
    CATALOG,
    JUDGEMENTS,
    LEDGER,
    SIDECAR,
    apply_edits,
    key_places,
    renamed_text,
)

SIDECAR_TEXT = """\
# smith2024 is read first 😀
literature_corpus:
  - citation_key: smith2024   # smith2024
    title: "smith2024: a title"
    user_notes: smith2024
  - {citation_key: "other", title: 😀 x}
  - 'citation_key': 'smith2024b'
extra:
  - citation_key: smith2024
"""
BIB_TEXT = """\
@comment{smith2024, nothing}
@article{smith2024,
  title = {smith2024, or @article{smith2024x, }},
  crossref = {smith2024}, related = "a, smith2024,b",
  note = {smith2024},
}
@book(smith2024b, title = {x})
"""
CASES = [
    (SIDECAR, "refs.ars.yaml", SIDECAR_TEXT, 1),
    (
        SIDECAR,
        "refs.json",
        '{"literature_corpus": [{"citation_key": "smith2024", "doi": "smith2024"}]}',
        1,
    ),
    (
        LEDGER,
        "log.yaml",
        "human_read: [{citation_key: smith2024, marked_at: 2026-01-01}]\nx: smith2024\n",
        1,
    ),
    (CATALOG, "catalog.yaml", "schema: 1\nentries:\n  smith2024:\n    facts: []\n  other: {}\n", 1),
    (
        JUDGEMENTS,
        "j.jsonl",
        '{"key": "smith2024", "note": "\\"key\\": \\"smith2024\\" 😀", "sentence": "smith2024"}\r\n'
        '{"withdraws": "smith2024"}\n\n{"key":"other"}\n',
        1,
    ),
    (BIBLIOGRAPHY, "refs.bib", BIB_TEXT, 3),
    (BIBLIOGRAPHY, "refs.json", '[{"id": "smith2024", "title": "smith2024"}, {"id": "b"}]', 1),
    (BIBLIOGRAPHY, "refs.yaml", "references:\n- id: smith2024\n  citation-key: smith2024\n", 2),
    (BIBLIOGRAPHY, "refs.ris", "TY  - JOUR\nID  - smith2024\nTI  - smith2024\nER  - \n", 1),
]


@pytest.mark.parametrize(("kind", "name", "text", "count"), CASES)
def test_only_the_key_is_renamed(kind: str, name: str, text: str, count: int) -> None:
    edits = renamed_text(kind, Path(name), text, "smith2024", "newkey1")
    after = apply_edits(text, edits)
    assert len(edits) == count
    assert after.count("newkey1") == count
    assert apply_edits(after, renamed_text(kind, Path(name), after, "newkey1", "smith2024")) == text


@pytest.mark.parametrize(("kind", "name", "text", "count"), CASES)
def test_a_key_that_does_not_stand_there_changes_nothing(
    kind: str, name: str, text: str, count: int
) -> None:
    assert count
    assert renamed_text(kind, Path(name), text, "smith", "newkey1") == []


@pytest.mark.parametrize(
    "new", ["yes", "12", "a:b", "a: b", "#x", "it's", 'a"b', "é😀", "null", "~", "-", "1e3"]
)
@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_a_key_that_yaml_would_read_otherwise_is_quoted(quote: str, new: str) -> None:
    text = f"literature_corpus:\n  - citation_key: {quote}old{quote}\n    title: x\n"
    after = apply_edits(text, renamed_text(SIDECAR, Path("a.yaml"), text, "old", new))
    assert [place.key for place in key_places(SIDECAR, Path("a.yaml"), after)] == [new]


@pytest.mark.parametrize("new", ["a,b", "a b", "a{", "50%", "a#b", 'a"b', "a=b", "a@b", "a'b"])
def test_what_bibtex_cannot_hold_is_refused(new: str) -> None:
    with pytest.raises(ArsError, match=r"cannot be a key in refs\.bib"):
        renamed_text(BIBLIOGRAPHY, Path("refs.bib"), BIB_TEXT, "smith2024", new)


def test_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(ArsError, match="has the key 'smith2024b' already"):
        renamed_text(BIBLIOGRAPHY, Path("refs.bib"), BIB_TEXT, "smith2024", "smith2024b")


def test_an_alias_elsewhere_would_change_too_and_is_refused() -> None:
    text = "literature_corpus:\n  - citation_key: &k old\n    title: *k\n"
    with pytest.raises(ArsError, match="more would change than the key"):
        renamed_text(SIDECAR, Path("a.yaml"), text, "old", "new")


def test_a_key_with_an_anchor_that_nobody_uses_is_renamed() -> None:
    text = "literature_corpus:\n  - citation_key: &k old\n    title: x\n"
    assert apply_edits(text, renamed_text(SIDECAR, Path("a.yaml"), text, "old", "new")) == (
        text.replace("old", "new")
    )


def test_a_bibliography_of_an_unknown_kind_is_not_guessed_at() -> None:
    with pytest.raises(ArsError, match="not known here"):
        key_places(BIBLIOGRAPHY, Path("refs.xml"), "<a/>")


def test_lines_of_judgements_stay_what_they_were() -> None:
    text = CASES[4][2]
    after = apply_edits(text, renamed_text(JUDGEMENTS, Path("j.jsonl"), text, "smith2024", "n"))
    first = json.loads(after.splitlines()[0])
    assert first == {"key": "n", "note": '"key": "smith2024" 😀', "sentence": "smith2024"}
