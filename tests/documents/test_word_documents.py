"""Whole Word files of each program: what Pandoc gives, what is refused, what there is to do.

No Word runs here: the files are built from the public form of each program's field codes.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest

from ars_pandoc.cli import main
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import ROOT, clean_environment, run_pandoc
from tests.test_readers import run_of, word

SHARED = ROOT / "tests" / "golden" / "_shared"
WORK = {
    "type": "article-journal",
    "title": "How publishers bypass review",
    "author": [{"family": "Smith", "given": "Ada"}],
    "issued": {"date-parts": [["2024"]]},
}
OTHER = {**WORK, "title": "A second source", "author": [{"family": "Jones", "given": "Bo"}]}
SHOWN = "(Smith, 2024, p. 3)"


def field(code: str, shown: str = SHOWN, *, data: str = "") -> str:
    """Return the runs of a field, with what a program keeps beside its code."""
    parts = (
        f'<w:fldChar w:fldCharType="begin">{data}</w:fldChar>',
        f'<w:instrText xml:space="preserve">{escape(code)}</w:instrText>',
        '<w:fldChar w:fldCharType="separate"/>',
        f"<w:t>{escape(shown)}</w:t>",
        '<w:fldChar w:fldCharType="end"/>',
    )
    return "".join(f"<w:r>{part}</w:r>" for part in parts)


def control(properties: str, content: str) -> str:
    """Return a content control around the words of a citation."""
    return (
        f'<w:sdt><w:sdtPr>{properties}<w:id w:val="12"/></w:sdtPr>'
        f"<w:sdtContent>{content}</w:sdtContent></w:sdt>"
    )


def tag(value: str) -> str:
    return f"<w:tag w:val={quoteattr(value)}/>"


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def zotero(identifier: int = 46, work: Mapping[str, object] = WORK) -> str:
    item = {
        "id": identifier,
        "uris": ["http://zotero.org/users/1/items/ABCDEFGH"],
        "itemData": {"id": identifier, **work},
        "locator": "3",
        "label": "page",
    }
    said = {"citationID": "a1", "properties": {"noteIndex": 0}, "citationItems": [item]}
    return field(f"ADDIN ZOTERO_ITEM CSL_CITATION {json.dumps(said)}")


def mendeley(work: Mapping[str, object] = WORK) -> str:
    item = {"id": "ITEM-1", "itemData": {"id": "ITEM-1", **work}, "locator": "3"}
    said = {
        "citationItems": [item],
        "mendeley": {"formattedCitation": SHOWN, "previouslyFormattedCitation": SHOWN},
        "properties": {"noteIndex": 0},
        "schema": "https://github.com/citation-style-language/schema/raw/master/csl-citation.json",
    }
    return field(f"ADDIN CSL_CITATION {json.dumps(said)}")


ENDNOTE = (
    "<EndNote><Cite><Author>Smith</Author><Year>2024</Year><RecNum>7</RecNum><Pages>3</Pages>"
    f"<DisplayText>{SHOWN}</DisplayText><record><rec-number>7</rec-number>"
    '<foreign-keys><key app="EN" db-id="x" timestamp="1">7</key></foreign-keys>'
    '<ref-type name="Journal Article">17</ref-type><contributors><authors>'
    "<author>Smith, Ada</author></authors></contributors><titles>"
    "<title>How publishers bypass review</title></titles><dates><year>2024</year></dates>"
    "</record></Cite></EndNote>"
)
BESIDE = f'<w:fldData xml:space="preserve">{encoded(ENDNOTE)}</w:fldData>'
CITE = {"citationID": "MENDELEY_CITATION_1", "citationItems": [{"id": "u", "itemData": WORK}]}
OWN = field(" CITATION Smi24 \\p 3 \\l 1033 ")
CITAVI = field(f"ADDIN CitaviPlaceholder{encoded(json.dumps({'$type': 'Placeholder'}))}")
RUN = f"<w:r><w:t>{SHOWN}</w:t></w:r>"


@dataclass(frozen=True)
class Program:
    """A program that writes citations into Word files.

    Attributes:
        body: The runs of one citation.
        read: Whether `docx+citations` gives it as a citation, in a Pandoc that has it.
        named: What the message calls the program; empty where it is judged.
        advice: Words of what there is to do.
    """

    body: str
    read: bool
    named: str = ""
    advice: str = ""


PROGRAMS = {
    "zotero": Program(zotero(), read=True),
    "mendeley desktop": Program(mendeley(), read=True),
    "endnote": Program(field(f"ADDIN EN.CITE {ENDNOTE}"), read=True),
    "endnote, beside the code": Program(
        field(" ADDIN EN.CITE ", data=BESIDE),
        read=False,
        named="1 citation of EndNote, whose records",
        advice="unformat and format them anew",
    ),
    "mendeley cite": Program(
        control(tag(f"MENDELEY_CITATION_v3_{encoded(json.dumps(CITE))}"), RUN),
        read=False,
        named="1 citation of Mendeley Cite",
        advice="take the citations over with Zotero's plug-in",
    ),
    "citavi": Program(CITAVI, read=False, named="1 citation of Citavi", advice="Zotero's plug-in"),
    "citavi, in a control": Program(
        control(tag("CitaviPlaceholder#0b1c"), CITAVI),
        read=False,
        named="1 citation of Citavi",
        advice="write the document in Markdown",
    ),
    "word": Program(OWN, read=False, named="1 citation of Word's own sources", advice="Markdown"),
    "word, in a control": Program(
        control("<w:citation/>", OWN),
        read=False,
        named="1 citation of Word's own sources",
        advice="Markdown",
    ),
}


@pytest.fixture
def folder(pandoc: Pandoc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "pandoc").symlink_to(pandoc.path)
    for name in set(os.environ) - set(clean_environment()):
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("ARS_CORPUS", "refs.ars.yaml")
    project = tmp_path / "project"
    shutil.copytree(SHARED, project)
    monkeypatch.chdir(project)
    return project


def write(folder: Path, *bodies: str) -> None:
    runs = run_of("A claim ") + run_of(", and ").join(bodies) + run_of(".")
    (folder / "paper.docx").write_bytes(word(runs))


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_pandoc_gives(name: str, folder: Path, pandoc: Pandoc) -> None:
    program = PROGRAMS[name]
    write(folder, program.body)
    for reader in ("docx", "docx+citations"):
        done = subprocess.run(
            [str(pandoc.path), "-f", reader, "-t", "native", "paper.docx"],
            capture_output=True,
            text=True,
            check=False,
        )
        if reader == "docx+citations" and pandoc.version < (3,):
            assert "citations is not supported" in done.stderr
            continue
        gives = program.read and reader == "docx+citations"
        assert ("Cite" in done.stdout) is gives
        assert gives or "(Smith," in done.stdout, "the words print"


@pytest.mark.parametrize("name", PROGRAMS)
def test_check_judges_it_or_says_what_to_do(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = PROGRAMS[name]
    write(folder, program.body)
    code = main(["check", "paper.docx", "--format", "json"])
    [document] = json.loads(capsys.readouterr().out)["documents"]
    if program.read:
        assert (code, document["verdict"]) == (0, "passed"), document
        [citation] = document["citations"]
        assert (citation["key"], citation["status"]) == ("smith2024", "ok")
        assert [anchor["value"] for anchor in citation["anchors"]] == ["3"]
        return
    assert (code, document["verdict"]) == (2, "not-judged"), document
    assert f"Pandoc gives {program.named}" in document["error"]
    assert "nobody judges them" in document["error"]
    assert program.advice in document["error"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_plain_docx_judges_none(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, PROGRAMS[name].body)
    assert main(["check", "-f", "docx", "paper.docx"]) == 2
    said = capsys.readouterr().out
    assert "as printed words, and nobody judges them" in said
    assert ("-f docx+citations" in said) is PROGRAMS[name].read


@pytest.mark.parametrize("name", [name for name in PROGRAMS if not PROGRAMS[name].read])
def test_render_writes_none(
    name: str, folder: Path, pandoc: Pandoc, capfd: pytest.CaptureFixture[str]
) -> None:
    write(folder, PROGRAMS[name].body)
    reader = "docx+citations" if pandoc.version >= (3,) else "docx"
    assert main(["render", "-f", reader, "paper.docx", "-o", "out.html"]) == 2
    assert f"Pandoc gives {PROGRAMS[name].named}" in capfd.readouterr().err
    assert not (folder / "out.html").exists()


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_bare_filter_warns_of_what_pandoc_dropped(
    name: str, folder: Path, pandoc: Pandoc
) -> None:
    program = PROGRAMS[name]
    write(folder, program.body)
    reader = "docx+citations" if pandoc.version >= (3,) else "docx"
    done = run_pandoc(
        pandoc,
        ["-f", reader, "-t", "plain", "paper.docx"],
        folder=folder,
        environment={"ARS_CORPUS": "refs.ars.yaml"},
    )
    assert done.returncode == 0, done.stderr
    judged = program.read and reader == "docx+citations"
    assert ("1 citation ok" in done.stderr) is judged
    assert ("as printed words, and nobody judged them" in done.stderr) is not judged


def test_a_zotero_number_that_is_a_key_of_the_sidecar_names_no_work(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # `46` is another work in the sidecar: title, year and author decide, and never the number.
    sidecar = (folder / "refs.ars.yaml").read_text(encoding="utf-8")
    entry = "  - {<<: *good, citation_key: '46', title: Another work, year: 1999}\n"
    (folder / "refs.ars.yaml").write_text(sidecar.rstrip("\n") + "\n" + entry, encoding="utf-8")
    strange = {**WORK, "title": "A work that nobody has"}
    write(folder, zotero(46, strange))
    assert main(["check", "paper.docx"]) == 2
    assert "the citation id '46' ('A work that nobody has') names no source" in (
        capsys.readouterr().out
    )
    write(folder, zotero(46))
    assert main(["check", "paper.docx"]) == 0


def test_mendeley_items_that_repeat_are_no_works(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, mendeley(WORK), mendeley(OTHER))
    assert main(["check", "paper.docx"]) == 2
    said = capsys.readouterr().out
    assert "the citation id 'ITEM-1' stands in 2 citations" in said
    assert "Zotero's or EndNote's plug-in" in said


@pytest.mark.parametrize("name", ["zotero", "endnote", "mendeley desktop"])
def test_init_writes_keys_and_never_numbers(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ARS_CORPUS")
    for path in folder.glob("refs.*"):
        path.unlink()
    write(folder, PROGRAMS[name].body)
    assert main(["init", "paper.docx"]) == 0, capsys.readouterr().err
    [written] = folder.glob("*.yaml")
    text = written.read_text(encoding="utf-8")
    assert "citation_key: smith2024" in text
    assert "How publishers bypass review" in text
