from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.cli.shared.record_name import tell_name

GIVEN: dict[str, Any] = {
    "files": ("paper.docx",),
    "corpus": None,
    "reader": None,
    "defaults": (),
    "metadata": (),
    "metadata_file": (),
    "bibliography": ("my refs.bib",),
}


def test_where_no_file_can_hold_the_line_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my refs.bib").touch()
    tell_name(Path("my refs.ars.yaml"), [Path("paper.docx")], GIVEN, record=True)
    said = capsys.readouterr().out
    assert 'the metadata of the document: bibliography: "`my refs.bib`"' in said
    assert "in a Makefile: pandoc --bibliography 'my refs.bib' --filter ars-gate" in said
    assert list(tmp_path.iterdir()) == [tmp_path / "my refs.bib"]


def test_each_document_gets_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["a.md", "b.md"]
    for name in names:
        Path(name).write_text("Words.\n")
    tell_name(Path("x.ars.yaml"), [*map(Path, names)], GIVEN, record=True)
    for name in names:
        assert Path(name).read_text() == "---\nars-corpus: 'x.ars.yaml'\n---\n\nWords.\n"
    assert "b.md: wrote ars-corpus: x.ars.yaml" in capsys.readouterr().out
