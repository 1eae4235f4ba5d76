"""What each of Pandoc's readers leaves of citations and markers, as docs/readers.md tells it.

Every row of its table stands here with documents and what the gate sees in them.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from _pytest.mark.structures import ParameterSet

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import PANDOCS, ROOT, run_pandoc
from tests.golden_cases import GOLDEN

SIDECAR = GOLDEN / "_shared" / "refs.ars.yaml"
MARKER = "<!--ref:jones2023--><!--anchor:page:12-->"
MARKED = f"Words (Jones 2023) {MARKER}.\n"
CITED = "A claim [@smith2024, p. 3].\n"
QUOTED = '[[@smith2024]]{quote="When publishers bypass review"}\n'
LEFT_AS_TEXT = "stands in the text as plain words"
WOULD_PRINT = "stands in the text as words and would print"
NO_LOCATOR = "MED-WARN-NO-LOCATOR"


@dataclass(frozen=True)
class Case:
    """A document in a reader's format, and what comes of it.

    Attributes:
        reader: Pandoc's `--from`.
        what: Which of the two is tried: citations or markers.
        text: The document.
        seen: The citations that the gate sees, each with its anchor; empty for none.
        says: Words of the message, where the gate does not pass the document.
        since: The oldest Pandoc of which it is true.
        before: The first Pandoc of which it is true no more.
    """

    reader: str
    what: str
    text: str | bytes
    seen: tuple[str, ...] = ()
    says: str = ""
    since: tuple[int, ...] = (2, 17)
    before: tuple[int, ...] = (99,)


def notebook(text: str) -> str:
    cell = {"cell_type": "markdown", "metadata": {}, "source": [text]}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def word(runs: str) -> bytes:
    """Give a Word document with one paragraph of these runs."""
    return office("docx", "word/document.xml", rb"<w:r><w:t[^>]*>PLACE</w:t></w:r>", runs)


def writer(content: str) -> bytes:
    """Give a document of LibreOffice with one paragraph of this content."""
    return office("odt", "content.xml", b"PLACE", content)


def office(form: str, part: str, place: bytes, content: str) -> bytes:
    """Give a document of a word processor, with something put at a place of one of its parts."""
    plain = subprocess.run(
        [str(PANDOCS[0].path), "-t", form, "-o", "-"],
        input=b"PLACE",
        capture_output=True,
        check=True,
    ).stdout
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(plain)) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == part:
                data = re.sub(place, lambda _: content.encode(), data)
            new.writestr(name, data)
    return changed.getvalue()


def epub(body: str) -> bytes:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title></metadata><manifest>'
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/></spine></package>'
    )
    container = (
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/>'
        "</rootfiles></container>"
    )
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{body}</p></body></html>'
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", container)
        archive.writestr("c.opf", package)
        archive.writestr("a.xhtml", page)
    return made.getvalue()


def run_of(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def zotero(locator: str, **more: object) -> str:
    """Give the runs of a citation as Zotero writes it into Word: a field with CSL-JSON."""
    item = {
        "id": 1234,
        "itemData": {
            "id": 1234,
            "type": "book",
            "title": "T",
            "citation-key": "smith2024",
            **more,
        },
        "locator": locator,
        "label": "page",
    }
    code = f"ADDIN ZOTERO_ITEM CSL_CITATION {json.dumps({'citationItems': [item]})}"
    parts = (
        '<w:fldChar w:fldCharType="begin"/>',
        f'<w:instrText xml:space="preserve">{escape(code)}</w:instrText>',
        '<w:fldChar w:fldCharType="separate"/>',
        "<w:t>(Smith 2024, p. 3)</w:t>",
        '<w:fldChar w:fldCharType="end"/>',
    )
    return "".join(f"<w:r>{part}</w:r>" for part in parts)


def in_writer(locator: str) -> str:
    """Give a citation as Zotero writes it into LibreOffice: the name of a reference mark."""
    item = {"id": 1234, "locator": locator, "itemData": {"id": 1234, "type": "book"}}
    name = escape(
        f"ZOTERO_ITEM CSL_CITATION {json.dumps({'citationItems': [item]})} RNDx1", {'"': "&quot;"}
    )
    start, end = (f'<text:reference-mark-{at} text:name="{name}"/>' for at in ("start", "end"))
    return f"{start}(Smith 2024, p. {locator}){end}"


JATS = (
    "<article><body><p>{}</p></body><back><ref-list><ref id='smith2024'><element-citation>"
    "<article-title>T</article-title></element-citation></ref></ref-list></back></article>"
)
FB2 = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info>'
    "<book-title>T</book-title></title-info></description>"
    "<body><section><p>{}</p></section></body></FictionBook>"
)
OPML = '<opml version="2.0"><body><outline text="H" _note="{}"/></body></opml>'
RTF = "{{\\rtf1\\ansi {}\\par}}"
RST_ROLE = ".. role:: hidden(raw)\n   :format: html\n\n"
HTML_CITED = '<p>A claim <span class="citation" data-cites="smith2024">(Smith 2024)</span>{}.</p>'
BEHIND = "<!--ref:smith2024--><!--anchor:page:3-->"

CASES = (
    Case("markdown", "citations", CITED, ("smith2024 native ok page:3",)),
    Case(
        "markdown",
        "citations",
        QUOTED,
        ("smith2024 native ok quote:When publishers bypass review",),
    ),
    Case("markdown", "markers", MARKED, ("jones2023 marker ok page:12",)),
    *(
        case
        for reader in ("gfm", "commonmark", "commonmark_x")
        for case in (
            Case(reader, "citations", CITED, says=LEFT_AS_TEXT),
            Case(reader, "markers", MARKED, ("jones2023 marker ok page:12",)),
        )
    ),
    Case("markdown_mmd", "citations", CITED, says=LEFT_AS_TEXT),
    Case("markdown_mmd", "markers", MARKED, ("jones2023 marker ok page:12",)),
    Case("markdown_mmd+citations", "citations", CITED, ("smith2024 native ok page:3",)),
    Case("ipynb", "citations", notebook(CITED), says=LEFT_AS_TEXT),
    Case("ipynb", "markers", notebook(MARKED), ("jones2023 marker ok page:12",)),
    Case("ipynb+citations", "citations", notebook(CITED), ("smith2024 native ok page:3",)),
    Case("ipynb+citations", "markers", notebook(MARKED), ("jones2023 marker ok page:12",)),
    Case(
        "docx+citations",
        "citations",
        word(run_of("A claim ") + zotero("3") + run_of(".")),
        ("1234→smith2024 native ok page:3",),
        since=(3,),
    ),
    Case("docx+citations", "citations", word(run_of(CITED)), says=LEFT_AS_TEXT, since=(3,)),
    Case("docx+citations", "markers", word(run_of(MARKED)), says=WOULD_PRINT, since=(3,)),
    Case("docx", "citations", word(run_of("A claim ") + zotero("3") + run_of("."))),
    Case("docx", "citations", word(run_of(CITED)), says=LEFT_AS_TEXT),
    Case("docx", "markers", word(run_of(MARKED)), says=WOULD_PRINT),
    Case("odt", "citations", writer(f"A claim {in_writer('3')}.")),
    Case("odt", "citations", writer(escape(CITED)), says=LEFT_AS_TEXT),
    Case("odt", "markers", writer(escape(MARKED)), says=WOULD_PRINT),
    Case("org", "citations", "A claim [cite:@smith2024 p. 3].\n", ("smith2024 native ok page:3",)),
    Case(
        "org",
        "citations",
        "A claim [[cite:&smith2024 p. 3]], [[parencite:jones2023][p. 12]], autocite:smith2024.\n",
        (
            "smith2024 raw ok page:3",
            "jones2023 raw ok page:12",
            f"smith2024 raw {NO_LOCATOR}",
        ),
        says=NO_LOCATOR,
    ),
    Case(
        "org",
        "markers",
        f"Words (Jones 2023) @@html:{MARKER}@@.\n",
        ("jones2023 marker ok page:12",),
    ),
    Case(
        "latex",
        "citations",
        "A claim \\cite[3]{smith2024}, \\parencite[12]{jones2023}.\n",
        ("smith2024 native ok page:3", "jones2023 native ok page:12"),
    ),
    # What plain latex drops passes, and the pass line says which reader sees it.
    Case("latex", "citations", "Software \\software{numpy \\citep{smith2024}}.\n"),
    Case(
        "latex+raw_tex",
        "citations",
        "A claim \\cite[3]{smith2024}, \\software{numpy \\citep[12]{jones2023}}.\n",
        ("smith2024 native ok page:3", "jones2023 raw ok page:12"),
    ),
    Case("latex+raw_tex", "markers", MARKED, says=WOULD_PRINT),
    Case("latex+raw_tex", "markers", f"Words (Jones 2023). % {MARKER}\n"),
    Case("latex", "markers", MARKED, says=WOULD_PRINT),
    Case("latex", "markers", f"Words (Jones 2023). % {MARKER}\n"),
    Case(
        "rst",
        "citations",
        "A claim :cite:`smith2024`.\n",
        (f"smith2024 native {NO_LOCATOR}",),
        says=NO_LOCATOR,
        since=(3, 9),
    ),
    Case("rst", "citations", "A claim :cite:`smith2024`.\n", before=(3,)),
    Case("rst", "citations", "A claim [smith2024]_.\n\n.. [smith2024] Smith.\n"),
    Case(
        "rst",
        "markers",
        f"{RST_ROLE}Words (Jones 2023) :hidden:`{MARKER}`.\n",
        ("jones2023 marker ok page:12",),
    ),
    Case("html+raw_html", "citations", HTML_CITED.format(BEHIND), ("smith2024 raw ok page:3",)),
    Case(
        "html+raw_html",
        "citations",
        HTML_CITED.format(""),
        (f"smith2024 raw {NO_LOCATOR}",),
        says=NO_LOCATOR,
    ),
    Case("html+raw_html", "markers", f"<p>{MARKED}</p>", ("jones2023 marker ok page:12",)),
    Case("html", "citations", HTML_CITED.format(BEHIND), says="drops the comments"),
    Case("html", "markers", f"<p>{MARKED}</p>"),
    Case(
        "jats",
        "citations",
        JATS.format('A claim <xref ref-type="bibr" rid="smith2024">Smith 2024</xref>.'),
        (f"smith2024 native {NO_LOCATOR}",),
        says=NO_LOCATOR,
    ),
    Case("jats", "markers", JATS.format(MARKED)),
    Case(
        "typst",
        "citations",
        "A claim #cite(<smith2024>, supplement: [p. 3]).\n",
        (f"smith2024 native {NO_LOCATOR}",),
        says="Typst reader loses the supplement",
        since=(3, 1, 2),
    ),
    Case("typst", "markers", MARKED, says=WOULD_PRINT, since=(3, 1, 2)),
    Case("textile", "citations", CITED, says=LEFT_AS_TEXT),
    Case("textile", "markers", MARKED, ("jones2023 marker ok page:12",)),
    Case("dokuwiki", "citations", CITED, says=LEFT_AS_TEXT),
    Case("dokuwiki", "markers", MARKED, says=WOULD_PRINT),
    Case(
        "dokuwiki",
        "markers",
        f"Words (Jones 2023) <html>{MARKER}</html>.\n",
        ("jones2023 marker ok page:12",),
    ),
    Case("mediawiki", "citations", CITED, says=LEFT_AS_TEXT),
    Case("mediawiki", "markers", MARKED),
    Case("muse", "citations", CITED, says=LEFT_AS_TEXT),
    Case("muse", "markers", MARKED, says=WOULD_PRINT),
    Case("rtf", "citations", RTF.format(CITED), says=LEFT_AS_TEXT),
    Case("rtf", "markers", RTF.format(MARKED), says=WOULD_PRINT),
    Case("t2t", "citations", f"\n\n\n{CITED}", says=LEFT_AS_TEXT),
    Case("tikiwiki", "citations", CITED, says=LEFT_AS_TEXT),
    Case("tikiwiki", "markers", MARKED, says=WOULD_PRINT),
    Case("t2t", "markers", f"\n\n\n{MARKED}", says=WOULD_PRINT),
    Case("opml", "citations", OPML.format(CITED), ("smith2024 native ok page:3",)),
    Case("opml", "markers", OPML.format(escape(MARKED)), ("jones2023 marker ok page:12",)),
    Case("fb2", "citations", FB2.format(CITED), says=LEFT_AS_TEXT),
    Case("fb2", "markers", FB2.format(MARKED)),
    Case("epub", "citations", epub(CITED), says=LEFT_AS_TEXT),
    Case("epub", "markers", epub(MARKED), ("jones2023 marker ok page:12",)),
)


def cases() -> list[ParameterSet]:
    """Give each case with each Pandoc of which it tells."""
    return [
        pytest.param(case, pandoc, id=f"{number}-{case.reader}-{case.what}-{pandoc.version_text}")
        for pandoc in PANDOCS
        for number, case in enumerate(CASES)
        if case.since <= pandoc.version < case.before
    ]


@pytest.mark.parametrize(("case", "pandoc"), cases())
def test_what_the_gate_sees(case: Case, pandoc: Pandoc, tmp_path: Path) -> None:
    data = case.text.encode() if isinstance(case.text, str) else case.text
    (tmp_path / "input").write_bytes(data)
    done = run_pandoc(
        pandoc,
        ["-f", case.reader, "-t", "html", "-M", "ars-report=report.json", "input"],
        folder=tmp_path,
        environment={"ARS_CORPUS": str(SIDECAR)},
    )
    assert (done.returncode == 0) is (not case.says), done.stderr
    assert case.says in done.stderr
    report = json.loads((tmp_path / "report.json").read_bytes())
    if case.says == WOULD_PRINT:
        return
    seen = []
    for citation in report["documents"][0].get("citations", ()):
        anchors = [f"{anchor['kind']}:{anchor['value']}" for anchor in citation["anchors"]]
        seen.append(" ".join([citation["key"], citation["form"], citation["status"], *anchors]))
    # Zotero's own number is known under the key of the bibliography.
    assert tuple(seen) == tuple(text.rpartition("→")[2] for text in case.seen)
    if not case.says:
        assert "<!--" not in done.stdout
    assert ("-f latex+raw_tex" in done.stderr) is (case.reader == "latex" and not case.says)


def test_the_table_of_the_docs_has_these_readers() -> None:
    page = (ROOT / "docs" / "readers.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", page, re.M)
    told = {name for row in rows for name in re.findall("`([^`]+)`", row)}
    assert told == {case.reader for case in CASES}


def test_each_reader_is_tried_with_both() -> None:
    tried = {(case.reader, case.what) for case in CASES}
    readers = {case.reader for case in CASES if case.reader != "markdown_mmd+citations"}
    assert {(reader, what) for reader in readers for what in ("citations", "markers")} <= tried
