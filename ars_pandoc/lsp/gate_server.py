"""What the language server knows of the documents that an editor has open.

Pandoc takes its time, so that a text is judged in a thread, and not before its writer has paused.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.version import __version__
from ars_pandoc.corpus.edit_ledger import mark_read
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.documents.formats import MARKDOWN_ENDINGS, reader_of
from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.diagnostics import diagnostics
from ars_pandoc.lsp.project import Project, Stamp
from ars_pandoc.lsp.state import State, judge_text

PAUSE = 0.3
"""Seconds without a key being pressed before a text is judged."""

LOOK = 2.0
"""Seconds after which the files that verdicts rest on are looked at again."""

_Result = TypeVar("_Result")


class GateServer(LanguageServer):
    """What is known of the documents that an editor has open."""

    def __init__(self, project: Project | None = None) -> None:
        super().__init__(
            "ars-pandoc", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental
        )
        self._project = project or Project()
        self._started_in = Path.cwd()
        self._states: dict[str, State] = {}
        self._stamps: dict[str, frozenset[Stamp]] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    def text(self, uri: str) -> str:
        """Return the text of a document as the editor holds it; "" of one that it has not open.

        The protocol asks about open documents alone, and the library would read any other file,
        there or not.
        """
        document = self._open(uri)
        return "" if document is None else document.source

    def _open(self, uri: str) -> TextDocument | None:
        """Return an open document by the address that the editor gives it.

        The library keeps documents by addresses without escapes: `my%20paper.md` is `my paper.md`.
        """
        documents: Mapping[str, TextDocument] = self.workspace.text_documents
        return documents.get(uri) or documents.get(unquote(uri))

    def _open_uris(self) -> list[str]:
        """Return the addresses of all open documents, as the editor gave them."""
        return [document.uri for document in self.workspace.text_documents.values()]

    def columns(self, text: str) -> Columns:
        """Return the lines of a text, counted as both sides agreed on."""
        return Columns(text, self.workspace.position_encoding or lsp.PositionEncodingKind.Utf16)

    def known(self, uri: str) -> State | None:
        """Return what was last known of a document; its text may be older."""
        return self._states.get(uri)

    async def fresh(self, uri: str) -> State:
        """Return the verdicts on a document's text as it is now, by the files as they are now."""
        current = self._current(uri)
        if current is not None and not await self._has_changed(uri):
            return current
        return await self.judge(uri, anew=current is not None)

    async def judge(self, uri: str, *, anew: bool = True) -> State:
        """Judge a document and tell the editor what was found.

        Args:
            uri: The document.
            anew: Also if its text was judged meanwhile: what it rests on may have changed.
        """
        async with self._one_at_a_time:
            if not anew and (current := self._current(uri)) is not None:
                return current
            document = self._open(uri)
            if document is None:
                return State("")
            text, version = document.source, document.version
            before = self._states.get(uri)
            work = partial(self._judged, uri, text, before)
            state, self._stamps[uri], found = await asyncio.to_thread(work)
            if state.error is not None and before is not None:
                # Half-written metadata must not end the completion of keys.
                state = replace(state, corpus=before.corpus, ledger=before.ledger)
            self._states[uri] = state
        if self._open(uri) is not None and self.text(uri) == text:
            self._publish(uri, found, version)
        return state

    async def work(self, uri: str, do: Callable[[Path, Project], _Result]) -> _Result:
        """Do what needs Pandoc or looks at other files: in a thread, alone, in the right folder.

        Args:
            uri: The document that it is about.
            do: Gets the document's file, and what the editor has open around it.
        """
        path, project = self._where(uri)

        def working() -> _Result:
            with _working_in(project):
                return do(path, project)

        async with self._one_at_a_time:
            return await asyncio.to_thread(working)

    def _judged(
        self, uri: str, text: str, before: State | None
    ) -> tuple[State, frozenset[Stamp], list[lsp.Diagnostic]]:
        path, project = self._where(uri)
        if not _is_document(path):
            return State(text), frozenset(), []
        stamps = project.stamps(path, _sidecars(before))
        with _working_in(project):
            state = judge_text(path, text, project=project)
        if _sidecars(state) != _sidecars(before):
            stamps = project.stamps(path, _sidecars(state))
        # Here, not in the loop: thousands of them would keep the editor waiting.
        return state, stamps, diagnostics(state, self.columns(text))

    def _where(self, uri: str) -> tuple[Path, Project]:
        """Return the file of a document, and what the editor has open around it.

        A document that was never saved gets a name in the folder that the editor has open.
        """
        names = [uris.to_fs_path(folder) for folder in self.workspace.folders]
        roots = [Path(name) for name in names if name] or [self._started_in]
        if self.workspace.root_path and not names:
            roots = [Path(self.workspace.root_path)]
        name = uris.to_fs_path(uri) if uri.startswith("file:") else None
        if name is None:
            return roots[0] / "untitled.md", replace(self._project, root=roots[0])
        path = Path(name)
        holding = [root for root in roots if root in path.parents]
        root = max(holding, key=lambda folder: len(folder.parts), default=roots[0])
        return path, replace(self._project, root=root)

    async def _has_changed(self, uri: str) -> bool:
        """Return whether what the verdicts on a document rest on is not what it was."""
        path, project = self._where(uri)
        known = _sidecars(self._states.get(uri))
        now = await asyncio.to_thread(project.stamps, path, known)
        return _is_document(path) and now != self._stamps.get(uri)

    def watch(self) -> None:
        """Notice what a command beside the editor changes; not all editors watch files."""
        self._watching = asyncio.ensure_future(self._watch())

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            for uri in self._open_uris():
                if (
                    uri in self._states
                    and uri not in self._waiting
                    and await self._has_changed(uri)
                ):
                    self.judge_soon(uri, 0)

    async def mark_read(self, uri: str, key: str) -> None:
        """Record that a source was read.

        Raises:
            ArsError: The document's metadata holds the sources, or a ledger cannot be written.
        """
        async with self._one_at_a_time:
            await asyncio.to_thread(self._mark_read, uri, key)

    def _mark_read(self, uri: str, key: str) -> None:
        _, project = self._where(uri)
        with _working_in(project):
            sidecars = _sidecars(self._states.get(uri))
            home = next((path for path in sidecars if key in load_corpus(path).entries), None)
            if home is None:
                raise ArsError(
                    "sources that stand in the document's metadata have no ledger",
                    steps=["move literature_corpus into a file of its own, a sidecar"],
                )
            mark_read(home, [key])

    def judge_soon(self, uri: str, pause: float = PAUSE) -> None:
        """Judge a document once its writer has paused."""
        self._stop_waiting(uri)
        self._waiting[uri] = asyncio.ensure_future(self._judge_after(uri, pause))

    def judge_all_soon(self) -> None:
        """Judge all open documents: what they rest on has changed."""
        for uri in self._open_uris():
            self.judge_soon(uri)

    def forget(self, uri: str) -> None:
        """Forget a document that was closed, and take its diagnostics away."""
        self._stop_waiting(uri)
        self._states.pop(uri, None)
        self._stamps.pop(uri, None)
        self._publish(uri, [], None)

    def _current(self, uri: str) -> State | None:
        state = self._states.get(uri)
        return state if state is not None and state.text == self.text(uri) else None

    async def _judge_after(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        # From here on it is not stopped any more: a thread cannot be.
        self._waiting.pop(uri, None)
        if self._open(uri) is not None:
            await self.judge(uri)

    def _stop_waiting(self, uri: str) -> None:
        if (task := self._waiting.pop(uri, None)) is not None:
            task.cancel()

    def _publish(self, uri: str, found: list[lsp.Diagnostic], version: int | None) -> None:
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))


def _sidecars(state: State | None) -> tuple[Path, ...]:
    return () if state is None or state.corpus is None else tuple(state.corpus.paths)


def _is_document(path: Path) -> bool:
    """Return whether a file is one that Pandoc reads: editors send sidecars and bibliographies too."""
    ending = path.suffix.lower()
    return reader_of(path) != "markdown" or ending in MARKDOWN_ENDINGS or ending in ("", ".txt")


@contextmanager
def _working_in(project: Project) -> Iterator[None]:
    """Work in the folder that the editor has open, where Pandoc is called too.

    The server judges one document at a time, and changes the folder at no other time.
    """
    before = Path.cwd()
    try:
        if project.root is not None and project.root.is_dir():
            os.chdir(project.root)
        yield
    finally:
        os.chdir(before)
