"""What is fuzzed: for each target how inputs are made, and what must hold of any.

An input is bytes, so that one that once did harm is a file in `corpus/` and is tried again by
every run of the tests. A target raises for a crash or a broken law, and for nothing else.
"""

from __future__ import annotations

import copy
import io
import json
import os
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.strict_json import parse_json
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import read_text
from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.locators import parse_suffix
from ars_pandoc.citations.markers import find_comments, read_comment
from ars_pandoc.corpus.catalog import Fact, catalog_path, load_catalog
from ars_pandoc.corpus.edit_catalog import record_facts
from ars_pandoc.corpus.edit_ledger import mark_read
from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.corpus.ledger import ledger_path, load_ledger
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.ingest.bib_values import bib_fields, mended, plain_doi, verbatim, year_in
from ars_pandoc.ingest.record_entry import draft_entry
from ars_pandoc.rewriting.strip_text import strip_text
from ars_pandoc.signals.indexes import INDEXES
from ars_pandoc.signals.transport import BadAnswerError
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.unreadable import Unreadable
from tests.base.yaml_styles import texts
from tests.corpus.test_writers import CATALOGS, LEDGERS, SIDECARS
from tests.signals.test_hostile_answers import BODIES, ENTRY, Canned

SECONDS = 30
"""More no input may take, on a machine that does other things too; the bound is a third of it."""


@dataclass(frozen=True, slots=True)
class Target:
    """One kind of input.

    Attributes:
        inputs: Makes inputs.
        hold: Raises where something is wrong with what becomes of one.
    """

    inputs: st.SearchStrategy[bytes]
    hold: Callable[[bytes], None]


@st.composite
def mutated(draw: Any, seeds: st.SearchStrategy[bytes]) -> bytes:
    """Draw an input that is broken in a few places: cut, doubled, with odd bytes in it."""
    data: bytes = draw(seeds)
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(data)))
        end = min(len(data), place + draw(st.integers(0, 30)))
        kind = draw(st.sampled_from(["cut", "double", "odd", "drop", "swap"]))
        if kind == "cut":
            data = data[:place]
        elif kind == "double":
            data = data[:end] + data[place:end] * draw(st.sampled_from([1, 2, 500])) + data[end:]
        elif kind == "odd":
            data = data[:place] + draw(st.sampled_from(_ODD) | st.binary(max_size=4)) + data[place:]
        elif kind == "drop":
            data = data[:place] + data[end:]
        else:
            data = data[end:] + data[:place]
    return data


_ODD = [
    b"\0", b"\t", b"\r", b"\x1b]0;X\x07", b"\xff", b"\xef\xbb\xbf", "\x85\u2028\u202e".encode(),
    b"&x", b"*x", b"<<", b"!!python/x ", b"---\n", b"{", b"]", b'"', b"'", b": ", b"- ", b"# ", b"%",
    b"\\ud800", b"9" * 40, b"1e999", b"null", b"<!--", b"-->", b"]]>", b"&#0;", b"&lol;",
]  # fmt: skip


def _file_of(data: bytes, name: str, folder: str) -> Path:
    path = Path(folder, name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def hold_sidecar(data: bytes, name: str = "refs.ars.yaml") -> None:
    """What is read can be written, and nothing else changes."""
    with tempfile.TemporaryDirectory() as folder:
        path = _file_of(data, name, folder)
        try:
            corpus = load_corpus(path)
        except ArsError:
            return
        parse = parse_json if name.endswith("json") else parse_yaml
        before = parse(read_text(path), name)
        for key in list(corpus.entries)[:1]:
            changed = set_fields(path, {key: {"source_acquisition_date": "2026-01-02"}})
            after = load_corpus(path).entries
            assert after[key].fields["source_acquisition_date"] == "2026-01-02"
            assert changed in ((key,), ())
            rest = parse(read_text(path), name)
            assert rest.keys() == before.keys()
            assert len(rest["literature_corpus"]) == len(before["literature_corpus"])


def hold_ledger(data: bytes) -> None:
    """A mark is made or refused, and every older one stands."""
    with tempfile.TemporaryDirectory() as folder:
        sidecar = Path(folder, "refs.ars.yaml")
        _file_of(data, ledger_path(sidecar).name, folder)
        try:
            before = load_ledger([sidecar])
            mark_read(sidecar, ["new"])
        except ArsError:
            return
        after = load_ledger([sidecar])
        assert after.is_read("new")
        assert before.marks.keys() <= after.marks.keys()


def hold_catalog(data: bytes) -> None:
    """A fact is recorded or refused, and every other record stands."""
    with tempfile.TemporaryDirectory() as folder:
        sidecar = Path(folder, "refs.ars.yaml")
        path = _file_of(data, f".ars/{catalog_path(sidecar).name}", folder)
        fact = Fact("retracted", True, "pubmed", "2026-05-14T10:00:00Z", "1")
        try:
            before = load_catalog([sidecar]).records
            record_facts(path, {"new key": [fact]})
        except ArsError:
            return
        after = load_catalog([sidecar]).records
        assert fact in after["new key"].facts
        assert all(after[key] == record for key, record in before.items() if key != "new key")


_SERVICES = sorted(INDEXES)


def hold_answers(data: bytes) -> None:
    """Any body is read or refused, by any index."""
    from ars_pandoc.signals.record_match import Work
    from ars_pandoc.signals.transport import FailedError

    for name in _SERVICES:
        index = INDEXES[name]
        for status in (200, 404):
            try:
                index.read(status, data)
            except BadAnswerError:
                continue
            answers = Canned(index.read, [(status, data)] * 3)
            try:
                index.look_up(Work.of(ENTRY), answers)  # type: ignore[arg-type]
            except FailedError:
                continue


def hold_source(data: bytes, name: str) -> None:
    """A source is read or unreadable, within the bounds."""
    start = time.monotonic()
    try:
        text = extract(data, name)
    except (Unreadable, ArsError):
        text = None
    assert text is None or isinstance(text.text, str)
    assert time.monotonic() - start < SECONDS


def hold_bibliography(data: bytes) -> None:
    """Whatever a `.bib` says becomes a draft."""
    text = data.decode("utf-8", "replace")
    fields, _ = bib_fields(text)
    for own in fields.values():
        for value in own.values():
            verbatim(value)
            year_in(value)
            assert (doi := plain_doi(value)) is None or doi.startswith("10.")
    records = [{"id": key, "title": own.get("title", "")} for key, own in fields.items()]
    for record in mended(records, text, lambda title: title)[0]:
        draft_entry(str(record["id"]), record, "x.bib", better_bibtex=False)


def hold_locators(data: bytes) -> None:
    """A suffix in any language is read, in time."""
    text = data.decode("utf-8", "replace")
    start = time.monotonic()
    for lang in (None, "de", "fr", "ja", "he"):
        parse_suffix(text, lang)
    assert time.monotonic() - start < SECONDS


def hold_markers(data: bytes) -> None:
    """Comments of any form are read, and what is stripped once has nothing left to strip."""
    text = data.decode("utf-8", "replace")
    start = time.monotonic()
    for comment in find_comments(text):
        read_comment(comment.text, behind=False)
    for reader in ("markdown", "gfm", "html", "latex", "org", "rst"):
        once = strip_text(text, reader)
        assert len(once) <= len(text)
    assert time.monotonic() - start < SECONDS


def hold_planted(data: bytes) -> None:
    """No citation that stands anywhere in an AST vanishes.

    The input is JSON: the AST, and the keys that were planted where a reader sees them.
    """
    planted = json.loads(data)
    found = find_citations(copy.deepcopy(planted["ast"]))
    keys = {citation.key for citation, _ in found.citations}
    missing = set(planted["keys"]) - keys
    # A malformed one may have no key; it is refused all the same.
    assert len(missing) <= sum(citation.key is None for citation, _ in found.citations), missing


_WORDS = [{"t": "Str", "c": "Word"}, {"t": "Space"}, {"t": "SoftBreak"}]
_ATTR = ["", [], []]


@st.composite
def planted_asts(draw: Any) -> bytes:  # noqa: PLR0915 - a grammar is one piece
    """Draw an AST with citations of every kind at every place."""
    keys: list[str] = []

    def key() -> str:
        keys.append(f"key{len(keys)}")
        return keys[-1]

    def cite() -> list[Any]:
        kind = draw(st.sampled_from(["cite", "text", "ref", "tex", "html"]))
        name = key()
        if kind in ("cite", "text"):
            mode = "NormalCitation" if kind == "cite" else "AuthorInText"
            suffix = [{"t": "Str", "c": ","}, {"t": "Space"}, {"t": "Str", "c": "p.\xa03"}]
            one = {
                "citationId": name, "citationPrefix": [], "citationSuffix": suffix,
                "citationMode": {"t": mode}, "citationNoteNum": 1, "citationHash": 0,
            }  # fmt: skip
            return [{"t": "Cite", "c": [[one], [{"t": "Str", "c": f"[@{name}]"}]]}]
        if kind == "ref":
            return [
                {"t": "RawInline", "c": ["html", f"<!--ref:{name}-->"]},
                {"t": "RawInline", "c": ["html", "<!--anchor:page:3-->"]},
            ]
        if kind == "tex":
            return [{"t": "RawInline", "c": ["tex", f"\\citep[p.~3]{{{name}}}"]}]
        return [{"t": "RawInline", "c": ["html", f'<span data-cites="{name}">']},
                {"t": "Str", "c": "x"}, {"t": "RawInline", "c": ["html", "</span>"]}]  # fmt: skip

    def inlines(depth: int) -> list[Any]:
        made: list[Any] = [_WORDS[0], _WORDS[1]]
        for _ in range(draw(st.integers(0, 3))):
            kind = draw(
                st.sampled_from(["cite", "cite", "word", "emph", "note", "span", "link", "quoted"])
            )
            if kind == "cite":
                made += [*cite(), _WORDS[1]]
            elif kind == "word" or depth > 2:
                made += [_WORDS[0], draw(st.sampled_from(_WORDS[1:]))]
            elif kind == "emph":
                sort = draw(st.sampled_from("Emph Strong Underline SmallCaps Strikeout".split()))
                made.append({"t": sort, "c": inlines(depth + 1)})
            elif kind == "note":
                made.append({"t": "Note", "c": blocks(depth + 1)})
            elif kind == "span":
                made.append({"t": "Span", "c": [_ATTR, inlines(depth + 1)]})
            elif kind == "link":
                sort = draw(st.sampled_from(["Link", "Image"]))
                made.append({"t": sort, "c": [_ATTR, inlines(depth + 1), ["u", ""]]})
            else:
                made.append({"t": "Quoted", "c": [{"t": "DoubleQuote"}, inlines(depth + 1)]})
        return [*made, {"t": "Str", "c": "end."}]

    def blocks(depth: int) -> list[Any]:
        made: list[Any] = []
        for _ in range(draw(st.integers(1, 3))):
            kind = draw(
                st.sampled_from(["para", "para", "head", "list", "quote", "div", "line", "def"])
            )
            if kind == "para" or depth > 2:
                made.append({"t": "Para", "c": inlines(depth)})
            elif kind == "head":
                made.append({"t": "Header", "c": [1, _ATTR, inlines(depth + 1)]})
            elif kind == "list":
                made.append({"t": "BulletList", "c": [blocks(depth + 1), blocks(depth + 1)]})
            elif kind == "quote":
                made.append({"t": "BlockQuote", "c": blocks(depth + 1)})
            elif kind == "div":
                made.append({"t": "Div", "c": [_ATTR, blocks(depth + 1)]})
            elif kind == "line":
                made.append({"t": "LineBlock", "c": [inlines(depth + 1), inlines(depth + 1)]})
            else:
                made.append(
                    {"t": "DefinitionList", "c": [[inlines(depth + 1), [blocks(depth + 1)]]]}
                )
        return made

    meta = {}
    for name in draw(st.lists(st.sampled_from(["title", "abstract", "thanks"]), unique=True)):
        meta[name] = {"t": "MetaInlines", "c": inlines(2)}
    ast = {"pandoc-api-version": [1, 23, 1], "meta": meta, "blocks": blocks(0)}
    return json.dumps({"ast": ast, "keys": keys}).encode()


def hold_editor(data: bytes) -> None:
    """The language server takes any sequence of edits, and answers at every place.

    The input is JSON: texts, one after the other, and places in them.
    """
    from ars_pandoc.lsp.actions import code_actions
    from ars_pandoc.lsp.columns import Columns
    from ars_pandoc.lsp.completion import completions
    from ars_pandoc.lsp.diagnostics import diagnostics
    from ars_pandoc.lsp.hover import hover_text
    from ars_pandoc.lsp.state import judge_text
    from tests.checking.papers import write_paper

    given = json.loads(data)
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for text in given["texts"]:
                path = write_paper(Path(folder), text)
                state, columns = judge_text(path, text, dict(os.environ)), Columns(text)
                diagnostics(state, columns)
                for place in given["places"]:
                    at = min(place, len(text))
                    hover_text(state, at)
                    completions(state, text, at, columns)
                    code_actions(state, "file:///paper.md", (at, min(at + 9, len(text))), columns)
        except ArsError:
            return
        finally:
            os.chdir(before)


_MARKED = st.lists(
    st.sampled_from(
        ["Word ", "[@read, p. 3] ", "@unread ", "<!--ref:read-->", "<!--anchor:page:3-->", "<!--",
         "-->", "\n\n", "- ", "# H\n\n", "`", "$", "[^1]", "\U0001f600", "\r\n", "[@", "]", "\\", "|",
         "研究", "\u202e", "<!--ref:", "ref:read", "<!--anchor:quote:a%20b%20c-->", "\t", "{", "}"]
    ),
    max_size=20,
).map("".join)  # fmt: skip

_BIB = st.sampled_from(
    [
        rb"@article{k, title={T {$x^2$} \ce{H2O}}, author={Poe, E. and others}, year={c. 1850}, "
        rb"doi={10.1000/a\_b}, journal=nope}",
        rb'@string{a = "b" # {c}}@book{k, title="T" # a, year = 2 # 004, url={\url{x}}}',
        b"@comment{x}\n@article{a,\n  b = {c},\n}\n@article{a, b = {",
    ]
)

_HTML = b"<html><head><title>T</title></head><body><h1>Head</h1><p>Some words <b>here</b> x<sup>2</sup></p></body></html>"
_JATS = (
    b'<?xml version="1.0"?><article><front><article-meta><title-group><article-title>T</article-title>'
    b"</title-group></article-meta></front><body><sec><title>R</title><p>Some words <xref>1</xref>.</p>"
    b"</sec></body><back><ref-list><ref><mixed-citation>X 2020</mixed-citation></ref></ref-list></back></article>"
)


def _zipped(parts: dict[str, bytes], first: str = "") -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        if first:
            archive.writestr(zipfile.ZipInfo("mimetype"), first)
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return held.getvalue()


_DOCX = _zipped(
    {
        "[Content_Types].xml": b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "word/document.xml": b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        b"<w:body><w:p><w:r><w:t>Some words</w:t></w:r></w:p></w:body></w:document>",
    }
)
_EPUB = _zipped(
    {
        "META-INF/container.xml": b'<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
        "a.opf": b'<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
        b'</manifest><spine><itemref idref="a"/></spine></package>',
        "a.xhtml": _HTML,
    },
    "application/epub+zip",
)


def _pdf() -> bytes:
    from tests.texts.pdf.pdfs import pdf

    return pdf("Some words of a page, and more of them.")


def _written(data: st.SearchStrategy[Any]) -> st.SearchStrategy[bytes]:
    return mutated(texts(data).map(lambda written: written[0].encode("utf-8")))


TARGETS: dict[str, Target] = {
    "ast": Target(planted_asts(), hold_planted),
    "markers": Target(mutated(_MARKED.map(str.encode)), hold_markers),
    "locators": Target(
        mutated(
            st.lists(
                st.sampled_from(
                    [", ", "p. ", "S. ", "3", "12-14", "iv", "rd ed.", "vol. ", ".", "Akt", "[", "{", "}",
                     "A.3", "第3页", "fr. 12 DK", "\xa0", "x", "(a)", "-", "ff", ":", "sec. "]
                ),
                max_size=14,
            ).map(lambda parts: "".join(parts).encode())
        ),
        hold_locators,
    ),
    "sidecar": Target(_written(SIDECARS), hold_sidecar),
    "sidecar-json": Target(
        mutated(SIDECARS.map(lambda data: json.dumps(data, indent=1).encode())),
        partial(hold_sidecar, name="refs.ars.json"),
    ),
    "ledger": Target(_written(LEDGERS), hold_ledger),
    "catalog": Target(_written(CATALOGS), hold_catalog),
    "answers": Target(mutated(BODIES), hold_answers),
    "bibliography": Target(mutated(_BIB), hold_bibliography),
    "html": Target(mutated(st.just(_HTML)), partial(hold_source, name="a.html")),
    "jats": Target(mutated(st.just(_JATS)), partial(hold_source, name="a.xml")),
    "docx": Target(mutated(st.just(_DOCX)), partial(hold_source, name="a.docx")),
    "epub": Target(mutated(st.just(_EPUB)), partial(hold_source, name="a.epub")),
    "pdf": Target(mutated(st.builds(_pdf)), partial(hold_source, name="a.pdf")),
    "editor": Target(
        st.builds(
            lambda made, places: json.dumps({"texts": made, "places": places}).encode(),
            st.lists(_MARKED, min_size=1, max_size=2),
            st.lists(st.integers(0, 200), min_size=1, max_size=3),
        ),
        hold_editor,
    ),
}  # fmt: skip
