from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.ledger import ledger_path, load_ledger
from tests.corpus.sidecars import raw_entry, write_sidecar


@pytest.fixture
def sidecar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    path = write_sidecar(tmp_path / "refs.ars.yaml", raw_entry("a"), raw_entry("b"))
    assert main(["mark-read", "a", "b", "--yes"]) == 0
    return path


def test_a_mark_is_taken_back_and_kept(sidecar: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unmark-read", "a"]) == 0
    assert "a: no longer marked as read" in capsys.readouterr().out
    log = load_ledger([sidecar])
    assert not log.is_read("a")
    assert log.is_read("b")
    text = ledger_path(sidecar).read_text(encoding="utf-8")
    assert text.count("marked_at") == 2
    assert text.count("rescinded_at") == 1


def test_twice_is_once(sidecar: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unmark-read", "a"]) == 0
    before = ledger_path(sidecar).read_bytes()
    assert main(["unmark-read", "a"]) == 0
    assert ledger_path(sidecar).read_bytes() == before
    assert "a: was not marked as read" in capsys.readouterr().out


def test_an_unknown_key_changes_nothing(sidecar: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = ledger_path(sidecar).read_bytes()
    assert main(["unmark-read", "a", "x"]) == 2
    assert "citation_key 'x' not in literature_corpus[]" in capsys.readouterr().err
    assert ledger_path(sidecar).read_bytes() == before


def test_a_key_that_has_left_the_sidecar_can_be_unmarked(sidecar: Path) -> None:
    write_sidecar(sidecar, raw_entry("b"))
    assert main(["unmark-read", "a"]) == 0
    assert not load_ledger([sidecar]).is_read("a")
