"""A key across the files of a folder: its entry, its citations, its renaming, with a real server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.uris import to_fs_path

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Fact, catalog_path
from ars_pandoc.corpus.catalog_log import log_path
from ars_pandoc.corpus.edit_catalog import record_facts
from ars_pandoc.corpus.edit_judgements import add_lines, new_line
from ars_pandoc.lsp.columns import Columns
from tests.lsp.test_protocol import Editor, converse

PAPER = """\
---
title: On @unread
bibliography: refs.bib
nocite: "@unread"
---

# 😀 Methods

As @unread [p. 3] and [see @{unread}, p. 4; @read, p. 1] say, unread things.

# Results

Found [@unread, p. 5]<!--ref:unread--><!--anchor:page:5-->, `@unread`, <!--ref:unread--><!--anchor:page:6-->
and \\cite[7]{read,unread}; mail me@unread.org.
"""
BIB = "@book{unread, title = {unread}}\n@article{read, title = {x}, crossref = {unread}}\n"


def write_folder(folder: Path) -> None:
    """Write more files beside the paper: a chapter, a bibliography, and all beside a sidecar."""
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    (folder / "parts").mkdir()
    (folder / "parts" / "chapter.tex").write_text(
        "Said \\cite[p.~3]{unread}.\r\n% unread\r\n", encoding="utf-8", newline=""
    )
    (folder / "notes.md").write_text("The word unread, [@read, p. 3].\n", encoding="utf-8")
    sidecar = folder / "literature_corpus.yaml"
    fact = Fact("exists", True, "crossref", "2026-01-01T00:00:00Z", "10.1/x")
    record_facts(catalog_path(sidecar), {"unread": [fact], "read": [fact]})
    add_lines(
        sidecar,
        [new_line(key="unread", sentence="unread.", verdict="does-not-support", by="person:Ada")],
    )


def place_of(text: str, words: str, encoding: str = "utf-16") -> lsp.Position:
    return Columns(text, encoding).position(text.index(words))


async def opened(editor: Editor, text: str = PAPER) -> None:
    await editor.found()
    write_folder(editor.path.parent)
    editor.path.write_text(text, encoding="utf-8")
    editor.type(text)
    await editor.found()


def words_at(location: lsp.Location, encoding: str = "utf-16") -> str:
    path = to_fs_path(location.uri)
    assert path is not None
    text = Path(path).read_bytes().decode()
    start, end = Columns(text, encoding).extent(location.range)
    return text[start:end]


def applied(edit: lsp.WorkspaceEdit, encoding: str = "utf-16") -> dict[str, str]:
    """Make an edit as an editor does, and return the new texts by file name."""
    texts = {}
    for uri, edits in (edit.changes or {}).items():
        name = to_fs_path(uri)
        assert name is not None
        text = Path(name).read_bytes().decode()
        columns = Columns(text, encoding)
        for one in sorted(edits, key=lambda one: columns.offset(one.range.start), reverse=True):
            start, end = columns.extent(one.range)
            text = text[:start] + one.new_text + text[end:]
        texts[name] = text
    return texts


def renaming(folder: Path, new: str, text: str = PAPER, words: str = "unread [p. 3") -> Any:
    """Ask for a renaming of the key at some words; return the edit, or what the server says."""

    async def talk(editor: Editor) -> Any:
        await opened(editor, text)
        asked = lsp.RenameParams(editor.document, place_of(text, words), new)
        try:
            return await editor.client.text_document_rename_async(asked)
        except JsonRpcException as error:
            return error.message

    return converse(folder, talk)


def test_a_key_leads_to_its_entry(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        await opened(editor)
        return await editor.client.text_document_definition_async(
            lsp.DefinitionParams(editor.document, place_of(PAPER, "unread [p. 3"))
        )

    (found,) = converse(tmp_path, talk)
    assert found.uri.endswith("/literature_corpus.yaml")
    assert words_at(found) == '"unread"'


def test_a_key_that_is_in_the_bibliography_alone_leads_there(tmp_path: Path) -> None:
    text = PAPER.replace("@{unread}", "@bibonly")

    async def talk(editor: Editor) -> Any:
        await opened(editor, text)
        (tmp_path / "refs.bib").write_text("% 😀\n@book{bibonly, title={x}}\n", encoding="utf-8")
        asked = lsp.DefinitionParams(editor.document, place_of(text, "bibonly"))
        nothing = lsp.DefinitionParams(editor.document, place_of(text, "Methods"))
        return [await editor.client.text_document_definition_async(one) for one in (asked, nothing)]

    (found,), nothing = converse(tmp_path, talk)
    assert (found.uri.rsplit("/", 1)[1], words_at(found)) == ("refs.bib", "bibonly")
    assert not nothing


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8"])
def test_all_citations_of_a_key_in_all_manuscripts(encoding: str, tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        await opened(editor)
        position = place_of(PAPER, "unread}, p. 4", encoding)
        return [
            await editor.client.text_document_references_async(
                lsp.ReferenceParams(lsp.ReferenceContext(declared), editor.document, position)
            )
            for declared in (False, True)
        ]

    general = lsp.GeneralClientCapabilities(position_encodings=[encoding])
    plain, declared = converse(tmp_path, talk, lsp.ClientCapabilities(general=general))
    names = [one.uri.rsplit("/", 1)[1] for one in plain]
    assert set(names) == {"paper.md", "chapter.tex"}
    assert {words_at(one, encoding) for one in plain} == {"unread"}
    lines = [one.range.start.line for one in plain if one.uri.endswith("paper.md")]
    assert lines == [1, 8, 8, 12, 12, 13]
    assert len(declared) == len(plain) + 1


def test_the_outline_has_the_findings_by_section(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        await opened(editor)
        return await editor.client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(editor.document)
        )

    trees = lsp.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True)
    text_document = lsp.TextDocumentClientCapabilities(document_symbol=trees)
    found = converse(tmp_path, talk, lsp.ClientCapabilities(text_document=text_document))
    title, *sections = found
    assert [one.name for one in (title, *sections)] == ["title", "😀 Methods", "Results"]
    assert sections[1].selection_range.start == lsp.Position(10, 2)
    assert [child.name for child in sections[0].children] == ["unread", "unread", "read"]
    assert sections[0].children[2].detail == "passes: ok"
    for section in found:
        for child in section.children:
            assert section.range.start <= child.range.start
            assert child.range.end <= section.range.end


def test_an_editor_without_trees_gets_the_outline_flat(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        await opened(editor)
        return await editor.client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(editor.document)
        )

    found = converse(tmp_path, talk)
    assert {type(one).__name__ for one in found} == {"SymbolInformation"}
    assert "Results" in {one.container_name for one in found}


def test_a_key_is_renamed_in_every_file_and_nothing_else_changes(tmp_path: Path) -> None:
    texts = applied(renaming(tmp_path, "smith-2024."))
    names = {Path(name).name for name in texts}
    assert names == {
        "paper.md",
        "chapter.tex",
        "literature_corpus.yaml",
        "literature_corpus_judgements.jsonl",
        "catalog.yaml",
        "log.jsonl",
        "refs.bib",
    }
    by_name = {Path(name).name: text for name, text in texts.items()}
    assert by_name["paper.md"] == (
        PAPER.replace("On @unread", "On @{smith-2024.}")
        .replace('"@unread"', '"@{smith-2024.}"')
        .replace("@unread [p. 3]", "@{smith-2024.} [p. 3]")
        .replace("@{unread}", "@{smith-2024.}")
        .replace("[@unread, p. 5]<!--ref:unread-->", "[@{smith-2024.}, p. 5]<!--ref:smith-2024.-->")
        .replace(", <!--ref:unread-->", ", <!--ref:smith-2024.-->")
        .replace("{read,unread}", "{read,smith-2024.}")
    )
    assert by_name["chapter.tex"] == "Said \\cite[p.~3]{smith-2024.}.\r\n% unread\r\n"
    assert by_name["refs.bib"] == (
        "@book{smith-2024., title = {unread}}\n@article{read, title = {x}, crossref = {smith-2024.}}\n"
    )
    line = json.loads(by_name["literature_corpus_judgements.jsonl"])
    assert (line["key"], line["sentence"]) == ("smith-2024.", "unread.")


def test_a_renamed_key_has_the_verdicts_that_it_had(tmp_path: Path, capsys: Any) -> None:
    def verdicts() -> list[str]:
        capsys.readouterr()
        main(["check", str(tmp_path / "paper.md"), "--format", "json"])
        data = json.loads(capsys.readouterr().out)
        (document,) = data["documents"]
        return [one["status"] for one in document["citations"]]

    edit = renaming(tmp_path, "smith2024")
    before = verdicts()
    for name, text in applied(edit).items():
        Path(name).write_text(text, encoding="utf-8", newline="")
    assert verdicts() == before
    assert main(["validate", str(tmp_path / "literature_corpus.yaml")]) == 0
    log = log_path(catalog_path(tmp_path / "literature_corpus.yaml")).read_text(encoding="utf-8")
    lines = [json.loads(line) for line in log.splitlines()]
    assert [(line["key"], line.get("gone", False)) for line in lines[-2:]] == [
        ("smith2024", False),
        ("unread", True),
    ]


def test_marks_of_reading_go_with_the_key(tmp_path: Path) -> None:
    texts = applied(renaming(tmp_path, "gates2024", words="read, p. 1]"))
    by_name = {Path(name).name: text for name, text in texts.items()}
    ledger = by_name["literature_corpus_human_read_log.yaml"]
    assert ledger == "human_read: [{citation_key: gates2024, marked_at: 2026-01-01}]\n"
    assert by_name["notes.md"] == "The word unread, [@gates2024, p. 3].\n"


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("read", "has the key 'read' already"),
        ("unread", "the key is 'unread' already"),
        ("", "cannot be a key"),
        ("two words", "cannot be a key"),
        ("a--b", "cannot be a key"),
        ("a{b", "cannot"),
        ("a,b", "cannot"),
        ("@b", "cannot be a key"),
        ("50%", "cannot"),
    ],
)
def test_what_cannot_be_written_is_refused(new: str, why: str, tmp_path: Path) -> None:
    said = renaming(tmp_path, new)
    assert isinstance(said, str), applied(said)
    assert why in said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "On @unread [p. 3].\n\nHead one   Head two\n---------- --------\n@unread    word\n\n",
            "Pandoc would read more than the key",
        ),
        (
            "---\nreferences:\n- {id: unread, title: x}\n---\n\n@unread [p. 3]\n",
            "stands in the metadata of paper.md",
        ),
    ],
)
def test_what_is_cited_where_nothing_can_be_changed_is_refused(
    text: str, why: str, tmp_path: Path
) -> None:
    said = renaming(tmp_path, "smithandjones2024", text)
    assert isinstance(said, str), applied(said)
    assert why in said
    assert "nothing was renamed" in said


def test_another_folders_key_of_the_same_name_stays(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "unread.ars.yaml").write_text(
        (
            "literature_corpus:\n- {citation_key: unread, title: x, authors: [{literal: y}], "
            "year: 2000, source_pointer: z}\n"
        ),
        encoding="utf-8",
    )
    (other / "own.md").write_text(
        "---\nars-corpus: unread.ars.yaml\n---\n\n@unread [p. 1]\n", encoding="utf-8"
    )
    names = {Path(name).name for name in applied(renaming(tmp_path, "smith2024"))}
    assert "chapter.tex" in names
    assert not names & {"own.md", "unread.ars.yaml"}


def test_the_place_of_a_renaming_is_the_key_alone(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        await opened(editor)
        return [
            await editor.client.text_document_prepare_rename_async(
                lsp.PrepareRenameParams(editor.document, place_of(PAPER, words))
            )
            for words in ("nread}, p. 4", "Methods")
        ]

    here, nowhere = converse(tmp_path, talk)
    assert here.placeholder == "unread"
    assert here.range.start == place_of(PAPER, "unread}, p. 4")
    assert nowhere is None


def test_an_open_file_is_changed_as_it_stands_in_the_editor(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        await opened(editor)
        text = "Unsaved.\n" + PAPER.split("---\n")[2]
        editor.type(text)
        await editor.found()
        asked = lsp.RenameParams(editor.document, place_of(text, "unread [p. 3"), "smith2024")
        return await editor.client.text_document_rename_async(asked)

    changes = lsp.WorkspaceEditClientCapabilities(document_changes=True)
    workspace = lsp.WorkspaceClientCapabilities(workspace_edit=changes)
    edit = converse(tmp_path, talk, lsp.ClientCapabilities(workspace=workspace))
    versions = {
        one.text_document.uri.rsplit("/", 1)[1]: (one.text_document.version, one.edits[0].range)
        for one in edit.document_changes
    }
    assert versions["paper.md"] == (3, lsp.Range(lsp.Position(4, 4), lsp.Position(4, 10)))
    assert versions["chapter.tex"][0] is None


def test_a_document_that_was_never_saved_would_keep_the_old_key_and_is_refused(
    tmp_path: Path,
) -> None:
    async def talk(editor: Editor) -> Any:
        await opened(editor)
        uri = "untitled:Untitled-1"
        item = lsp.TextDocumentItem(uri, "markdown", 1, "As @unread [p. 3] says.\n")
        editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        document = lsp.TextDocumentIdentifier(uri)
        asked = lsp.RenameParams(document, lsp.Position(0, 5), "smith2024")
        with pytest.raises(JsonRpcException, match="never saved; nothing was renamed"):
            await editor.client.text_document_rename_async(asked)

    converse(tmp_path, talk)


def test_an_information_is_not_repeated_on_a_thousand_citations(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        await editor.found()
        editor.type("So it is [@read, p. 2024].\n\n" * 1000)
        return await editor.found()

    found = converse(tmp_path, talk)
    informations = [one for one in found if one.severity == lsp.DiagnosticSeverity.Information]
    assert [one.code for one in informations] == ["locator-is-year"]
    assert "also: line 3, 5, 7, 9, 11, … (999 citations)" in informations[0].message
