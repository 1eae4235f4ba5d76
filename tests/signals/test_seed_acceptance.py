"""What the ARS v3.7.3 specification says of contamination (L3-2), each under its name.

From the look-up to the gate: signals are computed against a local server, then a real Pandoc
renders. That entries validate with and without the field, and each suffix, is tested with the
matrix's other criteria.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.edit_ledger import mark_read
from ars_pandoc.corpus.load_sidecar import load_corpus
from tests.conftest import PANDOCS, run_pandoc
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.signals.servers import Answer, Record, Services, serve

TITLE = "How publishers bypass review and what comes of it"
HELD: dict[str, Any] = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
    "obtained_via": "zotero-api",
}
TEXT = "A <!--ref:smith2024--><!--anchor:page:12-->."
PREPRINT, S2 = "preprint_post_llm_inflection", "semantic_scholar_unmatched"


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    with serve(Record(TITLE, doi="10.1000/one", retracted=True)) as running:
        for name, value in running.environment(tmp_path).items():
            monkeypatch.setenv(name, value)
        yield running


def passport(*, read: bool = True, **fields: Any) -> Path:
    entry = raw_entry(**{"title": TITLE, **HELD, **fields})
    path = write_sidecar(Path("passport.yaml"), entry)
    if read:
        mark_read(path, ["smith2024"])
    return path


def signals_of(path: Path) -> Any:
    return load_corpus(path).entries["smith2024"].contamination_signals


def render(folder: Path) -> tuple[subprocess.CompletedProcess[str], str]:
    arguments = ["-t", "html", "-M", "ars-report=report.json"]
    done = run_pandoc(PANDOCS[0], arguments, folder=folder, text=TEXT)
    report = json.loads((folder / "report.json").read_bytes())
    citation = report["documents"][0]["citations"][0]
    return done, " ".join([citation["status"], *citation["contamination"]])


@pytest.mark.parametrize(
    ("fields", "known", "expected"),
    [
        ({}, True, "ok"),
        ({"venue": "arXiv"}, True, "ok PREPRINT"),
        ({}, False, "ok UNMATCHED"),
        ({"venue": "arXiv"}, False, "ok PREPRINT UNMATCHED"),
    ],
)
def test_a_signal_annotates_the_resolved_marker_and_the_terminal_gate_emits_the_output(
    services: Services, tmp_path: Path, fields: dict[str, Any], known: bool, expected: str
) -> None:
    if not known:
        services.records = []
    passport(**fields)
    assert main(["signals"]) == 0
    done, status = render(tmp_path)
    assert status == expected
    assert done.returncode == 0
    assert done.stdout.strip() == "<p>A.</p>"


@pytest.mark.parametrize(
    ("venue", "known", "read", "marker"),
    [
        ("Nature", True, False, "LOW-WARN"),
        ("arXiv", True, False, "LOW-WARN CONTAMINATED-PREPRINT"),
        ("Nature", False, False, "LOW-WARN CONTAMINATED-UNMATCHED"),
        ("arXiv", False, False, "LOW-WARN CONTAMINATED-PREPRINT+UNMATCHED"),
        ("Nature", True, True, "ok"),
        ("arXiv", True, True, "ok CONTAMINATED-PREPRINT"),
        ("Nature", False, True, "ok CONTAMINATED-UNMATCHED"),
        ("arXiv", False, True, "ok CONTAMINATED-PREPRINT+UNMATCHED"),
    ],
)
def test_the_finalizer_output_carries_the_suffix_on_the_resolved_marker(
    services: Services, venue: str, known: bool, read: bool, marker: str
) -> None:
    if not known:
        services.records = []
    passport(venue=venue, read=read)
    main(["signals"])
    paper = Path("paper.md")
    paper.write_text(f"{TEXT}\n", encoding="utf-8")
    assert main(["finalize", "paper.md"]) == (0 if read else 1)
    assert paper.read_text("utf-8") == (f"A <!--ref:smith2024 {marker}--><!--anchor:page:12-->.\n")


def test_no_automatic_upgrade_fires_for_entries_without_the_field(
    services: Services, tmp_path: Path
) -> None:
    path = passport(venue="arXiv")
    render(tmp_path)
    Path("refs.bib").write_text("@book{new1, title={T}, author={A, B}, year={2024}}\n", "utf-8")
    Path("paper.md").write_text("---\nbibliography: refs.bib\n---\n\n[@new1]\n", "utf-8")
    for command in (["validate"], ["list-read"], ["init", "--update", "paper.md"]):
        assert main(command) == 0
    assert list(load_corpus(path).entries) == ["smith2024", "new1"]
    assert services.asked == []
    assert "contamination" not in path.read_text("utf-8")


def test_the_batch_over_old_entries_is_the_same_command(services: Services) -> None:
    old = raw_entry("old", title=TITLE, **HELD)
    known = raw_entry("known", title=TITLE, contamination_signals={PREPRINT: False, S2: True})
    path = write_sidecar(Path("passport.yaml"), old, known)
    assert main(["signals"]) == 0
    entries = load_corpus(path).entries
    assert entries["old"].contamination_signals == {PREPRINT: False, S2: False}
    assert entries["known"].contamination_signals == {PREPRINT: False, S2: True}


def test_low_warn_contaminated_is_acknowledged_via_mark_read_like_plain_low_warn(
    services: Services, tmp_path: Path
) -> None:
    path = passport(read=False, venue="arXiv")
    main(["signals"])
    done, status = render(tmp_path)
    assert (status, bool(done.returncode)) == ("LOW-WARN PREPRINT", True)
    mark_read(path, ["smith2024"])
    done, status = render(tmp_path)
    assert (status, done.returncode) == ("ok PREPRINT", 0)


def test_absent_is_not_computed_and_all_false_is_computed_with_no_evidence(
    services: Services, tmp_path: Path
) -> None:
    path = passport()
    assert signals_of(path) is None
    assert render(tmp_path)[1] == "ok"
    main(["signals"])
    assert signals_of(path) == {PREPRINT: False, S2: False}
    assert render(tmp_path)[1] == "ok"


def test_the_check_fires_only_when_obtained_via_is_not_manual(services: Services) -> None:
    path = passport(obtained_via="manual")
    main(["signals"])
    assert signals_of(path) == {PREPRINT: False}
    assert services.asked == []


def test_an_unavailable_api_omits_the_field_rather_than_setting_it_to_false(
    services: Services,
) -> None:
    services.always = Answer(503)
    path = passport(contamination_signals={PREPRINT: False})
    assert main(["signals"]) == 1
    assert signals_of(path) == {PREPRINT: False}


def test_a_preprint_of_2023_is_before_the_inflection(services: Services) -> None:
    path = passport(venue="arXiv", year=2023)
    main(["signals"])
    assert signals_of(path)[PREPRINT] is False


def test_the_gate_makes_no_look_up(services: Services, tmp_path: Path) -> None:
    passport(doi="10.1000/one")
    render(tmp_path)
    assert services.asked == []


def test_a_recorded_retraction_refuses_until_it_is_acknowledged(
    services: Services, tmp_path: Path
) -> None:
    passport(doi="10.1000/one")
    assert main(["signals", "--index", "crossref"]) == 1
    done, status = render(tmp_path)
    assert status == "HIGH-WARN-RETRACTED"
    assert done.returncode != 0
    main(["acknowledge-retraction", "smith2024", "--note", "an example", "--yes"])
    done, status = render(tmp_path)
    assert (done.returncode, status) == (0, "ok")


def test_an_identifier_that_does_not_exist_refuses_until_it_is_corrected(
    services: Services, tmp_path: Path
) -> None:
    passport(doi="10.9999/none")
    assert main(["signals", "--index", "doi"]) == 1
    assert render(tmp_path)[1] == "HIGH-WARN-NO-SUCH-IDENTIFIER"
    passport(doi="10.1000/one")
    assert render(tmp_path)[1] == "ok"


def test_a_corrected_identifier_leaves_what_was_said_of_the_old_one_behind(
    services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passport(doi="10.1000/one")
    assert main(["signals", "--index", "crossref"]) == 1
    # Retracted and published anew under another DOI.
    services.records = [Record(TITLE, doi="10.1000/anew")]
    passport(doi="10.1000/anew")
    capsys.readouterr()
    assert main(["signals", "--index", "crossref"]) == 0
    assert "Retracted" not in capsys.readouterr().out
    assert render(tmp_path)[1] == "ok"


def test_a_retracted_work_under_a_wrong_doi_is_refused_all_the_same(
    services: Services, tmp_path: Path
) -> None:
    passport(doi="10.1000/mistyped")
    assert main(["signals", "--index", "crossref"]) == 1
    assert render(tmp_path)[1] == "HIGH-WARN-RETRACTED"
