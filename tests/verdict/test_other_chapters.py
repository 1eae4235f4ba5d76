"""A Quarto book is one set, though its chapters are judged one by one (contract §3)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.pandoc.executable import Pandoc
from ars_pandoc.verdict.other_chapters import cites_elsewhere
from tests.conftest import ROOT, run_pandoc

SHARED = ROOT / "tests" / "golden" / "_shared"
BOOK = "project: {type: book}\nbook: {chapters: [one.qmd, two.qmd]}\nbibliography: refs.bib\n"
ALONE = "As Smith (2024) showed, and others agree (Jones, 2023).\n"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(SHARED, tmp_path, dirs_exist_ok=True)
    (tmp_path / "_quarto.yml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "one.qmd").write_text("Known [@smith2024, p. 3].\n", encoding="utf-8")
    (tmp_path / "two.qmd").write_text(ALONE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "QUARTO_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_a_chapter_that_cites_a_known_source_speaks_for_the_others(book: Path) -> None:
    known = {"smith2024"}.__contains__
    environment = {"QUARTO_PROJECT_DIR": str(book)}
    assert cites_elsewhere(environment, known)
    assert not cites_elsewhere(environment, lambda _: False)
    assert not cites_elsewhere({}, known)
    assert not cites_elsewhere({"QUARTO_PROJECT_DIR": str(book / "gone")}, known)
    (book / "one.qmd").unlink()
    assert not cites_elsewhere(environment, known), "the project cannot be read"


def test_check_and_the_gate_count_its_call_outs_alike(
    book: Path, pandoc: Pandoc, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "two.qmd"]) == 0
    assert "two.qmd:1:4: “Smith (2024)”" in capsys.readouterr().out
    options = ["-f", "markdown", "-t", "plain", "-M", "bibliography=refs.bib", "two.qmd"]
    project = {"QUARTO_PROJECT_DIR": str(book)}
    done = run_pandoc(pandoc, options, folder=book, environment=project)
    assert done.returncode == 0, done.stderr
    assert "no citations; 2 unmarked call-outs" in done.stderr
    done = run_pandoc(pandoc, options, folder=book)
    assert done.returncode == 83, "without the book it is a document of its own"


def test_a_book_that_cites_in_plain_words_alone_is_not_judged(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (book / "one.qmd").write_text("Words.\n", encoding="utf-8")
    assert main(["check", "."]) == 2
    assert "where: two.qmd:1:4: 'Smith (2024)'" in capsys.readouterr().out
