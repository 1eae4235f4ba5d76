"""Templates are written whole or not at all, and nothing of the writer's is replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli import main
from ars_pandoc.cli.shared.project_template import template_names, write_template
from tests.conftest import ROOT


def test_the_templates_are_there() -> None:
    assert template_names() == ["agents", "quarto", "thesis"]


def test_the_block_for_agents_needs_no_make(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "a b"
    assert main(["init", "--template", "agents", str(folder)]) == 0
    assert capsys.readouterr().out.endswith(f"next: read '{folder / 'README.md'}'\n")
    assert (folder / "citations.md").is_file()


def test_a_quarto_book_brings_its_filter(tmp_path: Path) -> None:
    written = write_template("quarto", tmp_path / "book")
    names = {path.relative_to(tmp_path / "book").as_posix() for path in written}
    assert {"_quarto.yml", "index.qmd", ".gitignore", "references.ars.yaml"} <= names
    lua = tmp_path / "book" / "_extensions" / "ars-gate" / "ars-gate.lua"
    assert lua.read_bytes() == (ROOT / "_extensions/ars-gate/ars-gate.lua").read_bytes()
    assert main(["check", str(tmp_path / "book")]) == 1, "nobody has read the source yet"


def test_it_is_written_whole(tmp_path: Path) -> None:
    written = write_template("thesis", tmp_path / "a" / "thesis")
    source = ROOT / "templates" / "thesis"
    expected = {p.relative_to(source): p.read_bytes() for p in source.rglob("*") if p.is_file()}
    folder = tmp_path / "a" / "thesis"
    assert {p.relative_to(folder): p.read_bytes() for p in written} == expected
    assert {Path("Makefile"), Path(".gitignore"), Path("references.ars.yaml")} <= set(expected)


def test_a_file_that_is_there_stops_it_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    with pytest.raises(ArsError, match=r"README\.md is there already; nothing was written"):
        write_template("thesis", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "mine"


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ArsError, match="no template 'novel'") as error:
        write_template("novel", tmp_path / "x")
    assert "thesis" in str(error.value)
    assert not (tmp_path / "x").exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ArsError, match="cannot be written to"):
        write_template("thesis", tmp_path / "file" / "thesis")
