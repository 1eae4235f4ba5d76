"""What a citation is judged by: sidecar, ledger and catalog on the disk (contract §4 to §6)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.verdict.resolve import Judged, resolve_document
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.pandoc_documents import Document, read_document

HELD: dict[str, Any] = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}
TEXT = "A claim [@smith2024, p. 12].\n"
SHA = "0" * 64


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def document(text: str = TEXT, **meta: str) -> Document:
    read = read_document(text)
    read["meta"] |= {name: {"t": "MetaString", "c": value} for name, value in meta.items()}
    return read


def judged(text: str = TEXT, **environment: str) -> Judged:
    return resolve_document(document(text), environment)


def statuses(found: Judged) -> list[tuple[str | None, str]]:
    return [(finding.citation.key, finding.status) for finding, _ in found.findings]


def mark_read(folder: Path, *keys: str, name: str = "literature_corpus") -> None:
    marks = [{"citation_key": key, "marked_at": "2026-05-12T10:00:00Z"} for key in keys]
    log = {"session_id": "s", "created_at": "2026-05-12T10:00:00Z", "human_read": marks}
    (folder / f"{name}_human_read_log.yaml").write_text(json.dumps(log), encoding="utf-8")


def write_catalog(folder: Path, **record: Any) -> None:
    store = folder / ".ars"
    store.mkdir()
    data = {"schema": 1, "entries": {"smith2024": record}}
    (store / "catalog.yaml").write_text(json.dumps(data), encoding="utf-8")


def snapshot(**fields: Any) -> dict[str, Any]:
    return {"sha256": SHA, "media_type": "text/plain", "origin": "paper.txt",
            "retrieved_at": "2026-05-12T10:00:00Z", "content_match": False, **fields}  # fmt: skip


def fact(what: str, value: bool) -> dict[str, Any]:
    return {"what": what, "value": value, "identifier": "10.1/x", "service": "crossref",
            "at": "2026-05-12T10:00:00Z"}  # fmt: skip


@pytest.mark.parametrize("text", ["No citation.\n", "See [](https://example.org/@smith2024).\n"])
def test_a_document_that_cites_nothing_needs_no_sidecar(text: str) -> None:
    found = judged(text)
    assert (found.findings, found.corpus, found.warnings) == ((), None, ())


def test_a_document_that_cites_needs_one() -> None:
    with pytest.raises(ArsError, match="sidecar") as caught:
        judged()
    assert "literature_corpus" in str(caught.value)
    assert "ars init" in str(caught.value)


def test_a_draft_is_judged_as_if_the_sidecar_were_empty() -> None:
    found = judged(ARS_MODE="draft")
    assert statuses(found) == [("smith2024", "HIGH-WARN-NO-ORIGINAL")]
    assert len(found.warnings) == 1


def test_the_seed_s_five_cells(folder: Path) -> None:
    write_sidecar(
        folder / "literature_corpus.yaml",
        raw_entry("read", **HELD),
        raw_entry("unread", **HELD),
        raw_entry("unchecked", source_acquired=True),
        raw_entry("unheld"),
    )
    mark_read(folder, "read")
    keys = ["read", "unread", "unchecked", "unheld", "nobody"]
    found = judged("".join(f"A [@{key}, p. 1].\n" for key in keys) + "B [@read].\n")
    assert statuses(found) == [
        ("read", "ok"),
        ("unread", "LOW-WARN"),
        ("unchecked", "MED-WARN-NOT-CROSS-CHECKED"),
        ("unheld", "HIGH-WARN-NO-ORIGINAL"),
        ("nobody", "HIGH-WARN-NO-ORIGINAL"),
        ("read", "MED-WARN-NO-LOCATOR"),
    ]
    assert found.corpus == "literature_corpus.yaml"


def test_mark_read_cannot_clear_a_missing_locator(folder: Path) -> None:
    write_sidecar(folder / "literature_corpus.yaml", raw_entry(**HELD))
    mark_read(folder, "smith2024")
    assert statuses(judged("A [@smith2024].\n")) == [("smith2024", "MED-WARN-NO-LOCATOR")]


@pytest.mark.parametrize(
    ("record", "status"),
    [
        ({}, "HIGH-WARN-NO-ORIGINAL"),
        ({"snapshots": [snapshot()]}, "MED-WARN-NOT-CROSS-CHECKED"),
        ({"snapshots": [snapshot(content_match=True)]}, "ok"),
        ({"snapshots": [snapshot(content_match=True)], "facts": [fact("retracted", True)]},
         "HIGH-WARN-RETRACTED"),
        ({"snapshots": [snapshot(content_match=True)], "facts": [fact("retracted", False)]}, "ok"),
        ({"snapshots": [snapshot(content_match=True)], "facts": [fact("exists", False)]},
         "HIGH-WARN-NO-SUCH-IDENTIFIER"),
        ({"snapshots": [snapshot(content_match=True)], "facts": [fact("exists", True)]}, "ok"),
        ({"snapshots": [snapshot(content_match=True)], "facts": [fact("retracted", True)],
          "acknowledged": [{"what": "retraction", "at": "2026-05-12T10:00:00Z",
                            "note": "cited as an example"}]}, "ok"),
    ],
)  # fmt: skip
def test_the_catalog_counts(record: dict[str, Any], status: str, folder: Path) -> None:
    write_sidecar(folder / "literature_corpus.yaml", raw_entry())
    mark_read(folder, "smith2024")
    write_catalog(folder, **record)
    assert statuses(judged()) == [("smith2024", status)]


def test_trust_pinned_believes_snapshots_alone(folder: Path) -> None:
    write_sidecar(folder / "literature_corpus.yaml", raw_entry(**HELD))
    mark_read(folder, "smith2024")
    assert statuses(judged()) == [("smith2024", "ok")]
    ((finding, _),) = judged(ARS_TRUST="pinned").findings
    assert finding.status == "HIGH-WARN-NO-ORIGINAL"
    assert "MED-WARN-NOT-CROSS-CHECKED" in finding.also
    # Typed by hand: the bytes are not here, so that nothing was proved.
    write_catalog(folder, snapshots=[snapshot(content_match=True)])
    ((finding, _),) = judged(ARS_TRUST="pinned").findings
    assert (finding.status, finding.trust) == ("HIGH-WARN-NO-ORIGINAL", "claimed")
    assert "bring the folder .ars/sources" in finding.fix
    assert statuses(judged()) == [("smith2024", "ok")]


def test_sidecars_of_several_bibliographies_are_united(folder: Path) -> None:
    for key in ("smith2024", "jones2023"):
        write_sidecar(folder / f"{key}.ars.yaml", raw_entry(key, **HELD))
        (folder / f"{key}.bib").write_text(f"@book{{{key}, title={{T}}}}\n", encoding="utf-8")
        mark_read(folder, key, name=f"{key}.ars")
    text = (
        "---\nbibliography: [smith2024.bib, jones2023.bib]\n---\n\n"
        "A [@smith2024, p. 1; @jones2023, p. 2].\n"
    )
    assert statuses(judged(text)) == [("smith2024", "ok"), ("jones2023", "ok")]


def test_cross_references_are_no_citations_once_the_bibliography_is_read(folder: Path) -> None:
    write_sidecar(folder / "literature_corpus.yaml", raw_entry(**HELD))
    mark_read(folder, "smith2024")
    (folder / "refs.bib").write_text("@book{smith2024, title={T}}\n", encoding="utf-8")
    text = "---\nbibliography: refs.bib\n---\n\nSee @fig:one and [@smith2024, p. 3].\n"
    assert statuses(judged(text)) == [("smith2024", "ok")]
    named = text.replace("refs.bib", "absent.bib")
    assert statuses(judged(named)) == [("fig:one", "MED-WARN-NO-LOCATOR"), ("smith2024", "ok")]


def test_stripping_leaves_the_comments_of_other_tools(folder: Path) -> None:
    write_sidecar(folder / "literature_corpus.yaml", raw_entry(**HELD))
    mark_read(folder, "smith2024")
    found = judged("A [@smith2024, p. 3] <!-- ref: https://example.org --> b.\n")
    assert (statuses(found), found.marker_elements) == ([("smith2024", "ok")], ())
    found = judged("A <!-- ref smith2024 --> b.\n")
    assert statuses(found) == [("smith2024", "HIGH-WARN-MALFORMED-MARKER")]
    assert len(found.marker_elements) == 1


def test_locked_the_inline_corpus_of_a_document_is_ignored() -> None:
    entry = json.dumps(raw_entry(**HELD))
    text = f"---\nliterature_corpus:\n- {entry}\n---\n\n{TEXT}"
    found = judged(text)
    assert statuses(found) == [("smith2024", "LOW-WARN")]
    assert "literature_corpus.yaml" in found.findings[0][0].fix
    with pytest.raises(ArsError, match="sidecar"):
        judged(text, ARS_LOCKED="1")


def test_a_reader_that_sees_no_citations_is_named() -> None:
    with pytest.raises(ArsError) as caught:
        resolve_document(read_document(TEXT, "gfm"), {})
    assert "-f markdown" in str(caught.value)


def test_an_option_of_the_document_is_read_before_its_sidecar() -> None:
    with pytest.raises(ArsError, match="is no option"):
        resolve_document(document(**{"ars-mdoe": "draft"}), {})
