"""`ars pin`: real files of each kind, with the catalog and the sidecar that they lead to."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import typst

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Catalog, load_catalog
from ars_pandoc.corpus.load_sidecar import load_corpus
from tests.cli.terminal import converse
from tests.corpus.sidecars import raw_entry, write_sidecar

TITLE = "Gates and citations: a study of doors"
BODY = (
    "When publishers bypass peer review, the share of wrong references rises to a quarter of all "
    "references within two years of the change.\n\n" + "Nobody knows why this is so. " * 40
)
JATS = """\
<article><front><article-meta><article-id pub-id-type="doi">10.1000/Gates</article-id>
<title-group><article-title>Gates and <italic>citations</italic></article-title>
<subtitle>a study of doors</subtitle></title-group>
<contrib-group><contrib><name><surname>Smith</surname><given-names>Jane</given-names></name>
</contrib></contrib-group>{related}</article-meta></front>
<body><p>When publishers bypass peer review, the share rises.</p></body></article>
"""


def pdf(path: Path, title: str, author: str, lead: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    source = path.with_suffix(".typ")
    source.write_text(f"{lead}\n\n= {title}\n\n{author}\n\n{BODY}", encoding="utf-8")
    path.write_bytes(typst.compile(str(source)))
    source.unlink()
    return path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_SOURCES", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    write_sidecar(
        tmp_path / "refs.ars.yaml",
        raw_entry("gates", title=TITLE, doi="10.1000/gates"),
        raw_entry("other", title="Something else entirely", authors=[{"family": "Müller"}]),
    )
    return tmp_path


def entry(folder: Path, key: str) -> dict[str, Any]:
    return dict(load_corpus(folder / "refs.ars.yaml").entries[key].fields)


def catalog(folder: Path) -> Catalog:
    return load_catalog([folder / "refs.ars.yaml"])


def test_a_pdf_that_is_the_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf(folder / "papers" / "g.pdf", TITLE, "Jane Smith")
    assert main(["pin", "gates", "papers/g.pdf", "--licence", "CC-BY-4.0"]) == 0
    out = capsys.readouterr().out
    assert out == "gates: pinned: g.pdf; title and author stand on its first pages\n"
    [snapshot] = catalog(folder).snapshots("gates")
    assert snapshot.content_match
    assert snapshot.media_type == "application/pdf"
    assert (snapshot.origin, snapshot.licence) == ("g.pdf", "CC-BY-4.0")
    [stored] = (folder / ".ars" / "sources").iterdir()
    assert stored.name == f"{snapshot.sha256}.pdf.gz"
    assert (folder / ".ars" / ".gitignore").read_text("utf-8").splitlines()[1] == "sources/"
    fields = entry(folder, "gates")
    assert fields["source_acquired"] is True
    assert fields["source_acquisition_path"] == "papers/g.pdf"
    assert fields["source_acquisition_date"]


def test_pinning_twice_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf(folder / "g.pdf", TITLE, "Jane Smith")
    main(["pin", "gates", "g.pdf"])
    files = (folder / ".ars" / "catalog.yaml", folder / "refs.ars.yaml")
    before = [path.read_bytes() for path in files]
    assert main(["pin", "gates", "g.pdf"]) == 0
    assert "pinned already" in capsys.readouterr().out
    assert [path.read_bytes() for path in files] == before


def test_a_pdf_that_is_another_paper_says_what_was_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf(folder / "g.pdf", "On the nature of windows", "Ann Lee")
    assert main(["pin", "gates", "g.pdf"]) == 1
    out = capsys.readouterr().out
    assert "held, not verified" in out
    assert "On the nature of windows" in out
    assert not catalog(folder).content_match("gates")
    assert catalog(folder).pinned("gates")
    assert "source_acquired" not in entry(folder, "gates")


def test_a_comment_on_the_work_is_not_the_work(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf(folder / "g.pdf", f"Comment on {TITLE}", "Ann Lee on Jane Smith")
    assert main(["pin", "gates", "g.pdf"]) == 1
    assert "it is about this work" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["g.txt", "g.md", "g.html"])
def test_what_anyone_can_type_is_never_a_content_match(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        f"<html><h1>{TITLE}</h1><p>Jane Smith</p></html>"
        if name == "g.html"
        else f"{TITLE}\n\nJane Smith\n"
    )
    (folder / name).write_text(text, encoding="utf-8")
    assert main(["pin", "gates", name]) == 1
    assert "anyone can have typed such a file" in capsys.readouterr().out
    assert not catalog(folder).content_match("gates")


def test_html_with_the_doi_of_the_entry(folder: Path) -> None:
    page = (
        '<html><head><meta name="citation_doi" content="{doi}"><meta name="citation_author" '
        f'content="Smith, Jane"></head><body><h1>{TITLE}</h1><p>Words.</p></body></html>'
    )
    (folder / "g.html").write_text(page.replace("{doi}", "10.1000/other"), encoding="utf-8")
    assert main(["pin", "gates", "g.html"]) == 1
    (folder / "g.html").write_text(page.replace("{doi}", "10.1000/Gates"), encoding="utf-8")
    assert main(["pin", "gates", "g.html"]) == 0


def test_jats_tells_its_own_retraction(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    related = '<related-article related-article-type="retraction-forward"/>'
    (folder / "g.xml").write_text(JATS.replace("{related}", ""), encoding="utf-8")
    assert main(["pin", "gates", "g.xml"]) == 0
    assert catalog(folder).retracted("gates") is None
    (folder / "r.xml").write_text(JATS.replace("{related}", related), encoding="utf-8")
    assert main(["pin", "gates", "r.xml"]) == 0
    assert catalog(folder).retracted("gates") is not None
    assert "retracted" in capsys.readouterr().out


def test_a_pdf_that_a_password_opens_is_pinned_as_a_copy_that_needs_none(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = pdf(folder / "plain.pdf", TITLE, "Jane Smith")
    with pikepdf.open(plain) as file:
        lock = pikepdf.Encryption(owner="other", user="s3cret-words", R=6)
        file.save(folder / "locked.pdf", encryption=lock)
    assert main(["pin", "gates", "locked.pdf"]) == 2
    said = capsys.readouterr().out
    assert "encrypted with a password" in said
    assert "ARS_PDF_PASSWORD" in said
    assert main(["pin", "gates", "locked.pdf", "--remove"]) == 0
    assert main(["pin", "gates", "locked.pdf", "--password", "wrong"]) == 2
    assert "the password is wrong" in capsys.readouterr().err
    assert catalog(folder).snapshots("gates") == ()
    monkeypatch.setenv("ARS_PDF_PASSWORD", "s3cret-words")
    assert main(["pin", "gates", "locked.pdf"]) == 0
    told = capsys.readouterr()
    assert "gates: pinned: locked.pdf" in told.out
    assert "a copy that opens without the password" in told.err
    monkeypatch.delenv("ARS_PDF_PASSWORD")
    (folder / "paper.md").write_text(
        'Said [[@gates]]{quote="When publishers bypass peer review, the share"}.\n', "utf-8"
    )
    assert main(["ground", "--corpus", "refs.ars.yaml", "paper.md"]) == 0, capsys.readouterr()
    # Neither the store nor the records, nor the cache, know the password.
    kept = [path for path in folder.rglob("*") if path.is_file() and path.name != "locked.pdf"]
    for path in kept:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        assert b"s3cret-words" not in data
    assert main(["pin", "gates", "locked.pdf", "--remove", "--password", "s3cret-words"]) == 0
    assert catalog(folder).snapshots("gates") == ()


def test_the_password_is_asked_for_on_a_terminal(folder: Path) -> None:
    with pikepdf.open(pdf(folder / "plain.pdf", TITLE, "Jane Smith")) as file:
        lock = pikepdf.Encryption(owner="other", user="s3cret-words", R=6)
        file.save(folder / "locked.pdf", encryption=lock)
    turns = [("Password of locked.pdf", b"s3cret-words\n")]
    code, said = converse(["pin", "gates", "locked.pdf"], folder, turns)
    assert code == 0, said
    assert "Password of locked.pdf" in said
    assert "s3cret-words" not in said


def test_what_cannot_be_read_is_held_or_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "scan.pdf").write_bytes(b"%PDF-1.7 cut short")
    assert main(["pin", "gates", "scan.pdf"]) == 2
    assert "ars verify gates --method vision_check" in capsys.readouterr().out
    assert not catalog(folder).content_match("gates")
    (folder / "a.png").write_bytes(b"\x89PNG\r\n")
    assert main(["pin", "other", "a.png"]) == 2
    assert "image" in capsys.readouterr().err
    assert not catalog(folder).pinned("other")


def test_bad_calls(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pin", "gates"]) == 2
    assert main(["pin", "nobody", "refs.ars.yaml"]) == 2
    assert main(["pin", "gates", "nowhere.pdf"]) == 2
    assert main(["pin", "--from", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err
    assert not (folder / ".ars").exists()


def test_a_folder_is_placed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    papers = folder / "papers"
    pdf(papers / "x1.pdf", TITLE, "Jane Smith")
    pdf(papers / "deep" / "x2.pdf", "Something else entirely", "K. Müller")
    pdf(papers / "x3.pdf", "On the nature of windows", "Ann Lee")
    (papers / "x4.pdf").write_bytes(b"%PDF-1.7 cut short")
    outside = pdf(folder / "outside.pdf", TITLE, "Jane Smith")
    (papers / "link.pdf").symlink_to(outside)
    assert main(["pin", "--from", "papers"]) == 1
    out, err = capsys.readouterr()
    assert "gates: pinned: x1.pdf" in out
    assert "other: pinned: deep/x2.pdf" in out
    assert "2 files placed of 4" in err
    assert "2 files that could not be placed:" in err
    assert "  link.pdf: a link that leads out of the folder is not followed" in err
    assert "  x4.pdf: the PDF is damaged or cut short" in err
    assert "1 file whose title and DOI no entry of the sidecar has:\n  x3.pdf\n" in err
    assert catalog(folder).content_match("other")
    assert entry(folder, "other")["source_acquisition_path"] == "papers/deep/x2.pdf"


@pytest.mark.parametrize(
    "field",
    [
        "{Full text:files/1/g.pdf:application/pdf;Snapshot:files/1/no.html:text/html}",
        '"files/1/g.pdf"',
        r"{Smith\: Gates:files/1/g.pdf:application/pdf}",
    ],
)
def test_files_that_a_bibliography_names(
    folder: Path, field: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf(folder / "files" / "1" / "g.pdf", TITLE, "Jane Smith")
    (folder / "refs.bib").write_text(
        f"@article{{gates,\n  title = {{Gates}},\n  file = {field},\n  year = 2024}}\n"
        "@book{other, title = {Something}}\n",
        encoding="utf-8",
    )
    code = main(["pin", "--from-bibliography", "refs.bib"])
    out, err = capsys.readouterr()
    assert "gates: pinned: g.pdf" in out
    assert code == (1 if "no.html" in field else 0)
    assert ("does not exist" in err) is ("no.html" in field)


def test_from_a_pinned_pdf_to_the_gate(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quote is looked up in the PDF, and a false one is refused."""
    monkeypatch.setenv("ARS_CACHE_DIR", str(folder / "cache"))
    pdf(folder / "g.pdf", TITLE, "Jane Smith")
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
        [citation] = document["citations"]
        assert (citation["status"], citation["trust"]) == (status, "pinned")


def test_a_file_that_is_another_source_of_the_sidecar(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The classic case: two downloads that were mixed up."""
    pdf(folder / "o.pdf", "Something else entirely", "K. Müller")
    assert main(["pin", "gates", "o.pdf"]) == 1
    out = capsys.readouterr().out
    assert "  next: it is other: ars pin gates o.pdf --remove\n  then: ars pin other o.pdf\n" in out


def test_a_wrong_file_is_taken_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf(folder / "g.pdf", TITLE, "Jane Smith")
    pdf(folder / "wrong one.pdf", "On the nature of windows", "Ann Lee")
    main(["pin", "gates", "g.pdf"])
    assert main(["pin", "gates", "wrong one.pdf"]) == 1
    assert "ars pin gates 'wrong one.pdf' --remove, and pin the right" in capsys.readouterr().out
    assert main(["pin", "gates", "wrong one.pdf", "--remove"]) == 0
    assert [one.origin for one in catalog(folder).snapshots("gates")] == ["g.pdf"]
    assert main(["pin", "gates", "wrong one.pdf", "--remove"]) == 1
    assert "wrong one.pdf is not pinned" in capsys.readouterr().out
    assert main(["pin", "gates", "--remove"]) == 0
    assert "source_acquired: true" in capsys.readouterr().err
    assert not catalog(folder).pinned("gates")
    assert main(["pin", "gates", "--remove"]) == 1


def test_zoteros_own_storage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Folders of eight characters with one file each, and Zotero's own litter."""
    storage = folder / "Zotero" / "storage"
    pdf(storage / "ABCD2345" / "Smith - 2024 - Gates.pdf", TITLE, "Jane Smith")
    snapshot = (
        '<html><head><meta name="citation_doi" content="10.1000/gates"><meta name="citation_author"'
        f' content="Smith, Jane"></head><body><h1>{TITLE}</h1><p>Words.</p></body></html>'
    )
    litter = {
        "EFGH6789/gates.html": snapshot,
        "ABCD2345/.zotero-ft-cache": f"{TITLE} Jane Smith",
        "ABCD2345/.zotero-reader-state": "{}",
        "EFGH6789/.zotero-ft-info": "x",
        "IJKL2345/notes.md": f"# {TITLE}\n\nJane Smith says what I like to read.",
        "MNOP2345/picture.png": "x",
        "QRST2345/page.html": f"<html><h1>{TITLE}</h1>Jane Smith</html>",
    }
    for name, text in litter.items():
        (storage / name).parent.mkdir(exist_ok=True)
        (storage / name).write_text(text, encoding="utf-8")
    assert main(["pin", "--from", "Zotero/storage"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "gates: pinned: ABCD2345/Smith - 2024 - Gates.pdf; title and author stand on its first "
        "pages",
        "gates: pinned: EFGH6789/gates.html; title and author stand on its first pages",
    ]
    assert "2 files placed of 4\n2 files that could not be placed:\n" in err
    assert "IJKL2345/notes.md: it may be gates, but anyone can have typed such a file" in err
    assert "QRST2345/page.html: it may be gates, but anyone can have typed" in err
    assert "1 source without a file here:\n  other\n" in err
    assert len(catalog(folder).snapshots("gates")) == 2
    acquired = entry(folder, "gates")["source_acquisition_path"]
    assert acquired == "Zotero/storage/ABCD2345/Smith - 2024 - Gates.pdf"


def test_what_was_placed_is_not_read_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf(folder / "papers" / "g.pdf", TITLE, "Jane Smith")
    main(["pin", "--from", "papers"])
    pdf(folder / "papers" / "h.pdf", "Something else entirely", "K. Müller")
    capsys.readouterr()
    assert main(["pin", "--from", "papers"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "gates: pinned already: g.pdf",
        "other: pinned: h.pdf; title and author stand on its first pages",
    ]
    (folder / "refs.ars.yaml").write_bytes(
        (folder / "refs.ars.yaml").read_bytes().replace(b"source_acquired: true", b"venue: V")
    )
    assert main(["pin", "--from", "papers"]) == 0
    assert entry(folder, "gates")["source_acquired"] is True, "the entry learns it again"


def test_a_paper_that_cites_the_source_is_not_the_source(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lead = f"= Something else entirely\n\nK. Müller\n\nWe follow Smith, {TITLE}."
    pdf(folder / "papers" / "x.pdf", "1 Introduction", "", lead)
    assert main(["pin", "--from", "papers"]) == 0
    assert capsys.readouterr().out.startswith("other: pinned: x.pdf")


def test_a_longer_title_holds_a_shorter_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_sidecar(
        folder / "refs.ars.yaml",
        raw_entry("first", title="Gates and citations in the wild"),
        raw_entry("second", title="Gates and citations in the wild: a second study"),
    )
    pdf(folder / "papers" / "1.pdf", "Gates and citations in the wild", "Jane Smith")
    pdf(folder / "papers" / "2.pdf", "Gates and citations in the wild: a second study", "J. Smith")
    assert main(["pin", "--from", "papers"]) == 0
    assert [line.split(";")[0] for line in capsys.readouterr().out.splitlines()] == [
        "first: pinned: 1.pdf",
        "second: pinned: 2.pdf",
    ]


def test_linked_files_lie_elsewhere(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf(folder / "dropbox" / "Smith" / "g.pdf", TITLE, "Jane Smith")
    (folder / "work").mkdir()
    (folder / "work" / "refs.bib").write_text(
        r"@article{gates, file = {:C$\backslash$:/Users/me/papers/Smith/g.pdf:pdf}}" "\n"
    )
    assert main(["pin", "--from-bibliography", "work/refs.bib"]) == 1
    _, err = capsys.readouterr()
    assert "gates: C:/Users/me/papers/Smith/g.pdf: it does not exist" in err
    assert "next: if the files lie elsewhere now: ars pin --from-bibliography work/refs.bib" in err
    assert main(["pin", "--from-bibliography", "work/refs.bib", "--base", "dropbox"]) == 0
    assert "gates: pinned: g.pdf" in capsys.readouterr().out


def test_a_folder_is_asked_about_on_a_terminal(folder: Path) -> None:
    pdf(folder / "papers" / "g.pdf", TITLE, "Jane Smith")
    question = "Pin 1 file? [Y/n]: "
    code, shown = converse(["pin", "--from", "papers"], folder, [(question, b"n\n")])
    assert code == 1
    assert "  gates: g.pdf\n" in shown
    assert "Nothing was written." in shown
    assert "reading files" in shown, "the bar"
    assert not (folder / ".ars").exists()
    code, shown = converse(["pin", "--from", "papers"], folder, [(question, b"\n")])
    assert code == 0
    assert catalog(folder).content_match("gates")


def test_the_file_of_another_work_is_refused_at_the_gate_until_that_is_known(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Row 4b: the file's own DOI is another's, and neither title nor first author stands in it."""
    (folder / "gates.xml").write_text(
        JATS.format(related="")
        .replace("10.1000/Gates", "10.1000/cabbage")
        .replace("Gates and <italic>citations</italic>", "Fermented cabbage")
        .replace("a study of doors", "and the gut")
        .replace("Smith", "Quux"),
        encoding="utf-8",
    )
    main(["pin", "gates", "gates.xml"])
    main(["verify", "gates", "--method", "manual_grep", "--yes"])
    main(["mark-read", "gates", "--yes"])
    (folder / "paper.md").write_text("As [@gates, p. 3] says.\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["check", "paper.md", "--corpus", "refs.ars.yaml"]) == 1
    said = capsys.readouterr().out
    assert "HIGH-WARN-OTHER-WORK" in said
    assert "Fermented cabbage" in said
    assert TITLE in said
    assert "ars pin gates FILE" in said
    line = ["acknowledge", "gates", "--what", "other-work", "--note", "a reprint", "--yes"]
    assert main(line) == 0
    capsys.readouterr()
    assert main(["check", "paper.md", "--corpus", "refs.ars.yaml"]) == 0
    assert "1 acknowledged: gates (other-work)" in "".join(capsys.readouterr())
