"""A text that is sent in parts is the text that the editor holds, whatever stands in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp
from pygls.workspace import Workspace

from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.incremental import keep_live
from tests.lsp.test_protocol import TEXT, Editor, converse

ENCODINGS = [
    lsp.PositionEncodingKind.Utf16,
    lsp.PositionEncodingKind.Utf8,
    lsp.PositionEncodingKind.Utf32,
]
CHARACTERS = "ab \n\r\t😀é\x0b\x0c\x85\u2028\u2029"
WORDS = st.text(CHARACTERS, max_size=12)


def changed(text: str, edits: list[tuple[int, int, str]], encoding: str) -> tuple[str, str]:
    """Return what a workspace holds after edits, and what an editor does."""
    workspace = Workspace(None, position_encoding=encoding)
    keep_live(workspace)
    workspace.put_text_document(lsp.TextDocumentItem("file:///a.md", "markdown", 1, text))
    for one, other, new in edits:
        start, end = sorted(min(place, len(text)) for place in (one, other))
        if "\r\n" in (text[start - 1 : start + 1], text[end - 1 : end + 1]):
            continue  # no editor's cursor stands within a line end
        change = lsp.TextDocumentContentChangePartial(
            Columns(text, encoding).range((start, end)), new
        )
        name = lsp.VersionedTextDocumentIdentifier(2, "file:///a.md")
        workspace.update_text_document(name, change)
        text = text[:start] + new + text[end:]
    return workspace.text_documents["file:///a.md"].source, text


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(
    text=st.text(CHARACTERS, max_size=60),
    edits=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), WORDS), max_size=5),
)
def test_parts_make_the_editors_text(
    encoding: str, text: str, edits: list[tuple[int, int, str]]
) -> None:
    held, meant = changed(text, edits, encoding)
    assert held == meant


@pytest.mark.parametrize("between", ["\x0c", "\x0b", "\u2028", "\x85"])
def test_a_form_feed_shifted_all_that_is_typed_below_it(between: str) -> None:
    text = f"one{between}two\nthree\n"
    place = text.index("three")
    assert changed(text, [(place, place, "😀 ")], "utf-16")[0] == f"one{between}two\n😀 three\n"


@pytest.mark.parametrize("encoding", ENCODINGS[:2])
def test_the_server_follows_parts(encoding: str, tmp_path: Path) -> None:
    async def talk(editor: Editor) -> None:
        found = await editor.found()
        start = found[0].range.start.character
        units = {"utf-16": 14, "utf-8": 16}[encoding]
        assert start == units
        end = Columns(TEXT, encoding).position(TEXT.index("]"))
        editor._version += 1
        editor.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(editor._version, editor.uri),
                [
                    lsp.TextDocumentContentChangePartial(lsp.Range(end, end), ", p. 😀"),
                    lsp.TextDocumentContentChangePartial(
                        lsp.Range(
                            lsp.Position(0, end.character + len(", p. ")),
                            lsp.Position(
                                0, end.character + len(", p. ") + (2 if encoding == "utf-16" else 4)
                            ),
                        ),
                        "3",
                    ),
                ],
            )
        )
        assert [one.code for one in await editor.found()] == ["LOW-WARN"]

    general = lsp.GeneralClientCapabilities(position_encodings=[encoding])
    converse(tmp_path, talk, lsp.ClientCapabilities(general=general))
