"""What the gate makes of facts that look-ups have recorded, and of entries corrected since."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Fact, catalog_path, load_catalog
from ars_pandoc.corpus.edit_catalog import record_facts
from ars_pandoc.corpus.edit_ledger import mark_read
from ars_pandoc.verdict.recorded import stated_by
from tests.conftest import PANDOCS, run_pandoc
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.signals.looking_up import entry

EARLY, LATE = "2026-05-14T10:00:00Z", "2026-06-14T10:00:00Z"
DOI = "10.1000/one"
NOTE = "there is a notice on it: expression of concern"
HELD: dict[str, Any] = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}


def retracted(
    value: bool, identifier: str | None, at: str = EARLY, note: str | None = None
) -> Fact:
    return Fact("retracted", value, "crossref", at, identifier, note)


def recorded(folder: Path, *facts: Fact, **fields: Any) -> bool:
    """Record facts one after the other, and tell if the source counts as retracted."""
    catalog = catalog_path(folder / "refs.ars.yaml")
    for fact in facts:
        record_facts(catalog, {"smith2024": [fact]})
    read = load_catalog([folder / "refs.ars.yaml"])
    return read.retracted("smith2024", stated=stated_by(entry(**fields))) is not None


def test_a_retraction_does_not_stick_to_an_entry_whose_doi_was_corrected(tmp_path: Path) -> None:
    fact = retracted(True, DOI)
    assert recorded(tmp_path, fact, doi=DOI.upper())
    assert not recorded(tmp_path, doi="10.1000/two")
    assert not recorded(tmp_path, source_pointer="https://doi.org/10.1000/two")


def test_a_retraction_stays_where_the_doi_was_taken_out(tmp_path: Path) -> None:
    assert recorded(tmp_path, retracted(True, DOI))


def test_the_last_word_counts_whatever_the_case_of_the_doi(tmp_path: Path) -> None:
    facts = (retracted(True, "10.1000/ONE"), retracted(False, DOI, LATE))
    assert not recorded(tmp_path, *facts, doi=DOI)


def test_what_was_found_by_title_counts_until_the_service_knows_the_identifier(
    tmp_path: Path,
) -> None:
    assert recorded(tmp_path, retracted(True, None), doi="10.1000/mistyped")
    assert recorded(tmp_path, doi=DOI)  # corrected, and not asked about yet
    assert not recorded(tmp_path, retracted(False, DOI, LATE), doi=DOI)


def test_an_identifier_that_was_corrected_or_taken_out_is_missed_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    sidecar = Path("refs.ars.yaml")
    facts = [Fact("exists", False, "doi", EARLY, DOI), Fact("exists", False, "pubmed", EARLY, "7")]
    record_facts(catalog_path(sidecar), {"smith2024": facts})

    def missing(**fields: Any) -> str | None:
        fact = load_catalog([sidecar]).missing_identifier(
            "smith2024", stated=stated_by(entry(**fields))
        )
        return None if fact is None else fact.identifier

    assert missing(doi=DOI) == DOI
    assert missing(source_pointer="pmid:7", doi="10.1000/two") == "7"
    assert missing(doi="10.1000/two", source_pointer="pmid:8") is None
    # That it was taken out, and not by a slip, the next run takes for the writer's word.
    assert missing() == DOI
    write_sidecar(sidecar, raw_entry(source_pointer="pmid:7"))
    assert main(["signals", "--offline"]) == 1
    assert "took an identifier that is stated no more of 1 source out of" in capsys.readouterr().out
    assert missing() == "7"
    write_sidecar(sidecar, raw_entry())
    assert main(["signals", "--offline"]) == 0
    assert missing() is None


@pytest.mark.parametrize("value", [True, False])
def test_a_note_comes_with_a_repeated_answer_and_goes_with_a_later_one(
    tmp_path: Path, value: bool
) -> None:
    def notes() -> list[tuple[str, str | None]]:
        facts = load_catalog([tmp_path / "refs.ars.yaml"]).records["smith2024"].facts
        return [(fact.at, fact.note) for fact in facts]

    recorded(tmp_path, retracted(value, DOI), retracted(value, DOI, note=NOTE))
    assert notes() == [(EARLY, NOTE)]
    recorded(tmp_path, retracted(value, DOI, "2026-01-01"))  # an older answer from a cache
    assert notes() == [(EARLY, NOTE)]
    recorded(tmp_path, retracted(value, DOI, LATE))
    assert notes() == [(LATE, None)]


def test_a_correction_or_a_concern_is_a_note_of_the_gate_and_refuses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sidecar = write_sidecar(Path("passport.yaml"), raw_entry(doi=DOI, **HELD))
    mark_read(sidecar, ["smith2024"])
    record_facts(catalog_path(sidecar), {"smith2024": [retracted(False, DOI, note=NOTE)]})

    def render(identifier: str) -> tuple[int, list[dict[str, str]]]:
        write_sidecar(sidecar, raw_entry(doi=identifier, **HELD))
        done = run_pandoc(
            PANDOCS[0],
            ["-t", "html", "-M", "ars-report=report.json"],
            folder=tmp_path,
            text="A <!--ref:smith2024--><!--anchor:page:12-->.",
        )
        report = json.loads(Path("report.json").read_bytes())
        return done.returncode, report["documents"][0]["citations"][0]["notes"]

    code, notes = render(DOI)
    said = f"{NOTE} (crossref, 2026-05-14)"
    assert (code, notes) == (0, [{"code": "correction-or-concern", "message": said}])
    assert render("10.1000/two") == (0, [])
