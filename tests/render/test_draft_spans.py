"""Draft markers, looked for in what Pandoc wrote."""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import typst

from ars_pandoc.pandoc.executable import Pandoc
from ars_pandoc.verdict.matrix import ROWS
from tests.conftest import PANDOCS, run_pandoc

SHARED = Path(__file__).parent.parent / "golden" / "_shared"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TEXT = """\
# Heading [@smith2024]

One [@smith2024], two [@unheld2024, p. 3], three [@unread2024, p. 3].
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SHARED, tmp_path, dirs_exist_ok=True)
    return tmp_path


def draft(pandoc: Pandoc, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    options = ["-M", "ars-mode=draft", "-M", "bibliography=refs.bib", "-s", *arguments]
    done = run_pandoc(pandoc, options, folder=folder, text=TEXT)
    assert done.returncode == 0, done.stderr
    return done


def test_docx_highlights_each_refused_citation_and_nothing_else(
    pandoc: Pandoc, folder: Path
) -> None:
    draft(pandoc, folder, "-o", "draft.docx")
    with zipfile.ZipFile(folder / "draft.docx") as archive:
        body = ET.fromstring(archive.read("word/document.xml"))
    highlighted = [
        "".join(text.text or "" for text in run.iter(f"{W}t"))
        for run in body.iter(f"{W}r")
        if run.find(f"{W}rPr/{W}highlight") is not None
    ]
    shown = "".join(highlighted)
    no_locator, no_original = ROWS[1].marker, ROWS[2].marker
    assert no_locator is not None
    assert no_original is not None
    assert shown == no_locator * 2 + no_original
    headings = [
        "".join(text.text or "" for text in paragraph.iter(f"{W}t"))
        for paragraph in body.iter(f"{W}p")
        if (style := paragraph.find(f"{W}pPr/{W}pStyle")) is not None
        and style.get(f"{W}val") == "Heading1"
    ]
    assert len(headings) == 1
    assert "UNVERIFIED" not in headings[0]


def test_html_marks_and_names_the_status(pandoc: Pandoc, folder: Path) -> None:
    shown = draft(pandoc, folder, "-t", "html", "--wrap=none", "--toc").stdout
    assert shown.count("<mark>") == 3
    assert 'data-custom-style="ARS Unverified"' in shown
    assert "HIGH-WARN-NO-ORIGINAL" in shown
    navigation = shown[shown.index("<nav") : shown.index("</nav>")]
    assert "UNVERIFIED" not in navigation


def test_typst_highlights_and_compiles(folder: Path) -> None:
    draft(PANDOCS[0], folder, "-t", "typst", "--citeproc", "-o", "draft.typ")
    text = (folder / "draft.typ").read_text(encoding="utf-8")
    assert text.count("#highlight[") == 3
    pdf = typst.compile(str(folder / "draft.typ"))
    assert isinstance(pdf, bytes)
    assert io.BytesIO(pdf).read(5) == b"%PDF-"


def test_a_draft_never_refuses_and_says_what_the_gate_would_do(
    pandoc: Pandoc, folder: Path
) -> None:
    done = draft(pandoc, folder, "-t", "plain")
    assert "3 of 4 citations marked as unverified" in done.stderr
    assert "the gate would refuse this document" in done.stderr


NO_LOCATOR = "[UNVERIFIED CITATION — NO QUOTE OR PAGE LOCATOR]"
NO_ORIGINAL = "[UNVERIFIED CITATION — NO ORIGINAL]"


def test_plain_text_shows_each_marker_behind_its_citation(pandoc: Pandoc, folder: Path) -> None:
    shown = draft(pandoc, folder, "-t", "plain", "--wrap=none").stdout
    assert f"One [@smith2024] {NO_LOCATOR}, two [@unheld2024, p. 3] {NO_ORIGINAL}, three" in shown
    assert shown.count("[UNVERIFIED") == 3


def test_latex_highlights_each_marker(pandoc: Pandoc, folder: Path) -> None:
    shown = draft(pandoc, folder, "-t", "latex", "--wrap=none", "--columns=1000").stdout
    body = shown[shown.index(r"\begin{document}") :]
    if pandoc.version >= (3,):
        assert body.count(r"\hl{") == 3
        assert "soul" in shown
    else:
        assert body.count(r"\fboxsep=1pt") == 3
        assert r"\colorbox{yellow}{\strut [UNVERIFIED}" in body
        assert "{xcolor}" in shown
    heading = next(line for line in body.splitlines() if line.startswith(r"\section"))
    assert "UNVERIFIED" not in heading


def test_odt_carries_the_style_and_where_pandoc_can_the_highlight(
    pandoc: Pandoc, folder: Path
) -> None:
    draft(pandoc, folder, "-o", "draft.odt")
    with zipfile.ZipFile(folder / "draft.odt") as archive:
        content = archive.read("content.xml").decode()
    ET.fromstring(content)
    assert content.count("UNVERIFIED") == 3
    if pandoc.version >= (3,):
        assert content.count('text:style-name="ARS Unverified"') == 3
        assert content.count('text:style-name="Highlighted"') == 3
    else:
        assert content.count('text:style-name="Strong_20_Emphasis">[UNVERIFIED') == 3


def test_epub_marks_each_citation(pandoc: Pandoc, folder: Path) -> None:
    draft(pandoc, folder, "-M", "title=T", "-o", "draft.epub")
    with zipfile.ZipFile(folder / "draft.epub") as archive:
        chapters = [
            archive.read(name).decode() for name in archive.namelist() if name.endswith("xhtml")
        ]
        navigation = "".join(
            archive.read(name).decode()
            for name in archive.namelist()
            if Path(name).name in ("nav.xhtml", "toc.ncx")
        )
    assert "".join(chapters).count("<mark>") == 3
    assert "UNVERIFIED" not in navigation
