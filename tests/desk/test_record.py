"""The record of a desk has the real numbers, and escapes what others wrote."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.edit_judgements import add_lines, new_line
from tests.checking.papers import write_quotes

SENTENCE = "Found , altered , invented , in the abstract , a place , and not checked ."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    write_quotes(tmp_path)
    return tmp_path


def judge(folder: Path, by: str, verdict: str) -> None:
    line = new_line(
        key="read", sentence=SENTENCE, verdict=verdict, by=by, note="<script>alert(1)</script>",
        anchor=("quote", "When publishers bypass peer review"), via="desk",
    )  # fmt: skip
    add_lines(folder / "literature_corpus.yaml", [line])


def test_who_judged_what_and_a_paragraph_with_the_numbers(folder: Path) -> None:
    judge(folder, "person:Ada", "supports")
    judge(folder, "person:Bob", "partly")
    assert main(["desk", "paper.md", "--report", "record.html"]) == 0
    page = (folder / "record.html").read_text("utf-8")
    assert "The manuscript has 6 citations of 2 sources." in page
    assert "2 quotes were found to the letter" in page
    assert "2 persons judged" in page
    assert "1 supports, 1 partly" in page
    assert "Ada and Bob judged 1 in common, 0 alike" in page
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "default-src &#39;none&#39;" in page or "default-src 'none'" in page


def test_where_nobody_judged_it_says_so(folder: Path) -> None:
    assert main(["desk", "paper.md", "--report", "record.html"]) == 0
    page = (folder / "record.html").read_text("utf-8")
    assert "No person has recorded whether the passages support the sentences." in page


@pytest.mark.parametrize("ending", ["docx", "pdf"])
def test_other_formats_go_through_pandoc(folder: Path, ending: str) -> None:
    judge(folder, "person:Ada", "supports")
    name = f"record.{ending}"
    assert main(["desk", "paper.md", "--report", name]) == 0
    data = (folder / name).read_bytes()
    if ending == "pdf":
        assert data.startswith(b"%PDF-")
    else:
        with zipfile.ZipFile(folder / name) as archive:
            assert "person:Ada" in archive.read("word/document.xml").decode()


def test_a_format_that_there_is_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desk", "paper.md", "--report", "no/such/folder/record.html"]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert not (folder / "no").exists()
