from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typst

from ars_pandoc.cli import main
from ars_pandoc.corpus.load import load_corpus
from ars_pandoc.grounding.catalog import load_catalog
from tests.corpus.sidecars import raw_entry, write_sidecar

BODY = (
    "When publishers bypass peer review, the share of wrong references rises to a quarter of all "
    "references within two years of the change.\n\n" + "Nobody knows why this is so. " * 40
)


def pdf(path: Path, title: str, author: str, body: str = BODY) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    source = path.with_suffix(".typ")
    source.write_text(f"= {title}\n\n{author}\n\n{body}", encoding="utf-8")
    typst.compile(str(source), str(path))
    source.unlink()
    return path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_SOURCES", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    write_sidecar(
        tmp_path / "refs.ars.yaml",
        raw_entry("gates", title="Gates and citations: a study of doors"),
        raw_entry("other", title="Something else entirely", authors=[{"family": "Müller"}]),
    )
    return tmp_path


def entry(folder: Path, key: str) -> dict[str, Any]:
    return dict(load_corpus(folder / "refs.ars.yaml").entries[key].fields)


def test_a_pdf_that_is_the_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf(folder / "papers" / "g.pdf", "Gates and citations", "Jane Smith")
    assert main(["pin", "gates", "papers/g.pdf"]) == 0
    assert "gates: pinned: g.pdf; title and author stand on its first pages" in (
        capsys.readouterr().out
    )
    [snapshot] = load_catalog([folder / "refs.ars.yaml"]).snapshots("gates")
    assert snapshot.content_match
    assert snapshot.media_type == "application/pdf"
    assert snapshot.origin == "g.pdf"
    [stored] = (folder / ".ars" / "sources").iterdir()
    assert stored.name == f"{snapshot.sha256}.pdf.gz"
    assert (folder / ".ars" / ".gitignore").exists()
    fields = entry(folder, "gates")
    assert fields["source_acquired"] is True
    assert fields["source_acquisition_path"] == "papers/g.pdf"
    assert "source_verified_against_original" not in fields, "the catalog says so"
    before = stored.read_bytes()
    assert main(["pin", "gates", "papers/g.pdf"]) == 0
    assert len(load_catalog([folder / "refs.ars.yaml"]).snapshots("gates")) == 1
    assert stored.read_bytes() == before


def test_a_pdf_that_is_another_paper_is_held_and_not_verified(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf(folder / "g.pdf", "The wrong paper about birds", "John Doe")
    assert main(["pin", "gates", "g.pdf"]) == 1
    said = capsys.readouterr().out
    assert "neither the title nor an author stands on its first pages" in said
    assert "read:  “The wrong paper about birds" in said
    [snapshot] = load_catalog([folder / "refs.ars.yaml"]).snapshots("gates")
    assert not snapshot.content_match
    assert "source_acquired" not in entry(folder, "gates")


def test_what_anyone_can_type_is_no_cross_check(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "g.txt").write_text(f"Gates and citations\nJane Smith\n\n{BODY}", encoding="utf-8")
    assert main(["pin", "gates", "g.txt"]) == 1
    assert "a file of its kind can be typed by anyone" in capsys.readouterr().out
    [snapshot] = load_catalog([folder / "refs.ars.yaml"]).snapshots("gates")
    assert not snapshot.content_match


def test_a_folder_is_placed_by_title_and_authors(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf(folder / "papers" / "1.pdf", "Gates and citations: a study of doors", "J. Smith")
    pdf(folder / "papers" / "deep" / "2.pdf", "Something else entirely", "H. Müller")
    pdf(folder / "papers" / "3.pdf", "Unknown work", "No One")
    (folder / "papers" / "4.pdf").write_bytes(b"%PDF-1.4 broken")
    (folder / "papers" / "notes.xyz").write_text("not looked at", encoding="utf-8")
    assert main(["pin", "--from", "papers"]) == 1
    said = capsys.readouterr()
    assert "2 files placed of 4" in said.err
    assert "3.pdf: no entry of the sidecar has its title or DOI" in said.err
    assert "4.pdf: " in said.err
    catalog = load_catalog([folder / "refs.ars.yaml"])
    assert catalog.content_match("gates")
    assert catalog.content_match("other")


def test_from_a_pinned_pdf_to_the_gate(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A quote is looked up in the PDF, and a false one is refused with the nearest words."""
    pdf(folder / "g.pdf", "Gates and citations", "Jane Smith")
    assert main(["pin", "gates", "g.pdf"]) == 0
    (folder / "refs.bib").touch()
    true = "the share of wrong references rises to a quarter"
    for quote, status in (
        (true, "LOW-WARN"),
        (true.replace("rises", "falls"), "HIGH-WARN-QUOTE-NOT-FOUND"),
    ):
        text = f'---\nbibliography: refs.bib\n---\n\nSo [[@gates]]{{quote="{quote}"}}.\n'
        (folder / "paper.md").write_text(text, encoding="utf-8")
        capsys.readouterr()
        assert main(["check", "--format", "json", "paper.md"]) == 1
        [document] = json.loads(capsys.readouterr().out)["documents"]
        assert document["citations"][0]["status"] == status, document["citations"][0]
        assert document["citations"][0]["trust"] == "pinned"


def test_a_comment_on_a_work_is_not_the_work(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf(folder / "c.pdf", "Comment on: Gates and citations", "John Doe, on Jane Smith")
    assert main(["pin", "gates", "c.pdf"]) == 1
    assert "it may be a comment on the work" in capsys.readouterr().out


def test_jats_says_who_wrote_it_and_that_it_was_retracted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "g.xml").write_text(
        '<article article-type="retracted-article"><front><article-meta><title-group>'
        "<article-title>Gates and citations</article-title></title-group><contrib-group>"
        '<contrib contrib-type="author"><name><surname>Smith</surname></name></contrib>'
        "</contrib-group></article-meta></front>"
        f"<body><sec><title>Results</title><p>{BODY}</p></sec></body></article>",
        encoding="utf-8",
    )
    assert main(["pin", "gates", "g.xml"]) == 0
    assert "the article says that it was retracted" in capsys.readouterr().out
    assert load_catalog([folder / "refs.ars.yaml"]).retracted("gates") is not None


def test_the_files_that_zotero_names(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf(folder / "files" / "12" / "Smith.pdf", "Gates and citations", "J. Smith")
    bib = "@article{gates, title={T}, file={Full text:files/12/Smith.pdf:application/pdf}}\n"
    (folder / "refs.bib").write_text(bib, encoding="utf-8")
    assert main(["pin", "--from-bibliography", "refs.bib"]) == 0
    assert load_catalog([folder / "refs.ars.yaml"]).content_match("gates")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["gone", "g.pdf"], "'gone' not in literature_corpus[]"),
        (["gates", "gone.pdf"], "gone.pdf"),
        (["gates"], "give KEY and FILE"),
        ([], "give KEY and FILE"),
        (["gates", "x", "--from", "y"], "give KEY and FILE"),
        (["--from", "nowhere"], "is no folder"),
    ],
)
def test_what_cannot_be_pinned(
    folder: Path, arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "refs.ars.yaml").read_bytes()
    assert main(["pin", *arguments]) == 2
    assert why in capsys.readouterr().err
    assert (folder / "refs.ars.yaml").read_bytes() == before
    assert not (folder / ".ars" / "catalog.yaml").exists()
