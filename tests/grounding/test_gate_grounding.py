"""The gate and the sources' own words: rows 5 and 5b, through real Pandocs (contract §6, §8)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.store import store_of
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import run_pandoc
from tests.corpus.sidecars import raw_entry, write_sidecar

ARTICLE = """\
<article><front><article-meta><title-group><article-title>Gates and citations</article-title>
</title-group><contrib-group><contrib><name><surname>Smith</surname></name></contrib>
</contrib-group></article-meta></front><body><sec><title>Results</title>
<p>We looked at forty references in detail. When publishers bypass peer review, the share of wrong
references rises to 25.4 per cent within two years. This was not observed in mathematics or
in any of the other sciences.</p>
<p>Readers who look a reference up find one error in four pages of text.</p></sec></body></article>
"""
TRUE_QUOTE = "When publishers bypass peer review, the share of wrong references rises"
FALSE_QUOTE = "When publishers respect peer review, the share of wrong references falls"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sidecar = write_sidecar(
        tmp_path / "literature_corpus.yaml",
        raw_entry(
            "smith2024",
            source_acquired=True,
            source_verified_against_original=True,
            source_verification_method="manual_grep",
        ),
    )
    marks = "human_read: [{citation_key: smith2024, marked_at: 2026-01-01}]\n"
    (tmp_path / "literature_corpus_human_read_log.yaml").write_text(marks, encoding="utf-8")
    sha256 = store_of([sidecar]).write(ARTICLE.encode(), ".xml")
    snapshot = Snapshot(sha256, "application/jats+xml", "a publisher", content_match=True)
    set_snapshots(catalog_path(sidecar), {"smith2024": [snapshot]})
    return tmp_path


def render(
    pandoc: Pandoc, folder: Path, text: str, *options: str
) -> tuple[int, str, dict[str, Any]]:
    done = run_pandoc(
        pandoc,
        ["-t", "plain", "-M", "ars-report=r.json", *options],
        folder=folder,
        text=text,
        environment={"ARS_CACHE_DIR": str(folder / "cache")},
    )
    [document] = json.loads((folder / "r.json").read_bytes())["documents"]
    return done.returncode, done.stderr, document


def quoting(quote: str) -> str:
    return f'As was shown [[@smith2024]]{{quote="{quote}"}}.\n'


def test_a_quote_that_stands_in_its_source_is_counted(pandoc: Pandoc, folder: Path) -> None:
    code, said, document = render(
        pandoc, folder, quoting(TRUE_QUOTE) + "\nSee [@smith2024, p. 3].\n"
    )
    assert code == 0, said
    assert said == (
        "ars-gate: 2 citations ok: 1 quote found in its source, 1 on the author's word; "
        "the text was not compared (sidecar literature_corpus.yaml)\n"
    )
    [first, second] = document["citations"]
    assert first["anchors"][0]["grounding"]["result"] == "found"
    assert second["anchors"][0]["grounding"] is None
    assert first["trust"] == "pinned"


def test_the_incident_of_the_seed_a_fabricated_quote_attributed_to_a_source_that_is_held(
    pandoc: Pandoc, folder: Path
) -> None:
    """All trust fields are true, a reader has marked it, and nobody ever wrote the quote."""
    code, said, document = render(pandoc, folder, quoting(FALSE_QUOTE))
    assert code == 83
    [citation] = document["citations"]
    assert citation["status"] == "HIGH-WARN-QUOTE-NOT-FOUND"
    grounding = citation["anchors"][0]["grounding"]
    assert grounding["result"] == "not-found"
    assert "publishers bypass peer review" in grounding["nearest"]
    assert "publishers bypass peer review" in said, "the nearest passage is shown"


@pytest.mark.parametrize(
    "quote",
    [
        "the share of wrong references rises to 2.54 per cent within two years",
        "the share of wrong references rises to 25.4 per cent within three years",
        "This was observed in mathematics and in all other fields",
        "When publishers bypass peer review [...] This was observed in mathematics",
    ],
)
def test_a_quote_that_was_altered_is_refused(pandoc: Pandoc, folder: Path, quote: str) -> None:
    code, _, document = render(pandoc, folder, quoting(quote))
    assert code == 83
    assert document["citations"][0]["status"] == "HIGH-WARN-QUOTE-NOT-FOUND"


def test_a_cut_tail_is_a_note(pandoc: Pandoc, folder: Path) -> None:
    code, said, document = render(
        pandoc, folder, quoting("observed in mathematics or in any of the other sciences")
    )
    assert code == 0, said
    codes = {note["code"] for note in document["citations"][0]["notes"]}
    assert "negated-context" in codes


def test_absent_bytes_are_review_said_aloud(pandoc: Pandoc, folder: Path) -> None:
    """CI has the catalog and not the PDFs."""
    for path in (folder / ".ars" / "sources").iterdir():
        path.unlink()
    code, said, document = render(pandoc, folder, quoting(FALSE_QUOTE))
    assert code == 0, said
    [citation] = document["citations"]
    assert citation["anchors"][0]["grounding"]["result"] == "review"
    assert "no-full-text" in {note["code"] for note in citation["notes"]}
    assert "1 on the author's word" in said
    code, said, document = render(
        pandoc, folder, quoting(TRUE_QUOTE), "-M", "ars-grounding=required"
    )
    assert code == 83
    assert document["citations"][0]["status"] == "MED-WARN-NOT-GROUNDED"


def test_changed_bytes_are_never_used(pandoc: Pandoc, folder: Path) -> None:
    assert render(pandoc, folder, quoting(TRUE_QUOTE))[0] == 0, "cached now"
    [path] = (folder / ".ars" / "sources").glob("*.gz")
    path.write_bytes(gzip.compress(ARTICLE.replace("bypass", "respect").encode(), mtime=0))
    code, said, document = render(pandoc, folder, quoting(TRUE_QUOTE))
    assert code == 83
    assert "its bytes are not those that were pinned" in said
    assert document["verdict"] == "not-judged"
    path.write_bytes(b"no gzip")
    assert "cannot be used" in render(pandoc, folder, quoting(TRUE_QUOTE))[1]


def test_a_cache_that_is_damaged_or_forged_beside_other_bytes_is_no_evidence(
    pandoc: Pandoc, folder: Path
) -> None:
    render(pandoc, folder, quoting(TRUE_QUOTE))
    kept = list((folder / "cache" / "texts").iterdir())
    assert {path.suffix for path in kept} == {".results", ".stat", ".text"}
    for path in kept:
        path.write_bytes(b"\x00damaged")
    assert render(pandoc, folder, quoting(TRUE_QUOTE))[0] == 0
    assert render(pandoc, folder, quoting(FALSE_QUOTE))[0] == 83


def test_grounding_required_passes_what_was_found(pandoc: Pandoc, folder: Path) -> None:
    required = ("-M", "ars-grounding=required")
    assert render(pandoc, folder, quoting(TRUE_QUOTE), *required)[0] == 0
    code, _, document = render(pandoc, folder, quoting("bypass peer review"), *required)
    assert code == 83, "under five words is no proof"
    assert document["citations"][0]["status"] == "MED-WARN-NOT-GROUNDED"


def test_trust_pinned_needs_no_trust_field(pandoc: Pandoc, folder: Path) -> None:
    write_sidecar(folder / "literature_corpus.yaml", raw_entry("smith2024"))
    code, said, _ = render(pandoc, folder, quoting(TRUE_QUOTE), "-M", "ars-trust=pinned")
    assert code == 0, said


def test_a_file_that_cannot_be_read_accuses_nobody(pandoc: Pandoc, folder: Path) -> None:
    sidecar = folder / "literature_corpus.yaml"
    sha256 = store_of([sidecar]).write(b"%PDF-1.4 and nothing else", ".pdf")
    set_snapshots(catalog_path(sidecar), {"smith2024": [Snapshot(sha256, "application/pdf")]})
    code, said, document = render(pandoc, folder, quoting(FALSE_QUOTE))
    assert code == 0, said
    assert document["citations"][0]["anchors"][0]["grounding"]["result"] == "unreadable"


def test_two_entries_that_were_swapped_are_found(pandoc: Pandoc, folder: Path) -> None:
    """The catalog may say what it likes: title and author are looked for again."""
    other = ARTICLE.replace("Gates and citations", "Of windows and walls").replace("Smith", "Lee")
    sidecar = folder / "literature_corpus.yaml"
    write_sidecar(sidecar, raw_entry("smith2024"))
    pinned = ("-M", "ars-trust=pinned")
    assert render(pandoc, folder, quoting(TRUE_QUOTE), *pinned)[0] == 0
    sha256 = store_of([sidecar]).write(other.encode(), ".xml")
    snapshot = Snapshot(sha256, "application/jats+xml", content_match=True)
    set_snapshots(catalog_path(sidecar), {"smith2024": [snapshot]})
    for _ in range(2):  # the second time from the cache
        code, _, document = render(pandoc, folder, quoting(TRUE_QUOTE), *pinned)
        assert code == 83
        [citation] = document["citations"]
        assert citation["status"] == "HIGH-WARN-NO-ORIGINAL"
        assert citation["trust"] == "claimed"
        assert "other-source" in {note["code"] for note in citation["notes"]}
