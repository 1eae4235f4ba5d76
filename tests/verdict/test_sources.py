"""What is known of a document's sources, from whatever file says it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.citation import Anchor, Citation
from ars_pandoc.corpus.catalog import Fact, Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import record_facts, set_snapshots
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.corpus.store import store_of
from ars_pandoc.verdict.options import read_options
from ars_pandoc.verdict.recorded import stated_by
from ars_pandoc.verdict.sources import Sources, input_paths, load_sources
from tests.conftest import clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar

ARTICLE = b"""<article><front><article-meta><title-group><article-title>Gates and citations
</article-title></title-group><contrib-group><contrib><name><surname>Smith</surname><given-names>Jane
</given-names></name></contrib></contrib-group></article-meta></front><body><sec><title>Results</title>
<p>The gate refused every third citation at once.</p></sec></body></article>"""
HELD: dict[str, Any] = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}
NO_AUDIT: dict[str, Any] = {"description_last_audit": "none"}
PAGE = Citation("smith2024", "native", (Anchor("page", "3"),))


def quoted(words: str) -> Citation:
    return Citation("smith2024", "native", (Anchor("quote", words),))


def sources(
    folder: Path,
    *entries: dict[str, Any],
    meta: dict[str, Any] | None = None,
    **variables: str,
) -> Sources:
    """Load the sources of a document in a folder that has a sidecar with these entries."""
    if entries:
        write_sidecar(folder / "literature_corpus.yaml", *entries)
    environment = clean_environment(
        {
            "ARS_INPUT": str(folder / "paper.md"),
            "ARS_CACHE_DIR": str(folder / "cache"),
            **variables,
        }
    )
    return load_sources(meta or {}, read_options(meta or {}, environment), environment)


def pinned(folder: Path, *, match: bool = True, data: bytes = ARTICLE) -> str:
    """Pin a text for smith2024, as if it were the publisher's; return its SHA-256."""
    sidecar = folder / "literature_corpus.yaml"
    sha256 = store_of([sidecar]).write(data, ".xml")
    snapshot = Snapshot(
        sha256, "application/jats+xml", "a.xml", None, "2026-01-01T00:00:00Z", match
    )
    set_snapshots(catalog_path(sidecar), {"smith2024": [snapshot]})
    return sha256


@pytest.mark.parametrize(
    ("fields", "acquired", "verified"),
    [
        (HELD, True, True),
        ({"source_acquired": True}, True, False),
        ({"source_acquired": False, **NO_AUDIT}, False, False),
        ({}, False, False),
    ],
)
def test_the_sidecar_says_what_is_held_and_compared(
    tmp_path: Path, fields: dict[str, Any], acquired: bool, verified: bool
) -> None:
    known = sources(tmp_path, raw_entry(**fields)).evidence(PAGE)
    assert known.known
    assert (known.acquired, known.verified) == (acquired, verified)
    assert not known.read
    assert not known.pinned
    assert not known.content_match
    assert known.quote_found is None
    assert known.corpus.endswith("literature_corpus.yaml")


def test_a_mark_of_reading_is_that_source_s_alone(tmp_path: Path) -> None:
    sidecar = write_sidecar(
        tmp_path / "literature_corpus.yaml", raw_entry("smith2024"), raw_entry("other")
    )
    ledger_path(sidecar).write_text("human_read: [{citation_key: other, marked_at: 2026-01-01}]\n")
    found = sources(tmp_path)
    assert not found.evidence(PAGE).read
    assert found.evidence(Citation("other", "native")).read


def test_a_key_that_nobody_knows_is_explained(tmp_path: Path) -> None:
    known = sources(tmp_path, raw_entry()).evidence(Citation("smyth2024", "native"))
    assert not known.known
    assert known.unknown is not None
    assert known.unknown.near == "smith2024"
    assert sources(tmp_path).evidence(Citation(None, "marker")).known is False


def test_what_was_looked_up_counts_for_the_identifier_that_was_asked(tmp_path: Path) -> None:
    sidecar = write_sidecar(
        tmp_path / "literature_corpus.yaml", raw_entry(doi="10.1000/right", **HELD)
    )
    at = "2026-01-01T00:00:00Z"
    for identifier, counts in (("10.1000/right", True), ("10.1000/old", False)):
        record_facts(
            catalog_path(sidecar),
            {
                "smith2024": [
                    Fact("retracted", True, "pubmed", at, identifier),
                    Fact("exists", False, "doi", at, identifier),
                    Fact("retracted", False, "crossref", at, identifier, "there is a notice"),
                ]
            },
        )
        found = sources(tmp_path)
        known = found.evidence(PAGE)
        assert known.retracted == (f"pubmed, {at}" if counts else None)
        assert known.missing == (f"{identifier}, says doi" if counts else None)
        codes = [note.code for note in found.notes(PAGE)]
        assert ("correction-or-concern" in codes) is counts
        catalog_path(sidecar).unlink()


def test_a_quote_is_held_against_the_pinned_text(tmp_path: Path) -> None:
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry())
    pinned(tmp_path)
    found = sources(tmp_path)
    right = found.evidence(quoted("The gate refused every third citation"))
    wrong = found.evidence(quoted("accepted every third citation"))
    assert right.quote_found is True
    assert right.groundings[0] is not None
    assert right.pinned
    assert right.content_match
    assert wrong.quote_found is False
    assert "refused" in wrong.quote_reason
    # A page is no quote: there is nothing to look up.
    assert found.evidence(PAGE).quote_found is None
    assert found.evidence(PAGE).groundings == ()


def test_a_file_that_is_another_source_proves_nothing_and_is_told(tmp_path: Path) -> None:
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry(title="A quite different work"))
    pinned(tmp_path)
    found = sources(tmp_path)
    known = found.evidence(PAGE)
    assert known.pinned
    assert not known.content_match
    assert "other-source" in [note.code for note in found.notes(PAGE)]


def test_a_file_that_never_matched_is_held_without_a_word(tmp_path: Path) -> None:
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry())
    pinned(tmp_path, match=False)
    found = sources(tmp_path)
    assert found.evidence(PAGE).pinned
    assert not found.evidence(PAGE).content_match
    assert "other-source" not in [note.code for note in found.notes(PAGE)]


def test_bytes_that_were_changed_are_no_evidence(tmp_path: Path) -> None:
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry())
    sha256 = pinned(tmp_path)
    (path,) = (tmp_path / ".ars" / "sources").glob(f"{sha256}*")
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ArsError):
        sources(tmp_path).evidence(quoted("refused every third citation"))


def test_a_file_that_is_named_and_not_pinned_is_a_note_on_quotes(tmp_path: Path) -> None:
    found = sources(tmp_path, raw_entry(source_acquisition_path="a.pdf", **HELD))
    assert [note.code for note in found.notes(quoted("one two three"))] == ["not-pinned"]
    assert found.notes(PAGE) == ()


@pytest.mark.parametrize(
    ("field", "meant"),
    [
        ("source_aquired", "source_acquired"),
        ("source_verified_against_orignal", "source_verified_against_original"),
    ],
)
def test_a_trust_field_that_is_misspelt_is_named(tmp_path: Path, field: str, meant: str) -> None:
    misspelt: dict[str, Any] = {field: True, **NO_AUDIT}
    found = sources(tmp_path, raw_entry(**misspelt))
    assert found.evidence(PAGE).misspelt == {meant: field}
    beside = sources(tmp_path, raw_entry(**misspelt, source_acquired=False))
    expected = {} if meant == "source_acquired" else {meant: field}
    assert (beside.evidence(PAGE).misspelt or {}) == expected


def test_a_word_processor_s_number_is_known_under_its_key(tmp_path: Path) -> None:
    entries = (raw_entry("smith2024", doi="10.1000/A"), raw_entry("jones2023"))
    references: list[dict[str, str]] = [
        {"id": "12", "citation-key": "jones2023"},
        {"id": "13", "DOI": "10.1000/a"},
        {"id": "14", "title": "nobody knows it"},
    ]
    meta = {
        "references": {
            "t": "MetaList",
            "c": [
                {
                    "t": "MetaMap",
                    "c": {name: {"t": "MetaString", "c": value} for name, value in one.items()},
                }
                for one in references
            ],
        }
    }
    found = sources(tmp_path, *entries, meta=meta)
    named = [found.under_its_key(Citation(key, "native")).key for key in ("12", "13", "14")]
    assert named == ["jones2023", "smith2024", "14"]
    assert found.under_its_key(Citation(None, "marker")).key is None


def test_mendeley_s_ids_are_never_guessed(tmp_path: Path) -> None:
    item = {"t": "MetaMap", "c": {"id": {"t": "MetaString", "c": "ITEM-1"}}}
    meta = {"references": {"t": "MetaList", "c": [item]}}
    found = sources(tmp_path, raw_entry(), meta=meta)
    with pytest.raises(ArsError, match="'ITEM-1' names no source"):
        found.under_its_key(Citation("ITEM-1", "native"))
    # init and status go on, under a key that is no number.
    assert found.under_its_key(Citation("ITEM-1", "native"), strict=False).key == "anon"


def test_without_a_sidecar_it_says_where_it_looked(tmp_path: Path) -> None:
    found = sources(tmp_path)
    assert found.corpus is None
    with pytest.raises(ArsError) as plain:
        found.need_sidecar([PAGE])
    bare = Citation("user", "native", in_text=True)
    with pytest.raises(ArsError, match="'@user' is read as a citation") as named:
        found.need_sidecar([bare])
    assert named.value.where == plain.value.where
    # One that says where in its source is no user's name.
    with pytest.raises(ArsError) as both:
        found.need_sidecar([bare, PAGE])
    assert str(both.value) == str(plain.value)
    sources(tmp_path, raw_entry()).need_sidecar([bare])


def test_the_folder_of_the_option_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "file").touch()
    assert sources(tmp_path, raw_entry(), ARS_SOURCES=str(tmp_path / "store")).catalog_folder
    for name in ("gone", "file", "x" * 5_000):
        with pytest.raises(ArsError, match="names a folder that is not there"):
            sources(tmp_path, raw_entry(), ARS_SOURCES=str(tmp_path / name))


def test_a_corpus_in_the_document_has_no_ledger(tmp_path: Path) -> None:
    text = {"t": "MetaString", "c": "x"}
    fields = dict.fromkeys(("citation_key", "title", "source_pointer"), text)
    author = {"t": "MetaMap", "c": {"family": text}}
    item: dict[str, Any] = {**fields, "year": {"t": "MetaString", "c": "2024"}}
    item["authors"] = {"t": "MetaList", "c": [author]}
    item["source_pointer"] = {"t": "MetaString", "c": "https://x.org"}
    meta = {"literature_corpus": {"t": "MetaList", "c": [{"t": "MetaMap", "c": item}]}}
    known = sources(tmp_path, meta=meta).evidence(Citation("x", "native"))
    assert known.known
    assert not known.ledger
    assert sources(tmp_path, raw_entry()).evidence(PAGE).ledger


@pytest.mark.parametrize(
    ("level", "in_part"),
    [("abstract_only", True), ("toc_only", True), ("full_text", False), ("sections", False)],
)
def test_what_was_read_in_part_is_told(tmp_path: Path, level: str, in_part: bool) -> None:
    sidecar = write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry())
    scope: dict[str, Any] = {"level": level}
    if level == "sections":
        scope["locators"] = ["section 3"]
    mark = {"citation_key": "smith2024", "marked_at": "2026-01-01", "read_scope": scope}
    ledger_path(sidecar).write_text(json.dumps({"human_read": [mark]}))
    found = sources(tmp_path)
    assert found.evidence(PAGE).read
    assert found.read_in_part(["smith2024", "other", None]) == (("smith2024",) if in_part else ())


def test_an_identifier_counts_while_the_entry_states_it(tmp_path: Path) -> None:
    sidecar = write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry(doi="10.1000/a"))
    stated = stated_by(load_corpus(sidecar).entries["smith2024"])
    assert stated(None)
    assert stated("10.1000/A")
    assert not stated("10.1000/b")


def test_only_ars_render_tells_which_files_are_rendered() -> None:
    assert input_paths({}) == []
    assert input_paths({"ARS_INPUT": ""}) == []
    assert input_paths({"ARS_INPUT": os.pathsep.join(["a.md", "b.md"])}) == [
        Path("a.md"),
        Path("b.md"),
    ]
