from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.load_sidecar import load_corpus
from tests.cli.terminal import converse, run_on_terminal
from tests.corpus.sidecars import raw_entry, write_sidecar


@pytest.fixture(autouse=True)
def sidecar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    return write_sidecar(
        tmp_path / "refs.ars.yaml", raw_entry("a"), raw_entry("b", source_acquired=True)
    )


def test_what_a_person_did_is_recorded(sidecar: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "a", "b", "--method", "vision_check", "--yes"]) == 0
    assert capsys.readouterr().out.endswith(
        "a: held and cross-checked (vision_check)\nb: held and cross-checked (vision_check)\n"
    )
    entries = load_corpus(sidecar).entries
    for entry in entries.values():
        assert entry.source_acquired
        assert entry.source_verified_against_original
        assert entry.source_verification_method == "vision_check"
    today = date.today().isoformat()
    assert entries["a"].fields["source_acquisition_date"] == today
    assert "source_acquisition_date" not in entries["b"].fields, "since when was never said"
    before = sidecar.read_bytes()
    assert main(["verify", "a", "--method", "vision_check", "--yes"]) == 0
    assert capsys.readouterr().out.endswith("a: recorded already\n")
    assert sidecar.read_bytes() == before


def test_a_path_is_relative_to_the_sidecar(
    sidecar: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (sidecar.parent / "papers").mkdir()
    (sidecar.parent / "papers" / "a.pdf").touch()
    options = ["--method", "manual_grep", "--yes", "--date", "2026-01-02"]
    assert main(["verify", "a", "--path", "papers/a.pdf", *options]) == 0
    fields = load_corpus(sidecar).entries["a"].fields
    assert fields["source_acquisition_path"] == "papers/a.pdf"
    assert fields["source_acquisition_date"] == "2026-01-02"
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "a.pdf"
    elsewhere.touch()
    assert main(["verify", "a", "--path", str(elsewhere), *options]) == 0
    assert load_corpus(sidecar).entries["a"].fields["source_acquisition_path"] == str(elsewhere)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["a", "gone", "--method", "manual_grep"], "'gone' not in literature_corpus[]"),
        (["a", "--method", "manual_grep", "--path", "gone.pdf"], "gone.pdf: no such file"),
        (["a", "b", "--method", "manual_grep", "--path", "x"], "--path belongs to one KEY"),
        (["a", "--method", "manual_grep", "--date", "yesterday"], "--date needs a day"),
        (["a", "--method", "manual_grep", "--date", "2026-02-30"], "--date needs a day"),
        (["a", "--method", "codex_audit"], "codex_audit"),
        (["a"], "--method"),
    ],
)
def test_nothing_is_written_in_part(
    sidecar: Path, arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sidecar.read_bytes()
    assert main(["verify", *arguments, "--yes"]) == 2
    assert why in capsys.readouterr().err
    assert sidecar.read_bytes() == before


def test_a_person_is_asked(sidecar: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sidecar.read_bytes()
    assert main(["verify", "a", "--method", "manual_grep"]) == 2
    assert "a cross-check by hand is a person's word" in capsys.readouterr().err
    arguments = ["verify", "a", "--method", "manual_grep"]
    for keys, expected in ((b"\n", 1), (b"\x03", 130)):
        code, _ = run_on_terminal(arguments, sidecar.parent, keys)
        assert code == expected
        assert sidecar.read_bytes() == before
    code, _ = converse(arguments, sidecar.parent, [("[y/N]", b"y\n")])
    assert code == 0
    assert load_corpus(sidecar).entries["a"].source_verified_against_original
