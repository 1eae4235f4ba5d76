"""Documents that once ended in a fault of the program's own, or took minutes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from tests.corpus.sidecars import raw_entry, write_sidecar


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    write_sidecar(tmp_path / "refs.ars.yaml", raw_entry("a"))
    return tmp_path


@pytest.mark.parametrize(
    "command", ["check", "status", "init", "read", "doctor", "finalize", "audit"]
)
def test_a_bibliography_with_a_zero_byte_in_its_name(
    folder: Path, capfd: pytest.CaptureFixture[str], command: str
) -> None:
    (folder / "p.md").write_text('---\nbibliography: "refs\\0x.bib"\n---\n\n[@a, p. 3]\n', "utf-8")
    assert main([command, "p.md"]) in (0, 1, 2)
    said = "".join(capfd.readouterr())
    assert "a fault of ars-pandoc" not in said
    assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.parametrize("marker", ["<!--ref:-->", "<!--ref:a-->", "<!--anchor:page:3-->", "[@a]"])
def test_thousands_of_markers_in_one_word_took_minutes(folder: Path, marker: str) -> None:
    (folder / "p.md").write_text("x" + marker * 5000 + "\n", "utf-8")
    start = time.monotonic()
    assert main(["check", "p.md", "--corpus", "refs.ars.yaml"]) in (1, 2)
    assert time.monotonic() - start < 60
