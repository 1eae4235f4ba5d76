"""A person says that a source is cited knowing what is recorded of it (contract §6)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Fact, catalog_path, load_catalog
from ars_pandoc.corpus.edit_catalog import record_facts
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.verdict.recorded import stated_by
from tests.corpus.sidecars import raw_entry, write_sidecar

AT = "2026-05-14T10:00:00Z"
DOI = "10.1000/x"
FACTS = {
    "retraction": Fact("retracted", True, "crossref", AT, DOI),
    "other-work": Fact("names-other-work", True, "crossref", AT, DOI, "Another title"),
    "no-such-identifier": Fact("exists", False, "crossref", AT, DOI),
}


@pytest.fixture
def sidecar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    return write_sidecar(tmp_path / "refs.ars.yaml", raw_entry(doi=DOI))


def run(what: str, *more: str) -> int:
    return main(["acknowledge", "smith2024", "--what", what, "--note", "I know", *more])


@pytest.mark.parametrize("what", FACTS)
def test_each_thing_is_recorded_with_the_reason(
    sidecar: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    record_facts(catalog_path(sidecar), {"smith2024": [FACTS[what]]})
    assert run(what, "--yes") == 0
    assert "2026-05-14" in capsys.readouterr().out
    known = load_catalog([sidecar]).acknowledged("smith2024", what)
    assert known is not None
    assert (known.what, known.note) == (what, "I know")
    others = set(FACTS) - {what}
    assert all(load_catalog([sidecar]).acknowledged("smith2024", one) is None for one in others)


@pytest.mark.parametrize("what", ["retraction", "no-such-identifier"])
def test_what_nobody_recorded_cannot_be_acknowledged(
    sidecar: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    assert run(what, "--yes") == 2
    said = capsys.readouterr().err
    assert "is recorded" in said
    assert "ars signals" in said
    assert not catalog_path(sidecar).exists()


def test_another_work_that_the_gate_alone_sees_can_be(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("other-work", "--yes") == 0
    assert "no service said so" in capsys.readouterr().out
    assert load_catalog([sidecar]).acknowledged("smith2024", "other-work") is not None


def test_without_a_terminal_a_person_must_say_yes(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_facts(catalog_path(sidecar), {"smith2024": [FACTS["no-such-identifier"]]})
    before = catalog_path(sidecar).read_bytes()
    assert run("no-such-identifier") == 2
    assert "add --yes" in capsys.readouterr().err
    assert catalog_path(sidecar).read_bytes() == before


def test_a_fact_of_an_identifier_that_was_corrected_is_none(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_facts(catalog_path(sidecar), {"smith2024": [FACTS["no-such-identifier"]]})
    write_sidecar(sidecar, raw_entry(doi="10.1000/mended"))
    entry = load_corpus(sidecar).entries["smith2024"]
    assert load_catalog([sidecar]).missing_identifier("smith2024", stated=stated_by(entry)) is None
    assert run("no-such-identifier", "--yes") == 2
    assert "is recorded" in capsys.readouterr().err


def test_another_word_is_refused_with_those_there_are(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("plagiarism", "--yes") == 2
    said = capsys.readouterr().err
    assert all(what in said for what in FACTS)


_HELD: dict[str, Any] = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}


def _gate(folder: Path, policies: dict[str, str], capsys: pytest.CaptureFixture[str]) -> str:
    """Judge one citation under policies of its corpus; what is printed of it."""
    sidecar = folder / "refs.ars.yaml"
    data = json.loads(sidecar.read_text("utf-8")) | {"terminal_policies": policies}
    sidecar.write_text(json.dumps(data), "utf-8")
    (folder / "paper.md").write_text("As [@smith2024, p. 3] says.\n", "utf-8")
    main(["mark-read", "smith2024", "--yes"])
    capsys.readouterr()
    main(["check", "paper.md", "--corpus", "refs.ars.yaml"])
    return "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("what", "policy", "status"),
    [
        ("retraction", "retraction", "HIGH-WARN-RETRACTED"),
        ("no-such-identifier", "citation_existence", "HIGH-WARN-POLICY"),
    ],
)
def test_under_a_strict_policy_no_acknowledgement_counts(
    sidecar: Path, capsys: pytest.CaptureFixture[str], what: str, policy: str, status: str
) -> None:
    write_sidecar(sidecar, raw_entry(doi=DOI, **_HELD))
    record_facts(catalog_path(sidecar), {"smith2024": [FACTS[what]]})
    assert run(what, "--yes") == 0
    assert status in _gate(sidecar.parent, {policy: "strict"}, capsys)


@pytest.mark.parametrize(("policy", "refused"), [("off", False), ("strict", True)])
def test_signals_refuse_by_a_policy_of_the_corpus_alone(
    sidecar: Path, capsys: pytest.CaptureFixture[str], policy: str, refused: bool
) -> None:
    names = ("semantic_scholar_unmatched", "openalex_unmatched", "crossref_unmatched")
    signals: dict[str, Any] = {
        "obtained_via": "zotero-api",
        "contamination_signals": dict.fromkeys(names, True),
    }
    write_sidecar(sidecar, raw_entry(doi=DOI, **_HELD, **signals))
    said = _gate(sidecar.parent, {"contamination_triangulation": policy}, capsys)
    assert ("HIGH-WARN-POLICY" in said) is refused
    assert ("contaminated" in said) or refused
