"""What makes a PDF is found by what is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc import pdf_engine


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
