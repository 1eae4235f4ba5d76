"""How long an editor waits for `ars lsp` in a text of 5,000 lines: for findings, and for a hover.

    python -m benchmarks.editor [--runs 5]

The server is a process of its own, with a client of the real protocol on its pipes. Findings are
those of the whole text after one word was typed: the server's processor time with its children's,
beside that of `pandoc -t json` on the same text, in turn. A hover is asked for right after a word
was typed in another paragraph, by the clock.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from ars_pandoc.pandoc.executable import bundled_pandoc
from benchmarks import thesis
from benchmarks.figures import HEAD, Figure
from benchmarks.measure import processor_seconds
from tests.conftest import clean_environment

LINES = 5_000
LIMIT = 1.2
HOVER_LIMIT = 0.1
_TICKS = os.sysconf("SC_CLK_TCK")


def write_text(folder: Path) -> Path:
    """Write the first 5,000 lines of the thesis, whose metadata, notes and sources are whole."""
    thesis.write(folder)
    path = folder / "thesis.md"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:LINES]), "utf-8")
    return path


class Editor:
    """An editor with one text open, and the server that it started."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text("utf-8")
        self.client = LanguageClient("editor", "1")
        self._published: asyncio.Queue[int | None] = asyncio.Queue()
        self._version = 1

        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self._published.put_nowait(params.version)

        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(published)

    async def start(self) -> None:
        """Start the server, and wait for the first findings."""
        await self.client.start_io(
            sys.executable,
            "-c",
            "import sys; from ars_pandoc.cli import main; sys.exit(main(['lsp']))",
            env=clean_environment(),
            cwd=self.path.parent,
        )
        root = self.path.parent.as_uri()
        await self.client.initialize_async(
            lsp.InitializeParams(lsp.ClientCapabilities(), root_uri=root)
        )
        self.client.initialized(lsp.InitializedParams())
        document = lsp.TextDocumentItem(self.path.as_uri(), "markdown", 1, self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        await self.found()

    async def stop(self) -> None:
        """End the server."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()  # type: ignore[no-untyped-call]

    def type(self) -> None:
        """Type one word at the end of the text."""
        self._version += 1
        lines = self.text.count("\n")
        end = lsp.Position(lines, len(self.text) - self.text.rfind("\n") - 1)
        self.text += "word "
        change = lsp.TextDocumentContentChangePartial(lsp.Range(end, end), "word ")
        named = lsp.VersionedTextDocumentIdentifier(self._version, self.path.as_uri())
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(named, [change]))

    async def found(self) -> None:
        """Wait for the findings in the newest text."""
        while await asyncio.wait_for(self._published.get(), 300) != self._version:
            pass

    async def hover(self) -> None:
        """Ask about the first citation, and wait for the answer."""
        before = self.text[: self.text.index("[@") + 3]
        place = lsp.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)
        document = lsp.TextDocumentIdentifier(self.path.as_uri())
        shown = await self.client.text_document_hover_async(lsp.HoverParams(document, place))
        if shown is None:
            sys.exit("the hover shows nothing")

    def processor_time(self) -> float:
        """Return what the server and its children took so far, in seconds."""
        server = self.client._server
        if server is None:
            sys.exit("the server has ended")
        fields = Path(f"/proc/{server.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / _TICKS


async def measure(path: Path, runs: int) -> Iterator[Figure]:
    """Return the figures, the medians of several runs in turn."""
    editor = Editor(path)
    await editor.start()
    findings, hovers, peers = [], [], []
    pandoc = [str(bundled_pandoc().path), path.name, "-t", "json", "-o", "out.json"]
    for _ in range(runs):
        peers.append(processor_seconds(pandoc, path.parent))
        before = editor.processor_time()
        editor.type()
        start = time.perf_counter()
        await editor.hover()
        hovers.append(time.perf_counter() - start)
        await editor.found()
        findings.append(editor.processor_time() - before)
    await editor.stop()
    peer, taken = median(peers), median(findings)
    beside = f"`pandoc -t json` {peer:.2f} s"
    return iter((
        Figure(f"findings in {LINES:,} lines after a word", taken / peer, "×", beside, LIMIT),
        Figure("hover right after it (clock)", median(hovers), "s", "", HOVER_LIMIT),
    ))  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as name:
        path = write_text(Path(name))
        print(HEAD)
        for figure in asyncio.run(measure(path, runs)):
            print(figure.row)


if __name__ == "__main__":
    main()
