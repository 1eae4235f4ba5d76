"""Golden documents: each `golden/<case>/` is checked as `ars check` does, with each Pandoc.

A case holds `input.*`, the files that it reads in, and `expected.txt`: each citation with its
file, line, column and key, and what is said of files that are not read. `env` holds variables.
To add a case, add a folder and run `ARS_UPDATE_GOLDEN=1 pytest tests/documents`, then read what
it wrote. Where one Pandoc reads otherwise, `expected.<version>.txt` says so.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from ars_pandoc.checking.check_documents import Job, check_document
from ars_pandoc.documents.inputs import expand_inputs
from ars_pandoc.pandoc.executable import Pandoc, find_pandoc
from tests.conftest import PANDOCS, clean_environment

GOLDEN = Path(__file__).parent / "golden"
SHARED = Path(__file__).parents[1] / "golden" / "_shared"
NAMES = sorted(path.parent.name for path in GOLDEN.glob("*/input.*"))
UPDATE = os.environ.get("ARS_UPDATE_GOLDEN") == "1"


def choose(pandoc: Pandoc, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put this Pandoc before all others."""
    folder.mkdir()
    (folder / "pandoc").symlink_to(pandoc.path)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    assert find_pandoc().version == pandoc.version


def said_of(folder: Path, name: str) -> str:
    [source] = expand_inputs([name], settings={"bibliography": ["refs.bib"]})
    lines = (folder / "env").read_text().split() if (folder / "env").exists() else []
    environment = clean_environment(dict(line.split("=", 1) for line in lines))
    checked = check_document(Job(source, environment))
    assert checked.error is None, checked.error
    rows = []
    for item in checked.items:
        position, citation = item.position, item.finding.citation
        where = "-" if position is None else f"{position.path}:{position.line}:{position.column}"
        if position is not None and citation.key is not None:
            # What is shown at that place is the citation.
            shown = position.text[position.column - 1 :]
            assert citation.key in shown or shown.startswith("["), (where, citation.key)
        anchors = [f"{anchor.kind}:{anchor.value}" for anchor in citation.anchors]
        rows.append(" ".join([where, str(citation.key), *anchors]))
    return "\n".join([*rows, "", *map(str, checked.warnings)]).rstrip() + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_golden_documents(
    name: str, pandoc: Pandoc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = GOLDEN / name
    folder = tmp_path / "project"
    shutil.copytree(SHARED, folder)
    shutil.copytree(case, folder, dirs_exist_ok=True)
    (tmp_path / "outside.qmd").write_text("Outside [@ghost2099].\n")
    (tmp_path / "outside.tex").write_text("Outside \\cite{ghost2099}.\n")
    choose(pandoc, tmp_path / "bin", monkeypatch)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("TEXINPUTS", raising=False)
    actual = said_of(folder, next(folder.glob("input.*")).name)
    assert "code2020" not in actual
    expected = case / f"expected.{pandoc.version_text}.txt"
    if not expected.exists():
        expected = case / "expected.txt"
    if UPDATE and (pandoc is PANDOCS[0] or expected.name != "expected.txt"):
        expected.write_text(actual.replace(str(tmp_path), "FOLDER"), encoding="utf-8")
    assert actual.replace(str(tmp_path), "FOLDER") == expected.read_text(encoding="utf-8")
