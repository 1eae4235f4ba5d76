"""What was recorded stays known, though the catalog is taken away or cut (contract §8)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.checking.checked import Checked
from ars_pandoc.corpus.catalog import Acknowledgement, Fact, Snapshot, catalog_path
from ars_pandoc.corpus.catalog_log import log_path, store_fault
from ars_pandoc.corpus.edit_catalog import (
    acknowledge,
    forget_facts,
    record_facts,
    set_snapshots,
)
from ars_pandoc.corpus.ledger import ledger_path
from tests.checking.papers import check
from tests.corpus.sidecars import raw_entry, write_sidecar

# Pandoc reads these papers: not among what `make quick` runs.
pytestmark = pytest.mark.pandoc

AT, LATER = "2026-05-14T10:00:00Z", "2026-06-14T10:00:00Z"
RETRACTED = Fact("retracted", True, "pubmed", AT, "pmid:11")
HELD = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}


@pytest.fixture
def sidecar(tmp_path: Path) -> Path:
    path = write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry("a", **HELD))
    ledger_path(path).write_text("human_read: [{citation_key: a, marked_at: 2026-01-01}]\n")
    (tmp_path / "paper.md").write_text("As is shown [@a, p. 3].\n")
    record_facts(catalog_path(path), {"a": [RETRACTED]})
    return path


def lines(sidecar: Path) -> list[dict[str, Any]]:
    text = log_path(catalog_path(sidecar)).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def judged(sidecar: Path, **variables: str) -> Checked:
    return check(sidecar.with_name("paper.md"), (), **variables)


def test_each_change_is_a_line_more_and_a_renewal_is_none(sidecar: Path) -> None:
    catalog = catalog_path(sidecar)
    record_facts(catalog, {"a": [Fact("retracted", True, "pubmed", LATER, "pmid:11")]})
    assert [line["fact"] for line in lines(sidecar)] == ["retracted"]
    acknowledge(catalog, "a", Acknowledgement("retraction", AT, "why"))
    set_snapshots(catalog, {"a": [Snapshot("0" * 64, "application/pdf", content_match=True)]})
    before = log_path(catalog).read_bytes()
    forget_facts(catalog, {"a": [RETRACTED]})
    assert log_path(catalog).read_bytes().startswith(before)
    assert [
        (line.get("fact"), line.get("acknowledged"), line.get("match"), line.get("gone"))
        for line in lines(sidecar)
    ] == [
        ("retracted", None, None, None),
        (None, "retraction", None, None),
        (None, None, True, None),
        ("retracted", None, None, True),
    ]
    assert store_fault([sidecar]) is None


def test_a_store_of_an_earlier_version_gets_its_log_with_the_next_change(sidecar: Path) -> None:
    catalog = catalog_path(sidecar)
    log_path(catalog).unlink()
    record_facts(catalog, {"b": [Fact("exists", True, "doi", AT, "10.1000/b")]})
    assert {line["key"] for line in lines(sidecar)} == {"a", "b"}


def _delete(catalog: Path) -> None:
    catalog.unlink()


def _cut_out(catalog: Path) -> None:
    catalog.write_text("schema: 1\nentries: {}\n")


def _turn(catalog: Path) -> None:
    catalog.write_text(catalog.read_text().replace("value: true", "value: false"))


def _with_its_log(catalog: Path) -> None:
    catalog.unlink()
    log_path(catalog).unlink()


WAYS = [_delete, _cut_out, _turn, _with_its_log]


@pytest.mark.parametrize("way", WAYS)
def test_a_retraction_that_is_taken_away_is_said(sidecar: Path, way: Any) -> None:
    assert judged(sidecar).verdict == "refused"
    way(catalog_path(sidecar))
    checked = judged(sidecar)
    assert checked.verdict == "passed"
    assert any("may have refused a source" in line for line in checked.warnings)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "variables",
    [{"ARS_TRUST": "pinned"}, {"ARS_LOCKED": "1", "ARS_CORPUS": "{}"}],
)
def test_locked_or_under_trust_pinned_nothing_is_judged_without_it(
    sidecar: Path, way: Any, variables: dict[str, str]
) -> None:
    way(catalog_path(sidecar))
    given = {name: value.format(sidecar) for name, value in variables.items()}
    checked = judged(sidecar, **given)
    assert checked.verdict == "not-judged"
    assert "may have refused a source" in (checked.error or "")


def test_no_store_at_all_is_the_authors_word(tmp_path: Path) -> None:
    path = write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry("a", **HELD))
    assert store_fault([path]) is None


def test_what_was_taken_out_by_a_command_is_not_missing(sidecar: Path) -> None:
    forget_facts(catalog_path(sidecar), {"a": [RETRACTED]})
    assert store_fault([sidecar]) is None


@pytest.mark.parametrize("bad", ["{", "[]", '"x"', "{}", '{"key": "a"} x'])
def test_a_damaged_log_is_no_empty_one(sidecar: Path, bad: str) -> None:
    with log_path(catalog_path(sidecar)).open("a") as file:
        file.write(bad + "\n")
    with pytest.raises(ArsError, match="is damaged"):
        store_fault([sidecar])


def test_a_mark_that_is_nearly_withdrawn_is_named(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from ars_pandoc.cli import main

    ledger_path(sidecar).write_text(
        "human_read: [{citation_key: a, marked_at: 2026-01-01, recinded_at: 2026-02-01}]\n"
    )
    said = "there is no field recinded_at, and it counts for nothing"
    assert any(said in line for line in judged(sidecar).warnings)
    main(["validate", str(sidecar)])
    out = capsys.readouterr().out
    assert said in out
    assert "write rescinded_at" in out
