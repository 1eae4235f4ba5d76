"""Completion of keys behind `@` and in `<!--ref:`, and of markers."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
from ars_pandoc.corpus.entry import Entry
from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.hover import entry_text
from ars_pandoc.lsp.state import State

TRIGGERS = ("@", "{", ":", "-", ",")
"""Characters behind which an editor asks by itself."""

_CITE = re.compile(r"(?<![\w@\\])@(?P<brace>\{?)[^\s@\[\](){},;]*\Z")
# `\cite[12]{a, b`, `\parencites{a}{b` and their kin, in LaTeX and as raw TeX in Markdown.
_TEX = re.compile(
    r"\\[A-Za-z]*cite[A-Za-z]*\*?(?:\[[^\]]*\]|\([^)]*\)|\{[^{}]*\})*\{(?:[^{}]*,)?\s*"
    r"(?P<key>[^\s{},\\]*)\Z"
)
_REF = re.compile(r"<!--\s*ref\s*[:=]\s*(?P<key>[^\s<>]*)\Z", re.IGNORECASE)
_ANCHOR = re.compile(r"<!--\s*anchor\s*[:=]\s*(?P<kind>\w*)\Z", re.IGNORECASE)
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
    """Give what may be written at a place.

    Args:
        state: What was last known of the document; its text may be older.
        text: The text as it is now.
        offset: Where the cursor stands.
        columns: The text as it is now.
        snippets: Whether the editor takes snippets, with the cursor on the value.
    """
    start, line = columns.line_until(offset)
    if hit := _CITE.search(line):
        end = offset
        if hit["brace"] and text[offset : offset + 1] == "}":
            end += 1  # editors close a brace by themselves
        return _keys(state, columns, (start + hit.start(), end), cite=bool(hit["brace"]) + 1)
    if hit := _TEX.search(line) or _REF.search(line):
        return _keys(state, columns, (start + hit.start("key"), offset), cite=0)
    anchor = _ANCHOR.search(line)
    hit = anchor or _COMMENT.search(line)
    if hit is None:
        return []
    end = offset + (3 if text.startswith("-->", offset) else 0)
    words = _markers(snippets) if anchor is None else _anchors(snippets)
    place = columns.range((start + hit.start(), end))
    written = line[hit.start() :]
    form = InsertTextFormat.Snippet if snippets else InsertTextFormat.PlainText
    return [
        CompletionItem(
            label,
            kind=CompletionItemKind.Snippet,
            detail=detail,
            # Editors filter by what stands in the range, whatever was typed in it so far.
            filter_text=written + label,
            insert_text_format=form,
            text_edit=TextEdit(place, new),
        )
        for label, detail, new in words
    ]


def _keys(
    state: State, columns: Columns, extent: tuple[int, int], *, cite: int
) -> list[CompletionItem]:
    """Offer each key; `cite` is 0 for the key alone, 1 for `@key`, 2 for `@{key}`."""
    if state.corpus is None:
        return []
    place = columns.range(extent)
    items = []
    for key, entry in state.corpus.entries.items():
        new = (key, in_markdown(key), f"@{{{key}}}")[cite]
        sign = ("", "@", "@{")[cite]
        items.append(_item(key, entry, state, TextEdit(place, new), sign))
    return items


def _item(key: str, entry: Entry, state: State, edit: TextEdit, sign: str) -> CompletionItem:
    return CompletionItem(
        key,
        CompletionItemLabelDetails(description=entry.byline),
        kind=CompletionItemKind.Reference,
        detail=entry.title,
        documentation=MarkupContent(MarkupKind.Markdown, entry_text(entry, state.log)),
        # An author or a word of the title finds the key too.
        filter_text=f"{sign}{key} {entry.byline} {entry.title}",
        text_edit=edit,
    )


def _anchors(snippets: bool) -> Iterator[tuple[str, str, str]]:
    for kind, (value, what) in _VALUES.items():
        field = f"${{1:{value}}}" if snippets else ""
        yield f"anchor:{kind}", what, f"<!--anchor:{kind}:{field}-->"


def _markers(snippets: bool) -> Iterator[tuple[str, str, str]]:
    key = "${1:key}" if snippets else ""
    yield "ref", "a hidden citation: the key of a source", f"<!--ref:{key}-->"
    yield from _anchors(snippets)
