from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.rewriting.name_bibliography import can_name, path_from, write_name


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Words.\n", "---\nbibliography: 'r.bib'\n---\n\nWords.\n"),
        ("\ufeffWords.\r\n", "\ufeff---\r\nbibliography: 'r.bib'\r\n---\r\n\r\nWords.\r\n"),
        ("---\n---\nWords.\n", "---\nbibliography: 'r.bib'\n---\nWords.\n"),
        (
            "---\ntitle: A # kept\n...\n\nWords.\n---\n",
            "---\ntitle: A # kept\nbibliography: 'r.bib'\n...\n\nWords.\n---\n",
        ),
    ],
)
def test_the_line_stands_in_the_header(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(before.encode())
    write_name(path, "bibliography", "r.bib")
    assert path.read_bytes().decode() == after


def test_a_defaults_file_has_metadata_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "d.yaml"
    path.write_text("standalone: true # kept\n")
    write_name(path, "ars-corpus", "x.yaml")
    write_name(path, "bibliography", "r.bib")
    text = path.read_text()
    assert "standalone: true # kept\n" in text
    assert "metadata:\n  ars-corpus: 'x.yaml'\n" in text
    assert "\nbibliography: 'r.bib'\n" in text


@pytest.mark.parametrize("text", ["---\nbibliography: a.bib\n---\n", "---\n- a\n---\n"])
def test_what_cannot_hold_the_line_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(text)
    with pytest.raises(ArsError):
        write_name(path, "bibliography", "r.bib")
    assert path.read_text() == text


def test_a_project_names_files_from_its_own_folder(tmp_path: Path) -> None:
    assert path_from(Path("refs/r.bib"), Path("book/_quarto.yml")) == "../refs/r.bib"
    assert path_from(Path("refs/r.bib"), Path("book/a.md")) == "refs/r.bib"


def test_what_can_hold_the_line() -> None:
    assert can_name(Path("a.md"))
    assert can_name(Path("a.qmd"))
    assert can_name(Path("_quarto.yml"))
    assert not can_name(Path("a.docx"))
    assert not can_name(Path("a.tex"))
