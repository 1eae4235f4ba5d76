"""The text of an open document, brought up to date by the parts that an editor sends.

The protocol's library joins such parts by Python's lines, which end at more characters than the
protocol's do (a form feed, U+2028): one such character in a manuscript would shift all that is
typed below it.
"""

from __future__ import annotations

from lsprotocol.types import PositionEncodingKind, TextDocumentContentChangePartial
from pygls.workspace import TextDocument, Workspace

from ars_pandoc.lsp.columns import Columns


class LiveDocument(TextDocument):
    """A document whose changed parts are placed as the protocol counts."""

    def _apply_incremental_change(self, change: TextDocumentContentChangePartial) -> None:
        text = self.source
        encoding = self.position_codec.encoding or PositionEncodingKind.Utf16
        start, end = Columns(text, encoding).extent(change.range)
        self._source = text[:start] + change.text + text[max(start, end) :]


def keep_live(workspace: Workspace) -> None:
    """Let a workspace hold its documents as `LiveDocument`s.

    Args:
        workspace: One whose documents are not open yet.
    """

    def create(
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        return LiveDocument(
            doc_uri,
            source=source,
            version=version,
            language_id=language_id,
            position_codec=workspace.position_codec,
        )

    workspace._create_text_document = create  # type: ignore[method-assign]
