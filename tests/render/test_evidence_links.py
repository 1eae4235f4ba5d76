"""What each citation rests on, at its place and at the end, in every format (contract §12)."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.pandoc.executable import Pandoc
from tests.checking.papers import write_quotes
from tests.conftest import run_pandoc

TEXT = """\
# Intro

A claim [[@read]]{quote="When publishers bypass peer review"}. In words
<!--ref:read--><!--anchor:section:%3Cb%3EResults-->, and more. Two [@read, p. 3; @read, p. 5].

# Head [@read, p. 9]
"""


def paper(folder: Path, text: str = TEXT) -> Path:
    path = write_quotes(folder)
    path.write_text(text, "utf-8")
    return path


def html(pandoc: Pandoc, folder: Path, *options: str, **environment: str) -> str:
    given = ["paper.md", "-t", "html", *options]
    known = {"ARS_CACHE_DIR": str(folder / "cache"), **environment}
    done = run_pandoc(pandoc, given, folder=folder, environment=known)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_links_lead_both_ways_and_each_id_is_one(pandoc: Pandoc, tmp_path: Path) -> None:
    paper(tmp_path)
    page = html(pandoc, tmp_path, "-M", "ars-evidence")
    for number in range(1, 6):
        assert page.count(f'id="ars-evidence-{number}"') == 1
        assert page.count(f'id="ars-evidence-call-{number}"') == 1
        assert page.count(f'href="#ars-evidence-{number}"') == 1
        assert page.count(f'href="#ars-evidence-call-{number}"') == 1
    assert 'id="ars-evidence-6"' not in page


def test_quote_and_place_show_without_a_script_and_are_never_markup(
    pandoc: Pandoc, tmp_path: Path
) -> None:
    paper(tmp_path)
    page = " ".join(html(pandoc, tmp_path, "-M", "ars-evidence").split())
    shown = "“When publishers bypass peer review”, section “Results”, paragraph 1"
    assert page.count(shown) == 2
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;b&gt;Results" in page
    assert ":focus-within" in page
    assert "@media print" in page


def test_no_heading_holds_a_call(pandoc: Pandoc, tmp_path: Path) -> None:
    paper(tmp_path)
    page = html(pandoc, tmp_path, "-M", "ars-evidence")
    assert all("ars-evidence-call" not in one for one in re.findall(r"<h1.*?</h1>", page, re.S))


def test_without_the_option_nothing_is_added(pandoc: Pandoc, tmp_path: Path) -> None:
    paper(tmp_path)
    assert "evidence" not in html(pandoc, tmp_path)


def test_locked_the_variable_alone_counts(pandoc: Pandoc, tmp_path: Path) -> None:
    paper(tmp_path)
    locked = {"ARS_LOCKED": "1", "ARS_CORPUS": "literature_corpus.yaml"}
    assert "evidence" not in html(pandoc, tmp_path, "-M", "ars-evidence", **locked)
    assert "ars-evidence-1" in html(pandoc, tmp_path, ARS_EVIDENCE="true", **locked)


@pytest.mark.parametrize(("ending", "part"), [("docx", "word/document.xml"), ("epub", None)])
def test_word_and_epub_have_both_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, part: str | None
) -> None:
    paper(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    name = f"paper.{ending}"
    assert main(["render", "paper.md", "-M", "ars-evidence", "-M", "title=x", "-o", name]) == 0
    with zipfile.ZipFile(tmp_path / name) as archive:
        names = [part] if part else [one for one in archive.namelist() if one.endswith("html")]
        text = "".join(archive.read(one).decode() for one in names)
    anchors = re.findall(r'(?:w:anchor|href)="[^"]*?(ars-evidence[\w-]*)"', text)
    for number in range(1, 6):
        assert f"ars-evidence-{number}" in anchors
        assert f"ars-evidence-call-{number}" in anchors
        assert re.search(rf'(?:w:name|id)="ars-evidence-{number}"', text)
        assert re.search(rf'(?:w:name|id)="ars-evidence-call-{number}"', text)


def test_a_pdf_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
    from ars_pandoc.texts.source_text import shown

    paper(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    assert main(["render", "paper.md", "-M", "ars-evidence", "-o", "paper.pdf"]) == 0
    data = (tmp_path / "paper.pdf").read_bytes()
    assert "e1 read: “When publishers bypass" in shown(extract_pdf(data).text)
    assert data.count(b"/Link") >= 10
