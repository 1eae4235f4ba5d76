"""The language server: the protocol's requests, and what answers each."""

from __future__ import annotations

from lsprotocol import types as lsp

from ars_pandoc.base.errors import ArsError
from ars_pandoc.lsp.actions import MARK_READ, code_actions, wanted
from ars_pandoc.lsp.being_judged import source_text
from ars_pandoc.lsp.completion import TRIGGERS, completions
from ars_pandoc.lsp.gate_server import GateServer
from ars_pandoc.lsp.hover import hover_text
from ars_pandoc.lsp.incremental import keep_live
from ars_pandoc.lsp.key_features import add_key_features
from ars_pandoc.lsp.older_text import place_before
from ars_pandoc.lsp.project import Project
from ars_pandoc.lsp.state import State

_YES, _NO = "Yes, I have read it", "No"
_WATCHED = "**/*.{yaml,yml,json,bib}"
"""Sidecars, ledgers, catalogs, bibliographies: a command beside the editor changes them too."""


def build_server(project: Project | None = None) -> GateServer:
    """Build the server with all it answers.

    Args:
        project: How its documents are read; the folder is the one that the editor has open.
    """
    server = GateServer(project)
    add_key_features(server)

    @server.feature(lsp.INITIALIZE)
    def initialize(_: lsp.InitializeParams) -> None:
        keep_live(server.workspace)

    @server.feature(lsp.INITIALIZED)
    async def initialized(_: lsp.InitializedParams) -> None:
        await _watch(server)
        server.watch()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.judge_soon(params.text_document.uri, 0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.judge_soon(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(_: lsp.DidSaveTextDocumentParams) -> None:
        server.judge_all_soon()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def files_changed(_: lsp.DidChangeWatchedFilesParams) -> None:
        server.judge_all_soon()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        uri = params.text_document.uri
        # Nobody waits with the pointer on a word: what was known last is shown at once. In a
        # paragraph that was changed the verdict may be wrong by now, so that its source alone is.
        state = server.known(uri) or State("")
        text = server.text(uri)
        offset = server.columns(text).offset(params.position)
        place = place_before(state.text, text, offset)
        if place is None or state.error is not None:
            shown = source_text(state, text, offset)
        else:
            shown = hover_text(state, place)
        if shown is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, shown))

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=list(TRIGGERS))
    )
    async def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        uri = params.text_document.uri
        # Keys are not waited for: what was known before the last word was typed will do.
        state = server.known(uri) or await server.judge(uri, anew=False)
        text = server.text(uri)
        columns = server.columns(text)
        offset = columns.offset(params.position)
        return completions(state, text, offset, columns, snippets=_takes_snippets(server))

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.RefactorRewrite]),
    )
    async def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction | lsp.Command]:
        uri = params.text_document.uri
        state = await server.fresh(uri)
        columns = server.columns(state.text)
        offered = code_actions(state, uri, columns.extent(params.range), columns)
        return wanted(offered, params.context)

    @server.command(MARK_READ)
    async def mark(uri: str, key: str) -> None:
        await _mark_read(server, uri, key)

    return server


def _takes_snippets(server: GateServer) -> bool:
    document = server.client_capabilities.text_document
    completion = None if document is None else document.completion
    item = None if completion is None else completion.completion_item
    return item is not None and bool(item.snippet_support)


async def _watch(server: GateServer) -> None:
    """Ask the editor to tell when a file changes that verdicts rest on."""
    workspace = server.client_capabilities.workspace
    watching = None if workspace is None else workspace.did_change_watched_files
    if watching is None or not watching.dynamic_registration:
        return
    options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(_WATCHED)])
    what = lsp.Registration("ars-files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
    await server.client_register_capability_async(lsp.RegistrationParams([what]))


async def _mark_read(server: GateServer, uri: str, key: str) -> None:
    """Ask the writer, whose word a mark of reading is, and record what they say."""
    state = await server.fresh(uri)
    entry = None if state.corpus is None else state.corpus.entries.get(key)
    if state.corpus is None or entry is None:
        return
    question = lsp.ShowMessageRequestParams(
        lsp.MessageType.Info,
        f"Have you read {entry.byline}, “{entry.title}”?",
        [lsp.MessageActionItem(_YES), lsp.MessageActionItem(_NO)],
    )
    answer = await server.window_show_message_request_async(question)
    if answer is None or answer.title != _YES:
        return
    try:
        await server.mark_read(uri, key)
    except ArsError as error:
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)))
    server.judge_all_soon()
