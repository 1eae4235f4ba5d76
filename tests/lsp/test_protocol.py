"""The server as a process of its own, with a client of the real protocol on its pipes."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pygls.lsp.client import LanguageClient

from ars_pandoc.cli import main
from ars_pandoc.corpus.edit_ledger import mark_read
from ars_pandoc.corpus.ledger import ledger_path, load_ledger
from ars_pandoc.lsp.columns import Columns
from tests.checking.papers import write_paper
from tests.conftest import ROOT, clean_environment

LONGEST = 60
TEXT = "Well 😀 said [@read], and 😀 [@unread, p. 3].\n"


class Editor:
    """An editor with one document open."""

    def __init__(self, folder: Path) -> None:
        self.path = write_paper(folder, TEXT)
        self.uri = self.path.as_uri()
        self.client = LanguageClient("editor", "1")
        self.published: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.answer = "No"
        self.questions: list[str] = []
        self._version = 1

        def asked(params: lsp.ShowMessageRequestParams) -> lsp.MessageActionItem:
            self.questions.append(params.message)
            assert params.actions is not None
            titles = {action.title.split(",")[0]: action for action in params.actions}
            return titles[self.answer]

        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

        self.client.feature(lsp.WINDOW_SHOW_MESSAGE_REQUEST)(asked)
        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(published)

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        stop: Callable[[], Awaitable[None]] = self.client.stop
        await stop()

    async def start(
        self, capabilities: lsp.ClientCapabilities | None = None
    ) -> lsp.InitializeResult:
        environment = clean_environment()
        await self.client.start_io(
            sys.executable,
            "-c",
            "import sys; from ars_pandoc.cli import main; sys.exit(main(['lsp']))",
            env=environment,
            cwd=self.path.parent,
        )
        given = lsp.InitializeParams(
            capabilities or lsp.ClientCapabilities(), root_uri=self.path.parent.as_uri()
        )
        result = await self.client.initialize_async(given)
        self.client.initialized(lsp.InitializedParams())
        document = lsp.TextDocumentItem(self.uri, "markdown", 1, TEXT)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        return result

    def type(self, text: str) -> None:
        self._version += 1
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self._version, self.uri),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def found(self, path: Path | None = None) -> list[lsp.Diagnostic]:
        """Wait for what the newest version of the text is told, or another open file."""
        uri, version = (self.uri, self._version) if path is None else (path.as_uri(), 1)
        while True:
            params = await asyncio.wait_for(self.published.get(), LONGEST)
            if (params.uri, params.version) == (uri, version):
                return list(params.diagnostics)

    def open(self, path: Path, language: str = "markdown") -> None:
        """Open one more file, as it is saved."""
        text = path.read_text(encoding="utf-8")
        document = lsp.TextDocumentItem(path.as_uri(), language, 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)


def converse(
    folder: Path,
    talk: Callable[[Editor], Awaitable[Any]],
    capabilities: lsp.ClientCapabilities | None = None,
) -> Any:
    """Start a server and an editor, and let them talk."""

    async def run() -> Any:
        editor = Editor(folder)
        await editor.start(capabilities)
        try:
            return await asyncio.wait_for(talk(editor), 2 * LONGEST)
        finally:
            await editor.stop()

    return asyncio.run(run())


def test_findings_follow_what_is_typed(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> None:
        found = await editor.found()
        assert [(one.code, one.range.start) for one in found] == [
            ("MED-WARN-NO-LOCATOR", lsp.Position(0, 14)),
            ("LOW-WARN", lsp.Position(0, 30)),
        ]
        for typed in ("Well 😀 said [@read, p", "Well 😀 said [@read, p. 1].\n"):
            editor.type(typed)
        assert await editor.found() == []
        assert editor.path.read_text(encoding="utf-8") == TEXT

    converse(tmp_path, talk)


def test_the_documented_finding(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> list[lsp.Diagnostic]:
        return await editor.found()

    text = (ROOT / "docs" / "editors.md").read_text("utf-8")
    shown = text[text.index("a test holds the server to it") :].split("```")[1]
    found = get_converter().unstructure(converse(tmp_path, talk)[0])
    assert found == json.loads(shown.removeprefix("json"))


def test_hover_at_a_column_behind_an_emoji(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> lsp.Hover | None:
        await editor.found()
        place = lsp.Position(0, TEXT.index("unread") + 2)
        return await editor.client.text_document_hover_async(
            lsp.HoverParams(editor.document, place)
        )

    hover = converse(tmp_path, talk)
    assert isinstance(hover.contents, lsp.MarkupContent)
    assert "Smith 2024" in hover.contents.value
    assert "**Not read.**" in hover.contents.value


def test_the_hover_waits_for_no_verdict_on_another_paragraph(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> tuple[lsp.Hover | None, bool]:
        await editor.found()
        new = f"A first paragraph of two lines\nthat nobody has judged yet.\n\n{TEXT}"
        editor.type(new)
        at = new.index("unread") + 2
        line = new.count("\n", 0, at)
        place = lsp.Position(line, Columns(new).position(at).character)
        hover = await editor.client.text_document_hover_async(
            lsp.HoverParams(editor.document, place)
        )
        return hover, editor.published.empty()

    hover, is_before = converse(tmp_path, talk)
    assert isinstance(hover.contents, lsp.MarkupContent)
    assert "Smith 2024" in hover.contents.value
    assert is_before, "it was answered before the text was judged"


def test_the_hover_in_a_changed_paragraph_shows_the_source_and_does_not_wait(
    tmp_path: Path,
) -> None:
    async def talk(editor: Editor) -> tuple[lsp.Hover | None, bool]:
        await editor.found()
        new = f"More. {TEXT}"
        editor.type(new)
        place = Columns(new).position(new.index("unread") + 2)
        hover = await editor.client.text_document_hover_async(
            lsp.HoverParams(editor.document, place)
        )
        return hover, editor.published.empty()

    hover, is_before = converse(tmp_path, talk)
    assert isinstance(hover.contents, lsp.MarkupContent)
    assert "Smith 2024" in hover.contents.value
    assert "Not judged yet" in hover.contents.value
    assert is_before, "it was answered before the text was judged"


@pytest.mark.parametrize("name", ["gone.md", "no/such/folder/gone.md", "odd\x01 %.md", ""])
def test_hover_on_a_file_that_is_not_there_was_a_fault_of_the_server(
    tmp_path: Path, name: str
) -> None:
    async def talk(editor: Editor) -> tuple[Any, Any]:
        document = lsp.TextDocumentIdentifier((tmp_path / name).as_uri())
        there = lsp.HoverParams(document, lsp.Position(0, 3))
        nothing = await editor.client.text_document_hover_async(there)
        place = lsp.Position(0, TEXT.index("unread") + 2)
        hover = lsp.HoverParams(editor.document, place)
        return nothing, await editor.client.text_document_hover_async(hover)

    nothing, hover = converse(tmp_path, talk)
    assert nothing is None
    assert isinstance(hover, lsp.Hover)  # the server lives on


def test_keys_are_completed_while_a_citation_is_half_written(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> Any:
        await editor.found()
        editor.type("😀 [@re")
        return await editor.client.text_document_completion_async(
            lsp.CompletionParams(editor.document, lsp.Position(0, 7))
        )

    items = converse(tmp_path, talk)
    assert [item.label for item in items] == ["read", "unread"]
    assert items[0].text_edit.range == lsp.Range(lsp.Position(0, 5), lsp.Position(0, 7))


def test_a_source_is_marked_as_read_only_after_a_yes(tmp_path: Path) -> None:
    sidecar = tmp_path / "literature_corpus.yaml"

    async def mark(editor: Editor) -> None:
        place = lsp.Position(0, 32)
        actions = await editor.client.text_document_code_action_async(
            lsp.CodeActionParams(
                editor.document, lsp.Range(place, place), lsp.CodeActionContext([])
            )
        )
        assert actions, "nothing is offered"
        (command,) = actions
        assert isinstance(command, lsp.Command)
        await editor.client.workspace_execute_command_async(
            lsp.ExecuteCommandParams(command.command, command.arguments)
        )

    async def talk(editor: Editor) -> None:
        assert len(await editor.found()) == 2
        await mark(editor)
        assert not load_ledger((sidecar,)).is_read("unread")
        editor.answer = "Yes"
        await mark(editor)
        assert load_ledger((sidecar,)).is_read("unread")
        assert [one.code for one in await editor.found()] == ["MED-WARN-NO-LOCATOR"]
        assert "Have you read Smith 2024" in editor.questions[0]

    converse(tmp_path, talk)
    assert ledger_path(sidecar).exists()


def test_a_closed_document_has_no_findings(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> lsp.PublishDiagnosticsParams:
        await editor.found()
        editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(editor.document))
        return await asyncio.wait_for(editor.published.get(), LONGEST)

    assert list(converse(tmp_path, talk).diagnostics) == []


def test_what_a_command_changes_beside_the_editor_is_seen(tmp_path: Path) -> None:
    """This client watches no files."""

    async def talk(editor: Editor) -> None:
        assert len(await editor.found()) == 2
        mark_read(tmp_path / "literature_corpus.yaml", ["unread"])
        assert [one.code for one in await editor.found()] == ["MED-WARN-NO-LOCATOR"]

    converse(tmp_path, talk)


def test_a_broken_sidecar_is_said_once_and_seen_to_be_mended(tmp_path: Path) -> None:
    sidecar = tmp_path / "literature_corpus.yaml"

    async def talk(editor: Editor) -> None:
        assert len(await editor.found()) == 2
        sound = sidecar.read_text(encoding="utf-8")
        sidecar.write_text("literature_corpus: [{", encoding="utf-8")
        (found,) = await editor.found()
        assert (found.code, found.range.start) == ("not-judged", lsp.Position(0, 0))
        assert "literature_corpus.yaml" in found.message
        editor.type("Said [@re")
        await editor.found()
        items = await editor.client.text_document_completion_async(
            lsp.CompletionParams(editor.document, lsp.Position(0, 9))
        )
        assert isinstance(items, list | tuple)
        assert [item.label for item in items] == ["read", "unread"]
        sidecar.write_text(sound, encoding="utf-8")
        while [one.code for one in await editor.found()] == ["not-judged"]:
            pass

    converse(tmp_path, talk)


def test_files_beside_each_other_have_their_own_findings(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> None:
        await editor.found()
        second = tmp_path / "second.qmd"
        second.write_text("As [@unread, p. 2] says.\n", encoding="utf-8")
        editor.open(second, "quarto")
        assert [one.code for one in await editor.found(second)] == ["LOW-WARN"]
        bibliography = tmp_path / "refs.bib"
        bibliography.write_text("@article{read, title={Smith (2020)}}\n", encoding="utf-8")
        editor.open(bibliography, "bibtex")
        assert await editor.found(bibliography) == []
        editor.open(tmp_path / "literature_corpus.yaml", "yaml")
        assert await editor.found(tmp_path / "literature_corpus.yaml") == []

    converse(tmp_path, talk)


def test_the_hover_shows_the_passage_of_a_pinned_source(tmp_path: Path) -> None:
    async def talk(editor: Editor) -> list[lsp.Hover | None]:
        await editor.found()
        words = "Smith Jane. Gates and citations. The gate holds every citation to its source."
        (tmp_path / "read.txt").write_text(words, encoding="utf-8")
        # 1: held, but a text file that anyone can type is no proof of its content.
        assert main(["pin", "read", str(tmp_path / "read.txt"), "--corpus", str(sidecar)]) == 1
        shown = []
        for quote in ("holds every citation to its source", "holds no citation to its source"):
            text = f'[[@read]]{{quote="{quote}"}} says so.\n'
            editor.type(text)
            await editor.found()
            place = lsp.Position(0, text.index("read") + 1)
            shown.append(
                await editor.client.text_document_hover_async(
                    lsp.HoverParams(editor.document, place)
                )
            )
        return shown

    sidecar = tmp_path / "literature_corpus.yaml"
    texts = [hover.contents.value.replace("\\", "") for hover in converse(tmp_path, talk)]
    assert "In the source: found" in texts[0]
    assert "> The gate **holds every citation to its source**." in texts[0]
    assert "**refused** (HIGH-WARN-QUOTE-NOT-FOUND" in texts[1]
    assert "not found" in texts[1]
    assert "every citation" in texts[1]
