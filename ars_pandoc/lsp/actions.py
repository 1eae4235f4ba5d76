"""Code actions: insert a marker, mark a source as read, make the selection a quote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol.types import (
    CodeAction,
    CodeActionContext,
    CodeActionDisabled,
    CodeActionKind,
    Command,
    TextEdit,
    WorkspaceEdit,
)

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.citation import Citation, Kind
from ars_pandoc.citations.quotes import MIN_WORDS, count_words, encode_quote
from ars_pandoc.citations.writing_anchors import anchor_marker, written_anchor
from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.diagnostics import SOURCE
from ars_pandoc.lsp.state import Cited, State, comments
from ars_pandoc.positions.position import Position
from ars_pandoc.rewriting.insert_anchor import ROW as NO_LOCATOR

MARK_READ = "ars.markRead"
"""The command of the server that marks a source as read, once the writer has confirmed it."""

_WITH_COMMENTS = ("markdown", "html")
_KINDS: tuple[Kind, ...] = ("page", "section", "quote")
_QUOTE = re.compile(r"<!--\s*anchor\s*[:=]\s*quote\s*:(?P<value>.*?)-->", re.I | re.S)
_TEX_CITE = re.compile(r"(?P<command>\\[A-Za-z]*cite[A-Za-z]*\*?)\{[^{},]*\}")
_BLANK_LINE = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")


def code_actions(
    state: State, uri: str, extent: tuple[int, int], columns: Columns
) -> list[CodeAction | Command]:
    """Return what can be done at a place or with a selection.

    Args:
        state: The verdicts on the text as it is now.
        uri: The document.
        extent: The cursor or the selection.
        columns: The same text.
    """
    found = list(state.at(*extent))
    actions: list[CodeAction | Command] = []
    for one in found:
        if _lacks_anchor(one):
            actions += _locator(one, state.text, uri, columns)
            actions += _markers(one, uri, columns)
    actions += _reading(found, state, uri)
    if extent[0] < extent[1]:
        actions += _quotes(state, uri, extent, columns)
    return actions


def wanted(
    actions: list[CodeAction | Command], context: CodeActionContext
) -> list[CodeAction | Command]:
    """Leave what an editor asked for, and say which of its diagnostics an action mends.

    Args:
        actions: All that can be done.
        context: The kinds that are asked for, and the diagnostics there.
    """
    mended = [one for one in context.diagnostics if one.source == SOURCE and one.code == NO_LOCATOR]
    kept: list[CodeAction | Command] = []
    for action in actions:
        kind = action.kind if isinstance(action, CodeAction) else None
        if context.only and not any(_within(kind, only) for only in context.only):
            continue
        if isinstance(action, CodeAction) and kind == CodeActionKind.QuickFix:
            action.diagnostics = mended or None
        kept.append(action)
    return kept


def _within(kind: CodeActionKind | str | None, wanted: CodeActionKind | str) -> bool:
    """Return whether a kind is another or a part of it: `refactor.rewrite` is one of `refactor`."""
    names = [one.value if isinstance(one, CodeActionKind) else one for one in (kind, wanted)]
    return names[0] is not None and f"{names[0]}.".startswith(f"{names[1]}.")


def _lacks_anchor(one: Cited) -> bool:
    finding = one.finding
    return finding.citation.key is not None and NO_LOCATOR in (finding.status, *finding.also)


def _locator(one: Cited, text: str, uri: str, columns: Columns) -> Iterator[CodeAction]:
    """Offer a locator in the form that the citation has; the gate refuses `?` until it is filled."""
    citation, position = one.finding.citation, one.position
    if position is None or not position.exact or citation.form == "marker" or citation.anchors:
        return
    whole, (start, end) = text[slice(*position.whole)], position.key
    if text[start - 1 : start] == "{" and text[end : end + 1] == "}":
        end += 1
    if hit := _TEX_CITE.fullmatch(whole):
        at, locator = position.whole[0] + hit.end("command"), "[?]"
    elif citation.in_text and position.whole[1] == end and not whole.startswith("["):
        at, locator = end, " [p. ?]"
    elif text[end : end + 1] in ("]", ";"):
        at, locator = end, " p. ?" if citation.syntax == "org" else ", p. ?"
    else:
        return
    title = f"insert a locator for {citation.key}"
    yield _edit(title, uri, columns, (at, at), locator, kind=CodeActionKind.QuickFix)


def _markers(one: Cited, uri: str, columns: Columns) -> Iterator[CodeAction]:
    """Offer an anchor behind a citation that has none; the gate refuses `?` until it is filled."""
    finding, position = one.finding, one.position
    if position is None or not position.exact:
        return
    behind = _behind(finding.citation, position)
    if behind is None:
        return
    start, prefix = behind
    for kind in _KINDS:
        text = f"{prefix}<!--anchor:{kind}:?-->"
        title = f"insert a marker for the {kind} in {finding.citation.key}"
        yield _edit(title, uri, columns, (start, start), text, kind=CodeActionKind.QuickFix)


def _behind(citation: Citation, position: Position) -> tuple[int, str] | None:
    """Return where an anchor of a citation goes, and the ref that it needs before it.

    None where what the document is written in knows no comments of HTML.
    """
    if citation.syntax not in _WITH_COMMENTS:
        return None
    if position.comment is not None:
        return max(end for _, end in (position.whole, *comments(position))), ""
    # With a ref of its own an anchor is right behind a group of several keys too.
    return position.whole[1], f"<!--ref:{citation.key}-->"


def _reading(found: list[Cited], state: State, uri: str) -> Iterator[Command]:
    keys = dict.fromkeys(one.finding.citation.key for one in found)
    for key in keys:
        entry = None if state.corpus is None or key is None else state.corpus.entries.get(key)
        if entry is not None and key is not None and not state.ledger.is_read(key):
            title = f"mark {key} as read: I have read {entry.byline}"
            yield Command(title, MARK_READ, arguments=[uri, key])


def _quotes(
    state: State, uri: str, extent: tuple[int, int], columns: Columns
) -> Iterator[CodeAction]:
    start, end = extent
    text = state.text
    for hit in _QUOTE.finditer(text):
        if hit.start() <= start and end <= hit.end():
            value = hit["value"]
            encoded = encode_quote(" ".join(value.split()))
            if "%" not in value and encoded != value:
                title = "encode the quote of this marker"
                yield _edit(title, uri, columns, hit.span("value"), encoded)
            return
    words = text[start:end]
    if "<!--" in words or count_words(words) < MIN_WORDS:
        return
    near = _nearest(state, start, end)
    key = None if near is None else near.finding.citation.key
    try:
        marker = anchor_marker(written_anchor("quote", words, key))
    except ArsError as error:
        yield CodeAction(
            "encode the selection as a quote",
            kind=CodeActionKind.RefactorRewrite,
            disabled=CodeActionDisabled(error.what),
        )
        return
    if near is not None and near.position is not None and near.position.exact:
        behind = _behind(near.finding.citation, near.position)
        if behind is not None and not start < behind[0] < end:
            title = f"add the selection as a quote to the citation of {key}"
            here = (behind[0], behind[0])
            yield _edit(title, uri, columns, here, behind[1] + marker)
    yield _edit("encode the selection as a quote", uri, columns, extent, marker)


def _nearest(state: State, start: int, end: int) -> Cited | None:
    """Return the citation that a selection rests on: the next of its paragraph, else the last."""
    before = after = None
    for one in state.cited:
        if one.position is None or not one.position.exact or one.finding.citation.key is None:
            continue
        whole = one.position.whole
        if whole[1] <= start and not _BLANK_LINE.search(state.text, whole[1], start):
            before = one
        elif whole[0] >= end and after is None:
            after = None if _BLANK_LINE.search(state.text, end, whole[0]) else one
    return after or before


def _edit(
    title: str,
    uri: str,
    columns: Columns,
    extent: tuple[int, int],
    text: str,
    *,
    kind: CodeActionKind = CodeActionKind.RefactorRewrite,
) -> CodeAction:
    change = TextEdit(columns.range(extent), text)
    return CodeAction(title, kind, edit=WorkspaceEdit(changes={uri: [change]}))
