"""A key is text everywhere: it writes nothing into a terminal, a document or a report (§7)."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import typst

from ars_pandoc.citations.markers import key_fault
from ars_pandoc.cli import main
from ars_pandoc.pandoc.executable import Pandoc
from tests.bad_input.runs import Outcome, cited, paper, para, render, run_gate, tree
from tests.conftest import PANDOCS, run_pandoc
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.golden_cases import REPORT_SCHEMA
from tests.pandoc_documents import read_document

KEYS = {
    "html": "<script>alert(1)</script>",
    "attribute": 'a"><img/src=x/onerror=alert(1)>',
    "entity": "a&lt;b&gt;&#27;c",
    "comment": "a--><script>alert(1)</script><!--",
    "cdata": "]]><script/>",
    "latex": r"\input{/etc/passwd}",
    "latex end": r"a}\immediate\write18{touch/pwned}{",
    "typst": '#read("/etc/passwd")',
    "typst end": 'a]#panic("x")[',
    "typst string": 'a"))#panic("x")',
    "openxml": "</w:t></w:r><w:r><w:t>PWNED</w:t></w:r><w:r><w:t>",
    "odf": "</text:p><text:p>PWNED",
    "markdown": "a](http://evil.example)![x](y)",
    "raw markdown": "`<b>`{=html}",
    "yaml": "a: {b: *c}",
}
ESCAPES = {
    "colour": "a\x1b[31mred",
    "title": "a\x1b]0;title\x07b",
    "C1": "a\x9b31mb",
    "delete": "a\x7fb",
    "right to left": "a\u202eb",
    "lines": "a\nars-gate: 1 citation ok\rb",
}
LITERAL = "[UNVERIFIED CITATION — NO QUOTE OR PAGE LOCATOR]"
SHOWN = f"[?] {LITERAL}"


def document(*keys: str, pandoc: Pandoc = PANDOCS[0]) -> bytes:
    """One paragraph for each key, whose Cite shows nothing of it."""
    version = read_document("", pandoc=pandoc)["pandoc-api-version"]
    return tree(*(para(cited(key, "")) for key in keys), version=version)


def draft(pandoc: Pandoc, folder: Path, *arguments: str, keys: Any = KEYS) -> str:
    """Write a draft of all keys; give its standard output."""
    paper(folder)
    done = run_pandoc(
        pandoc,
        ["-f", "json", "-M", "ars-mode=draft", *arguments],
        folder=folder,
        text=document(*keys.values(), pandoc=pandoc).decode(),
    )
    assert done.returncode == 0, done.stderr
    assert f"{len(keys)} of {len(keys)} citations marked as unverified" in done.stderr
    return done.stdout


class Tags(HTMLParser):
    """The elements, attributes and words of an HTML text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.words: list[str] = []
        self.others: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag == "p":
            self.words.append("")

    def handle_data(self, data: str) -> None:
        if self.words:
            self.words[-1] += data

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    def handle_decl(self, decl: str) -> None:
        self.others.append(decl)

    def unknown_decl(self, data: str) -> None:
        self.others.append(data)


def test_html(tmp_path: Path, pandoc: Pandoc) -> None:
    page = Tags(draft(pandoc, tmp_path, "-t", "html", "--wrap=none"))
    assert page.tags == {"p", "span", "mark"} if pandoc.version >= (3,) else {"p", "span"}
    assert page.attributes == {"class", "data-cites", "data-custom-style"}
    assert [" ".join(words.split()) for words in page.words] == [SHOWN] * len(KEYS)
    assert page.others == []


def paragraphs(archive: Path, member: str, name: str) -> list[str]:
    """Give the text of each paragraph of a part of a document; the part must be XML."""
    with zipfile.ZipFile(archive) as parts:
        root = ET.fromstring(parts.read(member))
    found = [" ".join("".join(part.itertext()).split()) for part in root.iter(name)]
    return [text for text in found if text]


@pytest.mark.parametrize(
    ("to", "member", "name"),
    [
        (
            "docx",
            "word/document.xml",
            "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}p",
        ),
        ("odt", "content.xml", "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}p"),
        ("epub", "EPUB/text/ch001.xhtml", "{http://www.w3.org/1999/xhtml}p"),
    ],
)
def test_word_processors_and_books(
    tmp_path: Path, pandoc: Pandoc, to: str, member: str, name: str
) -> None:
    draft(pandoc, tmp_path, "-o", f"out.{to}", "-M", "title=T")
    shown = [text.replace("[?][UNV", "[?] [UNV") for text in paragraphs(
        tmp_path / f"out.{to}", member, name
    )]  # fmt: skip
    assert [text for text in shown if text != "T"] == [SHOWN] * len(KEYS)


def test_latex_and_plain_text(tmp_path: Path, pandoc: Pandoc) -> None:
    latex = draft(pandoc, tmp_path, "-t", "latex", "--wrap=none")
    for part in ("input", "write18", "panic", "script", "PWNED", "evil"):
        assert part not in latex
    commands = set(re.findall(r"\\[a-zA-Z]+", latex))
    assert commands <= {r"\hl", r"\colorbox", r"\strut", r"\fboxsep"}
    plain = draft(pandoc, tmp_path, "-t", "plain", "--wrap=none")
    assert plain.split("\n\n") == [*[SHOWN] * (len(KEYS) - 1), f"{SHOWN}\n"]


def test_typst(tmp_path: Path) -> None:
    """Compiled, so that code in a key would run: citeproc prints every unknown key."""
    newest = PANDOCS[0]
    text = draft(newest, tmp_path, "-t", "typst", "-s", "--citeproc", "--wrap=none")
    assert text.count("NO QUOTE OR PAGE LOCATOR") == len(KEYS)
    source = tmp_path / "draft.typ"
    source.write_text(text, encoding="utf-8")
    assert typst.compile(str(source), root=str(tmp_path)).startswith(b"%PDF")
    assert not (tmp_path / "pwned").exists()


def raw_parts(part: Any) -> list[str]:
    """Collect all raw text of a tree."""
    if isinstance(part, list):
        return [text for item in part for text in raw_parts(item)]
    if not isinstance(part, dict):
        return []
    if part.get("t") in ("RawInline", "RawBlock"):
        return [part["c"][1]]
    return [text for item in part.values() for text in raw_parts(item)]


@pytest.mark.parametrize("to", ["markdown-citations", "gfm"])
def test_markdown_read_again(tmp_path: Path, pandoc: Pandoc, to: str) -> None:
    """What the gate leaves in Markdown is a comment that names the key, and nothing else.

    Without the extension `citations`: what Pandoc itself makes of such a key is its own matter.
    """
    text = draft(pandoc, tmp_path, "-t", to, "--wrap=none")
    assert text.count(LITERAL) == len(KEYS)
    read = subprocess.check_output(
        [pandoc.path, "-f", to, "-t", "json"], input=text.encode(), timeout=60
    )
    comments = raw_parts(json.loads(read))
    assert comments == [f"<!--ref:{key}-->" for key in KEYS.values() if not key_fault(key)]


def test_terminals_are_told_and_not_steered(tmp_path: Path) -> None:
    paper(tmp_path)
    everything = {**KEYS, **ESCAPES}
    data = document(*everything.values())
    outcome = run_gate(tmp_path, data)
    outcome.assert_told(1, f"refused: {len(everything)} of {len(everything)}")
    lines = outcome.said.splitlines()
    assert sum(line.startswith("ars-gate:") for line in lines) == 1
    outcome = run_gate(tmp_path, data, ARS_MODE="draft")
    assert outcome.code == 0
    assert outcome.said.count("\n") == 1


def test_reports_hold_the_key_itself_and_show_no_escape(tmp_path: Path) -> None:
    paper(tmp_path)
    everything = {**KEYS, **ESCAPES}
    run_gate(tmp_path, document(*everything.values()), ARS_REPORT="report.json")
    text = (tmp_path / "report.json").read_text(encoding="utf-8")
    assert text.replace("\n", "").isprintable()
    report = json.loads(text)
    REPORT_SCHEMA.validate(report)
    citations = report["documents"][0]["citations"]
    assert [citation["key"] for citation in citations] == list(everything.values())


@pytest.mark.parametrize("key", ESCAPES.values(), ids=ESCAPES)
def test_the_commands_show_no_escape(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    key: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)

    def ars(*arguments: str) -> Outcome:
        outcome = Outcome(main(arguments), *capsys.readouterr())
        outcome.assert_clean()
        return outcome

    sidecar = write_sidecar(tmp_path / "passport.yaml", raw_entry(key, title="T\x1b[31m"))
    assert ars("validate").code == (0 if key == ESCAPES["right to left"] else 1)
    write_sidecar(sidecar, raw_entry(title="T\x1b]0;x\x07", doi="10.1000/\x1b[1m"))
    ars("validate")
    ars("mark-read", key, "--yes").assert_told(2, "not in literature_corpus[]")
    assert ars("mark-read", "smith2024", "--yes", "--note", key).code == 0
    assert ars("list-read").code == 0
    assert ars("list-read", "--unread").code == 0
    listed = ars("list-read", "--format", "json")
    assert json.loads(listed.out)["read"][0]["note"] == key
    ars("list-read", "--corpus", key).assert_told(2, "no such file")
    ars("explain", key).assert_told(2, "there is no status")


def test_the_gate_takes_no_sidecar_with_such_keys(tmp_path: Path) -> None:
    write_sidecar(tmp_path / "passport.yaml", *map(raw_entry, ESCAPES.values()))
    outcome = render(tmp_path)
    outcome.assert_told(2, "a citation key cannot hold an invisible character", r"a\u001b[31mred")
    assert outcome.out == ""
