"""What makes a PDF is found by what is there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc import pdf_engine
from ars_pandoc.pandoc.command_line import read_options
from ars_pandoc.pandoc.executable import TYPST_VERSION, Pandoc
from tests.conftest import run_pandoc
from tests.golden_cases import GOLDEN

SHARED = GOLDEN / "_shared" / "refs.ars.yaml"


def test_latex_is_looked_for_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pdf_engine.latex_on_path() is None
    program = tmp_path / "tectonic"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    assert pdf_engine.latex_on_path() == str(program)


def test_without_any_engine_the_ways_to_one_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_engine, "has_own_typst", lambda: False)
    with pytest.raises(ArsError, match="nothing here makes a PDF") as told:
        pdf_engine.require_own_typst()
    steps = "\n".join(told.value.steps)
    assert "[typst]" in steps
    assert "LaTeX" in steps
    assert "-o paper.html" in steps


def test_the_kept_engine_is_named_typst(tmp_path: Path) -> None:
    path = pdf_engine.kept_own_typst({"ARS_CACHE_DIR": str(tmp_path / "c")})
    assert path.stem == "typst"
    assert path.is_absolute()


def test_the_words_for_a_shell() -> None:
    assert pdf_engine.engine_words("/usr/bin/typst") == "--pdf-engine=typst"
    assert pdf_engine.engine_words(None) == '--pdf-engine="$(ars filter-path typst)"'


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (["paper.md", "-o", "paper.pdf"], "pdflatex"),
        (["paper.md", "-t", "beamer", "-o", "slides.pdf"], "pdflatex"),
        (["paper.md", "--pdf-engine=xelatex", "-o", "paper.pdf"], "xelatex"),
        (["paper.md", "--pdf-engine=there", "-o", "paper.pdf"], None),
        (["paper.md", "-o", "paper.tex"], None),
        (["paper.md", "-t", "latex"], None),
    ],
)
def test_an_engine_that_is_not_on_path_is_missed(
    words: list[str], missing: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "there"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pdf_engine.missing_engine(read_options(words)) == missing


def test_an_old_pandoc_is_not_told_of_typst() -> None:
    assert "typst" not in pdf_engine.without_engine("pdflatex", "2.17.1.1")
    assert "filter-path typst" in pdf_engine.without_engine("pdflatex", "3.9")
    assert "ars render" in pdf_engine.without_engine("pdflatex", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the parent tells it there")
def test_the_gate_says_before_pandoc_s_error_47_what_makes_the_pdf(
    pandoc: Pandoc, tmp_path: Path
) -> None:
    """`pandoc --filter ars-gate paper.md -o paper.pdf` without LaTeX: once, and only for a PDF."""
    (tmp_path / "paper.md").write_text("A claim [@smith2024, p. 12].\n", encoding="utf-8")
    bare = tmp_path / "bin"
    bare.mkdir()
    environment = {"ARS_CORPUS": str(SHARED), "PATH": str(bare)}
    done = run_pandoc(
        pandoc, ["paper.md", "-o", "paper.pdf"], folder=tmp_path, environment=environment
    )
    assert done.returncode == 47, done.stderr
    assert done.stderr.startswith("ars-gate: 1 citation ok")
    assert done.stderr.count("ars-gate: hint: this PDF needs pdflatex") == 1
    assert ("filter-path typst" in done.stderr) is (pandoc.version >= TYPST_VERSION)
    for output in ("paper.tex", "paper.html"):
        done = run_pandoc(
            pandoc, ["paper.md", "-o", output], folder=tmp_path, environment=environment
        )
        assert done.returncode == 0
        assert "hint" not in done.stderr
