from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Fact, catalog_path, load_catalog
from ars_pandoc.corpus.edit_catalog import record_facts
from tests.cli.terminal import run_on_terminal
from tests.corpus.sidecars import raw_entry, write_sidecar

FACT = Fact("retracted", True, "pubmed", "2026-05-14T10:00:00Z", "pmid:11")
COMMAND = ["acknowledge-retraction", "smith2024", "--note", "cited as a case of fraud"]


@pytest.fixture
def sidecar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    path = write_sidecar(tmp_path / "refs.ars.yaml", raw_entry(), raw_entry("lee2023"))
    record_facts(catalog_path(path), {"smith2024": [FACT]})
    return path


def test_it_is_recorded_with_the_reason(sidecar: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--yes"]) == 0
    catalog = load_catalog([sidecar])
    acknowledged = catalog.acknowledged("smith2024")
    assert acknowledged is not None
    assert acknowledged.note == "cited as a case of fraud"
    assert catalog.retracted("smith2024") is None
    assert catalog.recorded_retraction("smith2024") == FACT
    said = capsys.readouterr().out
    assert "recorded as retracted: pubmed, 2026-05-14 (" in said
    assert " ago)" in said


def test_the_key_may_be_written_as_in_the_text(sidecar: Path) -> None:
    assert main(["acknowledge-retraction", "@smith2024", "--note", "x", "--yes"]) == 0
    assert load_catalog([sidecar]).acknowledged("smith2024") is not None


def test_twice_is_once(sidecar: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([*COMMAND, "--yes"])
    before = catalog_path(sidecar).read_bytes()
    assert main(COMMAND) == 0
    assert catalog_path(sidecar).read_bytes() == before
    assert "acknowledged already" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lee2023", "--note", "x", "--yes"], "no retraction of 'lee2023' is recorded"),
        (["smith", "--note", "x", "--yes"], "[ARS-ACKNOWLEDGE-RETRACTION ERROR: citation_key 'sm"),
        (["smith", "--note", "x", "--yes"], "did you mean smith2024?"),
        (["smith2024", "--note", " ", "--yes"], "--note needs a text"),
        (["smith2024", "--yes"], "--note"),
        (["smith2024", "--note", "x"], "add --yes"),
    ],
)
def test_what_cannot_be_acknowledged(
    sidecar: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    before = catalog_path(sidecar).read_bytes()
    assert main(["acknowledge-retraction", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert catalog_path(sidecar).read_bytes() == before


@pytest.mark.parametrize(("keys", "code"), [(b"y\n", 0), (b"n\n", 1), (b"\x03", 130)])
def test_on_a_terminal_the_writer_is_asked(sidecar: Path, keys: bytes, code: int) -> None:
    ended, shown = run_on_terminal(COMMAND, sidecar.parent, keys)
    assert "Do you cite it knowing that it was retracted? [y/N]" in shown
    assert ended == code
    assert (load_catalog([sidecar]).acknowledged("smith2024") is not None) is (code == 0)
