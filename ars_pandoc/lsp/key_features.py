"""Requests about keys: definition, references, renaming, and the outline.

What needs Pandoc or looks at other files is done in the server's thread, one request at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException

from ars_pandoc.base.errors import ArsError
from ars_pandoc.lsp.cited_in import Opened, citing
from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.navigation import definition, key_at, references
from ars_pandoc.lsp.outline import document_symbols, flat_symbols
from ars_pandoc.lsp.project import Project
from ars_pandoc.lsp.rename import Changed, rename

if TYPE_CHECKING:
    from ars_pandoc.lsp.gate_server import GateServer
    from ars_pandoc.lsp.state import State

_Result = TypeVar("_Result")
_Place = lsp.DefinitionParams | lsp.ReferenceParams | lsp.PrepareRenameParams | lsp.RenameParams


def add_key_features(server: GateServer) -> None:
    """Let a server answer requests about keys."""

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def define(params: lsp.DefinitionParams) -> list[lsp.Location]:
        state, key = await _asked(server, params)
        if key is None:
            return []
        return await _worked(server, params.text_document.uri, partial(definition, state, key))

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def refer(params: lsp.ReferenceParams) -> list[lsp.Location]:
        state, key = await _asked(server, params)
        if key is None:
            return []
        declaration = params.context.include_declaration
        work = partial(references, state, key, declaration=declaration)
        return await _worked(server, params.text_document.uri, work)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline(
        params: lsp.DocumentSymbolParams,
    ) -> list[lsp.DocumentSymbol] | list[lsp.SymbolInformation]:
        uri = params.text_document.uri
        state = await server.fresh(uri)
        found = document_symbols(state, server.columns(state.text))
        return found if _takes_trees(server) else flat_symbols(found, uri)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        state, key = await _asked(server, params)
        if key is None:
            return None
        columns = server.columns(state.text)
        offset = columns.offset(params.position)
        places = [extent for _, extent in citing(state, key)]
        near = next((one for one in places if one[0] <= offset <= one[1]), None)
        if near is None:
            return None
        return lsp.PrepareRenamePlaceholder(columns.range(near), key)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        state, key = await _asked(server, params)
        if key is None:
            return None
        try:
            _must_be_saved(params.text_document.uri)
            find = partial(rename, state, (key, params.new_name))
            found = await _worked(server, params.text_document.uri, find)
        except ArsError as error:
            raise JsonRpcException(str(error), lsp.LSPErrorCodes.RequestFailed) from None
        return _workspace_edit(server, found)


async def _asked(server: GateServer, params: _Place) -> tuple[State, str | None]:
    """Return the verdicts on a document, and the key that is asked about."""
    state = await server.fresh(params.text_document.uri)
    return state, key_at(state, server.columns(state.text).offset(params.position))


async def _worked(server: GateServer, uri: str, find: Callable[[Path, Opened], _Result]) -> _Result:
    """Do what needs a document's file, and what the editor has open around it."""
    opened_files = _open_files(server)

    def text_of(path: Path) -> str | None:
        found = opened_files.get(path.absolute())
        return None if found is None else found[1]

    def work(path: Path, project: Project) -> _Result:
        return find(path, Opened(project, text_of, _encoding(server)))

    return await server.work(uri, work)


def _must_be_saved(uri: str) -> None:
    """Insist that a document is a file: one edit is to hold it and the files beside it."""
    if not uri.startswith("file:"):
        raise ArsError(
            "this document was never saved; nothing was renamed",
            steps=["save it, and rename the key then"],
        )


def _encoding(server: GateServer) -> str:
    return server.workspace.position_encoding or lsp.PositionEncodingKind.Utf16


def _open_files(server: GateServer) -> dict[Path, tuple[str, str, int | None]]:
    """Return the open documents that are files: path, then address, text and version."""
    found = {}
    for document in server.workspace.text_documents.values():
        uri = document.uri
        name = uris.to_fs_path(uri) if uri.startswith("file:") else None
        if name is not None:
            found[Path(name).absolute()] = (uri, document.source, document.version)
    return found


def _workspace_edit(server: GateServer, found: list[Changed]) -> lsp.WorkspaceEdit:
    """Return one edit of several files; of open ones with the version that it was made for."""
    opened = _open_files(server)
    changes: dict[str, list[lsp.TextEdit]] = {}
    versions: dict[str, int | None] = {}
    for one in found:
        uri, _, version = opened.get(one.path.absolute(), (one.path.absolute().as_uri(), "", None))
        columns = Columns(one.text, _encoding(server))
        changes[uri] = [lsp.TextEdit(columns.range(extent), new) for extent, new in one.edits]
        versions[uri] = version
    workspace = server.client_capabilities.workspace
    edit = None if workspace is None else workspace.workspace_edit
    if edit is None or not edit.document_changes:
        return lsp.WorkspaceEdit(changes=changes)
    return lsp.WorkspaceEdit(
        document_changes=[
            lsp.TextDocumentEdit(
                lsp.OptionalVersionedTextDocumentIdentifier(uri, versions[uri]), list(edits)
            )
            for uri, edits in changes.items()
        ]
    )


def _takes_trees(server: GateServer) -> bool:
    document = server.client_capabilities.text_document
    symbols = None if document is None else document.document_symbol
    return symbols is not None and bool(symbols.hierarchical_document_symbol_support)
