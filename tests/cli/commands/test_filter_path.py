"""What `ars filter-path` prints is what Pandoc takes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.cli.shared import shipped_files
from ars_pandoc.pandoc import pdf_engine
from ars_pandoc.pandoc.executable import Pandoc, bundled_pandoc
from tests.conftest import GATE, clean_environment
from tests.golden_cases import GOLDEN

PASSES = "A claim [@smith2024, p. 12].\n"
SHARED = GOLDEN / "_shared" / "refs.ars.yaml"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "the cache"))


def printed(kind: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["filter-path", kind]) == 0
    return capsys.readouterr().out.rstrip("\n")


def rendered(pandoc: Pandoc, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(pandoc.path), *arguments],
        cwd=folder,
        input=PASSES,
        capture_output=True,
        text=True,
        env=clean_environment({"ARS_CORPUS": str(SHARED), "ARS_GATE": GATE}),
        check=False,
    )


@pytest.mark.parametrize(("kind", "option"), [("lua", "--lua-filter"), ("gate", "--filter")])
def test_pandoc_judges_by_it(
    kind: str, option: str, pandoc: Pandoc, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = rendered(pandoc, option, printed(kind, capsys), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "1 citation ok" in done.stderr


def test_pandoc_makes_a_pdf_without_latex_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Asked for twice: what was written before is replaced, and nothing is left beside it."""
    engine = printed("typst", capsys)
    assert printed("typst", capsys) == engine
    assert [path.name for path in Path(engine).parent.iterdir()] == ["typst"]
    options = ("--filter", GATE, f"--pdf-engine={engine}", "-o", "paper.pdf")
    done = rendered(bundled_pandoc(), *options, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")


def test_what_is_not_installed_is_said_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pdf_engine, "has_own_typst", lambda: False)
    assert main(["filter-path", "typst"]) == 2
    assert "[typst]" in capsys.readouterr().err
    monkeypatch.setattr(shipped_files, "EXTENSIONS", ())
    assert main(["filter-path", "lua"]) == 2
    assert "the Lua filter is missing\n  next: " in capsys.readouterr().err


def test_an_unwritable_cache_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "file"))
    assert main(["filter-path", "typst"]) == 2
    assert "ARS_CACHE_DIR" in capsys.readouterr().err
