"""A document is found again by whatever address an editor gives it, with escapes and without."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from tests.checking.papers import write_paper
from tests.conftest import ROOT, clean_environment

LONGEST = 60


async def _published(folder: Path, name: str) -> tuple[lsp.PublishDiagnosticsParams, lsp.Hover]:
    path = write_paper(folder, "Well said [@read].\n", name)
    client = LanguageClient("editor", "1")
    told: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
    client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(
        lambda params: told.put_nowait(params)  # noqa: PLW0108 - the library marks the function
    )
    await client.start_io(
        sys.executable, "-c", "from ars_pandoc.cli import main; main(['lsp'])",
        env={**clean_environment(), "PYTHONPATH": str(ROOT)}, cwd=folder,
    )  # fmt: skip
    root = lsp.WorkspaceFolder(folder.as_uri(), "paper")
    await client.initialize_async(
        lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), workspace_folders=[root])
    )
    client.initialized(lsp.InitializedParams())
    opened = lsp.TextDocumentItem(path.as_uri(), "markdown", 0, path.read_text("utf-8"))
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(opened))
    found = await asyncio.wait_for(told.get(), LONGEST)
    hover = await client.text_document_hover_async(
        lsp.HoverParams(lsp.TextDocumentIdentifier(path.as_uri()), lsp.Position(0, 13))
    )
    await client.shutdown_async(None)
    client.exit(None)
    stop: Callable[[], Awaitable[None]] = client.stop
    await stop()
    assert hover is not None
    return found, hover


@pytest.mark.parametrize("name", ["my paper.md", "Über uns.md", "100% [1].md", "a&b+c#1.md"])
def test_a_name_with_escapes_in_its_address_gets_its_findings(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "my thesis"
    folder.mkdir()
    found, hover = asyncio.run(_published(folder, name))
    assert found.uri == (folder / name).as_uri()
    assert [one.code for one in found.diagnostics] == ["MED-WARN-NO-LOCATOR"]
    assert hover.contents
