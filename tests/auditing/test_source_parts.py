"""What is known of cited sources, each said as what it is: claimed, held, looked up, or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.corpus.catalog import Acknowledgement, Fact, Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import acknowledge, record_facts, set_snapshots
from ars_pandoc.corpus.ledger import ledger_path
from tests.auditing.audited import HELD, audited
from tests.corpus.sidecars import raw_entry, write_sidecar

AT = "2026-01-01T00:00:00Z"
CITED = "A [@a, p. 1], B [@b, p. 2], C [@c, p. 3].\n"


@pytest.fixture
def sidecar(tmp_path: Path) -> Path:
    return write_sidecar(
        tmp_path / "literature_corpus.yaml",
        raw_entry("a", doi="10.1000/a", **HELD),
        raw_entry("b", doi="10.1000/b"),
        raw_entry("uncited", doi="10.1000/u"),
    )


def test_claims_are_told_from_files(sidecar: Path, tmp_path: Path) -> None:
    set_snapshots(catalog_path(sidecar), {"b": [Snapshot("0" * 64, "text/plain")]})
    part = audited(tmp_path, CITED)["Sources"]
    assert part.lines == (
        "3 sources cited",
        "2 claimed, by fields of the sidecar that anyone can type: a, b",
        "1 of these with a pinned file that does not prove to be the source: b",
        "1 said to be compared with the original (manual_grep): a",
        "1 without an entry: c",
    )
    assert part.alarming
    assert not audited(tmp_path, "A [@a, p. 1].\n")["Sources"].alarming


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("full_text", "read in full"),
        ("abstract_only", "read as an abstract only"),
        ("toc_only", "read as a table of contents only"),
    ],
)
def test_how_far_somebody_read_is_said(
    sidecar: Path, tmp_path: Path, level: str, words: str
) -> None:
    scope = f"{{citation_key: a, marked_at: 2026-01-01, read_scope: {{level: {level}}}}}"
    ledger_path(sidecar).write_text(f"human_read: [{scope}]\n")
    assert audited(tmp_path, CITED)["Reading"].lines == (
        "1 of 2 sources marked as read by a person",
        f"1 {words}: a",
        "1 not marked: b",
    )


def test_marks_of_one_minute_are_alarming(sidecar: Path, tmp_path: Path) -> None:
    marks = ", ".join(
        f"{{citation_key: {key}, marked_at: '{AT}'}}" for key in ("a", "b", "uncited")
    )
    ledger_path(sidecar).write_text(f"human_read: [{marks}]\n")
    part = audited(tmp_path, CITED)["Reading"]
    assert part.lines[-1] == "3 marked within a minute of each other: a, b"
    assert part.alarming


def test_a_retraction_is_told_with_what_was_said_to_it(sidecar: Path, tmp_path: Path) -> None:
    catalog = catalog_path(sidecar)
    facts = {"a": [Fact("retracted", True, "pubmed", AT, "10.1000/a")]}
    record_facts(catalog, {**facts, "b": [Fact("retracted", False, "crossref", AT, "10.1000/b")]})
    part = audited(tmp_path, CITED)["Retractions"]
    assert part.alarming
    assert part.lines[0].startswith("a: retracted, says pubmed, 2026-01-01, ")
    assert part.lines[0].endswith("; not acknowledged")
    assert part.lines[1].startswith(
        "2 of 2 sources looked up; the oldest answer is from 2026-01-01"
    )
    acknowledge(catalog, "a", Acknowledgement("retraction", AT, "as an example"))
    said = audited(tmp_path, CITED)["Retractions"]
    assert said.lines[0].endswith("; acknowledged 2026-01-01: as an example")
    assert said.alarming


def test_what_nobody_looked_up_is_said_to_be_so(sidecar: Path, tmp_path: Path) -> None:
    part = audited(tmp_path, CITED)["Retractions"]
    assert part.lines == ("2 not looked up: a, b",)
    assert not part.alarming


def test_identifiers_are_asked_for_one_by_one(sidecar: Path, tmp_path: Path) -> None:
    record_facts(
        catalog_path(sidecar),
        {
            "a": [Fact("exists", True, "doi", AT, "10.1000/A")],
            "b": [Fact("exists", False, "doi", AT, "10.1000/b")],
        },
    )
    part = audited(tmp_path, CITED)["Identifiers"]
    assert part.alarming
    assert part.lines[0].startswith("b: 10.1000/b does not exist, says doi, 2026-01-01, ")
    assert part.lines[1] == "1 with identifiers that exist: a"


@pytest.mark.parametrize(
    ("signals", "line", "alarming"),
    [
        ({"openalex_unmatched": True}, "1 openalex_unmatched: x", True),
        ({"openalex_unmatched": False}, "1 with nothing found: x", False),
        ({}, "1 with nothing found: x", False),
        (None, "1 for which they were not computed: x", False),
    ],
)
def test_signals_that_were_not_computed_are_not_clear(
    tmp_path: Path, signals: dict[str, bool] | None, line: str, alarming: bool
) -> None:
    more = {} if signals is None else {"contamination_signals": signals}
    part = audited(tmp_path, "X [@x, p. 1].\n", raw_entry("x", **more))["Contamination signals"]
    assert part.lines == (line,)
    assert part.alarming is alarming
