from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc import __version__
from ars_pandoc.cli import main
from ars_pandoc.cli.commands import doctor
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.pandoc.executable import Pandoc, bundled_pandoc
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.docs.world import write_paper


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("ARS_"):
            monkeypatch.delenv(name)
    own = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", os.pathsep.join([own, os.environ["PATH"]]))
    return tmp_path


def checks(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = main(["doctor", "--format", "json", *arguments])
    found = json.loads(capsys.readouterr().out)["checks"]
    return code, {check["name"]: check for check in found}


@pytest.mark.usefixtures("folder")
def test_a_sound_installation(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = checks(capsys)
    assert code == 0
    assert found["ars-pandoc"]["says"].startswith(__version__)
    assert found["Pandoc with ars-gate"]["state"] == "ok"
    assert found["PDF"]["state"] == "ok"
    assert found["sidecar"]["state"] == "note"
    assert "./*.ars.yaml" in found["sidecar"]["says"]


def test_a_gate_that_pandoc_cannot_find(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(folder))
    code, found = checks(capsys)
    assert code == 1
    assert found["ars-gate"]["state"] == "missing"
    assert found["ars-gate"]["fix"] == f'export PATH="{Path(sys.executable).parent}:$PATH"'
    assert found["Pandoc"]["state"] == "note"
    assert "none is on PATH" in found["Pandoc"]["says"]


@pytest.mark.skipif(os.name == "nt", reason="Windows tells programs by their names")
def test_a_file_that_pandoc_would_run_in_place_of_the_gate(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "ars-gate").write_text("#!/bin/sh\ncat\n", encoding="utf-8")
    code, found = checks(capsys)
    assert code == 0
    assert "ars-gate in this folder" not in found
    (folder / "ars-gate").chmod(0o755)
    code, found = checks(capsys)
    assert code == 1
    assert "in place of the gate" in found["ars-gate in this folder"]["says"]


def test_a_gate_of_another_installation(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = folder / "bin"
    other.mkdir()
    (other / "ars-gate").write_text("#!/bin/sh\necho ars-gate 0.0.1\n", encoding="utf-8")
    (other / "ars-gate").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(other), os.environ["PATH"]]))
    code, found = checks(capsys)
    assert code == 1
    assert "another installation: it says 'ars-gate 0.0.1'" in found["ars-gate"]["says"]


@pytest.mark.usefixtures("folder")
def test_the_environment_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARS_LOCKED", "1")
    _, found = checks(capsys)
    assert found["$ARS_LOCKED"]["says"] == "1"


def test_the_sidecar_of_a_document_and_why(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "paper.md").write_text(
        "---\nbibliography: refs.bib\n---\n\nSee [@a, p. 1].\n", encoding="utf-8"
    )
    (folder / "refs.bib").touch()
    path = write_sidecar(folder / "refs.ars.yaml", raw_entry("a"), raw_entry("b"))
    code, found = checks(capsys, "paper.md")
    assert code == 0
    assert found["paper.md"]["says"] == "read as markdown, mode gate"
    assert found["bibliography"]["state"] == "ok"
    assert found["sidecar"]["says"] == "refs.ars.yaml (beside the bibliography), 2 entries"
    assert found["ledger"]["state"] == "note"
    ledger_path(path).write_text("human_read: [{citation_key: a, marked_at: 2026-01-01}]\n")
    _, found = checks(capsys, "paper.md")
    assert found["ledger"]["says"].endswith("1 of 2 marked as read")
    _, found = checks(capsys, "paper.md", "--corpus", "refs.ars.yaml")
    assert found["sidecar"]["says"] == "refs.ars.yaml (ars.corpus), 2 entries"


def test_what_is_missing_beside_a_document(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "paper.md").write_text("---\nbibliography: gone.bib\n---\n\nSee @a.\n", "utf-8")
    code, found = checks(capsys, "paper.md")
    assert code == 1
    assert found["bibliography"]["says"].startswith("gone.bib is not there")
    assert found["sidecar"]["fix"] == "ars init paper.md"


@pytest.mark.parametrize("content", ["literature_corpus: [{citation_key: a}]", "a: [", ""])
def test_a_sidecar_that_cannot_be_used(
    folder: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    (folder / "literature_corpus.yaml").write_text(content, encoding="utf-8")
    code, found = checks(capsys)
    assert code == 1
    assert found["sidecar"]["state"] == "missing"
    assert found["sidecar"]["fix"]


def test_a_damaged_ledger_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_sidecar(folder / "refs.ars.yaml", raw_entry("a"))
    ledger_path(path).write_text("human_read: [{citation_key: a", encoding="utf-8")
    code, found = checks(capsys)
    assert code == 1
    assert found["ledger"]["state"] == "missing"


def test_two_sidecars_that_could_be_meant(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in "ab":
        write_sidecar(folder / f"{name}.ars.yaml", raw_entry("a"))
    code, found = checks(capsys)
    assert code == 1
    assert "two sidecars could be meant" in found["sidecar"]["says"]


@pytest.mark.usefixtures("folder")
def test_lines_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "gone.md"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("✓ ars-pandoc")
    assert any(line.startswith("✗ document") and "gone.md" in line for line in lines)
    assert any(line.strip().startswith("next: check the name") for line in lines)


def _only(folder: Path, pandoc: Pandoc) -> str:
    """Give a PATH with one Pandoc, the gate, and no engine for PDF."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "pandoc").symlink_to(pandoc.path)
    (tools / "ars-gate").symlink_to(Path(sys.executable).with_name("ars-gate"))
    return str(tools)


def test_without_latex_the_line_that_makes_a_pdf_is_shown_and_works(
    pandoc: Pandoc,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The bare line ends in Pandoc's error 47, behind the gate's pass."""
    write_paper(folder)
    monkeypatch.setenv("PATH", _only(folder, pandoc))
    code, found = checks(capsys, "paper.md")
    assert code == 0
    line = found["PDF"]["fix"]
    assert "paper.md" in line
    own = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PATH": os.pathsep.join([os.environ["PATH"], own])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (folder / "OUT.pdf").read_bytes().startswith(b"%PDF")


def test_without_any_engine_the_extra_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", _only(folder, bundled_pandoc()))
    monkeypatch.setattr(doctor, "has_own_typst", lambda: False)
    code, found = checks(capsys)
    assert code == 1
    assert found["PDF"]["state"] == "missing"
    assert "[typst]" in found["PDF"]["fix"]
