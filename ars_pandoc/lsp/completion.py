"""Completion of keys behind `@` and in `<!--ref:`, and of markers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from lsprotocol.types import (
    CompletionItem,
    CompletionItemKind,
    CompletionItemLabelDetails,
    InsertTextFormat,
    MarkupContent,
    MarkupKind,
    TextEdit,
)

from ars_pandoc.citations.syntax import in_markdown
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.hover import entry_text
from ars_pandoc.lsp.state import State

TRIGGERS = ("@", "{", ":", "-", ",")
"""Characters behind which an editor asks by itself."""

_CITE = re.compile(r"(?<![\w@\\])@(?P<brace>\{?)(?P<key>[^\s@\[\](){},;]*)\Z")
# `\cite[12]{a, b`, `\parencites{a}{b` and their kin, in LaTeX and as raw TeX in Markdown.
_TEX = re.compile(
    r"\\[A-Za-z]*cite[A-Za-z]*\*?(?:\[[^\]]*\]|\([^)]*\)|\{[^{}]*\})*\{(?:[^{}]*,)?\s*"
    r"(?P<key>[^\s{},\\]*)\Z"
)
_REF = re.compile(r"<!--\s*ref\s*[:=]\s*(?P<key>[^\s<>]*)\Z", re.IGNORECASE)
_ANCHOR = re.compile(r"<!--\s*anchor\s*[:=]\s*(?P<word>\w*)\Z", re.IGNORECASE)
_COMMENT = re.compile(r"<!--(?P<word>\w*)\Z")

_VALUES = {
    "page": ("12-14", "a page, range or list"),
    "section": ("Methods", "the name or number of a section, figure, table …"),
    "paragraph": ("3", "counted from the start of its section"),
    "quote": ("three%20to%2025%20words", "words of the source, to the letter, percent-encoded"),
}
"""The kinds of contract §2 with an example of each; `none` is no anchor and never offered."""


def completions(
    state: State, text: str, offset: int, columns: Columns, *, snippets: bool = False
) -> list[CompletionItem]:
    """Return what may be written at a place.

    Args:
        state: What was last known of the document; its text may be older.
        text: The text as it is now.
        offset: Where the cursor stands.
        columns: The text as it is now.
        snippets: Whether the editor takes snippets, with the cursor on the value.
    """
    start, line = columns.line_until(offset)
    # Not all editors heed where an edit starts: each begins with the word under the cursor.
    if hit := _CITE.search(line):
        end = offset
        if hit["brace"] and text[offset : offset + 1] == "}":
            end += 1  # editors close a brace by themselves
        write = _in_braces if hit["brace"] else _behind_sign
        return _keys(state, columns, (start + hit.start("key"), end), write)
    if hit := _TEX.search(line) or _REF.search(line):
        return _keys(state, columns, (start + hit.start("key"), offset), str)
    hit = _ANCHOR.search(line) or _COMMENT.search(line)
    if hit is None:
        return []
    end = offset + (3 if text.startswith("-->", offset) else 0)
    place = columns.range((start + hit.start("word"), end))
    form = InsertTextFormat.Snippet if snippets else InsertTextFormat.PlainText
    return [
        CompletionItem(
            label,
            kind=CompletionItemKind.Snippet,
            detail=detail,
            insert_text_format=form,
            text_edit=TextEdit(place, new),
        )
        for label, detail, new in (_kinds(snippets) if hit.re is _ANCHOR else _markers(snippets))
    ]


def _behind_sign(key: str) -> str:
    return in_markdown(key).removeprefix("@")


def _in_braces(key: str) -> str:
    return f"{key}}}"


def _keys(
    state: State, columns: Columns, extent: tuple[int, int], write: Callable[[str], str]
) -> list[CompletionItem]:
    if state.corpus is None:
        return []
    place = columns.range(extent)
    return [
        _item(key, entry, state, TextEdit(place, write(key)))
        for key, entry in state.corpus.entries.items()
    ]


def _item(key: str, entry: Entry, state: State, edit: TextEdit) -> CompletionItem:
    return CompletionItem(
        key,
        CompletionItemLabelDetails(description=entry.byline),
        kind=CompletionItemKind.Reference,
        detail=entry.title,
        documentation=MarkupContent(MarkupKind.Markdown, entry_text(entry, state.ledger)),
        # An author or a word of the title finds the key too.
        filter_text=f"{key} {entry.byline} {entry.title}",
        text_edit=edit,
    )


def _kinds(snippets: bool) -> Iterator[tuple[str, str, str]]:
    for kind, (value, what) in _VALUES.items():
        field = f"${{1:{value}}}" if snippets else ""
        yield kind, what, f"{kind}:{field}-->"


def _markers(snippets: bool) -> Iterator[tuple[str, str, str]]:
    key = "${1:key}" if snippets else ""
    yield "ref", "a hidden citation: the key of a source", f"ref:{key}-->"
    for kind, what, written in _kinds(snippets):
        yield f"anchor:{kind}", what, f"anchor:{written}"
